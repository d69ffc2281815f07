"""Plays the situations of a lesson, and tells puzzles: a decision with what each choice is worth."""

from tischlein.coach.brief import Lesson, RatedAction
from tischlein.coach.sentences import Teller
from tischlein.engine.game import Game
from tischlein.engine.play.chance import Source
from tischlein.engine.play.snapshot import events_with_text, snapshot
from tischlein.engine.play.table import Table
from tischlein.engine.play.wording import Wording, reason_texts
from tischlein.engine.types import Json

TEXTS = "tischlein.room.texts"
TRIED = ("action", "text", "value", "spread", "worlds", "count")


def situation(game: Game, asked: Json, chance: Source) -> Json:
    """Return what the learner sees after the moves, with the events of the last one."""
    seat, names = asked["seat"], asked["names"]
    table = game.at(asked["position"], chance=chance)
    known = _play(table, asked["moves"])
    wording = Wording(game, names, seat, asked["lang"])
    events = events_with_text(table.game, table.past, seat, wording, known) if asked["moves"] else []
    found = snapshot(table.game, table.past, seat, wording, events)
    return {**found, "seq": 1 + len(asked["moves"]), "clock": [None] * table.seats}


def objection(game: Game, asked: Json, chance: Source) -> Json | None:
    """Return why the learner cannot play an action, in both languages; None if it is legal."""
    seat, action = asked["seat"], asked["action"]
    table = game.at(asked["position"], chance=chance)
    _play(table, asked["moves"])
    why = table.why(seat, action)
    if why is None:
        return None
    text = reason_texts(TEXTS, table, seat, action, why, asked["names"])
    return {"code": why.code, "clause": why.clause, "text": text}


def exercise(game: Game, asked: Json, chance: Source) -> Json:
    """Return a puzzle as the page shows it: the table as the seat knows it, and what each choice is worth in words."""
    one = asked["puzzle"]
    choices = [RatedAction(*[choice[name] for name in TRIED]) for choice in one["choices"]]
    # A mistake that was kept by an older version of the page has no whole moves.
    line, instead = one.get("line") or [choices[0].text], one.get("instead") or [one["played"]]
    lesson = Lesson(0, one["seat"], one["played"], one["lead"], one["spread"], choices, line, instead)
    teller = Teller(game, asked["names"], one["seat"], asked["lang"])
    return teller.exercise(bytes.fromhex(one["known"]), lesson, asked["is_puzzle"])


def _play(table: Table, moves: list[tuple[int, str]]) -> int:
    """Make the moves; return the number of steps before the last one."""
    known = 0
    for who, action in moves:
        known = len(table.past.steps)
        table.play(who, action)
    return known
