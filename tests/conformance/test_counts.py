"""In how many ways small positions can go on: the engine and the slow second implementation agree with the file."""

import importlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tischlein
from conformance.checks import with_nulls
from reference.perft import perft
from samples import SAMPLES
from tischlein.engine.play.chance import Outcomes

ROOT = Path(__file__).resolve().parents[2]
COUNTS = [
    {**count, "game": content["game"], "at": {"game": content["game"], **with_nulls(count["at"])}}
    for path in sorted((ROOT / "conformance").glob("*/counts.toml"))
    for content in [tomllib.loads(path.read_text(encoding="utf-8"))]
    for count in content["count"]
]


def wanted(count: dict[str, Any]) -> list[int]:
    """As many depths as the samples ask for, at least one."""
    leaves: list[int] = count["leaves"]
    return [number for number in leaves if number <= SAMPLES.leaves] or leaves[:1]


each_count = pytest.mark.parametrize("count", COUNTS, ids=lambda count: f"{count['game']}-{count['name']}")


class UndecidedError(Exception):
    """Chance has to decide, and these are the possible outcomes."""

    def __init__(self, outcomes: list[str]) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class Script:
    """A source that follows a script and stops where it ends."""

    def __init__(self, script: tuple[str, ...]) -> None:
        self.left = list(script)

    def choose(self, outcomes: Outcomes) -> int:
        if not self.left:
            raise UndecidedError(sorted({outcomes.text(index) for index in range(outcomes.n)}))
        index = outcomes.find(self.left.pop(0))
        assert index is not None
        return index


def after(
    game: tischlein.Game, position: dict[str, Any], seat: int, text: str, script: tuple[str, ...] = ()
) -> Iterator[tischlein.Table]:
    """The tables that an action can lead to, one for each sequence of distinct chance outcomes."""
    table = game.at(position, chance=Script(script))
    try:
        table.play(seat, text)
    except UndecidedError as undecided:
        for outcome in undecided.outcomes:
            yield from after(game, position, seat, text, (*script, outcome))
    else:
        yield table


def levels(table: tischlein.Table, depth: int) -> list[int]:
    """The leaves after 1, 2, … decisions; a finished game is a leaf at every depth."""
    if depth == 0:
        return []
    if table.over:
        return [1] * depth
    found = [0] * depth
    position = table.position()
    for seat in table.waiting:
        for action in table.actions(seat):
            for following in after(table.game, position, seat, action.text):
                for place, leaves in enumerate([1, *levels(following, depth - 1)]):
                    found[place] += leaves
    return found


@each_count
def test_engine_counts(count: dict[str, Any]) -> None:
    table = tischlein.game(count["game"]).at(count["at"], chance=[])
    assert levels(table, len(wanted(count))) == wanted(count)


def no_chance(outcomes: list[str]) -> str:
    raise AssertionError(f"a position needs no chance, but was asked for one of {outcomes}")


@each_count
def test_reference_counts(count: dict[str, Any]) -> None:
    reference = importlib.import_module(f"reference.{count['game']}").Reference
    table = reference.at(count["at"], no_chance)
    assert [perft(table, depth + 1) for depth in range(len(wanted(count)))] == wanted(count)
