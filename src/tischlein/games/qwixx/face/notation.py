"""Qwixx in writing: `r2` … `b12`, jokers `j5`, a card of unknown colour `?5`."""

from collections.abc import Iterable

from tischlein.cards import EMPTY
from tischlein.games.qwixx.rules.material import (
    BACK,
    CROSS_NUMBER,
    CROSS_ROW,
    JOKER,
    KINDS,
    LOT,
    NUMBERS,
    PLAY_CARD,
    PLAY_JOKER,
    SHOW,
    SKIP,
    SLOT,
    SLOTS,
    STOP,
    Qwixx,
)

LETTERS = "rygbj"
COLOUR_NAMES = ("red", "yellow", "green", "blue")
NAMES = tuple(f"{LETTERS[card % 5]}{card // 5 + 2}" for card in range(KINDS))
KIND = {name: card for card, name in enumerate(NAMES)}


def card_name(card: int) -> str:
    """Return the card's name, or `?5` if only its number is known."""
    return NAMES[card] if card < BACK else f"?{card - BACK + 2}"


def _texts() -> dict[int, str]:
    texts = {SLOT + slot: f"slot {slot + 1}" for slot in range(SLOTS)}
    texts |= {CROSS_ROW + colour: f"cross {name}" for colour, name in enumerate(COLOUR_NAMES)}
    texts |= {SKIP: "skip", SHOW: "show", STOP: "stop"}
    for index in range(NUMBERS):
        texts[CROSS_NUMBER + index] = f"cross {index + 2}"
        for colour, name in enumerate(COLOUR_NAMES):
            texts[PLAY_CARD + 4 * index + colour] = f"play {NAMES[5 * index + colour]}"
            texts[PLAY_JOKER + 4 * index + colour] = f"play {NAMES[5 * index + JOKER]} as {name}"
    return texts


TEXTS = _texts()


def action_card(s: Qwixx, action: int) -> str | None:
    """Return the card of the hand that is played, or the one of the display that is taken."""
    if SLOT <= action < SLOT + SLOTS:
        return card_name(s.display[action - SLOT])
    words = TEXTS[action].split()
    return words[1] if words[0] == "play" else None


def outcomes(s: Qwixx) -> Iterable[tuple[str, int]]:
    """Return the names of the chance outcomes in order, each with the number of outcomes that have it."""
    if s.phase == LOT:
        return [(f"seat {seat}", 1) for seat in range(s.seats)]
    return zip(NAMES, s.unseen, strict=True)


def by_colour(cards: list[int]) -> list[int]:
    """Return cards sorted as people sort a hand: by colour, then by number; jokers and unknown colours last."""
    return sorted((card for card in cards if card != EMPTY), key=_colour_first)


def _colour_first(card: int) -> tuple[int, int]:
    return (card % 5, card) if card < BACK else (5, card)


# All kinds in this order.
BY_COLOUR = by_colour(list(range(KINDS)))
