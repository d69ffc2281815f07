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
said="${0##*/} $* | bytecode $TISCHLEIN_BYTECODE"
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
    assert ran.index(PARTS["modules"]) < ran.index(PARTS["browser"])
    # What is added to the environment is there before anything that could miss it.
    added = ran.index(PARTS["parts"])
    assert [part for part in ("warm", "lint", "rules", "other") if ran.index(PARTS[part]) < added] == []


@pytest.mark.parametrize("part", PARTS)
def test_one_that_fails_fails_the_whole(part: str, tmp_path: Path) -> None:
    code, ran = make_test(tmp_path, PARTS[part])
    assert code != 0
    assert PARTS[part] in ran
    # What is missing is named at the end of a run in which all else is well.
    assert (part == "report") == (PARTS["report"] in ran)


@pytest.mark.parametrize("part", ["other", "server", "browser"])
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
