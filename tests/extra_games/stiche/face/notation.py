"""Stiche in writing: a card is the letter of its suit and its number."""

from extra_games.stiche.rules import CARDS, NUMBERS, Stiche

NAMES = ["hdsc"[card // NUMBERS] + str(card % NUMBERS + 1) for card in range(CARDS)]
TEXTS = dict(enumerate(NAMES))  # lay a card


def outcomes(s: Stiche) -> list[tuple[str, int]]:
    """Return all cards in the order of the chance outcomes, each with 1 if it can be dealt next."""
    return list(zip(NAMES, s.unseen, strict=True))
