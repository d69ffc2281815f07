"""Whole games of Qwixx: players who rather cross than skip, mind the gaps they leave, and now and then do anything."""

import random
from typing import Any

import tischlein

# name: (what happens in it, seed, seats, options)
GAMES: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "two": ("Two players; seat 1 closes its second row.", 28, 2, {}),
    "three-with-jokers": (
        "Three players with jokers; it ends with a fourth miss, and the others tie.",
        2,
        3,
        {"jokers": True},
    ),
    "five": ("A full table: the discard pile is shuffled, and two rows are closed.", 2, 5, {}),
}

ROWS = {"red": range(2, 13), "yellow": range(2, 13), "green": range(12, 1, -1), "blue": range(12, 1, -1)}
FEW = 2  # numbers that a careful player gives up for a cross


def lost(view: dict[str, Any], row: str, number: int) -> int:
    """How many numbers a cross gives up."""
    crossed = view["players"][view["you"]]["sheet"][row]
    last = ROWS[row].index(crossed[-1]) if crossed else -1
    return ROWS[row].index(number) - last - 1


def choose(table: tischlein.Table, chance: random.Random) -> tuple[int, str]:
    """Return a seat that may act, and its action: in step 2 the quickest."""
    seat = chance.choice(table.waiting)
    texts = [action.text for action in table.actions(seat)]
    if chance.random() < 0.1:
        return seat, chance.choice(texts)
    return seat, chance.choice(sensible(table.view(seat), texts))


def sensible(view: dict[str, Any], texts: list[str]) -> list[str]:
    """Return what a careful player would choose from."""
    if view["phase"] == "decide":
        rows = [text for text in texts if text != "skip"]
        price = {text: lost(view, text.removeprefix("cross "), int(view["top"][1:])) for text in rows}
        most = min([FEW, *price.values()])
        return [text for text in rows if price[text] <= most] or ["skip"]
    if view["phase"] == "cross":
        return texts[:1] if view["colour"] in ("red", "yellow") else [*texts[-2:-1], "stop"][:1]
    if view["phase"] == "choose":
        return useful(view, texts) or (["show"] if "show" in texts else texts)
    return texts


def useful(view: dict[str, Any], texts: list[str]) -> list[str]:
    """Cards whose number could be crossed without giving up much."""
    names = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
    found = []
    for text in texts:
        card, _, colour = text.removeprefix("play ").partition(" as ")
        if text != "show" and 0 <= lost(view, colour or names[card[0]], int(card[1:])) <= FEW:
            found.append(text)
    return found
