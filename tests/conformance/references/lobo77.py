"""LOBO 77 for the reference server: the reference's knowledge as a view."""

from collections import Counter
from typing import Any

from reference.lobo77 import Reference

__all__ = ["Reference", "view"]


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    known = table.known(seat)
    columns = {"cards": known["hand_sizes"], **{name: known[name] for name in ("chips", "swims", "out")}}
    same = ("hand", "discard", "total", "direction", "owed", "played", "may_draw", "starter", "turn")
    return {
        **{name: known[name] for name in (*same, "draw_count", "set_aside_count")},
        "unseen": dict(Counter(known["unseen"])),
        "players": [
            {"seat": other, **{name: column[other] for name, column in columns.items()}}
            for other in range(table.seats)
        ],
        "scores": table.scores,
    }
