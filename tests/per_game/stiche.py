"""Stiche for the suites: exactly four seats, partners, and suits that must be followed; only the tests play it."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

from extra_games.stiche import GAME
from reference.stiche import CARDS, Reference

from .base import Kit, Position, SmallWorld, replaced

LAST: Position = {
    "game": "stiche",
    "seats": 4,
    "hands": [["h1"], ["d1"], ["s1"], ["c1"]],
    "leader": 0,
    "laid": [None] * 4,
    "last": ["h6", "h5", "h4", "h3"],
    "played": [card for card in CARDS if card not in ("h1", "d1", "s1", "c1")],
    "taken": [5, 0, 0, 0],
}


class Stiche(Kit):
    game = GAME
    reference = Reference
    texts = tuple(CARDS)
    together = (("laid", "actor", "leader"), ("hands", "tricks", "dealt"))
    cases = (
        SmallWorld(
            "the last card of three others", LAST, 0, (("hands", 1, 0), ("hands", 2, 0), ("hands", 3, 0))
        ),
    )

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        return {}

    def random_position(self, rng: Random) -> Position:
        """Return a position after some cards of random play."""
        table = Reference.new(4, {}, rng.choice)
        for _ in range(rng.randrange(24)):
            seat = table.waiting[0]
            table.play(seat, self.choice(rng, table.actions(seat)))
        return table.position()

    def canonical(self, position: Position) -> Position:
        hands = [sorted(hand) for hand in position["hands"]]
        return {**position, "hands": hands, "played": sorted(position["played"])}

    def cards(self, s: Any) -> Counter[int]:
        found = Counter(card for card in s.laid if card >= 0)
        for row in (*s.hands, s.played, s.unseen):
            found.update({card: n for card, n in enumerate(row) if n})
        return found

    def worlds(self, case: SmallWorld, position: Position) -> Iterator[Position]:
        """Any card that was neither played nor is in the seat's hand may be there."""
        cards = [position["hands"][seat][0] for _, seat, _ in case.places]
        for dealt in permutations(cards):
            yield replaced(position, dict(zip(case.places, dealt, strict=True)))


KIT = Stiche()
