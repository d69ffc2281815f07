"""Hoch in writing: a card is its number."""

from tischlein.scaffold.template.rules import CARDS, Hoch

NAMES = [str(card + 1) for card in range(CARDS)]
TEXTS = dict(enumerate(NAMES))  # choose a card


def outcomes(s: Hoch) -> list[tuple[str, int]]:
    """Return all cards in the order of the chance outcomes, each with the number of outcomes: 1 if it can be dealt next."""
    return [(NAMES[card], s.unseen[card]) for card in range(CARDS)]
