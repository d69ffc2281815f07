"""Deals a finished game of a server again, from chance outcomes that the page has recomputed."""

from __future__ import annotations

from tischlein.engine.errors import RecordError
from tischlein.engine.game import Game
from tischlein.engine.play.chance import Outcomes, Retracing
from tischlein.engine.play.replay import KEYS, same_options
from tischlein.engine.types import Json


class Redealt(Retracing):
    """The chance outcomes of a record that the page has recomputed: of each, out of how many, which, and from which stack."""

    def __init__(self, two_sided: bool, draws: list[list[int]]) -> None:
        self.two_sided = two_sided
        self.draws = draws
        self.place = 0

    def choose(self, outcomes: Outcomes) -> int:
        n, index, stack = self.draws[self.place] if self.place < len(self.draws) else (0, 0, 0)
        if (n, stack, self.two_sided) != (outcomes.n, outcomes.stack, outcomes.two_sided):
            raise RecordError("another outcome belongs here")
        self.place += 1
        return index

    def retrace(self, outcomes: Outcomes, text: str) -> None:
        if outcomes.text(self.choose(outcomes)) != text:
            raise RecordError("something else was dealt")


def dealt_again(game: Game, record: Json, seat: int | None, shown: Json | None) -> Json | None:
    """Return how many entries follow from the outcomes, whether these are all, and what the page compares with what it has kept.

    That is what a seat was told by then, and whether the options are those that a page was ``shown`` before the game: what was not
    shown has the default of these rules. None where these rules are of another version. Only what the rules say of the record speaks
    against a server: any other error is raised.
    """
    if game.version != record["version"]:
        return None
    source = Redealt(record["fair"]["two_sided"], record["fair"]["draws"])
    found: Json = {"entries": 0, "all": False, "events": [], "options": True}
    try:
        table = game.replay({name: record[name] for name in KEYS}, chance=source)
    except RecordError as error:
        found["entries"] = error.entry or 0
        return found
    found["entries"], found["all"] = len(table.history), source.place == len(source.draws)
    if seat is not None:
        found["events"] = table.events(seat)
    if shown is not None:
        found["options"] = same_options(game, table.options, shown)
    return found
