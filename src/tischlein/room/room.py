"""The room: one table with its people. An event and a time go in, a step comes out, and the host stores it before anybody is told.

A host calls, in turn::

    step = room.propose(event, now)     # nothing of the room has changed, but for the game, which is tried in place
    store.apply(step.writes)            # one transaction
    room.commit(step, now)              # or room.abandon(step, now), if it is certain that nothing was stored
    outbox = room.publish(step, now)    # messages to send, a bot to ask, and when to wake the room

If it is in doubt whether a step was stored, the host reads the table again: ``room.reread(stored, now)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tischlein.engine.errors import RecordError
from tischlein.engine.play.table import Table
from tischlein.engine.types import Json
from tischlein.room.events import (
    BotDecided,
    ClientConnected,
    ClientDisconnected,
    CoachAnswered,
    GuestDeleted,
    MessageReceived,
    Now,
    PlayerLeft,
    RoundTimeUp,
    SeatRequested,
    SeatRevoked,
    ServerStopping,
    StartRequested,
    TimerFired,
)
from tischlein.room.info import table_info
from tischlein.room.opening import following, start
from tischlein.room.opening.restore import enter, game_of, reopen_at_position, restore_table
from tischlein.room.people import chat, presence, seats
from tischlein.room.play import advice, more_time, moves, timers, undo
from tischlein.room.ports import Ports
from tischlein.room.refusal import Refusal, note
from tischlein.room.rows import Columns, Stored, columns_of, copy_of
from tischlein.room.state import State
from tischlein.room.step import Outbox, Step, next_bot_request, next_timed_action, restart_clocks
from tischlein.room.tell import Messages

# How long bots and clocks rest after something could not be stored, in milliseconds.
AFTER_FAILURE = 5_000

# What each message of a person with a seat does.
SEATED: dict[str, Callable[[Step, int, Json], None]] = {
    "play": moves.play,
    "why": moves.why,
    "undo": undo.undo,
    "undo_answer": undo.answer,
    "more_time": more_time.more_time,
    "advice": advice.ask,
    "start": start.start,
    "share": start.share,
    "reveal": start.reveal,
    "set_seat": seats.set_seat,
    "swap": seats.swap,
    "kick": seats.kick,
    "hand_over": seats.hand_over,
    "leave": seats.leave,
    "stand_in": seats.stand_in,
    "back": seats.back,
    "rematch": following.rematch,
    "chat": chat.say,
    "chat_switch": seats.switch_chat,
    "list": seats.list_table,
    "tune": seats.tune,
    "react": chat.react,
    "prefer": seats.prefer,
}


def handle_message(step: Step, event: MessageReceived) -> None:
    """Do what a client asks for."""
    state, message = step.state, event.message
    kind = message["type"]
    step.listener, step.message_id = event.listener, message.get("id")
    listener = state.listeners.get(event.listener)
    if listener is None:
        raise Refusal("hello_first")
    if kind in step.ports.bounds.unavailable:
        raise Refusal("only_here", 409)
    if kind == "ping":
        step.reply({"type": "pong"})
    elif kind == "hello":
        raise Refusal("hello_once")
    elif kind == "sync":
        _sync(step, event.listener, message)
    else:
        seat = listener.seat
        if seat is None or state.seat_of(listener.key) != seat:
            raise Refusal("not_seated", 403)
        SEATED[kind](step, seat, message)
        if step.writes is not None and state.row.of_evening:
            step.writes.holder = (
                seat,
                listener.key,
            )  # who was removed from the evening meanwhile stores nothing


def _sync(step: Step, number: int, message: Json) -> None:
    """Welcome a client again, after a gap or in another language."""
    step.limit("sync")
    state = step.state
    listener = copy_of(state.listeners[number])
    listener.lang = message["lang"] or listener.lang
    listener.facts = message["facts"] is not None
    state.listeners = {**state.listeners, number: listener}
    step.welcome(number, message["since"], message["facts"] or 0)


HANDLERS: dict[type, Callable[[Step, Any], None]] = {
    ClientConnected: presence.connect,
    ClientDisconnected: presence.disconnect,
    MessageReceived: handle_message,
    SeatRequested: seats.join,
    StartRequested: start.begin,
    RoundTimeUp: timers.end_round_time,
    PlayerLeft: seats.leave_by_key,
    SeatRevoked: seats.revoke_key,
    BotDecided: timers.hold_bot_decision,
    CoachAnswered: advice.send_advice,
    GuestDeleted: seats.forget_guest,
    TimerFired: timers.run_timed_action,
    ServerStopping: timers.store_clocks,
}


class Room:
    """A table and everybody at it. ``state`` is to be read between steps, never while one is open."""

    def __init__(self, state: State, ports: Ports) -> None:
        self.state = state
        self.ports = ports
        self.moved_base: Columns = {}  # to be stored, where the game goes on under other rules
        self._teller = Messages(ports.codec, ports.signer)
        self._open: Step | None = None
        self._stored = state.seq  # entries of the log that are stored

    @classmethod
    def from_stored(cls, stored: Stored, ports: Ports, now: Now, glance: bool = False) -> Room:
        """Open a stored table; for a glance, without its log.

        A game whose log does not replay, since the rules have changed, goes on from its last position.
        """
        row, games = stored.row, ports.games
        notice, base = note("older_rules") if row.start is not None else None, row.base
        if glance:
            table = reopen_at_position(stored, games) if row.state == "playing" else None
        else:
            try:
                table = restore_table(stored, games)
            except RecordError:
                table = reopen_at_position(stored, games)
                notice = note("older_rules")
        room = cls(_state_of(stored, table, ports, now), ports)
        room.state.note = notice
        if row.base != base and not glance:
            room.moved_base = {"start": row.start, "base": row.base, "version": row.version}
        return room

    # Stepping

    def propose(self, event: object, now: Now) -> Step:
        """Work out what an event does. Raises only if rules are broken; a refusal is in the step."""
        step = Step(self.state, now, self.ports)
        try:
            HANDLERS[type(event)](step, event)
        except Refusal as refusal:
            self._put_back(step)
            step = self._refusal_step(step, refusal)
        except BaseException:
            self._put_back(step)
            raise
        self._open = step
        return step

    def commit(self, step: Step, now: Now) -> None:
        """Take over a step that is stored."""
        state = step.state
        step.run_on_commit(now.ticks)
        if step.writes is not None:
            state.halted = 0
            if state.trouble:
                state.trouble = False
                step.people()
        if step.new_game:
            self._teller.forget()
        self._close(state)

    def abandon(self, step: Step, now: Now, refusal: Refusal | None = None) -> None:
        """Drop a step of which nothing was stored, because the store failed or the host refuses it."""
        self._put_back(step)
        state = self.state
        step.messages, step.later, step.coach_request, step.result = [], None, None, None
        step.refused = refusal or Refusal("store", 503)
        if step.burns:
            step.people()
        if refusal is None:
            state.halted = now.ticks + AFTER_FAILURE
            if not state.trouble:
                state.trouble = True
                step.people()
        step.writes = None
        self._close(state)

    def publish(self, step: Step, now: Now) -> Outbox:
        """Build the outbox after a step: messages, requests and the next timer. If it fails, the state is right all the same."""
        outbox = self._teller.tell(step, self.state, self.ports.bounds.away, now.ticks)
        outbox.coach_request = step.coach_request
        if step.writes is not None:
            outbox.new_tables = [(stored, step.awaited) for stored in step.writes.tables]
        return self._add_next(outbox)

    def reread(self, stored: Stored, now: Now) -> Outbox:
        """Reload the stored state and send everybody the changes; linear in the log, may run in a thread.

        Where the same game comes back, everybody is asked as before and has as much time.
        """
        table = restore_table(stored, self.ports.games)
        before, known = self.state, self._public_state(self._stored)
        state = before.copy()
        counted = before.row.clocks
        state.table, state.row, state.seats, state.chat = table, stored.row, stored.seats, stored.chat
        keys = [seat.token_hash for seat in stored.seats if seat.token_hash is not None]
        state.seen = {key: before.seen.get(key, now.ticks) for key in keys}
        same = (stored.row.state, len(stored.log)) == (before.row.state, self._stored)
        if same:
            # Nothing was stored.
            state.trouble, state.halted = True, now.ticks + AFTER_FAILURE
        if same and table is not None:
            state.row.position = None
            state.actions = table.all_actions()
            if state.row.clocks != counted:
                restart_clocks(state, now.ticks)
        elif not same:
            state.undo = None
            enter(state, stored, now, self.ports.rng)
        if self._open is not None and self._open.burns:
            state.starting, state.promises = None, {}
        self._teller.forget()
        self._close(state)
        for seat in {listener.seat for listener in state.listeners.values()}:
            self._teller.follow(state, seat)  # here, since the next news would do it
        step = Step(state, now, self.ports)
        if self._public_state(self._stored) == known:
            step.people()
        else:
            lost = [
                one.number
                for one in state.listeners.values()
                if one.seat is not None and state.seat_of(one.key) is None
            ]
            step.welcome_all()
            for number in lost:
                step.messages.append(("goodbye", number, "kicked"))
            self.state = step.state
        return self.publish(step, now)

    def pending_outbox(self) -> Outbox:
        """Return requests and timer of a table that was just opened, or whose last step could not be published."""
        return self._add_next(Outbox())

    def set_note(self, note: dict[str, str] | None, now: Now) -> Outbox:
        """Tell everybody something about the table that its host knows; None takes it back."""
        step = Step(self.state, now, self.ports)
        self.state.note = note
        step.people()
        return self.publish(step, now)

    # Looking, between steps

    @property
    def seq(self) -> int:
        """Return the length of the log."""
        return self.state.seq

    @property
    def table(self) -> Table | None:
        """Return the game; None before the start."""
        return self.state.table

    def info(self, now: Now) -> Json:
        """Return the table as everybody with the link sees it."""
        return table_info(self.state, self.ports.bounds.away, now.ticks)

    def is_long(self, key: str | None, since: int) -> bool:
        """Return True if the messages for a client that knows the first ``since`` events take long to build."""
        return self._teller.is_long(self.state, self.state.seat_of(key), since)

    def prepare(self, key: str | None, lang: str, since: int, facts: int | None) -> None:
        """Build the next welcome of a client in advance; a host may do it in a thread."""
        self._teller.prepare(self.state, self.state.seat_of(key), lang, since, facts)

    # Inside

    def _put_back(self, step: Step) -> None:
        """Restore the game as it was before a step; discard shares of the shuffle that may be known."""
        if step.mark is not None and self.state.table is not None:
            self.state.table.back_to(step.mark)
        if step.burns:
            self.state.starting, self.state.promises = None, {}

    def _refusal_step(self, step: Step, refusal: Refusal) -> Step:
        found = Step(self.state, step.now, self.ports)
        found.listener, found.message_id, found.refused = step.listener, step.message_id, refusal
        return found

    def _close(self, state: State) -> None:
        self.state, self._open = state, None
        self._stored = state.seq

    def _public_state(self, seq: int) -> Any:
        """Return the public state of the table, for comparison."""
        state = self.state
        seats = [columns_of(seat) for seat in state.seats]
        return state.row.state, seq, seats, [columns_of(line) for line in state.chat]

    def _add_next(self, outbox: Outbox) -> Outbox:
        state, bounds = self.state, self.ports.bounds
        outbox.bot_request = next_bot_request(state, bounds)
        if outbox.bot_request is not None:
            state.thinking = (outbox.bot_request.seat, outbox.bot_request.since)
        action = next_timed_action(state, bounds)
        outbox.wake = None if action is None else action.at
        return outbox


def _state_of(stored: Stored, table: Table | None, ports: Ports, now: Now) -> State:
    """Return the state of a table that has just been read."""
    row = stored.row
    seen = {seat.token_hash: now.ticks for seat in stored.seats if seat.token_hash is not None}
    state = State(game_of(row, ports.games), row, stored.seats, stored.chat, table, seen)
    enter(state, stored, now, ports.rng)
    return state
