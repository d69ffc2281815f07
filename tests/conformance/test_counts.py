"""In how many ways small positions can go on: the engine and the slow second implementation agree with the file."""

import importlib
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tischlein
from conformance.checks import with_nulls
from reference import Chance
from reference.perft import Table, perft
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


def no_chance(outcomes: list[str]) -> str:
    raise AssertionError(f"a position needs no chance, but was asked for one of {outcomes}")


class Engine:
    """A table of the engine, as the counting of the references asks for one."""

    def __init__(self, game: tischlein.Game, position: dict[str, Any], chance: Chance) -> None:
        self.chance = chance
        self.table = game.at(position, chance=self)

    def choose(self, outcomes: Outcomes) -> int:
        index = outcomes.find(self.chance([outcomes.text(index) for index in range(outcomes.n)]))
        assert index is not None
        return index

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.table.waiting

    @property
    def over(self) -> bool:
        return self.table.over

    def actions(self, seat: int) -> list[str]:
        return [action.text for action in self.table.actions(seat)]

    def play(self, seat: int, text: str) -> None:
        self.table.play(seat, text)

    def copy(self) -> "Engine":
        return Engine(self.table.game, self.table.position(), self.chance)


@each_count
@pytest.mark.parametrize("who", ["engine", "reference"])
def test_counts(count: dict[str, Any], who: str) -> None:
    name = count["game"]
    if who == "engine":
        table: Table = Engine(tischlein.game(name), count["at"], no_chance)
    else:
        table = importlib.import_module(f"reference.{name}").Reference.at(count["at"], no_chance)
    assert [perft(table, depth + 1) for depth in range(len(wanted(count)))] == wanted(count)
