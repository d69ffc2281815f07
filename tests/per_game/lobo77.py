"""LOBO 77 for the suites."""

from collections import Counter
from random import Random
from typing import Any

from reference.lobo77 import ACTIONS, Reference
from tischlein.cards import EMPTY, SPECTATOR
from tischlein.games.lobo77 import GAME

from .base import Kit, Position, SmallWorld, places
from .lobo77_positions import random_options, random_position
from .lobo77_tables import ENDING, STEPS, moments

RULES = GAME.rules
# What has no meaning once the game is over.
OF_A_TURN = ("turn", "owed", "played")

# 2, 2, 5 and x2 are out of seat 0's sight, in the hand of seat 1 (two cards), set aside (one) and in the draw pile (one).
SMALL: Position = {
    "game": "lobo77",
    "seats": 3,
    "out": [False, False, True],
    "hands": [["7"], ["2", "5"], []],
    "set_aside": ["2"],
    "draw": ["x2"],
    "draw_ordered": False,
    "discard": ["10"],
    "total": 10,
}


class Lobo77(Kit):
    game = GAME
    reference = Reference
    unlearned = frozenset({"discard"})
    together = (("drawer", "to_draw", "actor", "phase", "turn"), ("discard", "discard_size", "top"))
    texts = tuple(sorted(ACTIONS))
    stacking_shows = False
    cases = (
        SmallWorld("equal cards", SMALL, 0, places(SMALL, "hands", "set_aside", "draw")[1:]),
        SmallWorld("from outside", SMALL, SPECTATOR, places(SMALL, "hands", "set_aside", "draw")),
    )

    steps = STEPS
    ending = ENDING

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        return random_options(rng, seats)

    def random_position(self, rng: Random) -> Position:
        return random_position(rng)

    def whole_game(self) -> tuple[int, dict[str, Any]]:
        return 3, {"manual_draw": True}

    def moments(self, seats: int) -> dict[str, Position]:
        return moments(seats)

    def canonical(self, position: Position) -> Position:
        draw = position["draw"] if position["draw_ordered"] else sorted(position["draw"])
        hands = [sorted(hand) for hand in position["hands"]]
        same = {**position, "hands": hands, "draw": draw, "set_aside": sorted(position["set_aside"])}
        over = position["out"].count(False) == 1
        return {key: value for key, value in same.items() if not (over and key in OF_A_TURN)}

    def cards(self, s: Any) -> Counter[int]:
        counts = Counter[int]()
        for row in (*s.hands, s.unseen, s.aside):
            counts.update({kind: n for kind, n in enumerate(row) if n})
        counts.update(kind for kind in (*s.discard, *s.stack) if kind != EMPTY)
        return counts


KIT = Lobo77()
