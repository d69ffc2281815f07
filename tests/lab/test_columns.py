"""What the lab counts is what a table tells: every column of every game is counted once more, from events and positions."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tischlein
from helpers.games.recount import RECOUNTS, counts
from helpers.games.simulated import story
from helpers.games.strategies import each_game_with
from per_game import Kit
from tischlein.engine.game import Game
from tischlein.engine.rules.columns import Column
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.result import Result
from tischlein.lab.simulate.simulate import runner_of

GAMES = 6
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


LIES = [
    ("lobo77", "if costs_a_chip(announced):", "if costs_a_chip(total):", "chips_lost"),
    ("lobo77", "elif action == REVERSE:", "elif action == LIMIT:", "reverses"),
    ("quando", "row[KNOCKED_OTHERS + place] += everything - own", "row[KNOCKED_OTHERS + place] += everything", "knocked_others"),
    ("quando", "row[DECLINED_WITH + other] = 0", "row[DECLINED_WITH + other] += 0", "declined"),
    ("quanto", "row[FORMED + seat] += 1", "row[FORMED] += 1", "formed"),
    ("quanto", "cards += 1", "cards = 1", "cards_robbed"),
    ("qwixx", "row[MISSES_OF + seat] = s.misses[seat]", "row[MISSES_OF + seat] = s.misses[0]", "misses"),
    ("qwixx", "if card % 5 == colour or", "if card % 5 != colour or", "missed"),
]  # fmt: skip


def with_wrong_column(game: Game, find: str, lie: str) -> Game:
    """The game, with a lie in the source of what it counts."""
    lab: Any = game.lab
    source = Path(lab.__file__).read_text("utf-8")
    assert source.count(find) == 1
    wrong = ModuleType(lab.__name__)
    exec(compile(source.replace(find, lie), "planted", "exec"), vars(wrong))  # noqa: S102 — our own source
    return replace(game, lab=wrong)


@pytest.mark.parametrize(("name", "find", "lie", "column"), LIES)
def test_a_wrong_column_is_noticed(name: str, find: str, lie: str, column: str) -> None:
    game = with_wrong_column(tischlein.game(name), find, lie)
    plan = Plan.of(game, 4, 3, BOTS, seed=12, backend="python")
    wrong, _ = recounted(plan, runner_of(plan).run(plan))
    assert column in wrong
