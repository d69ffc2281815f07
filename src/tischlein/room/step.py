"""One step of a room: a changed copy of its state, what must be stored first, what is said afterwards, and what comes next by itself."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from tischlein.engine.play.pace import AMONG_BOTS_SECONDS, ANSWER, RACE
from tischlein.engine.play.table import Mark
from tischlein.engine.types import Json
from tischlein.room.events import Now
from tischlein.room.ports import Bounds, Ports
from tischlein.room.refusal import Refusal
from tischlein.room.rows import ChatLine, Columns, Seat, Stored, Writes, copy_of
from tischlein.room.state import State


@dataclass(slots=True, eq=False)
class BotRequest:
    """A question to a bot: ``since`` names it, ``seconds`` is how long the bot may think."""

    seat: int
    since: int
    level: str
    seconds: float


@dataclass(slots=True, eq=False)
class CoachRequest:
    """A question to the coach: a decision as the seat knows it; ``number`` names it."""

    number: int
    game: str
    concealed: bytes  # the record, concealed for the seat
    seat: int
    actions: Sequence[tuple[int, str]]
    payer: str  # the address that asks


@dataclass(slots=True, eq=False)
class Outbox:
    """The work of a host after a step: messages by client, requests, and the next timer."""

    sends: dict[int, list[Any]] = field(default_factory=dict)  # encoded messages by listener, in order
    # Listeners to close, and the goodbye's code.
    dismissals: list[tuple[int, str]] = field(default_factory=list)
    bot_request: BotRequest | None = None
    coach_request: CoachRequest | None = None
    new_tables: list[tuple[Stored, Collection[str] | None]] = field(default_factory=list)
    wake: int | None = None  # in ticks


@dataclass(slots=True, eq=False)
class TimedAction:
    """Something to do, and when; ``action`` is the decision that is made."""

    at: int
    kind: str
    seat: int
    action: int | str = ""


class Step:
    """A change of a room that is not stored yet.

    Handlers change ``state``, a copy, and collect what to store and what to send. Nothing is sent before it is stored.
    """

    def __init__(self, before: State, now: Now, ports: Ports) -> None:
        self.before = before
        self.state = before.copy()
        self.now = now
        self.ports = ports
        self.listener: int | None = None  # who sent the message
        self.message_id: str | None = None
        self.writes: Writes | None = None
        self.later: Writes | None = None  # for servers that share a store; nobody waits for it
        self.costs: list[str] = []  # talk, sync, table, coach: a host may refuse before it stores
        self.result: Json | None = None
        self.refused: Refusal | None = None
        self.mark: Mark | None = None  # of the game before this step
        self.messages: list[tuple[Any, ...]] = []
        self.coach_request: CoachRequest | None = None
        # At a table that this step opens; None: it waits for people.
        self.awaited: Collection[str] | None = None
        # Shares of the shuffle are known: they are never used again, whatever happens to the step.
        self.burns = False
        self.new_game = False  # events are told from the beginning
        # Answered messages; None: with the log's length after it.
        self.remembered: list[tuple[int, str, int | None]] = []
        self._after: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    # Changing

    def set(self, columns: Columns) -> None:
        """Store columns of the table's row, and take them over."""
        state = self.state
        self.ensure_writes().columns.update(columns)
        state.row = copy_of(state.row)
        for name, value in columns.items():
            # The position is for hosts that open the table from the store, and takes 2 to 4 kB.
            setattr(state.row, name, None if name == "position" else value)

    def put_seats(self, seats: list[Seat]) -> None:
        """Store changed seats, and take them over."""
        writes = self.ensure_writes()
        if writes.seats is None:
            writes.seats_before = self.before.seats
        writes.seats = seats
        self.state.seats = seats

    def save(
        self, columns: Columns, seats: list[Seat] | None = None, moved: list[ChatLine] | None = None
    ) -> None:
        """Store settings, seats and the owners of chat lines, and send them to everybody."""
        state, at = self.state, self.now.ticks
        self.set({**columns, "touched": self.now.wall})
        if state.clocks is not None and state.row.state == "playing" and "clocks" not in columns:
            self.set({"clocks": state.left_at(at)})  # whose clock runs may change
        if seats is not None:
            self.put_seats(seats)
        restart_clocks(state, at)
        if moved is not None:
            self.ensure_writes().moved = moved
            state.chat = moved
        self.people()

    def ensure_writes(self) -> Writes:
        """Return what this step stores."""
        if self.writes is None:
            self.writes = Writes(self.state.row.id, self.state.row.code)
        return self.writes

    def on_commit(self, change: Callable[..., None], *given: Any) -> None:
        """Let ``change(state, at, *given)`` happen when the step is stored, at that time: it must not fail."""
        self._after.append((change, given))

    def run_on_commit(self, at: int) -> None:
        """Do what had to wait until the step was stored."""
        for change, given in self._after:
            change(self.state, at, *given)
        for seat, message_id, seq in self.remembered:
            self.state.remember(seat, message_id, self.state.seq if seq is None else seq)

    # Refusing

    def check_host(self, by: int) -> None:
        """Refuse what only the host may do."""
        if self.state.row.host != by:
            raise Refusal("not_host", 403)

    def check_lobby(self) -> None:
        """Refuse what is possible only before the start, and at no table with a shared deal: there all seats are fixed."""
        state = self.state
        if state.row.state != "lobby" or state.row.deal is not None:
            raise Refusal("not_in_lobby", 409)
        if state.starting is not None:
            raise Refusal("starting", 409)

    def check_seat(self, *numbers: int) -> None:
        """Refuse the number of a seat that the table does not have."""
        if max(numbers) >= len(self.state.seats):
            raise Refusal("no_such_seat", 404)

    def limit(self, cost: str) -> None:
        """Let the host decide whether its limits allow this."""
        self.costs.append(cost)

    def answer(self) -> Json | None:
        """Return the result of the step, or raise its refusal."""
        if self.refused is not None:
            raise self.refused
        return self.result

    # Saying

    def people(self) -> None:
        """Send the list of people and seats to everybody, once, however often a step asks for it."""
        self.messages = [one for one in self.messages if one[0] != "people"]
        self.messages.append(("people",))

    def news(self, answer: Json | None = None) -> None:
        """Tell everybody what has happened in the game; ``answer`` goes to the sender of the message with it."""
        self.messages.append(("news", answer))

    def all(self, message: Json) -> None:
        """Send a message to everybody."""
        self.messages.append(("all", message))

    def to(self, listener: int | None, message: Json) -> None:
        """Send a message to one listener."""
        if listener is not None:
            self.messages.append(("to", listener, message))

    def reply(self, message: Json) -> None:
        """Answer the sender of the message."""
        self.to(self.listener, message)

    def welcome(self, listener: int, since: int, steps: int) -> None:
        """Tell one listener everything that has happened after event number ``since``, with facts after this many steps."""
        self.messages.append(("welcome", listener, since, steps))

    def welcome_all(self) -> None:
        """Tell everybody everything, at the seats that they have now."""
        state = self.state
        state.listeners = {number: copy_of(one) for number, one in state.listeners.items()}
        for listener in state.listeners.values():
            listener.seat = state.seat_of(listener.key)
            self.welcome(listener.number, 0, 0)

    def dismiss(self, seats: Collection[int | None], code: str) -> None:
        """Send a goodbye to all clients in these seats."""
        for listener in self.state.listeners.values():
            if listener.seat in seats:
                self.messages.append(("goodbye", listener.number, code))


