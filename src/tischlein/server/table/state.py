"""The state of one table: its seats, who is asked to decide, the clocks, and an open question about an undo.

Nothing in here waits, stores or sends, and the time is handed in: ``at`` is in milliseconds of a clock that never goes back.
"""

from __future__ import annotations

import random
from collections import Counter, OrderedDict
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, field

from tischlein.engine.game import Game
from tischlein.engine.play.legality import Action, obliged
from tischlein.engine.play.pace import AMONG_BOTS, hesitation
from tischlein.engine.play.table import Table
from tischlein.engine.types import OptionValue
from tischlein.room.rows import BY_CLOCK, Columns, Entry, Line, Seat, Stored
from tischlein.server.table.advice_taken import AdviceTaken
from tischlein.server.table.asked import asked_since
from tischlein.server.table.clocks import Answered, Clocks, resumed

REMEMBERED = 32  # answered messages per seat, so that they can be repeated without harm


@dataclass
class UndoQuestion:
    """Somebody wants to take a decision back, and the others think about it."""

    seat: int
    open: list[int]  # those who have not agreed yet
    message_id: str
    since: int
    until: int


@dataclass(frozen=True)
class TakenBack:
    """What an undo takes back."""

    seats: Collection[int]  # whose decisions
    first: int  # of the steps that they made
    agreed: bool = False  # everybody was asked
    resumed: tuple[int, int] | None = None  # a seat whose clock goes on from a time in the past


def _apart(step: int | TakenBack | None) -> tuple[int | None, TakenBack | None]:
    """The seat that has decided, or what was taken back."""
    return (None, step) if isinstance(step, TakenBack) else (step, None)


