"""Tables with as much on them as play can bring: the fullest hands, displays, quantos and sheets, for any number of seats."""

from collections import Counter
from typing import Any

from tischlein.games import GAMES

Position = dict[str, Any]

NAMES = ("Ada", "Benno", "Clara", "Dieter", "Emilia", "Fatima", "Gustav", "Helena")


def crowded(game: str, seats: int) -> dict[str, Position]:
    """Moments of a game at which much lies on the table, by name; in each of them the first seat is asked."""
    return MOMENTS[game](seats)


def _after(position: Position, *actions: str) -> Position:
    """Where the first seat comes to by these actions."""
    table = GAMES[position["game"]].at(position, seed=1)
    for action in actions:
        table.play(0, action)
    found: Position = table.position()
    return found


def _lobo77(seats: int) -> dict[str, Position]:
    deck = Counter(GAMES["lobo77"].new(seats=2, seed=1).position()["draw"])
    for hand in GAMES["lobo77"].new(seats=2, seed=1).position()["hands"]:
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


def _quando(seats: int) -> dict[str, Position]:
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
    return {"turn": base, "laid": _after(base, "pick 9/?", "pick 9/?", "pick 9/?", "pick 9/?")}


def _quanto(seats: int) -> dict[str, Position]:
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
    return {"card": base, "verb": _after(base, "card J"), "pick": _after(base, *picks)}


def _qwixx(seats: int) -> dict[str, Position]:
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
    return {"decide": decide, "cross": _after(base | {"step": 3}, "play r11", "play r12", "show")}


MOMENTS = {"lobo77": _lobo77, "quando": _quando, "quanto": _quanto, "qwixx": _qwixx}
