"""Random LOBO 77 positions: small and close to every edge, so that what is rare in whole games happens all the time."""

from collections.abc import Sequence
from random import Random
from typing import Any

from reference.lobo77 import full_deck, value

from .base import Position

# Where a pile of so few cards leads to reshuffles, empty hands, and rounds that end unpaid.
FEW, SOME = range(1, 9), range(9, 25)


def random_options(rng: Random, seats: int) -> dict[str, Any]:
    """Options as a person might set them; those left out have their defaults."""
    options: dict[str, Any] = {}
    if rng.random() < 0.5:
        options["manual_draw"] = rng.random() < 0.7
    if rng.random() < 0.3:
        options["reverse_cards"] = rng.choice((4, 5))
    if rng.random() < 0.3:
        options["starter"] = rng.choice(("lot", *range(seats)))
    return options


def random_position(rng: Random) -> Position:
    """Any valid position of few cards: start or middle of a turn, players out, debts, stacked and shuffled piles."""
    seats = rng.choice((2, 2, 3, 3, 3, 4, 5, 6, 7, 8))
    options = random_options(rng, seats)
    out = _out(rng, seats)
    players = [seat for seat in range(seats) if not out[seat]]
    cards = _cards(rng, options.get("reverse_cards", 4))
    position: Position = {
        "game": "lobo77",
        "seats": seats,
        "options": options,
        "starter": rng.randrange(seats),
        "direction": 1 if seats == 2 else rng.choice((1, -1)),
        "chips": [0 if out[seat] else rng.choice((0, 0, 1, 2, 3)) for seat in range(seats)],
        "out": out,
        "hands": [[] for _ in range(seats)],
        "discard": [],
        "draw": [],
        "draw_ordered": rng.random() < 0.5,
        "set_aside": [],
    }
    _spread(rng, cards, position, players)
    _set_turn(rng, position, players)
    return position


def _out(rng: Random, seats: int) -> list[bool]:
    out = [False] * seats
    for seat in rng.sample(range(seats), rng.choice((0, 0, 0, seats - 2, rng.randrange(seats - 1)))):
        out[seat] = True
    return out


def _cards(rng: Random, reverse_cards: object) -> list[str]:
    """Return a small deck, often one in which special cards abound."""
    deck = full_deck(reverse_cards)
    rng.shuffle(deck)
    if rng.random() < 0.15:
        deck.sort(key=lambda card: card != "x2")
        return deck[: rng.randrange(3, 8)]
    if rng.random() < 0.6:
        wanted = rng.sample(("x2", "reverse", "0", "-10", "10"), rng.choice((1, 2)))
        deck.sort(key=lambda card: rng.random() < 0.5 or card not in wanted)
    return deck[: rng.choice(rng.choice((FEW, SOME)))]


def _spread(rng: Random, cards: Sequence[str], position: Position, players: Sequence[int]) -> None:
    """Most cards into hands; at least one player can play."""
    first, *rest = cards
    position["hands"][rng.choice(players)].append(first)
    weights = rng.choice(((6, 1, 1), (2, 1, 1), (1, 0, 1), (1, 2, 0)))
    for card in rest:
        place = rng.choices(("hands", "draw", "discard"), weights)[0]
        if place == "hands":
            position["hands"][rng.choice(players)].append(card)
        else:
            position[place].append(card)
    if any(position["out"]) and position["draw"] and rng.random() < 0.5:
        position["set_aside"].append(position["draw"].pop())
    if "x2" in position["discard"] and rng.random() < 0.8:
        # A debt, or the middle of paying it.
        position["discard"].remove("x2")
        position["discard"].insert(len(position["discard"]) - rng.choice((0, 0, 1)), "x2")


def _set_turn(rng: Random, position: Position, players: Sequence[int]) -> None:
    hands, discard = position["hands"], position["discard"]
    position["turn"] = turn = rng.choice([seat for seat in players if hands[seat]])
    position["total"] = _total(rng, hands[turn])
    by_hand = position["options"].get("manual_draw", False)
    can_draw = len(position["draw"]) + len(discard[:-1])
    if discard[-2:-1] == ["x2"] and rng.random() < 0.5:
        position["played"], position["owed"] = 1, 1
    elif by_hand and can_draw and rng.random() < 0.5:
        position["may_draw"] = [rng.choice(players), rng.choice(range(1, min(can_draw, 2) + 1))]
        if sum(map(len, hands)) == 1 and discard and rng.random() < 0.5:
            # The last card has just been played: all wait for a draw.
            discard.append(hands[turn].pop())
            position["may_draw"][0] = turn


def _total(rng: Random, hand: Sequence[str]) -> int:
    """Often one that the next card turns into a repdigit, 77, or more."""
    aim = rng.choice((11, 22, 33, 44, 55, 66, 77, 77, 78, 85))
    near = aim - value(rng.choice(hand))
    if near < 77 and rng.random() < 0.7:
        return near
    return rng.choice((rng.randrange(-25, 12), rng.randrange(77), rng.randrange(60, 77)))
