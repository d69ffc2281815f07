"""Every conformance case on the engine; coverage of the rules is measured with these."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import pytest

import tischlein
from conformance.adapters import InProcess, Refused
from conformance.runner import games, load_cases, load_clauses, run_case
from tischlein.cards import SPECTATOR

GAMES = games()
# By file: while coverage is measured, a test for each of a thousand cases would cost more than the cases.
CASES = {
    file: list(cases) for game in GAMES for file, cases in groupby(load_cases(game), lambda case: case.file)
}


# What stands before the colon of a refusal: a card, an option, or a part of the position.
PLACE = re.compile(r"position: (card \S+|\w+(\[\d+\]|\.\w+)*): .")


class Engine(InProcess):
    """Also compares the concealed records of twins, which bots and learners are given: views show less."""

    def at(self, position: Mapping[str, Any], chance: Sequence[str]) -> list[str]:
        try:
            return super().at(position, chance)
        except Refused as refused:
            if not PLACE.match(str(refused)):
                raise AssertionError(f"the refusal does not name its place: {refused}") from refused
            raise

    def events(self, seat: int | None) -> list[Any]:
        table = self._table
        record = table.conceal_for(SPECTATOR if seat is None else seat)
        return [*super().events(seat), table.game.layout.pack(record).hex()]


def test_every_game_has_a_suite() -> None:
    assert set(tischlein.games()) <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_suite_is_for_these_rules(game: str) -> None:
    assert load_clauses(game)["rules_version"] == tischlein.game(game).version


@pytest.mark.parametrize("file", CASES)
def test_engine(file: str) -> None:
    results = [run_case(case, Engine(tischlein.game)) for case in CASES[file]]
    assert [str(result) for result in results if not result.ok] == []
