"""A part that is missing: the tests that need it do not run, and the run says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.parts import PARTS, Part, all_required, wanted

ROOT = Path(__file__).resolve().parents[3]
TOUCHY = """
import pytest

@pytest.mark.needs("cc")
def test_with_a_compiler(): pass

def test_without(): pass
"""


def run(arguments: list[str], *, require_all: str, path: str = "/nowhere") -> tuple[int, str]:
    """Run Python on a machine whose PATH is this one, so that programs are missing."""
    environment = {
        **os.environ,
        "PATH": path,
        "REQUIRE_ALL": require_all,
        "PYTHONPATH": os.pathsep.join((str(ROOT / "tests"), str(ROOT))),
    }
    ended = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture
def touchy(tmp_path: Path) -> list[str]:
    """How to run a tiny test suite under this project's conftest; one of its tests needs a compiler."""
    (tmp_path / "test_touchy.py").write_text(TOUCHY)
    config = f"--config-file={ROOT / 'pyproject.toml'}"
    return ["-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", config, str(tmp_path)]


@pytest.mark.long
def test_tests_without_their_part_are_named_and_the_rest_runs(touchy: list[str]) -> None:
    code, said = run(touchy, require_all="")
    assert code == 0
    assert "1 passed, 1 skipped" in said
    assert f"needs {PARTS['cc'].what}; add it with: {PARTS['cc'].command}" in said


def test_tests_without_their_part_fail_when_all_are_required(touchy: list[str]) -> None:
    code, said = run(touchy, require_all="1")
    assert code == 1
    assert "1 passed, 1 error" in said


@pytest.mark.long
@pytest.mark.needs("cc")
def test_tests_with_their_part_run(touchy: list[str]) -> None:
    code, said = run(touchy, require_all="1", path=os.environ["PATH"])
    assert code == 0
    assert "2 passed" in said


def test_report_names_what_is_missing_and_how_to_add_it() -> None:
    code, said = run(["-m", "scripts.parts", "report", "cc"], require_all="")
    assert code == 0
    assert PARTS["cc"].what in said
    assert PARTS["cc"].command in said


@pytest.mark.parametrize("chore", ["add", "report"])
def test_a_missing_part_is_a_failure_when_all_are_required(chore: str) -> None:
    # Without apt-get on this PATH nothing can be added.
    code, said = run(["-m", "scripts.parts", chore, "cc"], require_all="1")
    assert code == 1
    assert PARTS["cc"].command in said


def test_a_part_is_missing_when_one_of_its_pieces_is() -> None:
    assert not Part("a piece of the library", modules=("json",)).missing
    assert Part("half of it", modules=("json", "no_such_module")).missing
    assert Part("a program", modules=("json",), programs=("no-such-program",)).missing
    assert Part("what is looked for", found=lambda: False).missing


def test_every_part_says_how_it_is_found_and_how_it_is_added() -> None:
    for name, part in PARTS.items():
        assert [bool(part.apt), bool(part.extra), bool(part.by_hand)].count(True) == 1, name
        assert bool(part.programs or part.modules) != bool(part.by_hand), name


def test_only_the_long_run_wants_what_only_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHLEIN_SAMPLES", "quick")
    assert set(PARTS) - set(wanted()) == {"cluster", "peers", "train"}
    monkeypatch.setenv("TISCHLEIN_SAMPLES", "full")
    assert wanted() == list(PARTS)


@pytest.mark.parametrize(("value", "required"), [("", False), ("0", False), ("1", True)])
def test_require_all(monkeypatch: pytest.MonkeyPatch, value: str, required: bool) -> None:
    monkeypatch.setenv("REQUIRE_ALL", value)
    assert all_required() is required
