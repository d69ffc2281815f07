"""`make test` runs every part, several at a time, and one that fails makes the whole of it fail."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from samples import FULL, QUICK
from scripts import again

ROOT = Path(__file__).resolve().parents[2]
# What only this part runs of all that `make test` starts.
PARTS = {
    "setup": "scripts/setup.py",
    "parts": "scripts.parts add",
    "page": "hatch_build.py |",
    "warm": "scripts.warm",
    "modules": "hatch_build.py modules",
    "lint": "-m mypy",
    "imports": "lint-imports",
    "web": "hatch_build.py check test",
    "rules": "--cov ",
    "plain": "-o cache_dir=.pytest_cache/plain",
    "other": "--ignore=tests/server",
    "server": "-o cache_dir=.pytest_cache/server",
    "wheel": "scripts.wheel_test",
    "browser": "-o cache_dir=.pytest_cache/browser",
    "again": "scripts.again report",
    "report": "scripts.parts report",
}
# In place of Python: writes down what it is to run, and fails where that is broken, always or once.
STAND_IN = """#!/bin/sh
case "$1" in -c) echo 2; exit;; esac
case "$*" in *"parts add"*) sleep 0.2;; esac
said="${0##*/} $* | nice $(nice) | bytecode $TISCHLEIN_BYTECODE"
echo "$said" >> ran
case "$said" in *"$BROKEN"*)
    [ -n "$ONCE" ] && [ -e failed ] && exit
    touch failed
    exit ${ONCE:-1};;
esac
"""


def make_test(folder: Path, broken: str, once: str = "", *target: str) -> tuple[int, str]:
    """Run it with something broken, always or the first time with this exit code; return its code and what ran."""
    shutil.copy(ROOT / "Makefile", folder)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "lint-imports"):
        (programs / name).write_text(STAND_IN)
        (programs / name).chmod(0o755)
    command = ["make", *(target or ["test"]), "PYTHON=.venv/bin/python"]
    # Without what a make around this one says.
    environment = {"PATH": os.environ["PATH"], "BROKEN": broken, "ONCE": once}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return ended.returncode, (folder / "ran").read_text()


def test_every_part_runs(tmp_path: Path) -> None:
    code, ran = make_test(tmp_path, "nothing")
    assert code == 0
    assert [part for part, command in PARTS.items() if command not in ran] == []
    for part in ("setup", "parts"):
        assert re.search(f"{PARTS[part]}.* bytecode later$", ran, re.MULTILINE)
    # What is compiled is there before anything that would compile it once more.
    compiled = ran.index(PARTS["modules"])
    late = ("browser", "server", "other", "wheel")
    assert [part for part in late if ran.index(PARTS[part]) < compiled] == []
    # What is added to the environment is there before anything that could miss it.
    added = ran.index(PARTS["parts"])
    assert [part for part in ("warm", "lint", "rules", "plain") if ran.index(PARTS[part]) < added] == []


def test_the_longest_step_does_not_wait_for_the_page(tmp_path: Path) -> None:
    """Games are compiled from the start; only their copies for the page need the page."""
    _, ran = make_test(tmp_path, "nothing", "", "compiled")
    assert PARTS["warm"] in ran
    assert "hatch_build" not in ran


def test_who_looks_through_the_package_waits_for_the_page(tmp_path: Path) -> None:
    """Building it takes away folders of the package and makes them again."""
    _, ran = make_test(tmp_path, "nothing", "", "plain")
    assert PARTS["page"] in ran
    assert ran.index(PARTS["page"]) < ran.index(PARTS["plain"])


def test_what_others_wait_for_lets_nobody_pass(tmp_path: Path) -> None:
    """The compiler, servers and browsers; what only computes is behind them."""
    _, ran = make_test(tmp_path, "nothing")
    most = {
        part: max(int(nice) for nice in re.findall(re.escape(command) + r".*?nice (\d+)", ran))
        for part, command in PARTS.items()
        if part not in ("setup", "page")
    }
    usual = int(subprocess.run(["nice"], capture_output=True, check=True).stdout)
    behind = {part for part, nice in most.items() if nice > usual}
    assert behind == {"lint", "web", "rules", "plain", "other", "wheel"}


def test_every_test_belongs_to_one_suite(tmp_path: Path) -> None:
    """What one suite runs the suite of all others leaves out, and nothing else."""
    _, ran = make_test(tmp_path, "nothing")
    lines = ran.splitlines()
    other, plain = (next(line for line in lines if PARTS[part] in line) for part in ("other", "plain"))
    left_out = set(re.findall(r"--ignore=(\S+)", other))
    elsewhere = {
        path
        for part in ("rules", "plain", "server", "browser")
        for line in lines
        if PARTS[part] in line
        for path in re.findall(r" (tests/\S+)", line)
    }
    assert left_out == elsewhere
    assert set(re.findall(r"--ignore=(\S+)", plain)) <= elsewhere
    assert [path for path in left_out if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("part", PARTS)
def test_one_that_fails_fails_the_whole(part: str, tmp_path: Path) -> None:
    code, ran = make_test(tmp_path, PARTS[part])
    assert code != 0
    assert PARTS[part] in ran
    # What is missing is named at the end of a run in which all else is well.
    assert (part == "report") == (PARTS["report"] in ran)


@pytest.mark.parametrize("part", ["plain", "other", "server", "browser"])
@pytest.mark.parametrize(("code", "passes"), [("1", True), ("2", False)], ids=["failed", "given up"])
def test_tests_that_failed_are_tried_once_more_but_not_a_run_that_was_given_up(
    part: str, code: str, passes: bool, tmp_path: Path
) -> None:
    """What was never run would not be tried again, either."""
    ended, ran = make_test(tmp_path, PARTS[part], once=code)
    assert (ended == 0) is passes
    assert ran.count(PARTS[part]) == 1 + passes
    # It is written down first: what passes then is no longer among the failed.
    assert [f"scripts.again keep {part}" in line for line in ran.splitlines()].count(True) == passes
    # Only the second explains its asserts; the first at least shows what was in the variables.
    runs = [line for line in ran.splitlines() if PARTS[part] in line]
    assert ["--assert=plain --showlocals" in line for line in runs] == [True, False][: len(runs)]


@pytest.mark.parametrize(("chosen", "seed"), [([], "2"), (["SEED=77"], "77")])
def test_the_long_run_has_a_seed_of_its_own(chosen: list[str], seed: str, tmp_path: Path) -> None:
    """The stand-in answers every question with 2."""
    _, ran = make_test(tmp_path, "nothing", "", "test-full", *chosen)
    assert f"--hypothesis-seed={seed} " in ran
    assert (QUICK.fresh, FULL.fresh) == (False, True)


def test_what_passed_only_alone_is_named_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    again.report()
    assert capsys.readouterr().out == ""
    for suite, name in (("other", "tests/a.py::test_b[c d]"), ("server", "tests/e.py::test_f")):
        cache = tmp_path / ".pytest_cache" / suite / "v" / "cache"
        cache.mkdir(parents=True)
        (cache / "lastfailed").write_text(json.dumps({name: True}))
        again.keep(suite)
    again.report()
    assert capsys.readouterr().out.splitlines()[1:] == ["  tests/a.py::test_b[c d]", "  tests/e.py::test_f"]