@dataclass
class Starting:
    """A start that waits for shares: first until everybody who is expected has promised one, then until all are revealed."""

    # The numbers of the seats in the game by those that they have now. Everything else about them may still change.
    places: dict[int, int]
    until: int
    awaited: set[str] = field(default_factory=set)  # whose promises are expected, by the hash of the token
    promises: list[str | None] | None = None  # by the seats' new numbers, when they no longer change
    shares: list[str | None] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Has everybody revealed who has promised?"""
        promises = self.promises or []
        return all(
            share is not None for share, promised in zip(self.shares, promises, strict=True) if promised
        )


class TableState:
    """A table and everybody at it."""

    def __init__(self, game: Game, stored: Stored, table: Table | None, at: int, wall: int) -> None:
        self.game = game
        self.row = stored.row
        self.seats: list[Seat] = stored.seats
        self.chat: list[Line] = stored.chat
        self.log: list[Entry] = stored.log
        self.advice = AdviceTaken(stored.advice)
        self.table = table
        # Per person, whatever the number of the seat becomes: connections now, and when they were last known to be here.
        self.connected: Counter[str | None] = Counter()
        self.seen = {seat.token_hash: at for seat in self.seats if seat.token_hash is not None}
        self.undo: UndoQuestion | None = None
        # Per seat: where the table stood when its last undo was not agreed to.
        self.undo_refused: dict[int, int] = {}
        # Until when nobody sits down from these addresses, or with these names: the host has sent somebody away.
        self.sent_away: dict[str, int] = {}
        # Per person: the promise of a share of the shuffle, and a start that waits for shares.
        self.promises: dict[str, str] = {}
        self.starting: Starting | None = None
        # Per seat: the messages that were answered, with the sequence number after each.
        self.answered: list[OrderedDict[str, int]] = []
        self.waiting: tuple[int, ...] = ()
        self.obliged: set[int] = set()
        self.actions: dict[int, list[Action]] = {}
        # Per seat whose time was up: the question that a bot answers for it.
        self.out_of_time: dict[int, int] = {}
        self.coming_back: set[int] = set()  # of these: people who are there again, and wait for that answer
        self._taken_up: dict[int, int] = {}  # per seat: the question to which somebody came back
        self.unchanged_since: list[int] = []  # per seat: the sequence number since which it is asked the same
        self.asked_at: list[int] = []  # per seat: since when it has been asked to decide
        self.ready_at: list[int] = []  # per seat: when a bot there may answer
        self._by_clock: dict[int, int] = {}
        self._asked_before: list[list[Answered]] = []  # per seat: its last decisions
        self.clocks: Clocks | None = None  # where there is a time for the whole game
        self.enter(at, wall)

    # Looking

    @property
    def seq(self) -> int:
        return len(self.log)

    @property
    def names(self) -> list[str]:
        return [seat.name or f"{seat.seat + 1}" for seat in self.seats]

    def is_bot(self, seat: int) -> bool:
        """Does a bot decide for this seat now?"""
        return self.seats[seat].kind == "bot" or self.seats[seat].standing_in

    def persons(self) -> list[int]:
        """Seats where a person decides now."""
        return [seat.seat for seat in self.seats if seat.kind == "person" and not seat.standing_in]

    @property
    def played_out(self) -> bool:
        """Are only bots left in the game, with people who look on?"""
        table, persons = self.table, self.persons()
        return table is not None and bool(persons) and all(table.is_out(seat) for seat in persons)

    def together(self, one: int, other: int) -> bool:
        """The same seat, or people who share a device: they agree among themselves."""
        device = self.seats[one].device
        return one == other or (device is not None and device == self.seats[other].device)

    def seat_of(self, token_hash: str | None) -> int | None:
        if token_hash is None:
            return None
        return next((seat.seat for seat in self.seats if seat.token_hash == token_hash), None)

    def is_here(self, seat: int) -> bool:
        """Is the person of this seat connected?"""
        token_hash = self.seats[seat].token_hash
        return token_hash is not None and self.connected[token_hash] > 0

    @property
    def audience(self) -> int:
        """How many are connected, spectators included."""
        return self.connected.total()

    @property
    def attended(self) -> bool:
        """Is anybody here who has a seat?"""
        return any(self.is_here(seat.seat) for seat in self.seats)

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options of the game; while it starts, as they will be when seats are closed."""
        options = self.row.options
        return options if self.starting is None else self.game.with_places(options, self.starting.places)

    def copy_of_seats(self) -> list[Seat]:
        return [copy(seat) for seat in self.seats]

    @property
    def running(self) -> list[int]:
        """Seats whose clocks run, where there are clocks."""
        return [seat for seat in sorted(self.obliged) if not self.is_bot(seat)]

    def left_at(self, at: int) -> list[int]:
        """What every seat has left for the game; during a question only the clock of whoever asks runs on."""
        assert self.clocks is not None  # noqa: S101 — for the type checker: the caller has looked
        if self.undo is None:
            return self.clocks.left_at(at, self.running)
        return self.clocks.left_in_question(self.undo.since, self.undo.seat, at, self.running)

    def time_left(self, seat: int, at: int) -> int | None:
        """Milliseconds that a person has left for the decision or the game; none without a clock; as ``left_at``."""
        if self.clocks is not None and self.row.state == "playing":
            person = self.seats[seat].kind == "person" and not self.is_bot(seat)
            return self.left_at(at)[seat] if person else None
        if self.row.timer is None or seat not in self.obliged or self.is_bot(seat):
            return None
        if self.undo is not None and self.undo.seat != seat:
            at = self.undo.since
        return max(0, self.asked_at[seat] + 1000 * self.row.timer - at)

    def has_used_up(self, seat: int, at: int) -> bool:
        """Has somebody who plays while others think about an undo taken more time than there was, with that time counted?"""
        if seat not in self.running or self.undo is None or self.undo.seat == seat:
            return False
        if self.clocks is not None:
            return self.clocks.left_at(at, self.running)[seat] == 0
        return self.row.timer is not None and self.asked_at[seat] + 1000 * self.row.timer <= at

    def is_out_of_time(self, seat: int) -> bool:
        """Does a bot answer because of the clock? Only the question for which time was up, if it is still asked."""
        return seat in self.waiting and self.out_of_time.get(seat) == self.unchanged_since[seat]

    def asked_before(self, seat: int) -> tuple[int, int] | None:
        """A seat, and when it was asked to decide what it decided last; None when somebody else has decided since.

        Who takes back thinks about the same question again, and has no more time for it than before.
        """
        return (seat, self._asked_before[seat][-1].since) if self._asked_before[seat] else None

    @property
    def by_clock(self) -> dict[int, int]:
        """The steps of the game that a bot has decided because time was up, in their order, and for which seat."""
        return self._by_clock

    def may_ask(self, seat: int) -> bool:
        """May this seat ask the coach? Who is alone with bots always may."""
        others = [other for other in self.seats if other.kind == "person" and other.seat != seat]
        return self.row.deal is None and (self.advice.allowed or not others)

    # Coming and going

    def connect(self, token_hash: str | None) -> None:
        self.connected[token_hash] += 1

    def disconnect(self, token_hash: str | None, at: int) -> None:
        self.connected[token_hash] -= 1
        if self.connected[token_hash] <= 0:
            del self.connected[token_hash]
        if token_hash is not None and self.seat_of(token_hash) is not None:
            self.seen[token_hash] = at

    # Changing

    def set(self, changes: Columns) -> None:
        """Take over columns of the table's row that have been stored; the position is for whoever opens the table from the store."""
        for name, value in changes.items():
            setattr(self.row, name, None if name == "position" else value)

    def reload(self, stored: Stored, table: Table | None, at: int, wall: int) -> None:
        """Go back to what is stored; where that is the same game, everybody is asked as before, and has as much time."""
        same = (stored.row.state, len(stored.log)) == (self.row.state, self.seq)
        counted = self.row.clocks
        self.row, self.seats, self.log, self.chat = stored.row, stored.seats, stored.log, stored.chat
        self.advice = AdviceTaken(stored.advice)
        self.table = table
        if not same:
            self.enter(at, wall)
            return
        self.advice.read(self.log, self.row.base)
        if self.row.clocks != counted:
            self.recount(at)

    def enter(self, at: int, wall: int) -> None:
        """The game is new, or was read from the store: every question starts now. ``wall`` is the time of day."""
        self.row.position = None  # it has been read, and takes 2 to 4 kB
        seats = len(self.seats)
        self.answered = [OrderedDict() for _ in range(seats)]
        for row in self.log:
            if row.message_id and row.seat >= 0:
                self.remember(row.seat, row.message_id, row.seq)
        self._by_clock = {}
        self._note_by_clock(self.log[self.row.base :])
        self.advice.read(self.log, self.row.base)
        self.out_of_time, self.coming_back, self._taken_up = {}, set(), {}
        self.waiting, self.obliged, self.actions = (), set(), {}
        self.unchanged_since, self.asked_at, self.ready_at = [self.seq] * seats, [at] * seats, [0] * seats
        self._asked_before = [[] for _ in range(seats)]
        if self.undo is not None:
            self.undo.since = at
        self.clocks = None
        if self.row.clocks is not None:
            # They rest while no server runs.
            self.clocks = Clocks(1000 * self.row.increment, list(self.row.clocks), at)
        if self.table is not None:
            self.look_around(None, at)
            self.table.rest()
            rows = self.log[self.row.base :] or self.log[-1:]
            if self.row.unhurried and rows:
                # Who has a day gets no second one because the server was started again.
                since = asked_since(self.table, rows, self.actions)
                self.asked_at = [at - max(0, wall - asked) for asked in since]

    def moved_on(self, rows: Sequence[Entry], step: int | TakenBack, at: int) -> None:
        """The log has grown: a seat has decided, or decisions were taken back."""
        decided, undone = _apart(step)
        self.log += rows
        self._note_by_clock(rows)
        self.advice.note(rows)
        if decided is not None:
            self._note_when_asked(decided, at)
        if self.clocks is not None:
            number = rows[0].seq - self.row.base - 1
            first = undone.first if undone else None
            self.clocks.go_on(list(self.row.clocks or []), at, number, decided, first)
        self.look_around(decided, at, undone.seats if undone else ())
        if undone and undone.resumed is not None:
            seat, since = undone.resumed
            self.asked_at[seat] = since
            self._asked_before[seat].pop()

    def next_clocks(self, step: int | TakenBack, at: int) -> list[int]:
        """What the clocks show after a step that the game in memory has made already."""
        assert self.clocks is not None  # noqa: S101 — for the type checker: the caller has looked
        assert self.table is not None  # noqa: S101 — likewise
        decided, undone = _apart(step)
        left = self.left_at(at)
        if decided is not None:
            # Also during a question about an undo: whoever plays meanwhile has not rested.
            left[decided] = self.clocks.left_at(at, self.running)[decided]
        if undone and undone.resumed is not None:
            seat = undone.resumed[0]
            latest = self.row.base + undone.first
            all_along = [other for other, asked in enumerate(self.unchanged_since) if asked <= latest]
            left = resumed(left, self._asked_before[seat][-1], seat, at, all_along)
        elif undone:
            left = self.clocks.taken_back(left, undone.first)
        done = decided in self.running and decided not in obliged(self.game, self.table.all_actions())
        return self.clocks.decided(left, decided, done)

    def recount(self, at: int) -> None:
        """What is left on the clocks has been stored: they run on from there."""
        if self.clocks is not None and self.row.clocks is not None:
            self.clocks.left, self.clocks.at = list(self.row.clocks), at
            if self.undo is not None:
                self.clocks.count_from_question(self.undo.since, self.undo.seat, self.running)

    def look_around(self, decided: int | None, at: int, taken_back: Collection[int] = ()) -> None:
        """Find out who may decide what now, and for whom that is new: for everybody, if nobody has decided or taken back."""
        table = self.table
        if table is None:
            return
        previous = self.actions
        self.actions = table.all_actions()
        self.waiting = tuple(self.actions)
        self.obliged = obliged(self.game, self.actions)
        everybody = range(len(self.seats))
        asked_again = taken_back or (everybody if decided is None else (decided,))
        for seat in everybody:
            # Where everybody decides at once, what others do meanwhile leaves a question as it was.
            if seat in asked_again or self.actions.get(seat) != previous.get(seat):
                self.unchanged_since[seat] = self.seq
                self.asked_at[seat] = at
                self.ready_at[seat] = at + self.pace(seat, decided)

    def pace(self, seat: int, decided: int | None) -> int:
        """How long a bot hesitates, in milliseconds; a turn's first decision takes the longest."""
        if self.played_out or (self.row.pace == "instant" and not self.persons()):
            return AMONG_BOTS
        optional = seat in self.waiting and seat not in self.obliged
        return hesitation(self.row.pace, optional, seat == decided, random.randrange)

    def takes_up_again(self, seat: int) -> bool:
        """Somebody comes back to a question: is it the first time? To go and come back again and again gives no more time."""
        first = self._taken_up.get(seat) != self.unchanged_since[seat]
        self._taken_up[seat] = self.unchanged_since[seat]
        return first

    def remember(self, seat: int, message_id: str, seq: int) -> None:
        """A message was answered: the same again changes nothing."""
        self.answered[seat][message_id] = seq
        if len(self.answered[seat]) > REMEMBERED:
            self.answered[seat].popitem(last=False)

    def settle_undo(self, at: int, step: int | TakenBack | None = None) -> UndoQuestion | None:
        """A question about an undo is over, if there was one, perhaps by a step; the others' clocks go on from where they were."""
        if self.undo is None:
            return None
        question, self.undo = self.undo, None
        decided, undone = _apart(step)
        if undone and undone.agreed:
            self._asked_before[question.seat].clear()
        pause = at - question.since
        # Whoever is short of time gets none by asking, and whoever played meanwhile has not rested.
        self.asked_at = [
            asked if seat in (question.seat, decided) else asked + pause
            for seat, asked in enumerate(self.asked_at)
        ]
        if self.clocks is not None:
            self.clocks.end_question(pause, question.seat, self.running)
        return question

    def _note_by_clock(self, rows: Sequence[Entry]) -> None:
        self._by_clock.update(
            (row.seq - self.row.base - 1, row.seat) for row in rows if row.message_id == BY_CLOCK
        )

    def _note_when_asked(self, decided: int, at: int) -> None:
        left = [] if self.clocks is None else self.clocks.charged
        for seat, earlier in enumerate(self._asked_before):
            if seat == decided:
                earlier.append(Answered(self.asked_at[seat], at, left))
            elif not self.is_bot(decided):
                earlier.clear()
