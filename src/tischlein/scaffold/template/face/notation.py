"""Hoch in writing: a card is its number."""

from tischlein.scaffold.template.rules import CARDS, Hoch

NAMES = [str(card + 1) for card in range(CARDS)]


def action_text(s: Hoch, seat: int, action: int) -> str:
    return NAMES[action]


def action_id(s: Hoch, seat: int, text: str) -> int | None:
    return NAMES.index(text) if text in NAMES else None


def outcomes(s: Hoch) -> list[str]:
    """Return the cards that can be dealt next, in the order of the chance outcomes."""
    return [NAMES[card] for card in range(CARDS) if s.unseen[card]]
