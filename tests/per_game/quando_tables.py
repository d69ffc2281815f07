"""Tables of Quando for the suites that look at the page."""

from .base import Position, Steps, after

# A few moves lead to the end.
ENDING: Position = {
    "game": "quando",
    "seats": 2,
    "options": {"target": 40},
    "dealer": 1,
    "turn": 0,
    "hands": [["0/4", "2/7"], ["7/1", "8/1"]],
    "draw": ["0/9", "6/8", "3/9", "5/9"],
    "draw_ordered": True,
    "discard": ["8/3"],
    "plays": [2, 2],
    "cards_played": [3, 2],
    "points": [12, 35],
}
STEPS = Steps({"turn": 0, "plays": [1, 1]}, ("Lay 0", "Draw the hidden side"), {"fly": 2, "turn": 2})


def moments(seats: int) -> dict[str, Position]:
    """Much lies on the table, and the first seat is asked."""
    deck = [f"{high}/{low}" for high in range(11) for low in range(high)]
    count = 8
    # Nines and tens, which are wide, come first; the near hand can lay many equal cards.
    deck.sort(key=lambda card: (card.startswith(("10", "9")), card), reverse=True)
    near = [f"{n}/10" for n in (9, 8, 7, 6)] + ["9/8", "9/7", "9/6", "9/5"]
    taken = {frozenset(card.split("/")) for card in near}
    rest = [card for card in deck if frozenset(card.split("/")) not in taken]
    hands = [near, *(rest[count * seat : count * seat + count] for seat in range(seats - 1))]
    left = sorted(rest[count * (seats - 1) :], key=len)
    base: Position = {
        "game": "quando",
        "seats": seats,
        "options": {"target": 50},
        "dealer": seats - 1,
        "turn": 0,
        "hands": hands,
        "draw": left[1:],
        "draw_ordered": True,
        "discard": left[:1],
        "plays": [2] * seats,
        "cards_played": [4] * seats,
        "points": [38 + seat for seat in range(seats)],
    }
    return {"turn": base, "laid": after(base, "pick 9/?", "pick 9/?", "pick 9/?", "pick 9/?")}
