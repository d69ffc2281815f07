"""Simulated games, played again at a table: step by step, with everything that can be seen there."""

import json
from dataclasses import dataclass
from typing import Any

from tischlein.lab import run_files
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.replay import steps_of


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
    for table, seat, action in steps_of(plan, number):
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
    found: dict[str, Any] = json.loads(run_files.encode_entry(summary))
    return found
