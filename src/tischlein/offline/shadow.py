"""Compares what a server rendered for the page with what follows from the facts that it told.

The page paints what the server rendered; the heads that it keeps are of the facts. So both must say the same, or the page says that they do
not. Names of people are not compared: they are in no record.
"""

import json
from dataclasses import dataclass, field

from tischlein.engine.game import Game
from tischlein.engine.play.history import History, SeenStep
from tischlein.engine.play.snapshot import Marks, events_with_text, observer_of, snapshot
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json

COMPARED = ("told", "view", "actions", "waiting", "scores", "over", "winners", "task", "standings", "events")
BY_CLOCK, ADVISED = 1, 2


@dataclass(slots=True, eq=False)
class Followed:
    """The facts of one seat at one table."""

    history: History
    by_clock: dict[int, int] = field(default_factory=dict)
    advised: dict[int, int] = field(default_factory=dict)


class Shadow:
    """The tables of servers that the page follows, by a number of the page's own."""

    def __init__(self, games: dict[str, Game]) -> None:
        self._games = games
        self._followed: dict[int, Followed] = {}

    def forget(self, number: int) -> None:
        """Follow a table no longer."""
        self._followed.pop(number, None)

    def compare(self, asked: Json) -> str | None:
        """Take the facts of a message, and return the first field of it that does not follow from them; None if all do.

        The message has its names taken out, and may be in any language.
        """
        game, seat = self._games[asked["game"]], asked["seat"]
        if asked["opening"] is not None:
            opening = bytes.fromhex(asked["opening"])
            self._followed[asked["number"]] = Followed(History(opening, observer_of(seat)))
        one = self._followed[asked["number"]]
        for actor, action, undone, marks, record in asked["steps"]:
            if marks & BY_CLOCK:
                one.by_clock[len(one.history.steps)] = actor
            if marks & ADVISED:
                one.advised[len(one.history.steps)] = actor
            one.history.add_seen(SeenStep(actor, action, undone, bytes.fromhex(record)))
        differing = [_difference(game, one, seat, asked["moment"], lang) for lang in LANGUAGES]
        one.history.forget_decoded()
        return None if None in differing else differing[0]


def _difference(game: Game, one: Followed, seat: int | None, moment: Json, lang: str) -> str | None:
    history = one.history
    since = moment["told"] - len(moment["events"])
    wording = Wording(game, ["\u2068\u2069"] * len(moment["clock"]), seat, lang)
    steps = history.steps_until(game, observer_of(seat), since)
    events = events_with_text(game, history, seat, wording, steps, Marks(one.by_clock, one.advised))
    fresh = [event for event in events if event["seq"] > since]
    found = json.loads(json.dumps(snapshot(game, history, seat, wording, fresh)))
    return next((name for name in COMPARED if found[name] != moment[name]), None)
