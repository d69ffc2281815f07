"""Deals a finished game of a server again, from chance outcomes that the page has recomputed."""

from __future__ import annotations

from tischlein.engine.errors import RecordError
from tischlein.engine.game import Game
from tischlein.engine.play.chance import Outcomes, Retracing
from tischlein.engine.play.replay import KEYS, same_events
from tischlein.engine.types import Json


class Redealt(Retracing):
    """The chance outcomes of a record that the page has recomputed: of each, out of how many, and which."""

    def __init__(self, draws: list[list[int]]) -> None:
        self.draws = draws
        self.place = 0

    def choose(self, outcomes: Outcomes) -> int:
        n, index = self.draws[self.place] if self.place < len(self.draws) else (0, 0)
        if n != outcomes.n:
            raise RecordError("another outcome belongs here")
        self.place += 1
        return index

    def retrace(self, outcomes: Outcomes, text: str) -> None:
        if outcomes.text(self.choose(outcomes)) != text:
            raise RecordError("something else was dealt")


def dealt_again(game: Game, record: Json, told: Json | None) -> Json | None:
    """Return how many entries follow from the outcomes, whether these are all, and whether a seat saw what it was ``told``.

    None where these rules are of another version. Only what the rules say of the record speaks against a server: any other error is raised.
    """
    if game.version != record["version"]:
        return None
    source = Redealt(record["fair"]["draws"])
    try:
        table = game.replay({name: record[name] for name in KEYS}, chance=source)
    except RecordError as error:
        return {"entries": error.entry or 0, "all": False, "seen": True}
    seen = told is None or same_events(table.events(told["seat"]), told["events"])
    return {"entries": len(table.history), "all": source.place == len(source.draws), "seen": seen}
