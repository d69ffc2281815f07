"""Tiny positions of Qwixx for two: small enough to be solved. ``research.tiny`` explains ``OPEN`` and ``HIDDEN``."""

from random import Random

from tischlein.engine.types import Position

ROWS = ("red", "yellow", "green", "blue")


def _position(
    step: int,
    hands: str,
    sheets: tuple[str, str],
    display: str = "",
    draw: str = "",
    crossed: bool = False,
) -> Position:
    """Return a position; rows of a sheet are separated by bars, and all seats have three misses."""
    position: Position = {
        "game": "qwixx",
        "seats": 2,
        "turn": 0,
        "step": step,
        "hands": [hand.split() for hand in hands.split("|")],
        "display": display.split(),
        "draw": draw.split(),
        "draw_ordered": False,
        "sheets": [_sheet(sheet) for sheet in sheets],
    }
    if step == 3:
        position["crossed"] = {"step2": crossed, "numbers": []}
    return position


def _sheet(rows: str) -> Position:
    numbers = ([int(number) for number in row.split()] for row in rows.split("|"))
    return {**dict(zip(ROWS, numbers, strict=True)), "misses": 3}


def dealt(rng: Random) -> Position:
    """Return a random tiny position in step 3, with one miss left for all seats, so that it may end the game."""
    cards = [f"{row[0]}{number}" for row in ROWS for number in range(2, 13)]
    hand = rng.sample(cards, rng.randrange(2, 5))
    sheets = []
    for _ in range(2):
        rows = []
        for row in ROWS:
            numbers = sorted(rng.sample(range(2, 12), rng.randrange(2, 6)))
            rows.append(
                " ".join(str(number if row in ("red", "yellow") else 14 - number) for number in numbers)
            )
        sheets.append("|".join(rows))
    return _position(3, f"{' '.join(hand)}|", (sheets[0], sheets[1]), crossed=rng.random() < 0.5)


OPEN: tuple[Position, ...] = (
    _position(
        3,
        "g12 b2 r10 y3|",
        ("2 3 4 6 8 9|2 3 6 7|10 6 5|10", "2 3 4 5 8 9|2|12 10 8 7 4|12 11 10 7"),
        crossed=True,
    ),
    _position(
        1,
        "r4 y12 y6|",
        (
            "3 4 6 7 10|4 6 8 9 10|12 11 9 7 6|11 10 9 8 5 4",
            "3 4 5 6 7 9|2 3 4 6 10|12 11 10 9|11 10 9 8 7 6",
        ),
    ),
    _position(
        1,
        "b3 g10 r6 r5|r12 g8",
        ("3 4 7 9 10|3 5 6|12 9 8 7 6 5 4 3|12 11", "2 3 4 5|2 4 8 9|12 11 9 8 7|11 10 9 8 6 5"),
    ),
    _position(
        3, "y8 g4|", ("2 4|2 3 5 6 7|12 9 8 6|11 9 8 7", "2 4 7 8 9 11|3 4 5 8 9|11 9 8|11 9 7"), "b11 r3"
    ),
    _position(3, "g4 r6 y8 y9|y3", ("5|3 4 7 8 10|11 10 9|12 11 10", "2 4|5 6 7|12 10 9 7 6|12 9"), "b2"),
    _position(3, "b7 r3 b5 g2|y4", ("3 4|6 7 10|12 11 8 6 5|8 7", "4 5 6|4 7 9|12 10 8 5 4|11 7")),
    _position(
        3,
        "y10 b6 g2|",
        ("2 3 5|2 3 4 5|12 11 7 6|11 9 8 7 6", "2 5 6 7 9|2 3 5 7 8 9|10 9 7|10 8 7"),
        "g8 y5",
        crossed=True,
    ),
    _position(
        1,
        "y2 b7 b4 b10|",
        ("2 4 6|3 4 7|12 9 8 7 6 4|12 11 8 7 6 5 4", "4 5 6 7|2 3 4 5|12 11 10 9 8 6 4|11 8 6 5"),
        "b3 r6",
    ),
)

# Red and yellow up to 9, green and blue down to 4.
_FAR = "|".join([" ".join(map(str, range(2, 10)))] * 2 + [" ".join(map(str, range(12, 3, -1)))] * 2)

# Cross the 10 in the red row or in the yellow one? Both decide at once, and the colour of the next cards matters.
HIDDEN: Position = _position(2, "r11|", (_FAR, _FAR), draw="r10 y11 y10")
