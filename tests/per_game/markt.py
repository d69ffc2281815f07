"""Markt for the suites: everything lies open, and chance fills the market; only the tests play it."""

from collections import Counter
from random import Random
from typing import Any

from extra_games.markt import GAME
from reference.markt import TEXTS, Reference

from .base import Kit, Position, SmallWorld

LAST: Position = {
    "game": "markt",
    "seats": 2,
    "turn": 1,
    "market": ["A", None, None, None],
    "goods": [["A", "A", "B"], ["B", "B"]],
    "sold": [*"AAABBB", *"CCCCCC", *"DDDDDD", *"EEEEEE"],
    "points": [18, 108],
}


class Markt(Kit):
    game = GAME
    reference = Reference
    texts = tuple(TEXTS)
    together = (("market", "turn", "actor", "unseen"), ("sold", "points"))
    reluctant = frozenset(text for text in TEXTS if text.startswith("sell"))
    cases = (SmallWorld("nothing is hidden", LAST, 0, ()),)

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        return {}

    def random_position(self, rng: Random) -> Position:
        """Return a position after some decisions of random play."""
        table = Reference.new(self.random_seats(rng), {}, rng.choice)
        for _ in range(rng.randrange(30)):
            if not table.over:
                table.play(table.turn, self.choice(rng, table.actions(table.turn)))
        return table.position()

    def canonical(self, position: Position) -> Position:
        goods = [sorted(goods) for goods in position["goods"]]
        return {**position, "goods": goods, "sold": sorted(position["sold"])}

    def cards(self, s: Any) -> Counter[int]:
        found = Counter(kind for kind in s.market if kind >= 0)
        for row in (*s.goods, s.sold, s.unseen):
            found.update({kind: n for kind, n in enumerate(row) if n})
        return found


KIT = Markt()
