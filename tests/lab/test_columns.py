"""What the lab counts is what a table tells: every column of every game is counted once more, from events and positions."""

from collections import Counter
from typing import Any

from helpers.games.recount import RECOUNTS, counts
from helpers.games.simulated import story
from helpers.games.strategies import each_game_with
from per_game import Kit
from tischlein.engine.rules.columns import Column
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.result import Result
from tischlein.lab.simulate.simulate import runner_of

GAMES = 4
BOTS = ["medium", "random", "easy"]


def counted(column: Column, values: Any) -> dict[Any, int]:
    """A column of one game, or of all, by seat or by bin; what is not there is left out."""
    names: Any = column.bins or (range(len(values)) if column.per_seat else [""])
    return {name: int(n) for name, n in zip(names, values.reshape(-1), strict=True) if n}


def recounted(plan: Plan, result: Result) -> tuple[set[str], set[str]]:
    """Which columns hold something else than a table tells, and which nothing at all."""
    wrong, total = set(), counts()
    for number in range(plan.games):
        found = RECOUNTS[plan.game.id](story(plan, number))
        assert set(found) <= set(result.declared)
        for name, column in result.declared.items():
            total[name] += found[name]
            if column.kept and counted(column, result[name][number]) != +found[name]:
                wrong.add(name)
    for name, column in result.declared.items():
        if not column.kept and counted(column, result[name].sum(axis=0)) != +total[name]:
            wrong.add(name)
    return wrong, {name for name in result.declared if not +Counter(total[name])}


@each_game_with(lambda game: game.lab)
def test_every_column_is_what_events_and_positions_say(kit: Kit) -> None:
    plan = Plan.of(kit.game, GAMES, 3, BOTS, seed=12)
    wrong, empty = recounted(plan, runner_of(plan).run(plan, 0, GAMES))
    assert wrong == set()
    assert empty == set()  # what never happened would show nothing
