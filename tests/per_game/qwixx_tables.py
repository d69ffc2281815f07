"""Tables of Qwixx for the suites that look at the page."""

from .base import Position, Steps, after

# A few moves lead to the end.
ENDING: Position = {
    "game": "qwixx",
    "seats": 2,
    "options": {"jokers": False},
    "turn": 0,
    "hands": [["r2", "y5", "g7", "b9"], ["r3", "y6", "g8", "b10"]],
    "display": ["r5", "y2", "g3", "b3"],
    "draw": ["r7", "y8", "g9", "b4", "r10", "y11", "g12", "b5"],
    "draw_ordered": True,
    "sheets": [
        {"red": [2, 3], "yellow": [4], "green": [12], "blue": [], "misses": 3},
        {"red": [], "yellow": [5], "green": [], "blue": [11], "misses": 3},
    ],
}
STEPS = Steps({}, ("Take the 5 from place",), {"fly": 1})


def moments(seats: int) -> dict[str, Position]:
    """Much lies on the table, and the first seat is asked."""
    up, down = list(range(2, 13)), list(range(12, 1, -1))
    sheet = {"red": up[:9], "yellow": up[:10], "green": down, "blue": down[:8], "misses": 3}
    deck = [f"{colour}{n}" for n in range(12, 1, -1) for colour in "rygb"]
    near = ["r11", "r12", "y12", "b4", "b3"]
    rest = [card for card in deck if card not in near]
    hands = [near, *(rest[4 * seat : 4 * seat + 4] for seat in range(seats - 1))]
    left = rest[4 * (seats - 1) :]
    base: Position = {
        "game": "qwixx",
        "seats": seats,
        "options": {"jokers": False},
        "turn": 0,
        "hands": hands,
        "display": left[:4],
        "draw": left[4:],
        "draw_ordered": True,
        "sheets": [sheet] * seats,
    }
    decide = base | {"step": 2, "choices": [None, *["skip"] * (seats - 2), None]}
    return {"decide": decide, "cross": after(base | {"step": 3}, "play r11", "play r12", "show")}
