"""Tiny positions of LOBO 77 for two: small enough to be solved. ``research.tiny`` explains ``OPEN`` and ``HIDDEN``."""

from random import Random

from tischlein.engine.types import Position


def _position(total: int, chips: list[int], hands: str, draw: str = "") -> Position:
    """Return a position; hands are separated by a bar."""
    return {
        "game": "lobo77",
        "seats": 2,
        "turn": 0,
        "chips": chips,
        "hands": [hand.split() for hand in hands.split("|")],
        "draw": draw.split(),
        "draw_ordered": False,
        "total": total,
    }


def dealt(rng: Random) -> Position:
    """Return a random tiny position, with all cards in the hands."""
    deck = [
        *map(str, range(2, 11)),
        *["10"] * 2,
        "11",
        "22",
        "33",
        "44",
        "55",
        "66",
        "76",
        "x2",
        "reverse",
        "-10",
        "0",
    ]
    size = rng.choice((2, 2, 3))
    cards = rng.sample(deck, 2 * size)
    return _position(
        rng.randrange(35, 76),
        [rng.randrange(2), rng.randrange(2)],
        f"{' '.join(cards[:size])}|{' '.join(cards[size:])}",
    )


OPEN: tuple[Position, ...] = (
    _position(69, [0, 0], "x2 9|8 10"),
    _position(35, [0, 0], "10 6|10 5"),
    _position(61, [0, 0], "4 3 11|22 8 10"),
    _position(37, [0, 0], "9 10 2|7 3 10"),
    _position(45, [0, 1], "10 x2|33 22"),
    _position(50, [0, 1], "3 8|11 33"),
    _position(59, [1, 1], "10 33|10 10"),
    _position(74, [1, 0], "8 x2|6 33"),
    _position(56, [1, 1], "10 2|10 22"),
)

# Six cards: each player has two, and two are drawn; then the discard pile goes round.
HIDDEN: Position = _position(64, [0, 0], "10 5|9 3", "2 0")
