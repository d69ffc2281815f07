"""What comes next at a table by itself, and when: a bot's decision, a clock that runs out, a question that expires."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tischlein.engine.play.pace import AMONG_BOTS_SECONDS, ANSWER, RACE
from tischlein.room.people.away import long_away
from tischlein.room.ports import Bounds
from tischlein.room.state import State
from tischlein.room.step import Think


@dataclass(slots=True, eq=False)
class Due:
    """Something to do, and when; ``action`` is the decision that is made."""

    at: int
    what: str
    seat: int
    action: int | str = ""


def next_due(state: State, bounds: Bounds) -> Due | None:
    """Return what comes next by itself."""
    found = _all_due(state, bounds)
    first = None
    for one in found:
        if first is None or one.at < first.at:
            first = one
    if first is not None and first.at < state.halted:
        first.at = state.halted
    return first


def question_for_bot(state: State, bounds: Bounds) -> Think | None:
    """Return the question that a bot should think about now, unless it does so already."""
    seat = _next_bot(state, bounds)
    if seat is None or state.undo is not None:
        return None
    since = state.unchanged_since[seat]
    if state.thinking == (seat, since) or _has_thought(state, seat):
        return None
    seconds = bounds.instant_seconds if state.row.pace == "instant" else bounds.seconds
    if state.played_out:
        seconds = AMONG_BOTS_SECONDS
    return Think(seat, since, state.seats[seat].level or state.row.stand_in, seconds)


def _all_due(state: State, bounds: Bounds) -> Sequence[Due]:
    for seat in state.coming_back:
        if not state.is_out_of_time(seat):  # the bot has decided, or nobody asks that any more
            return [Due(0, "back", seat)]
    if state.row.state == "lobby":
        if state.starting is not None:
            return [Due(state.starting.until, "start", -1)]
        return absent_host(state, bounds.away)
    if state.table is None or state.row.state != "playing":
        return []
    undo = state.undo
    if undo is not None:
        # The game rests until that is settled, but for the asker's clock.
        own = [due for due in _clocks(state) if due.seat == undo.seat]
        return own if undo.until is None else [*own, Due(undo.until, "undo", undo.seat)]
    if state.seq >= bounds.rows:
        return []  # no more moves are taken
    return [*_bots(state, bounds), *_standing_answers(state), *_clocks(state)]


def absent_host(state: State, away: int) -> list[Due]:
    """Return when the host of a lobby has been away for so long that a connected player becomes the host."""
    host = state.row.host
    if host is None or not any(state.is_here(seat) for seat in state.persons()):
        return []
    at = long_away(state, host, away)
    return [] if at is None else [Due(at, "host", host)]


def _next_bot(state: State, bounds: Bounds) -> int | None:
    """Return the seat of the bot that decides next; bots do not play when everybody has gone."""
    table = state.table
    if table is None or state.row.state != "playing" or state.seq >= bounds.rows:
        return None
    bots = [seat for seat in state.waiting if state.is_bot(seat)]
    if not bots or not (state.persons() or state.audience):
        return None
    return table.actor if table.actor in bots else bots[0]


def _has_thought(state: State, seat: int) -> bool:
    thought = state.thought
    return thought is not None and (thought.seat, thought.since) == (seat, state.unchanged_since[seat])


def _bots(state: State, bounds: Bounds) -> list[Due]:
    """Return when the next bot shows what it has chosen: players who may still do something optional come first."""
    seat, thought = _next_bot(state, bounds), state.thought
    if seat is None or thought is None or not _has_thought(state, seat):
        return []
    at = max(state.ready_at[seat], thought.began + thought.takes)
    for other in state.waiting:
        if other not in state.obliged and not state.is_bot(other) and other != seat:
            at = max(at, state.asked_at[other] + RACE)
    return [Due(at, "bot", seat, thought.action)]


def _standing_answers(state: State) -> list[Due]:
    """Return answers that a seat has asked to be given by itself, where they are legal."""
    found = []
    for seat in state.waiting:
        preferences = state.seats[seat].preferences
        wanted = [action for name, action in state.game.turns.answers.items() if preferences.get(name)]
        legal = [action.text for action in state.actions[seat]] if wanted else []
        found += [
            Due(state.asked_at[seat] + ANSWER, "answer", seat, action) for action in wanted if action in legal
        ]
    return found


def _clocks(state: State) -> list[Due]:
    clocks = state.clocks
    if clocks is not None:
        return [Due(clocks.at + clocks.left[seat], "clock", seat) for seat in state.running]
    if state.row.timer is None:
        return []
    allowed = 1000 * state.row.timer
    return [Due(state.asked_at[seat] + allowed, "clock", seat) for seat in state.running]
