"""Quando for the reference server: the reference's knowledge as a view."""

from typing import Any

from reference.quando import Reference

__all__ = ["Reference", "view"]


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows according to the reference, in the words of the views."""
    return {
        **table.known(seat),
        "scores": table.scores,
    }
