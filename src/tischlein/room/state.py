"""The state of a table: what is stored of it, who is connected, who is asked to decide, and what is under way.

A step works on a copy, so what a step changes is replaced, never changed in place, but for what is copied with the state.
Exceptions: `answered` remembers which messages were answered, and after a commit `Listener.told` counts what was sent.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from tischlein.engine.game import Game
from tischlein.engine.play.legality import Action
from tischlein.engine.play.table import Table
from tischlein.engine.play.undo import obstacle
from tischlein.engine.texts.words import mark_names
from tischlein.room.advice_log import AdviceLog
from tischlein.room.clocks import Clocks, PastDecision
from tischlein.room.events import BotDecided
from tischlein.room.rows import ChatLine, Row, Seat, copy_of

# Answered messages per seat that are remembered, so that they can be repeated without harm.
REMEMBERED = 32
# What a step changes in place, in its copy of the state.
CHANGED_IN_PLACE = (
    "undo_refused", "undos_in_a_row", "unchanged_since", "asked_at", "ready_at", "out_of_time", "coming_back", "taken_up", "earlier",
    "questions", "asking",
)  # fmt: skip


@dataclass(slots=True, eq=False)
class Listener:
    """A connected client; ``told`` is the number of the last event that it was sent, ``steps`` that of the steps, ``facts``: it wants these too."""

    number: int
    seat: int | None
    key: str | None
    lang: str
    address: str = ""
    promise: str | None = None  # of a share of the shuffle, made on this connection
    told: int = 0
    steps: int = 0
    facts: bool = False


@dataclass(slots=True, eq=False)
class UndoRequest:
    """A player asks to take a decision back; ``open`` are the seats that have not agreed yet."""

    seat: int
    open: Sequence[int]
    message_id: str
    since: int
    # None where nobody plays on time: the question stays until it is answered, or a player moves.
    until: int | None


@dataclass(slots=True, eq=False)
class UndoPlan:
    """The steps that an undo takes back."""

    seats: Collection[int]  # whose decisions
    steps: Sequence[int]  # their places in the history, ascending
    agreed: bool = False  # everybody was asked
    resumed: int | None = None  # a seat whose clock goes on as if it had not decided

    @property
    def first(self) -> int:
        """Return the place of the first step that is taken back."""
        return self.steps[0]


@dataclass(slots=True, eq=False)
class Starting:
    """A start that waits for shares: until all expected players have promised one, then until all are revealed."""

    places: dict[int, int]  # the seats' numbers in the game by those that they have now
    until: int
    awaited: Collection[str] = ()  # keys of the players whose promises are expected
    promises: Sequence[str | None] | None = None  # by the seats' new numbers, when they no longer change
    shares: Sequence[str | None] = ()

    @property
    def complete(self) -> bool:
        """Return True if every promised share is revealed."""
        promises = self.promises or []
        return all(
            share is not None for share, promised in zip(self.shares, promises, strict=True) if promised
        )


@dataclass(slots=True, eq=False)
class State:
    """A table and everybody at it."""

    game: Game
    row: Row
    seats: list[Seat]
    chat: list[ChatLine]
    table: Table | None
    seen: dict[str, int]  # when each key was last connected
    advised: AdviceLog = field(default_factory=AdviceLog)
    note: dict[str, str] | None = None  # for everybody at the table
    trouble: bool = False  # the last step could not be stored
    halted: int = 0  # bots and clocks do nothing before this time
    # People
    listeners: dict[int, Listener] = field(default_factory=dict)
    here: dict[str, int] = field(default_factory=dict)  # connections per key
    # Until when no one sits down from an address, or with a name.
    sent_away: dict[str, int] = field(default_factory=dict)
    # The start
    promises: dict[str, str] = field(default_factory=dict)  # of shares, by key
    starting: Starting | None = None
    # Undo
    undo: UndoRequest | None = None
    # Per seat: the log's length and how its last question ended.
    undo_refused: dict[int, tuple[int, str]] = field(default_factory=dict)
    undos: int = 0  # in this game
    undos_in_a_row: list[int] = field(default_factory=list)  # per seat, since another person has decided
    # Who is asked what
    # Per seat: ids of messages, and the log's length after each; changed on commit only.
    answered: list[dict[str, int]] = field(default_factory=list)
    waiting: tuple[int, ...] = ()
    obliged: Collection[int] = ()
    actions: dict[int, list[Action]] = field(default_factory=dict)
    # Per seat: the log's length since which it is asked the same.
    unchanged_since: list[int] = field(default_factory=list)
    asked_at: list[int] = field(default_factory=list)
    ready_at: list[int] = field(default_factory=list)  # when a bot there may answer
    # Per seat whose time was up: the question that a bot answers for it.
    out_of_time: dict[int, int] = field(default_factory=dict)
    # Of these: players who are back, and wait for that answer.
    coming_back: set[int] = field(default_factory=set)
    # Per seat: the question to which its player came back.
    taken_up: dict[int, int] = field(default_factory=dict)
    # Steps decided because time was up, and their seats.
    by_clock: list[tuple[int, int]] = field(default_factory=list)
    # Per seat: its last decisions, since another person has decided.
    earlier: list[Sequence[PastDecision]] = field(default_factory=list)
    clocks: Clocks | None = None  # where there is a time for the whole game
    # Bots and the coach
    thinking: tuple[int, int] | None = None  # the seat and the question that a bot thinks about
    bot_decision: BotDecided | None = None  # a choice that waits for its time
    # Per seat: the number of its last question to the coach, and the question.
    questions: dict[int, tuple[int, Any]] = field(default_factory=dict)
    # Per such number: listeners that wait, with the ids of their messages.
    asking: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    advice: dict[int, Any] = field(default_factory=dict)  # per such number: the answer
    coach_requests: int = 0  # questions so far

    def copy(self) -> State:
        """Return a copy that can be changed while this one stays as it is."""
        new = copy_of(self)
        for name in CHANGED_IN_PLACE:
            setattr(new, name, getattr(self, name).copy())
        return new

    # Looking

    @property
    def seq(self) -> int:
        """Return the length of the log."""
        return 0 if self.table is None else self.row.base + len(self.table.past.steps)

    @property
    def names(self) -> list[str]:
        """Return the players' names by seat."""
        return [seat.name or str(seat.seat + 1) for seat in self.seats]

    @property
    def marked_names(self) -> list[str]:
        """Return the players' names for sentences that clients get."""
        return mark_names(self.names)

    def is_bot(self, seat: int) -> bool:
        """Return True if a bot decides for this seat now."""
        return self.seats[seat].kind == "bot" or self.seats[seat].standing_in

    def persons(self) -> list[int]:
        """Return the seats where a person decides now."""
        return [seat.seat for seat in self.seats if seat.kind == "person" and not seat.standing_in]

    @property
    def only_bots_left(self) -> bool:
        """Return True if only bots are left in the game while people watch."""
        table, persons = self.table, self.persons()
        return table is not None and bool(persons) and all(table.is_out(seat) for seat in persons)

    def together(self, one: int, other: int) -> bool:
        """Return True for the same seat and for people who share a device: they agree among themselves."""
        device = self.seats[one].device
        return one == other or (device is not None and device == self.seats[other].device)

    def seat_of(self, key: str | None) -> int | None:
        """Return the seat that a key opens."""
        if key is not None:
            for seat in self.seats:
                if seat.token_hash == key:
                    return seat.seat
        return None

    def is_here(self, seat: int) -> bool:
        """Return True if the person of this seat is connected."""
        return self.here.get(self.seats[seat].token_hash or "", 0) > 0

    def long_away(self, seat: int, away: int) -> int | None:
        """Return when a disconnected player has been away for ``away`` milliseconds; None for everybody else."""
        key = self.seats[seat].token_hash
        return None if key is None or self.is_here(seat) else self.seen[key] + away

    def until_stand_in(self, seat: int, away: int, at: int) -> int | None:
        """Return the milliseconds until a bot may be asked to play for this seat; None where it may not."""
        if self.row.state != "playing" or self.row.unhurried or self.seats[seat].standing_in:
            return None
        then = self.long_away(seat, away)
        return None if then is None else max(0, then - at)

    @property
    def watching(self) -> int:
        """Return the number of spectators."""
        return len(self.listeners) - sum(self.here.values())

    @property
    def attended(self) -> bool:
        """Return True if a person with a seat is connected."""
        return any(self.is_here(seat.seat) for seat in self.seats)

    @property
    def options(self) -> dict[str, Any]:
        """Return the options of the game; during a start, as they will be when seats are closed."""
        options = self.row.options
        return options if self.starting is None else self.game.with_places(options, self.starting.places)

    def copy_of_seats(self) -> list[Seat]:
        """Return copies of all seats."""
        return [copy_of(seat) for seat in self.seats]

    @property
    def running(self) -> list[int]:
        """Return the seats whose clocks run, unless others think about an undo."""
        return [seat for seat in sorted(self.obliged) if not self.is_bot(seat)]

    def left_at(self, at: int) -> list[int]:
        """Return the time that every seat has left for the game."""
        if self.clocks is None:
            return []
        running = self.running
        if self.undo is not None:
            running = [seat for seat in running if seat == self.undo.seat]
        return self.clocks.left_at(at, running)

    def count_clocks(self, at: int) -> None:
        """Start the clocks for the game from their present values."""
        if self.clocks is not None:
            self.clocks = self.clocks.running_from(self.left_at(at), at)

    def not_rested(self, seat: int, at: int) -> int:
        """Return the milliseconds of a pending undo request in which a player's clock has rested, but would have run."""
        undo = self.undo
        return at - undo.since if undo is not None and seat != undo.seat and seat in self.running else 0

    def time_left(self, seat: int, at: int) -> int | None:
        """Return the milliseconds that a person has left for the decision or the game; None without a clock."""
        if self.clocks is not None and self.row.state == "playing":
            person = self.seats[seat].kind == "person" and not self.is_bot(seat)
            return self.left_at(at)[seat] if person else None
        if self.row.timer is None or seat not in self.obliged or self.is_bot(seat):
            return None
        if self.undo is not None and self.undo.seat != seat:
            at = self.undo.since
        return max(0, self.asked_at[seat] + 1000 * self.row.timer - at)

    def has_used_up(self, seat: int, at: int) -> bool:
        """Return True if the player's clock has run out, counting time spent on a pending undo request."""
        rested, left = self.not_rested(seat, at), self.time_left(seat, at)
        return rested > 0 and left is not None and left <= rested

    def is_out_of_time(self, seat: int) -> bool:
        """Return True if a bot answers the present question of this seat because time was up."""
        return seat in self.waiting and self.out_of_time.get(seat) == self.unchanged_since[seat]

    def may_ask(self, seat: int) -> bool:
        """Return True if this seat may ask the coach; a person alone with bots always may."""
        others = [other for other in self.seats if other.kind == "person" and other.seat != seat]
        return self.row.deal is None and (self.advised.allowed or not others)

    def may_take_back(self, seat: int) -> bool:
        """Return True if a seat may take its last decision back: with a shared deal, only if nothing was shown since."""
        table = self.table
        if table is None or self.row.deal is None:
            return table is not None
        place = table.last_decision(seat)
        return place is not None and not obstacle(table.game, table.past, seat, place, range(table.seats))

    # Changing

    def remember(self, seat: int, message_id: str, seq: int) -> None:
        """Remember that a message was answered: the same again changes nothing."""
        known = self.answered[seat]
        known[message_id] = seq
        if len(known) > REMEMBERED:
            known.pop(next(iter(known)))

    def count_here(self) -> None:
        """Count the connections per key."""
        here: dict[str, int] = {}
        for listener in self.listeners.values():
            if listener.key is not None:
                here[listener.key] = here.get(listener.key, 0) + 1
        self.here = here