def restart_clocks(state: State, at: int) -> None:
    """Start the clocks from their stored values."""
    clocks, left = state.clocks, state.row.clocks
    if clocks is not None and left is not None and state.row.state == "playing":
        state.clocks = clocks.running_from(left, at)


# What comes next by itself


def next_timed_action(state: State, bounds: Bounds) -> TimedAction | None:
    """Return the next timed action."""
    found = _all_timers(state, bounds)
    first = None
    for one in found:
        if first is None or one.at < first.at:
            first = one
    if first is not None and first.at < state.halted:
        first.at = state.halted
    return first


def next_bot_request(state: State, bounds: Bounds) -> BotRequest | None:
    """Return the question that a bot should think about now, unless it does so already."""
    seat = _next_bot(state, bounds)
    if seat is None or state.undo is not None:
        return None
    since = state.unchanged_since[seat]
    if state.thinking == (seat, since) or _has_decision(state, seat):
        return None
    seconds = bounds.instant_seconds if state.row.pace == "instant" else bounds.seconds
    if state.only_bots_left:
        seconds = AMONG_BOTS_SECONDS
    return BotRequest(seat, since, state.seats[seat].level or state.row.stand_in, seconds)


def _all_timers(state: State, bounds: Bounds) -> Sequence[TimedAction]:
    for seat in state.coming_back:
        if not state.is_out_of_time(seat):  # the bot has decided, or nobody asks that any more
            return [TimedAction(0, "back", seat)]
    if state.row.state == "lobby":
        if state.starting is not None:
            return [TimedAction(state.starting.until, "start", -1)]
        return absent_host(state, bounds.away)
    if state.table is None or state.row.state != "playing":
        return []
    undo = state.undo
    if undo is not None:
        # The game rests until that is settled, but for the asker's clock.
        own = [due for due in _clocks(state) if due.seat == undo.seat]
        return own if undo.until is None else [*own, TimedAction(undo.until, "undo", undo.seat)]
    if state.seq >= bounds.rows:
        return []  # no more moves are taken
    return [*_bots(state, bounds), *_standing_answers(state), *_clocks(state)]


