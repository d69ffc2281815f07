"""Move 1000 costs the same as move 10: its cost does not depend on the history."""

import gc
import inspect
import sys
from random import Random
from types import FrameType
from typing import Any

from helpers.games.strategies import decide, each_game
from per_game import Kit
from tischlein import Table
from tischlein.engine.play.chance import Outcomes
from tischlein.engine.rules import contract


class Same:
    """Chance that is the same at two tables."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, outcomes: Outcomes) -> int:
        return self._rng.randrange(outcomes.n)


def steps_of(table: Table, rng: Random) -> int:
    """Make a move, read the table, and return the number of lines of Python that this takes."""
    lines = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    gc.disable()  # what others have left would be cleared away meanwhile, and counted
    sys.settrace(trace)
    try:
        decide(table, rng)
        table.view(0)
        _ = table.waiting, table.scores
    finally:
        sys.settrace(before)
        gc.enable()
    return lines


def take_back(table: Table, moves: int) -> None:
    """Undo the last decisions of any seats."""
    for _ in range(moves):
        seats = [
            table._history.steps[k].seat for k in table._history.line if table._history.steps[k].seat >= 0
        ]
        if seats:
            table.undo(seats[-1], consent=True)


def long_game(kit: Kit, moves: int) -> Table:
    """Return a table with a long history: decisions are taken back when a game comes to its end."""
    rng = Random("long game")
    seats = kit.game.usual_seats if len(kit.game.seats) == 1 else kit.game.seats[1]
    table = kit.game.new(seats=seats, chance=Same(1), **kit.random_options(rng, seats))
    decisions = 0
    while decisions < moves:
        if table.over:
            take_back(table, 12)
        decide(table, rng)
        decisions += 1
    return table


def hardly_begun(kit: Kit, old: Table) -> Table:
    """Return a table in the same position with one decision behind it, which was taken back."""
    table = kit.game.at(old.position())
    decide(table, Random(4))
    take_back(table, 1)
    table._history.again.clear()
    assert table.position() == old.position()
    return table


@each_game
def test_a_move_after_many_takes_as_many_steps_as_the_first_one(kit: Kit) -> None:
    for moves in (40, 400):
        old = long_game(kit, moves)
        if old.over:
            old.undo(
                next(who for who, what in reversed(old.history) if who >= 0 and what != "undo"), consent=True
            )
        old._history.again.clear()  # the luck of what was taken back is part of the history
        new, warm = hardly_begun(kit, old), hardly_begun(kit, old)
        assert len(old.history) >= moves
        assert len(new.history) < 20
        old.source, new.source, warm.source = Same(2), Same(2), Same(2)
        steps_of(warm, Random(3))  # what is read or computed once, for all tables, is no cost of a move
        assert steps_of(old, Random(3)) == steps_of(new, Random(3))
        assert old.position() == new.position()


@each_game
def test_a_record_has_one_size_and_rules_see_nothing_else(kit: Kit) -> None:
    assert len({len(step.after) for step in long_game(kit, 60)._history.steps}) == 1
    assert kit.layout.size <= 1024
    for stub in contract.FUNCTIONS:
        own = inspect.signature(getattr(kit.game.rules, stub.__name__))
        assert list(own.parameters) == list(inspect.signature(stub).parameters)
