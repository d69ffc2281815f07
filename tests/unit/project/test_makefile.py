"""`make test` runs every part, several at a time, and one that fails makes the whole of it fail."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from samples import FULL, QUICK
from scripts import page, play
from tischlein import cli

ROOT = Path(__file__).resolve().parents[3]
# What only this part runs of all that `make test` starts.
PARTS = {
    "setup": "scripts/setup.py",
    "parts": "scripts.parts add",
    "page": "scripts.page |",
    "lint": "-m mypy",
    "imports": "lint-imports",
    "spelling": "codespell ",
    "web": "scripts.page check test",
    "rules": "--cov ",
    "plain": "not quick tests/conformance",
    "compiled": "not quick tests/native",
    "studies": "not quick tests/bots",
    "other": "--ignore=tests/server",
    "server": "not quick tests/server",
    "wheel": "scripts.wheel_test",
    "browser": "worksteal tests/browser",
    "report": "scripts.parts report",
}
# In place of Python: writes down what it is to run, and fails where that is broken.
STAND_IN = """#!/bin/sh
case "$1" in -c) echo 2; exit;; esac
case "$*" in *"parts add"*) sleep 0.2;; esac
said="${0##*/} $* | bytecode $TISCHLEIN_BYTECODE | kernels $TISCHLEIN_CACHE"
echo "$said" >> ran
case "$said" in *"$BROKEN"*) exit 1;; esac
"""


def make(folder: Path, broken: str, *words: str, home: str = "/tmp") -> tuple[int, str]:  # noqa: S108 — any folder
    """Run targets with something broken; return the exit code and what ran."""
    shutil.copy(ROOT / "Makefile", folder)
    for suite in (ROOT / "tests").iterdir():
        if suite.is_dir():
            (folder / "tests" / suite.name).mkdir(parents=True)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    play = folder / ".tools" / "play" / "bin"
    play.mkdir(parents=True)
    for program in (*(programs / name for name in ("python", "lint-imports", "codespell")), play / "python"):
        program.write_text(STAND_IN)
        program.chmod(0o755)
    command = ["make", *words, "PYTHON=.venv/bin/python"]
    # Without the variables of a make around this one.
    environment = {"PATH": os.environ["PATH"], "BROKEN": broken, "HOME": home}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return ended.returncode, (folder / "ran").read_text()


def test_every_part_runs(tmp_path: Path) -> None:
    code, ran = make(tmp_path, "nothing", "test")
    assert code == 0
    assert [part for part, command in PARTS.items() if command not in ran] == []
    for part in ("setup", "parts"):
        assert re.search(f"{PARTS[part]}.* bytecode later ", ran, re.MULTILINE)
    # The page is built before anything that reads it.
    built = ran.index(PARTS["page"])
    late = ("browser", "server", "other", "wheel")
    assert [part for part in late if ran.index(PARTS[part]) < built] == []
    # What is added to the environment is there before anything that could miss it.
    added = ran.index(PARTS["parts"])
    assert [part for part in ("lint", "rules", "plain") if ran.index(PARTS[part]) < added] == []


def test_who_looks_through_the_package_waits_for_the_page(tmp_path: Path) -> None:
    """Building it takes away folders of the package and makes them again."""
    _, ran = make(tmp_path, "nothing", "plain")
    assert PARTS["page"] in ran
    assert ran.index(PARTS["page"]) < ran.index(PARTS["plain"])


def test_every_test_belongs_to_one_suite(tmp_path: Path) -> None:
    """What one suite runs the suite of all others leaves out, and nothing else."""
    _, ran = make(tmp_path, "nothing", "test")
    lines = ran.splitlines()
    other, plain = (next(line for line in lines if PARTS[part] in line) for part in ("other", "plain"))
    left_out = set(re.findall(r"--ignore=(\S+)", other))
    elsewhere = {
        path
        for part in ("rules", "plain", "compiled", "studies", "server", "browser")
        for line in lines
        if PARTS[part] in line
        for path in re.findall(r" (tests/\S+)", line)
    }
    assert left_out == elsewhere
    assert set(re.findall(r"--ignore=(\S+)", plain)) <= elsewhere
    assert [path for path in left_out if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("part", PARTS)
def test_one_that_fails_fails_the_whole(part: str, tmp_path: Path) -> None:
    code, ran = make(tmp_path, PARTS[part], "test")
    assert code != 0
    assert PARTS[part] in ran
    assert ran.count(PARTS[part]) == 1, "nothing is tried twice"
    # What is missing is named at the end of a run in which all else is well.
    assert (part == "report") == (PARTS["report"] in ran)


def test_play_passes_its_arguments_on(tmp_path: Path) -> None:
    code, ran = make(tmp_path, "nothing", "play", "ARGS=--port 1")
    assert code == 0
    assert "scripts/setup.py --play |" in ran
    assert "-m scripts.play --port 1 |" in ran
    assert "scripts.page" not in ran


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--port", "1", "--help"], 0, "Usage: tischlein play"),
        (["--port", "99999"], 2, "99999"),
        (["--prot", "1"], 2, "--port"),
        (["--public-url", "nowhere"], 2, "https://"),
        (["--bot", "no.such:Bot"], 2, "no.such"),
        (["--data", __file__], 2, "not a folder"),
    ],
)
def test_play_answers_help_and_wrong_arguments_before_it_builds(
    arguments: list[str],
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def build(what: list[str]) -> None:
        raise AssertionError(what)

    monkeypatch.setattr(page, "main", build)
    monkeypatch.setattr(cli.play, "callback", None)
    with pytest.raises(SystemExit) as ended:
        play.main(arguments)
    assert ended.value.code == code
    assert said in "".join(capsys.readouterr())


BUILT = "from scripts import page; page.main = lambda what: exit(f'builds {what}'); from scripts.play import main; main([%r, '0', '--data', %r])"


def test_play_builds_the_page_first_and_alone(tmp_path: Path) -> None:
    """What only tests of the page need is not fetched."""
    command = [sys.executable, "-c", BUILT % ("--port", str(tmp_path))]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.stdout, ended.stderr) == ("", "builds ['page']\n")


def test_check_runs_lint_and_unit_tests(tmp_path: Path) -> None:
    code, ran = make(tmp_path, "nothing", "check")
    assert code == 0
    for command in (
        "ruff check",
        "ruff format --check",
        "-m mypy",
        "lint-imports",
        "worksteal -m not quick tests/unit tests/rules",
    ):
        assert command in ran


def test_compiled_games_are_kept_in_the_tree_where_the_home_folder_cannot_be_written(tmp_path: Path) -> None:
    kept = []
    for name, home in (("usual", str(tmp_path)), ("no home", "/proc/nothing")):
        (tmp_path / name).mkdir()
        _, ran = make(tmp_path / name, "nothing", "modules", home=home)
        kept += re.findall(r"-m modules.* kernels (.*)", ran)
    assert kept == ["", f"{tmp_path}/no home/.tools/kernels"]


@pytest.mark.parametrize(("chosen", "seed"), [([], "2"), (["SEED=77"], "77")])
def test_the_long_run_has_a_seed_of_its_own(chosen: list[str], seed: str, tmp_path: Path) -> None:
    """The stand-in answers every question with 2."""
    _, ran = make(tmp_path, "nothing", "nightly", *chosen)
    assert f"--hypothesis-seed={seed} " in ran
    assert (QUICK.fresh, FULL.fresh) == (False, True)


def test_workflows_call_targets_that_exist() -> None:
    rules = re.findall(r"^([a-z -]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    targets = set(" ".join(rules).split())
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for line in re.findall(r"run: make (.*)", path.read_text("utf-8")):
            words = [word for word in line.split(" ARGS=")[0].split() if re.fullmatch("[a-z-]+", word)]
            assert words, line
            assert set(words) <= targets, line
