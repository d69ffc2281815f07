"""Tiny positions of Quanto for two: small enough to be solved. ``research.tiny`` explains ``OPEN`` and ``HIDDEN``."""

from random import Random

from tischlein.engine.types import Position


def _position(
    hands: str, display: str, piles: str = "|", draw: str = "", discard: str = "forced"
) -> Position:
    return {
        "game": "quanto",
        "seats": 2,
        "options": {"discard": discard},
        "turn": 0,
        "hands": [hand.split() for hand in hands.split("|")],
        "display": display.split(),
        "draw": draw.split(),
        "draw_ordered": False,
        "piles": [pile.split() for pile in piles.split("|")],
    }


def dealt(rng: Random) -> Position:
    """Return a random tiny position, with nothing left to draw."""
    deck = [*map(str, range(1, 13))] * 2 + [f"{number}r" for number in range(4, 13)] + ["J"]
    cards = rng.sample(deck, 14)
    return _position(
        f"{cards[0]} {cards[1]}|{cards[2]} {cards[3]}",
        " ".join(cards[4 : 4 + rng.randrange(2, 6)]),
        f"{' '.join(cards[9 : 9 + rng.randrange(3)])}|{' '.join(cards[11 : 11 + rng.randrange(4)])}",
        discard=rng.choice(("forced", "card", "free")),
    )


OPEN: tuple[Position, ...] = (
    _position("9r 3|12 2", "5 9", "10|12r 11 3"),
    _position("7 11|7r 4", "12 2 2 12r", "8|4", discard="card"),
    _position("9 3|7r 7", "6 10 1 11", "9 4|5 12"),
    _position("7r 1|4 8", "5 3 5", "12 J 10|"),
    _position("4 1|1 10", "4 8", "12|6", discard="card"),
    _position("1 4|12 10", "6 5 8", "11|7 3 J"),
    _position("10 12r|3 9", "8 8 12 6", "|12 5", discard="free"),
    _position("8 7|10 5r", "7 9 11 3 1", "5|8 4", discard="card"),
)

# Five cards are out of sight: one of them will be drawn, and nothing after that.
HIDDEN: Position = _position("5 9|7 12", "5 4", draw="7")
