"""Quanto for the reference server: the reference's knowledge as a view."""

from typing import Any

from reference.quanto import Reference

__all__ = ["Reference", "view"]


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    known = table.known(seat)
    kept = [key for key in known if key not in ("hand_sizes", "piles", "quantos")]
    return {
        **{key: known[key] for key in kept},
        "players": [
            {
                "seat": other,
                "cards": known["hand_sizes"][other],
                "pile": known["piles"][other],
                "quanto": known["quantos"][other],
            }
            for other in range(table.seats)
        ],
    }
