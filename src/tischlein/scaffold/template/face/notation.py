"""Hoch in writing: a card is its number."""

from typing import Any

from tischlein.cards import take
from tischlein.scaffold.template.rules import CARDS

NAMES = [str(card + 1) for card in range(CARDS)]


def action_text(s: Any, seat: int, action: int) -> str:
    return NAMES[action]


def action_id(s: Any, seat: int, text: str) -> int | None:
    return NAMES.index(text) if text in NAMES else None


def chance_text(s: Any, index: int) -> str:
    return NAMES[take(list(s.unseen), index)]


def chance_index(s: Any, text: str) -> int | None:
    card = action_id(s, 0, text)
    return sum(s.unseen[:card]) if card is not None and s.unseen[card] else None
