"""Whole games of LOBO 77: cautious players who now and then do something silly."""

import random
from typing import Any

import tischlein

# name: (what happens in it, seed, seats, options)
GAMES: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "two": ("Two players, all options as they are.", 21, 2, {}),
    "three-by-hand": (
        "Three players who draw by hand and forget it at times; seat 2 starts.",
        5,
        3,
        {"manual_draw": True, "starter": 2},
    ),
    "four-older-edition": ("Four players with the fifth reverse card.", 8, 4, {"reverse_cards": 5}),
    "eight": ("A full table; the discard pile is shuffled again and again.", 3, 8, {"starter": 0}),
}


def costs(view: dict[str, Any], text: str) -> bool:
    """Would a cautious player rather not do this? It costs a chip."""
    total = int(view["total"]) + (int(text) if text.lstrip("-").isdigit() else 0)
    return total > 77 or (total > 0 and total % 11 == 0)


def choose(table: tischlein.Table, chance: random.Random) -> tuple[int, str]:
    """Return a seat that may act, and its action."""
    drawing = [seat for seat in table.waiting if any(action.text == "draw" for action in table.actions(seat))]
    if drawing and (len(table.waiting) == 1 or chance.random() < 0.85):
        return drawing[0], "draw"
    seat = next(seat for seat in table.waiting if table.view(seat)["turn"] == seat)
    texts = [action.text for action in table.actions(seat) if action.text != "draw"]
    careful = [text for text in texts if not costs(table.view(seat), text)]
    return seat, chance.choice(careful if careful and chance.random() < 0.9 else texts)
