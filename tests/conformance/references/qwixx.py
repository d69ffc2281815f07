"""Qwixx for the reference server: the reference's knowledge as a view."""

from typing import Any

from reference.qwixx import Reference, colour_of

__all__ = ["Reference", "view"]


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    known = table.known(seat)
    phase = {1: "take", 2: "decide", 3: "cross" if table.shown else "choose"}[table.step]
    numbers = table.known(None)["hands"]
    state = ("turn", "step", "played", "shown", "crossed", "scores")
    same = (*state, "display", "top", "draw_count", "discard", "unseen")
    sees_colour = table.played and (table.shown or seat == table.turn)
    return {
        "phase": "over" if table.over else phase,
        **{name: known[name] for name in same},
        "hand": None if seat is None else known["hands"][seat],
        "choice": None if seat is None else known["choices"][seat],
        "colour": colour_of(table.played[0]) if sees_colour else None,
        "players": [
            {
                "seat": other,
                "cards": numbers[other],
                "sheet": known["sheets"][other],
                "score": known["scores"][other],
                "decided": known["choices"][other] is not None,
            }
            for other in range(table.seats)
        ],
    }
