"""Every seat of every game has a player of its own, so what one remembers is nobody else's."""

from pathlib import Path
from typing import ClassVar

import pytest

import tischlein
from tischlein.bots import Situation
from tischlein.lab.arena import contest as arena
from tischlein.lab.arena.contest import Contest
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session

NAME = f"{__name__}:Keeper"


class Keeper:
    """Keeps in mind where it has sat."""

    asked: ClassVar[list[set[int]]] = []

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def choose(self, situation: Situation) -> int:
        if not self.seats:
            self.asked.append(self.seats)
        self.seats.add(situation.seat)
        return situation.actions[0]


@pytest.fixture(autouse=True)
def nobody_asked() -> None:
    Keeper.asked.clear()


def test_nobody_in_the_arena_sits_twice(tmp_path: Path) -> None:
    contest = Contest(game="lobo77", bots=("random", NAME), seats=4, deals=2)
    arena.run(contest, tmp_path / "games.jsonl", processes=1)
    assert sorted(map(list, Keeper.asked)) == [[0], [0], [1], [1], [2], [2], [3], [3]]


def test_nobody_in_a_simulation_sits_twice() -> None:
    tischlein.simulate("lobo77", games=2, seats=3, bots=[NAME, "random", NAME], seed=1, threads=1)
    assert sorted(map(list, Keeper.asked)) == [[0], [0], [2], [2]]


def test_nobody_in_the_terminal_sits_twice() -> None:
    session = Session(Setup(tischlein.game("lobo77"), 3, NAME, "en", {}, seed=1))
    while len(set().union(*Keeper.asked)) < 2:
        if session.mode == "bot":
            session.step()
        else:
            session.submit(session.table.actions(0)[0].text)
    assert sorted(map(list, Keeper.asked)) == [[1], [2]]
