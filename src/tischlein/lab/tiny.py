"""Tiny positions for two: small enough to be solved, so that it can be said what a bot's choice is worth.

In those of ``OPEN`` both seats know everything in effect: what is hidden follows from what is not, since few cards are in the game.
They were found by dealing at random and keeping those in which it matters what is done. In those of ``HIDDEN`` it does not follow.
"""

from __future__ import annotations

from typing import Any

Position = dict[str, Any]

ROWS = ("red", "yellow", "green", "blue")


def _lobo77(total: int, chips: list[int], hands: str, draw: str = "") -> Position:
    """Hands are separated by a bar."""
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


def _quando(points: list[int], hands: str, draw: str, seen: str | None = None) -> Position:
    """Seat 1 has knocked, and seat 0 has its last turn; both have seen all cards in hands, unless it is said which."""
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
        "knocked": 1,
        "points": points,
        "seen": [known, known],
    }


def _quanto(hands: str, display: str, piles: str = "|", draw: str = "", discard: str = "forced") -> Position:
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


def _qwixx(
    step: int,
    hands: str,
    sheets: tuple[str, str],
    display: str = "",
    draw: str = "",
    crossed: bool = False,
) -> Position:
    """Rows of a sheet are separated by bars; everybody has three misses."""
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


OPEN: dict[str, tuple[Position, ...]] = {
    "lobo77": (
        _lobo77(69, [0, 0], "x2 9|8 10"),
        _lobo77(35, [0, 0], "10 6|10 5"),
        _lobo77(61, [0, 0], "4 3 11|22 8 10"),
        _lobo77(37, [0, 0], "9 10 2|7 3 10"),
        _lobo77(45, [0, 1], "10 x2|33 22"),
        _lobo77(50, [0, 1], "3 8|11 33"),
        _lobo77(59, [1, 1], "10 33|10 10"),
        _lobo77(74, [1, 0], "8 x2|6 33"),
        _lobo77(56, [1, 1], "10 2|10 22"),
    ),
    "quando": (
        _quando([44, 39], "1/4 7/3 5/1|5/4 4/7", "1/0"),
        _quando([44, 39], "6/4 7/3 0/6|5/1 7/5", "6/5"),
        _quando([44, 44], "3/0 4/5 7/6 0/4|5/0 6/3", "4/1"),
        _quando([44, 39], "1/3 3/5 4/5 7/1|6/1 4/2", "6/0"),
        _quando([44, 44], "4/2 6/4 0/1|5/7 7/3", "4/7 5/1"),
        _quando([49, 49], "7/0 0/2 0/3|3/2 6/1", "6/3 5/2"),
        _quando([49, 44], "7/1 1/0 2/6 2/1|7/2 0/7", "2/3 7/5"),
        _quando([49, 44], "6/2 0/1 4/1 4/6|2/7 6/0", "7/1 0/4"),
    ),
    "quanto": (
        _quanto("9r 3|12 2", "5 9", "10|12r 11 3"),
        _quanto("7 11|7r 4", "12 2 2 12r", "8|4", discard="card"),
        _quanto("9 3|7r 7", "6 10 1 11", "9 4|5 12"),
        _quanto("7r 1|4 8", "5 3 5", "12 J 10|"),
        _quanto("4 1|1 10", "4 8", "12|6", discard="card"),
        _quanto("1 4|12 10", "6 5 8", "11|7 3 J"),
        _quanto("10 12r|3 9", "8 8 12 6", "|12 5", discard="free"),
        _quanto("8 7|10 5r", "7 9 11 3 1", "5|8 4", discard="card"),
    ),
    "qwixx": (
        _qwixx(
            3,
            "g12 b2 r10 y3|",
            ("2 3 4 6 8 9|2 3 6 7|10 6 5|10", "2 3 4 5 8 9|2|12 10 8 7 4|12 11 10 7"),
            crossed=True,
        ),
        _qwixx(
            1,
            "r4 y12 y6|",
            (
                "3 4 6 7 10|4 6 8 9 10|12 11 9 7 6|11 10 9 8 5 4",
                "3 4 5 6 7 9|2 3 4 6 10|12 11 10 9|11 10 9 8 7 6",
            ),
        ),
        _qwixx(
            1,
            "b3 g10 r6 r5|r12 g8",
            ("3 4 7 9 10|3 5 6|12 9 8 7 6 5 4 3|12 11", "2 3 4 5|2 4 8 9|12 11 9 8 7|11 10 9 8 6 5"),
        ),
        _qwixx(
            3, "y8 g4|", ("2 4|2 3 5 6 7|12 9 8 6|11 9 8 7", "2 4 7 8 9 11|3 4 5 8 9|11 9 8|11 9 7"), "b11 r3"
        ),
        _qwixx(3, "g4 r6 y8 y9|y3", ("5|3 4 7 8 10|11 10 9|12 11 10", "2 4|5 6 7|12 10 9 7 6|12 9"), "b2"),
        _qwixx(3, "b7 r3 b5 g2|y4", ("3 4|6 7 10|12 11 8 6 5|8 7", "4 5 6|4 7 9|12 10 8 5 4|11 7")),
        _qwixx(
            3,
            "y10 b6 g2|",
            ("2 3 5|2 3 4 5|12 11 7 6|11 9 8 7 6", "2 5 6 7 9|2 3 5 7 8 9|10 9 7|10 8 7"),
            "g8 y5",
            crossed=True,
        ),
        _qwixx(
            1,
            "y2 b7 b4 b10|",
            ("2 4 6|3 4 7|12 9 8 7 6 4|12 11 8 7 6 5 4", "4 5 6 7|2 3 4 5|12 11 10 9 8 6 4|11 8 6 5"),
            "b3 r6",
        ),
    ),
}

# Red and yellow up to 9, green and blue down to 4.
_FAR = "|".join([" ".join(map(str, range(2, 10)))] * 2 + [" ".join(map(str, range(12, 3, -1)))] * 2)

HIDDEN: dict[str, Position] = {
    # Six cards, of which each has two, and two are drawn; then the discard pile goes round.
    "lobo77": _lobo77(64, [0, 0], "10 5|9 3", "2 0"),
    # Seat 0 has its last turn, and knows the backs of two of its cards.
    "quando": _quando([49, 49], "5/3 2/4 5/2|4/5", "3/6", "3/5 2/4"),
    # Five cards are out of sight: one of them will be drawn, and nothing after that.
    "quanto": _quanto("5 9|7 12", "5 4", draw="7"),
    # Cross the 10 in the red row or in the yellow one? Both decide at once, and the colour of the next cards matters.
    "qwixx": _qwixx(2, "r11|", (_FAR, _FAR), draw="r10 y11 y10"),
}
