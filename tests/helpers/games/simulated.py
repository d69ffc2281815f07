"""Simulated games, played again at a table: step by step, with everything that can be seen there."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tischlein import Table
from tischlein.cards import CHANCE, UNKNOWN
from tischlein.engine.backends.base import words_of
from tischlein.engine.play.chance import Seeded
from tischlein.lab import kept
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.runner import stepped


def as_table(
    plan: Plan, number: int, asked: Callable[[Table, int], int] | None = None
) -> Iterator[tuple[Table, int, int]]:
    """Play a simulated game again at a table; yield what comes next, before it does, and at last the end.

    ``asked`` says what a player does who is asked at every decision.
    """
    ready: Any = stepped(plan.game, "python")
    states, scratch = ready.boxes(plan.opening(), 1), ready.scratch()
    ready.functions["begin_at"](
        ready.room_for(1).rows, 0, scratch["stacks"], scratch["dice"], *words_of(plan.seed), number
    )
    table = plan.game.new(seats=plan.seats, chance=Seeded(plan.seed, number), **plan.options)
    while not table.over:
        seat, action = ready.functions["next_step_at"](states, 0, list(plan.ways), *scratch.values())
        if action == UNKNOWN:
            assert asked is not None
            action = asked(table, seat)
        plan.game.rules.apply(states[0], seat, action, scratch["work"])
        if seat != CHANCE:
            yield table, seat, action
            table.play(seat, action)
    yield table, UNKNOWN, UNKNOWN


@dataclass
class Step:
    """A decision: the position before it, what could be done, what was, and the events that a spectator saw then."""

    position: dict[str, Any]
    seat: int
    legal: list[str]
    action: str
    events: list[dict[str, Any]]

    def kinds(self, *kinds: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] in kinds]


@dataclass
class Story:
    """A whole game."""

    seats: int
    steps: list[Step]
    end: dict[str, Any]  # a spectator's view


def story(plan: Plan, number: int) -> Story:
    """Tell a simulated game as a table tells it."""
    steps: list[Step] = []
    told = 0
    for table, seat, action in as_table(plan, number):
        events = table.events(None, told)
        told += len(events)
        if steps:
            steps[-1].events = events
        if seat >= 0:
            legal = {one.id: one.text for one in table.actions(seat)}
            steps.append(Step(table.position(), seat, list(legal.values()), legal[action], []))
    return Story(plan.seats, steps, table.view(None))


def data_of(summary: object) -> dict[str, Any]:
    """Return what a summary says, as its file has it."""
    found: dict[str, Any] = json.loads(kept.written(summary))
    return found
