"""Treppe for the suites: a game without hands, which only the tests play."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from extra_games.treppe import GAME
from reference.treppe import CARDS, TEXTS, Reference

from .base import Kit, Position, SmallWorld, replaced

LAST: Position = {
    "game": "treppe",
    "seats": 2,
    "options": {"hidden": True},
    "turn": 0,
    "rows": [["14"], ["15"], None, None, None],
    "card": "15",
    "start": "3",
    "taken": [["3", "4", "5"], []],
    "aside": [card for card in CARDS[5:13] for _ in range(2)] + ["1", "1", "2", "2", "4"],
    "points": [3, 0],
}


class TreppeKit(Kit):
    game = GAME
    reference = Reference
    together = (("rows", "closed", "gone", "taken", "points"), ("actor", "turn", "card"))
    texts = tuple(TEXTS)
    cases = (SmallWorld("the hidden card", LAST, 1, (("start",),)),)
    showing = ({**LAST, "aside": [*LAST["aside"], "5", "14"]},)

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        return {"hidden": rng.random() < 0.5}

    def random_position(self, rng: Random) -> Position:
        """After some turns of random play, early or late."""
        seats = self.random_seats(rng)
        table = Reference.new(seats, self.random_options(rng, seats), rng.choice)
        for _ in range(rng.randrange(30)):
            if not table.over:
                table.play(table.turn, self.choice(rng, table.actions(table.turn)))
        return table.position()

    def canonical(self, position: Position) -> Position:
        sets = {"taken": [sorted(cards) for cards in position["taken"]], "aside": sorted(position["aside"])}
        return {**position, **sets, "turn": None if position["over"] else position["turn"]}

    def cards(self, s: Any) -> Counter[int]:
        found = Counter(
            card for card in (*(card for row in s.rows for card in row), s.card, s.start) if card >= 0
        )
        for counts in (*s.taken, s.aside, s.unseen):
            found.update({card: n for card, n in enumerate(counts) if n})
        return found

    def worlds(self, case: SmallWorld, position: Position) -> Iterator[Position]:
        """Any card of which not both were seen may be hidden; one that is there twice is twice as likely."""
        rows = [row for row in position["rows"] if row]
        seen = [*position["aside"], *chain(*position["taken"], *rows), position["card"]]
        for card in CARDS:
            for _ in range(2 - seen.count(card)):
                yield replaced(position, {("start",): card})


KIT = TreppeKit()