def absent_host(state: State, away: int) -> list[TimedAction]:
    """Return when the host of a lobby has been away for so long that a connected player becomes the host."""
    host = state.row.host
    if host is None or not any(state.is_here(seat) for seat in state.persons()):
        return []
    at = state.long_away(host, away)
    return [] if at is None else [TimedAction(at, "host", host)]


def _next_bot(state: State, bounds: Bounds) -> int | None:
    """Return the seat of the bot that decides next; bots do not play when everybody has gone, except in an evening."""
    table = state.table
    if table is None or state.row.state != "playing" or state.seq >= bounds.rows:
        return None
    bots = [seat for seat in state.waiting if state.is_bot(seat)]
    if not bots or not (state.persons() or state.listeners or state.row.of_evening):
        return None
    return table.actor if table.actor in bots else bots[0]


def _has_decision(state: State, seat: int) -> bool:
    thought = state.bot_decision
    return thought is not None and (thought.seat, thought.since) == (seat, state.unchanged_since[seat])


def _bots(state: State, bounds: Bounds) -> list[TimedAction]:
    """Return when the next bot shows what it has chosen: players who may still do something optional come first."""
    seat, thought = _next_bot(state, bounds), state.bot_decision
    if seat is None or thought is None or not _has_decision(state, seat):
        return []
    at = max(state.ready_at[seat], thought.began + thought.takes)
    for other in state.waiting:
        if other not in state.obliged and not state.is_bot(other) and other != seat:
            at = max(at, state.asked_at[other] + RACE)
    return [TimedAction(at, "bot", seat, thought.action)]


def _standing_answers(state: State) -> list[TimedAction]:
    """Return the legal standing answers of seats that have switched them on."""
    found = []
    for seat in state.waiting:
        preferences = state.seats[seat].preferences
        wanted = [action for name, action in state.game.turns.answers.items() if preferences.get(name)]
        legal = [action.text for action in state.actions[seat]] if wanted else []
        found += [
            TimedAction(state.asked_at[seat] + ANSWER, "answer", seat, action)
            for action in wanted
            if action in legal
        ]
    return found


def _clocks(state: State) -> list[TimedAction]:
    clocks = state.clocks
    if clocks is not None:
        return [TimedAction(clocks.at + clocks.left[seat], "clock", seat) for seat in state.running]
    if state.row.timer is None:
        return []
    allowed = 1000 * state.row.timer
    return [TimedAction(state.asked_at[seat] + allowed, "clock", seat) for seat in state.running]
