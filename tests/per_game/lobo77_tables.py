"""Tables of LOBO 77 for the suites that look at the page."""

from collections import Counter

from tischlein.games.lobo77 import GAME

from .base import Position, Steps

# A few moves lead to the end.
ENDING: Position = {
    "game": "lobo77",
    "seats": 2,
    "options": {},
    "turn": 0,
    "total": 56,
    "chips": [0, 0],
    "hands": [["10", "9", "8", "7", "6"], ["10", "9", "8", "7", "5"]],
    "draw": ["2", "3", "4", "5", "6", "8"],
    "draw_ordered": True,
    "discard": ["5"],
}
STEPS = Steps({"chips": [2, 2]}, ("Play 10: total 66",), {"fly": 3})


def moments(seats: int) -> dict[str, Position]:
    """Much lies on the table, and the first seat is asked."""
    deck: Counter[str] = Counter(GAME.new(seats=2, seed=1).position()["draw"])
    for hand in GAME.new(seats=2, seed=1).position()["hands"]:
        deck.update(hand)
    # The widest names, and the widest sums above them.
    near = ["reverse", "66", "76", "-10", "x2"]
    deck -= Counter(near)
    rest = sorted(deck.elements(), key=len, reverse=True)
    hands = [near, *(rest[5 * seat : 5 * seat + 5] for seat in range(seats - 1))]
    left = sorted(rest[5 * (seats - 1) :])
    position: Position = {
        "game": "lobo77",
        "seats": seats,
        "options": {},
        "turn": 0,
        "total": 68,
        "chips": [3 - seat % 3 for seat in range(seats)],
        "hands": hands,
        "draw": left[1:],
        "draw_ordered": True,
        "discard": left[:1],
    }
    return {"turn": position}
