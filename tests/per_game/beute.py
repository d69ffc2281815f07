"""Beute for the suites: simultaneous choices from hands that all know, and chance only in the middle; only the tests play it."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from extra_games.beute import GAME
from reference.beute import BIDS, PRIZES, Reference

from .base import Kit, Position, SmallWorld, replaced

LAST: Position = {
    "game": "beute",
    "seats": 3,
    "hands": [["3", "9"], ["5", "15"], ["1", "2"]],
    "chosen": [None, "5", "1"],
    "laid": ["1", "2", "3"],
    "lying": ["+7"],
    "taken": [["+1", "+2", "+3", "+4", "+5"], ["-1", "-2", "-3", "-4", "-5"], ["+6", "+8", "+9"]],
}


class Beute(Kit):
    game = GAME
    reference = Reference
    texts = tuple(BIDS)
    together = (("hands", "chosen", "laid"), ("taken", "points"))
    cases = (SmallWorld("two bids that were chosen", LAST, 0, (("chosen", 1), ("chosen", 2))),)

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        return {}

    def random_position(self, rng: Random) -> Position:
        """Return a position after some prizes; some seats have chosen."""
        seats = self.random_seats(rng)
        table = Reference.new(seats, {}, rng.choice)
        for _ in range(rng.randrange(len(PRIZES) * seats)):
            seat = rng.choice(table.waiting)
            table.play(seat, self.choice(rng, table.actions(seat)))
        return table.position()

    def moments(self, seats: int) -> dict[str, Position]:
        """After eleven prizes, and when all others have chosen."""
        rng = Random(seats)
        table = Reference.new(seats, {}, rng.choice)
        for _ in range(11):
            for seat in range(seats):
                table.play(seat, rng.choice(table.hands[seat]))
        late = table.position()
        for seat in range(1, seats):
            table.play(seat, table.hands[seat][0])
        return {"late": late, "all others have chosen": table.position()}

    def canonical(self, position: Position) -> Position:
        taken = [sorted(prizes) for prizes in position["taken"]]
        return {**position, "taken": taken, "lying": sorted(position["lying"])}

    def cards(self, s: Any) -> Counter[int]:
        """Count the prizes: bids are never drawn, and which of them are spent their owner's hand says."""
        found: Counter[int] = Counter()
        for row in (*s.taken, s.lying, s.unseen):
            found.update({prize: n for prize, n in enumerate(row) if n})
        return found

    def worlds(self, case: SmallWorld, position: Position) -> Iterator[Position]:
        """Any bid that a seat has left may have been chosen."""
        hands = [position["hands"][seat] for _, seat in case.places]
        for chosen in product(*hands):
            yield replaced(position, dict(zip(case.places, chosen, strict=True)))


KIT = Beute()
