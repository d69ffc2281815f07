"""What comes next at a table by itself, and when: a bot's decision, a clock that runs out, a question that expires."""

from __future__ import annotations

from dataclasses import dataclass

from tischlein.engine.play.pace import ANSWER, RACE
from tischlein.engine.play.table import Table
from tischlein.server.table.presence import long_away
from tischlein.server.table.state import TableState


@dataclass(frozen=True)
class Due:
    """Something to do, and when; ``action`` is the one that is taken by itself."""

    at: int
    what: str
    seat: int
    action: str = ""


def next_due(state: TableState, away: int) -> Due | None:
    """What comes next by itself; ``away`` is how long a host may be away, in milliseconds."""
    table = state.table
    for seat in state.coming_back:
        if not state.is_out_of_time(seat):  # the bot has decided, or nobody asks that any more
            return Due(0, "back", seat)
    if state.row.state == "lobby":
        if state.starting is not None:
            return Due(state.starting.until, "start", -1)
        return absent_host(state, away)
    if table is None or state.row.state != "playing":
        return None
    if state.undo is not None:
        # The game rests until that is settled, but for the clock of whoever asks.
        own = [due for due in _clocks(state) if due.seat == state.undo.seat]
        return min([Due(state.undo.until, "undo", state.undo.seat), *own], key=lambda due: due.at)
    found = [*_bots(state, table), *_standing_answers(state), *_clocks(state)]
    return min(found, key=lambda due: due.at, default=None)


def absent_host(state: TableState, away: int) -> Due | None:
    """Somebody who is here becomes the host of a lobby when the host has been away for long."""
    host = state.row.host
    if host is None or not any(state.is_here(seat) for seat in state.persons()):
        return None
    at = long_away(state, host, away)
    return None if at is None else Due(at, "host", host)


def _bots(state: TableState, table: Table) -> list[Due]:
    """The bot that decides next; bots do not play when everybody has gone."""
    bots = [seat for seat in state.waiting if state.is_bot(seat)]
    if not bots or not (state.persons() or state.audience):
        return []
    seat = table.actor if table.actor in bots else bots[0]
    at = state.ready_at[seat]
    for other in state.waiting:
        if other not in state.obliged and not state.is_bot(other) and other != seat:
            at = max(at, state.asked_at[other] + RACE)
    return [Due(at, "bot", seat)]


def _standing_answers(state: TableState) -> list[Due]:
    """Answers that a seat has asked to be given by itself, wherever they are legal."""
    found = []
    for seat in state.waiting:
        preferences = state.seats[seat].preferences
        wanted = [action for name, action in state.game.turns.answers.items() if preferences.get(name)]
        legal = {action.text for action in state.actions[seat]} if wanted else set()
        found += [
            Due(state.asked_at[seat] + ANSWER, "answer", seat, action) for action in wanted if action in legal
        ]
    return found


def _clocks(state: TableState) -> list[Due]:
    clocks = state.clocks
    if clocks is not None:
        return [Due(clocks.at + clocks.left[seat], "clock", seat) for seat in state.running]
    if state.row.timer is None:
        return []
    allowed = 1000 * state.row.timer
    return [
        Due(state.asked_at[seat] + allowed, "clock", seat) for seat in state.obliged if not state.is_bot(seat)
    ]
