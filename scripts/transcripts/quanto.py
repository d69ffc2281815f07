"""Whole games of Quanto: players who rather take than discard, pick all they can, and now and then do anything."""

import random
from typing import Any

import tischlein

# name: (what happens in it, seed, seats, options)
GAMES: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "two": ("Two players, all options as they are.", 10, 2, {}),
    "four-in-teams": (
        "Two teams: many exchanges, much help for partners, two stolen quantos.",
        16,
        4,
        {"teams": True},
    ),
    "five-card-by-card": (
        "Five players who may discard any useless card: 3s reveal, and a revealed 2 is discarded.",
        10,
        5,
        {"discard": "card"},
    ),
}

# What is done rather than anything else, the best first.
LIKED = ("claim", "steal", "serve", "take", "form")


def choose(table: tischlein.Table, chance: random.Random) -> tuple[int, str]:
    """Return the seat to act, and what it does."""
    (seat,) = table.waiting
    texts = [action.text for action in table.actions(seat)]
    if chance.random() < 0.05:
        return seat, chance.choice(texts)
    return seat, chance.choice(sensible(table.view(seat), texts, chance))


def sensible(view: dict[str, Any], texts: list[str], chance: random.Random) -> list[str]:
    """Return what a careful player would choose from."""
    step = view["step"]
    if step == "offer":
        return texts if chance.random() < 0.3 else ["no offer"]
    if step == "verb":
        liked = [[text for text in texts if text.startswith(word)] for word in LIKED]
        return next((found for found in liked if found), texts)
    if step in ("pick", "bonus"):
        return [text for text in texts if text not in ("done", "no bonus")] or texts
    return texts
