"""Tiny positions of Quando for two: small enough to be solved. ``research.tiny`` explains ``OPEN`` and ``HIDDEN``."""

from random import Random

from tischlein.engine.types import Position


def _position(
    points: list[int], hands: str, draw: str, seen: str | None = None, knocked: int | None = 1
) -> Position:
    """Return a position in which seat 1 has knocked, and seat 0 has its last turn; both have seen all cards in hands unless ``seen`` says otherwise.

    With ``knocked=None`` no seat has, and seat 0 may.
    """
    dealt = [hand.split() for hand in hands.split("|")]
    known = [card for hand in dealt for card in hand] if seen is None else seen.split()
    return {
        "game": "quando",
        "seats": 2,
        "options": {"target": 50},
        "turn": 0,
        "hands": dealt,
        "draw": draw.split(),
        "draw_ordered": False,
        "plays": [2, 2],
        "cards_played": [2, 2],
        "knocked": knocked,
        "points": points,
        "seen": [known, known],
    }


def dealt(rng: Random) -> Position:
    """Return a random tiny position; in every other one seat 0 may knock."""
    pairs = [(one, other) for one in range(8) for other in range(8) if one < other]
    cards = [f"{a}/{b}" if rng.random() < 0.5 else f"{b}/{a}" for a, b in rng.sample(pairs, 8)]
    mine, theirs, left = rng.choice((2, 3)), rng.choice((1, 2)), rng.choice((1, 2))
    parts = [cards[:mine], cards[mine : mine + theirs], cards[mine + theirs : mine + theirs + left]]
    points = rng.choice(([49, 49], [44, 39], [44, 44], [49, 44]))
    knocked = rng.choice((1, None))
    if knocked is None:
        points = [49, 49]  # so the round decides
    return _position(
        points,
        f"{' '.join(parts[0])}|{' '.join(parts[1])}",
        " ".join(parts[2]),
        knocked=knocked,
    )


OPEN: tuple[Position, ...] = (
    _position([44, 39], "1/4 7/3 5/1|5/4 4/7", "1/0"),
    _position([44, 39], "6/4 7/3 0/6|5/1 7/5", "6/5"),
    _position([44, 44], "3/0 4/5 7/6 0/4|5/0 6/3", "4/1"),
    _position([44, 39], "1/3 3/5 4/5 7/1|6/1 4/2", "6/0"),
    _position([44, 44], "4/2 6/4 0/1|5/7 7/3", "4/7 5/1"),
    _position([49, 49], "7/0 0/2 0/3|3/2 6/1", "6/3 5/2"),
    _position([49, 44], "7/1 1/0 2/6 2/1|7/2 0/7", "2/3 7/5"),
    _position([49, 44], "6/2 0/1 4/1 4/6|2/7 6/0", "7/1 0/4"),
    # No knock yet: here it is right to do so, …
    _position([49, 49], "2/6 1/7|0/1 4/3", "5/7", knocked=None),
    # … and here it is wrong.
    _position([49, 49], "3/4 3/5 0/4|5/4 0/6", "4/7", knocked=None),
    _position([49, 49], "3/6 2/1 4/2|0/7 3/7", "2/0", knocked=None),
)

# Seat 0 has its last turn, and knows the backs of two of its cards.
HIDDEN: Position = _position([49, 49], "5/3 2/4 5/2|4/5", "3/6", "3/5 2/4")
