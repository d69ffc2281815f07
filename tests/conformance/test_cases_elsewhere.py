"""The same cases elsewhere: on the slow second implementation, opened at every step, and from the command line over JSON lines."""

import json
import shlex
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

import tischlein
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


@pytest.mark.parametrize("game", GAMES)
def test_every_position_on_the_way_can_be_opened(game: str) -> None:
    """What `position()` says at any point of a case gives the same table again, and so does the record at its end."""
    for case in played(game)[:: 3 // SAMPLES.of_three]:
        opened_on_the_way(case)


def opened_on_the_way(case: Case) -> None:
    later = [outcome for step in case.data["steps"] for outcome in step.get("chance", [])]
    later = [*case.data.get("chance", []), *later]
    game = tischlein.game(case.game)
    if "new" in case.data:
        new = case.data["new"]
        table = game.new(new["seats"], chance=[*new.get("chance", []), *later], **new.get("options", {}))
    else:
        table = game.at({"game": case.game, **case.data["at"]}, chance=later)
    for step in [{}, *(step for step in case.data["steps"] if "play" in step)]:
        if step:
            table.play(step["seat"], step["play"])
        again = game.at(json.loads(json.dumps(table.position())), chance=[])
        assert again.position() == table.position()
        assert again.waiting == table.waiting
        for seat in range(table.seats):
            assert again.actions(seat) == table.actions(seat)
            assert again.view(seat) == table.view(seat)
    assert game.replay(json.loads(json.dumps(table.record()))).position() == table.position()


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
