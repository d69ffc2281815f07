"""Open a simulated game again: at a table, with its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import guide, whole_games, without_columns, without_heuristics
from tischlein.cards import CHANCE, RNG_WORDS, UNKNOWN
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.play.chance import Seeded
from tischlein.engine.play.table import Table
from tischlein.engine.rules import drive, stacks
from tischlein.engine.rules.clone import clone
from tischlein.engine.types import Namespace
from tischlein.lab.simulate.plan import Plan


def steps_of(
    plan: Plan, number: int, asked: Callable[[Table, int], int] | None = None
) -> Iterator[tuple[Table, int, int]]:
    """Play a simulated game again at a table; yield what comes next, before it does, and at last the end.

    ``asked`` says what a player does who is asked at every decision.
    """
    functions, scratch = _plain(plan.game)
    states = [plan.game.layout.unpack(plan.opening())]
    row = [0] * (plan.game.lab or without_columns).CELLS
    functions["begin_at"]([row], 0, scratch["stacks"], scratch["dice"], *words_of(plan.seed), number)
    table = plan.game.new(seats=plan.seats, chance=Seeded(plan.seed, number), **plan.options)
    decisions = 0
    while not table.over and decisions < MOST_DECISIONS:
        seat, action = functions["next_step_at"](states, 0, list(plan.ways), *scratch.values())
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


@cache
def _functions(game: Game) -> Namespace:
    heuristics, lab = game.bots.heuristics or without_heuristics, game.lab or without_columns
    generic = (drive, guide, stacks, whole_games)
    return clone(game.rules, generic, lambda function: function, None, heuristics, None, lab)


def _plain(game: Game) -> tuple[Namespace, dict[str, list[int]]]:
    """Return the functions of whole games in plain Python, and new scratch memory for them."""
    rules, heuristics = game.rules, game.bots.heuristics or without_heuristics
    sizes = {
        "stacks": stacks.STACK_CELLS,
        "dice": RNG_WORDS,
        "actions": rules.ACTIONS + 1,
        "points": rules.ACTIONS + 1,
        "work": max(rules.WORK, heuristics.WORK, 1),
    }
    scratch = {name: [0] * size for name, size in sizes.items()}
    scratch["stacks"][stacks.TWO_SIDED] = game.two_sided
    return _functions(game), scratch


def table_of(plan: Plan, number: int, answers: Iterable[int] | None) -> Table:
    """Return the table at the end of a game, with what asked seats answered."""
    given = iter(answers or ())
    *_, (table, _, _) = steps_of(plan, number, None if answers is None else lambda table, seat: next(given))
    return table
