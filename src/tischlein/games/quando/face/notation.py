"""Quando in writing: a card is `9/3`, the side in play first; a side that is not known is `?`."""

from collections.abc import Iterator

from tischlein.cards import EMPTY
from tischlein.games.quando.rules.material import (
    BACK,
    END,
    FLIP,
    FRONT,
    HIDDEN,
    KIND_OF,
    KINDS,
    KNOCK,
    LOT,
    NUMBERS,
    PASS,
    PICK,
    SIDES,
    TAKE_HIDDEN,
    TAKE_VISIBLE,
    WAYS,
    Quando,
)


def _side_text(side: int) -> str:
    return "?" if side == HIDDEN else str(side)


# Written once: a view names dozens of cards.
CARD_TEXTS = [
    f"{_side_text(card & FRONT)}/{_side_text((card & BACK) >> 4)}" for card in range((FRONT | BACK) + 1)
]


def card_text(card: int) -> str:
    """Return the card as it lies, as far as it is known.

    >>> card_text(9 | 3 << 4), card_text(9 | HIDDEN << 4)
    ('9/3', '9/?')
    """
    return CARD_TEXTS[card & (FRONT | BACK)]


def _looks(first: int, verb: str) -> dict[int, str]:
    return {
        first + NUMBERS * front + back: f"{verb} {front}/{'?' if front == back else back}"
        for front in range(NUMBERS)
        for back in range(NUMBERS)
    }


# The two texts of each kind, in the order of chance outcomes; and the text with the smaller number first.
WAY_TEXTS = tuple(map(card_text, WAYS))
WAY = {text: index for index, text in enumerate(WAY_TEXTS)}
KIND_TEXTS = WAY_TEXTS[::2]
BY_TEXT = sorted(range(KINDS), key=lambda kind: KIND_TEXTS[kind])

TEXTS = {TAKE_VISIBLE: "take visible", TAKE_HIDDEN: "take hidden", KNOCK: "knock", PASS: "pass"}
TEXTS |= _looks(PICK, "pick") | _looks(FLIP, "flip")


def action_card(s: Quando, action: int) -> str | None:
    """Return the card of the hand that an action lays or turns over."""
    verb, _, card = TEXTS[action].partition(" ")
    return card if verb in ("pick", "flip") else None


def outcomes(s: Quando) -> Iterator[tuple[str, int]]:
    """Return the names of the chance outcomes in order, each with the number of outcomes that have it."""
    if s.phase == LOT:
        yield from ((f"seat {seat}", 1) for seat in range(s.seats))
        return
    for kind, n in enumerate(_left(s)):
        if n:
            yield WAY_TEXTS[2 * kind], 1
            yield WAY_TEXTS[2 * kind + 1], 1


def _left(s: Quando) -> list[int]:
    """Return the cards that chance chooses from; between two rounds, all cards on the table."""
    left = list(s.unseen)
    if s.phase == END:
        for card in lying(s):
            left[KIND_OF[card & SIDES]] = 1
    return left


def lying(s: Quando) -> list[int]:
    """Return all cards that have a place on the table."""
    hands = [s.hands[seat][: s.sizes[seat]] for seat in range(s.seats)]
    rows = [*hands, s.discard[: s.discard_size], s.stack[: s.rest], [s.top]]
    return [card for row in rows for card in row if card != EMPTY]


def kinds(flags: list[int]) -> list[str]:
    """Return the texts of a set of kinds, sorted.

    >>> kinds([0, 1] + [0] * 7 + [1] + [0] * 45)
    ['0/10', '0/2']
    """
    return [KIND_TEXTS[kind] for kind in BY_TEXT if flags[kind]]
