"""Open a simulated game again: at a table, with its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tischlein.bots.base import MOST_DECISIONS
from tischlein.cards import CHANCE, UNKNOWN
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import OptionError
from tischlein.engine.play.chance import Seeded
from tischlein.engine.play.table import Table
from tischlein.engine.types import Untyped
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.runner import step_runner


def steps_of(
    plan: Plan, number: int, asked: Callable[[Table, int], int] | None = None
) -> Iterator[tuple[Table, int, int]]:
    """Play a simulated game again at a table; yield what comes next, before it does, and at last the end.

    ``asked`` says what a player does who is asked at every decision.
    """
    ready: Untyped = step_runner(plan.game, "python")
    states, scratch = ready.boxes(plan.opening(), 1), ready.scratch()
    ready.functions["begin_at"](
        ready.room_for(1).rows, 0, scratch["stacks"], scratch["dice"], *words_of(plan.seed), number
    )
    table = plan.game.new(seats=plan.seats, chance=Seeded(plan.seed, number), **plan.options)
    decisions = 0
    while not table.over and decisions < MOST_DECISIONS:
        seat, action = ready.functions["next_step_at"](states, 0, list(plan.ways), *scratch.values())
        if action == UNKNOWN:
            if asked is None:
                raise OptionError(f"game {number}: its bots were asked, and what they answered is not known")
            action = asked(table, seat)
        plan.game.rules.apply(states[0], seat, action, scratch["work"])
        if seat != CHANCE:
            yield table, seat, action
            table.play(seat, action)
            decisions += 1
    yield table, UNKNOWN, UNKNOWN


def table_of(plan: Plan, number: int, answers: Iterable[int] | None) -> Table:
    """Return the table at the end of a game, with what asked seats answered."""
    given = iter(answers or ())
    *_, (table, _, _) = steps_of(plan, number, None if answers is None else lambda table, seat: next(given))
    return table
