"""Markt in writing: a good is its letter, an action names a place or a kind."""

from extra_games.markt.rules import KINDS, PLACES, Markt
from tischlein.cards import EMPTY

NAMES = list("ABCDE")
TEXTS = {place: f"take {place + 1}" for place in range(PLACES)} | {
    PLACES + kind: f"sell {NAMES[kind]}" for kind in range(KINDS)
}


def outcomes(s: Markt) -> list[tuple[str, int]]:
    """Return all goods in the order of the chance outcomes, each with how many can be turned up next."""
    return list(zip(NAMES, s.unseen, strict=True))


def action_card(s: Markt, action: int) -> str | None:
    """Return the good that an action takes."""
    return NAMES[s.market[action]] if action < PLACES and s.market[action] != EMPTY else None
