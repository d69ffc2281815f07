"""Setup notices when `.venv` is no longer what the lock says."""

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "setup.py"


def load(tree: Path) -> ModuleType:
    """The setup script of a tree; it works on the tree that it lies in."""
    spec = importlib.util.spec_from_file_location("setup_of_a_tree", tree / "scripts" / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree that is set up, as far as setup looks."""
    tree = tmp_path / "a tree"
    (tree / "scripts").mkdir(parents=True)
    shutil.copy2(SCRIPT, tree / "scripts")
    (tree / "pyproject.toml").write_text("[project]\n")
    (tree / "requirements.lock").write_text("rich==15.0.0\n")
    (tree / ".venv" / "lib" / "python3.11" / "site-packages" / "rich-15.0.0.dist-info").mkdir(parents=True)
    (tree / ".venv" / "pyvenv.cfg").write_text("version_info = 3.11.7\n")
    return tree


def test_nothing_changed(tree: Path) -> None:
    assert load(tree).fingerprint({"lab"}) == load(tree).fingerprint({"lab"})


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.lock", ".venv/pyvenv.cfg"])
def test_a_changed_file_is_noticed(tree: Path, name: str) -> None:
    before = load(tree).fingerprint(set())
    (tree / name).write_text("something else\n")
    assert load(tree).fingerprint(set()) != before


def test_a_foreign_hand_in_the_environment_is_noticed(tree: Path) -> None:
    before = load(tree).fingerprint(set())
    (installed,) = tree.glob(".venv/lib/*/site-packages/*.dist-info")
    installed.rename(installed.with_name("rich-15.1.0.dist-info"))
    assert load(tree).fingerprint(set()) != before


def test_one_more_extra_is_noticed(tree: Path) -> None:
    assert load(tree).fingerprint({"lab"}) != load(tree).fingerprint({"lab", "peers"})


def test_a_tree_that_moved_is_noticed(tree: Path) -> None:
    before = load(tree).fingerprint(set())
    assert load(tree.rename(tree.with_name("elsewhere"))).fingerprint(set()) != before


@pytest.mark.parametrize(
    ("said", "recent"),
    [
        ("uv 0.13.7 (aarch64)", True),
        ("uv 0.7.0", True),
        ("uv 1.0.0", True),
        ("uv 0.6.17", False),
        ("what?", False),
    ],
)
def test_a_uv_that_is_too_old_is_not_used(tree: Path, said: str, recent: bool) -> None:
    uv = tree / "uv"
    uv.write_text(f"#!/bin/sh\necho '{said}'\n")
    uv.chmod(0o755)
    assert load(tree).uv_is_recent(str(uv)) is recent


def test_a_uv_that_does_not_start_is_not_used(tree: Path) -> None:
    assert not load(tree).uv_is_recent(str(tree / "no such uv"))
