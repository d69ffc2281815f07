"""What may be taken back, and what stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tischlein.cards import CHANCE, SPECTATOR

if TYPE_CHECKING:
    from tischlein.engine.table import Table


def last_decision(table: Table, seat: int) -> int | None:
    """Return where, in the line of standing steps, the seat decided last."""
    for place in range(len(table._line) - 1, -1, -1):
        if table._steps[table._line[place]].seat == seat:
            return place
    return None


def obstacle(table: Table, seat: int, place: int) -> str | None:
    """Return what forbids an undo without consent: others have decided, or somebody has learned something."""
    # Not what became known, nor how: the card may have gone to another seat.
    known = "something that was hidden has become known since"
    for k in table._line[place:]:
        step = table._steps[k]
        if step.seat == CHANCE:
            return known
        if step.seat != seat and step.seat not in table.bots:
            return f"seat {step.seat} has decided since"
        if any(event["kind"] in table.game.revealing for event in table._events_of(k, SPECTATOR)):
            return known
    return None


def happened_since(table: Table, place: int) -> set[str]:
    """Return the kinds of events, as everybody saw them, from this place in the line of standing steps on."""
    return {event["kind"] for k in table._line[place:] for event in table._events_of(k, SPECTATOR)}
