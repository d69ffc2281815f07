"""Whole games of Quando: players who lay what counts most, like low numbers, knock early, and now and then do anything."""

import random
from typing import Any

import tischlein

# name: (what happens in it, seed, seats, options)
GAMES: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "two": ("Two players, four rounds up to 40 points; both serve for triplets.", 10, 2, {"target": 40}),
    "four-two-cards": (
        "Four players who may knock after two cards each; the second round ends by zeros.",
        10,
        4,
        {"target": 20, "knock_after": "two_cards", "knock_penalty_after_zeros": True},
    ),
    "six": (
        "A full table, one round: three triplets, and the pile is turned over twice.",
        9,
        6,
        {"target": 15},
    ),
}

LOW = 3  # a visible number that is taken
ENOUGH = 6  # a sum to knock with


def number(text: str) -> int:
    """Return the number in play of an action's card, or of a card."""
    return int(text.rsplit(maxsplit=1)[-1].split("/", maxsplit=1)[0])


def choose(table: tischlein.Table, chance: random.Random) -> tuple[int, str]:
    """Return the seat to act, and what it does."""
    (seat,) = table.waiting
    texts = [action.text for action in table.actions(seat)]
    if chance.random() < 0.05:
        return seat, chance.choice(texts)
    return seat, chance.choice(sensible(table.view(seat), texts))


def sensible(view: dict[str, Any], texts: list[str]) -> list[str]:
    """Return what a careful player would choose from."""
    hand = [number(card) for card in view["hands"][view["you"]]]
    for text in ("knock", "pass"):
        if text in texts and sum(hand) <= ENOUGH:
            return [text]
    picks = [text for text in texts if text.startswith("pick")]
    if picks:
        most = max(worth(number(text), hand) for text in picks)
        return [text for text in picks if worth(number(text), hand) == most]
    if "take visible" in texts:
        return ["take visible" if number(view["draw"][0]) <= LOW else "take hidden"]
    return texts


def worth(first: int, hand: list[int]) -> int:
    """Return what leaves the hand if the play begins with this number: all its cards, or the highest straight with it."""
    straights = [range(low, low + 3) for low in range(first - 2, first + 1)]
    held = [sum(straight) for straight in straights if set(straight) <= set(hand)]
    return max([first * hand.count(first), *held])
