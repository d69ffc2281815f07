"""Tables of Quanto for the suites that look at the page."""

from collections import Counter

from .base import Position, Steps, after

# A few moves lead to the end.
ENDING: Position = {
    "game": "quanto",
    "seats": 2,
    "options": {"teams": False, "discard": "forced"},
    "dealer": 1,
    "turn": 0,
    "hands": [["7", "10"], ["12", "9"]],
    "display": ["3", "4", "7", "10"],
    "draw": [],
    "draw_ordered": True,
    "piles": [["5", "5"], ["6", "6", "6"]],
}
STEPS = Steps({}, ("Choose 7", "7: Take cards", "Done"), {"fly": 4})


def moments(seats: int) -> dict[str, Position]:
    """Much lies on the table, and the first seat is asked."""
    teams = seats == 4
    size = 5 if seats > 4 else 4
    deck = Counter({str(n): 9 for n in range(1, 13)}) + Counter({"J": 2})
    for n in range(4, 13):
        deck[str(n)] -= 1
        deck[f"{n}r"] += 1
    display = ["12", "11", "10r", "9", "3", "4", "5", "7", "7", "2"]
    hands = [["12", "7", "J", "9r", "10"][:size]]
    deck.subtract(display)
    deck.subtract(hands[0])
    quantos = []
    for seat in range(seats):
        tile, cards = 12 - seat, []
        pairs = [(n, tile - n) for n in range(tile // 2 + 1, tile)]
        for _ in range(10 // 2 if seats < 6 else 4):
            high, low = max(pairs, key=lambda pair: min(deck[str(pair[0])], deck[str(pair[1])]))
            cards += [str(high), str(low)]
            deck.subtract([str(high), str(low)])
        quantos.append({"tile": tile, "cards": cards})
    rest = list(deck.elements())
    for seat in range(seats - 1):
        hands.append(rest[size * seat : size * seat + size])
    left = rest[size * (seats - 1) :]
    won = min(11, (len(left) - 4) // seats)
    base: Position = {
        "game": "quanto",
        "seats": seats,
        "options": {"teams": teams, "discard": "forced"},
        "dealer": seats - 1,
        "turn": 0,
        "hands": hands,
        "display": display,
        "draw": left[won * seats :],
        "draw_ordered": True,
        "piles": [left[won * seat : won * seat + won] for seat in range(seats)],
        "quantos": quantos,
        "step": "card",
    }
    if teams:
        base["seen"] = [hands[2], None, hands[0], None]
    picks = ("card 12", "take", "pick 12", "pick 9", "pick 3", "pick 5", "pick 7")
    return {"card": base, "verb": after(base, "card J"), "pick": after(base, *picks)}
