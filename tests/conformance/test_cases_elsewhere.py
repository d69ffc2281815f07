"""The same cases elsewhere: on the slow second implementation, opened at every step, and from the command line over JSON lines."""

import json
import shlex
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import tischlein
from conformance.adapters import InProcess
from conformance.runner import Case, games, load_cases, run_case
from reference.program import References
from samples import SAMPLES, with_long

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = shlex.join([sys.executable, str(ROOT / "tests/reference/program.py")])
GAMES = games()


def played(game: str) -> list[Case]:
    """Return the cases in which something is played; the reference trusts its input and refuses no start."""
    return [case for case in load_cases(game) if "error" not in case.data]


# By file: a test for each of a thousand cases would cost more than the cases.
CASES = {file: list(cases) for game in GAMES for file, cases in groupby(played(game), lambda case: case.file)}


@pytest.mark.parametrize("file", CASES)
def test_reference(file: str) -> None:
    results = [run_case(case, References()) for case in CASES[file]]
    assert [str(result) for result in results if not result.ok] == []


class Opened(InProcess):
    """Opens every position that it tells, and replays its record: both must give the same table again."""

    def position(self) -> dict[str, Any]:
        position, table = super().position(), self._table
        pack = table.game.layout.pack
        for again in (
            table.game.at(position, chance=[]),
            table.game.replay(json.loads(json.dumps(table.record()))),
        ):
            assert pack(again._s) == pack(table._s), position
        return position


@pytest.mark.parametrize("game", GAMES)
def test_every_position_on_the_way_can_be_opened(game: str) -> None:
    results = [run_case(case, Opened(tischlein.game)) for case in played(game)[:: 3 // SAMPLES.of_three]]
    assert [str(result) for result in results if not result.ok] == []


def run_from_the_command_line(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "conformance.runner", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", with_long(GAMES, "lobo77"))
def test_the_command_line_runs_a_program(game: str) -> None:
    refusing = {clause for case in load_cases(game) if "error" in case.data for clause in case.clauses}
    clauses = {clause for case in load_cases(game) for clause in case.clauses} - refusing
    cases = load_cases(game, clauses)
    asked = {key for case in cases for step in case.data["steps"] for key in step}
    assert asked >= {"play", "expect", "actions", "refused", "view"}, "every message is sent"
    only = [word for clause in sorted(clauses) for word in ("--only", clause)]
    done = run_from_the_command_line(game, "--program", PROGRAM, *only, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["game"], told["failed"]) == (0, game, 0)
    assert told["passed"] == len(cases)


@pytest.mark.parametrize("game", with_long(GAMES, "quando"))
def test_the_command_line_runs_a_package(game: str) -> None:
    done = run_from_the_command_line(game)
    assert done.stdout == f"{game}: {len(load_cases(game))} of {len(load_cases(game))} cases passed\n"


@pytest.mark.parametrize("arguments", [["chess"], [GAMES[0], "--only", "A99"]])
def test_the_command_line_refuses_what_is_not_there(arguments: list[str]) -> None:
    done = run_from_the_command_line(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert arguments[-1] in done.stderr
