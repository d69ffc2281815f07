"""One live table: the game, its seats, who is connected, and the door through which every decision goes.

Whatever reads or changes the game holds ``lock``. A decision is tried on the game in memory, stored, and only then told. If it cannot be
stored, the game is rebuilt from what is; if that fails too, the room is given up, and whoever comes next opens the table anew.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from tischlein.bots import Bot
from tischlein.engine.table import Table
from tischlein.engine.undo import last_decision
from tischlein.games import GAMES
from tischlein.server import queries
from tischlein.server.clock import now
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.info import table_info
from tischlein.server.opening import restored
from tischlein.server.protocol.server import Action, ChatLine, News, People, UndoAnswered, UndoAsk, Welcome
from tischlein.server.protocol.shared import Words
from tischlein.server.rows import ChatRow, LogRow, SeatRow, Stored

if TYPE_CHECKING:
    from tischlein.server.house import House

logger = logging.getLogger("tischlein.server")
encode = msgspec.json.Encoder().encode

REMEMBERED = 32  # answered messages per seat, so that they can be repeated without harm
# The one action that a seat may leave undone while another plays on. L7
OPTIONAL = "draw"


class Listener(Protocol):
    """Somebody who is connected."""

    seat: int | None
    told: int
    token_hash: str | None

    def send(self, data: bytes) -> None: ...
    def dismiss(self, code: str) -> None: ...


class Door(asyncio.Lock):
    """The lock of a room. Nobody comes into one that has been given up: a newer one may stand for the same table."""

    shut = False

    async def __aenter__(self) -> None:
        await super().__aenter__()
        if self.shut:
            self.release()
            raise Refusal("store", 503)


@dataclass
class Question:
    """Somebody's wish to take back, while the others think about it."""

    ask: UndoAsk
    said: str  # the id of the message
    since: int
    until: int


class Room:
    """A table and everybody at it."""

    def __init__(self, house: House, stored: Stored, table: Table | None, note: Words | None = None) -> None:
        self.house = house
        self.row = stored.table
        self.seats: list[SeatRow] = stored.seats
        self.chat: list[ChatRow] = stored.chat
        self.game = GAMES[self.row.game]
        self.table = table
        self.log: list[LogRow] = stored.log
        self.note = note
        self.lock = Door()
        self.changed = asyncio.Event()
        self.listeners: set[Listener] = set()
        self.quiet_since = now()
        # Per person, whatever the number of the seat becomes: when they were last known to be here.
        self.seen = {seat.token_hash: now() for seat in self.seats if seat.token_hash is not None}
        self.minds: dict[int, Bot] = {}
        self.undo: Question | None = None
        # Per seat: where the table stood when its last undo was not agreed to.
        self.said_no: dict[int, int] = {}
        self._told: dict[int | None, list[msgspec.Raw]] = {}
        self.said: list[OrderedDict[str, int]] = []
        self.waiting: tuple[int, ...] = ()
        self.obliged: set[int] = set()
        self.actions: dict[int, list[Action]] = {}
        self.fresh: list[int] = []  # per seat: the sequence number since which nothing has changed for it
        self.asked: list[int] = []  # per seat: since when it has been asked to decide
        self.ready: list[int] = []  # per seat: when a bot there may answer
        self._earlier: list[list[int]] = []  # per seat: when it was asked for its last decisions
        self.enter()

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

    def together(self, one: int, other: int) -> bool:
        """The same seat, or people who share a device: they agree among themselves."""
        device = self.seats[one].device
        return one == other or (device is not None and device == self.seats[other].device)

    def seat_of(self, token_hash: str | None) -> int | None:
        if token_hash is None:
            return None
        return next((seat.seat for seat in self.seats if seat.token_hash == token_hash), None)

    def moment(self, seat: int | None, since: int) -> dict[str, Any]:
        """The table as a seat may know it; all of it comes from the seat's own view and events."""
        if self.table is None:
            return {
                "seq": 0,
                "told": 0,
                "events": [],
                "view": None,
                "actions": [],
                "waiting": [],
                "scores": [],
                "over": False,
                "winners": [],
                "clock": [None] * len(self.seats),
                "can_undo": False,
            }
        view = self.table.view(seat)
        events = self.events(seat)
        return {
            "seq": self.seq,
            "told": len(events),
            "events": events[since:],
            "view": view,
            "actions": self.actions.get(seat, []) if seat is not None else [],
            "waiting": view["waiting"],
            "scores": view["scores"],
            "over": self.table.over,
            "winners": view["winners"],
            "clock": [self.time_left(other) for other in range(len(self.seats))],
            "can_undo": seat is not None and last_decision(self.table, seat) is not None,
        }

    def events(self, seat: int | None) -> list[msgspec.Raw]:
        """All that a seat was told, in writing: each event is made once, however often somebody comes back."""
        told = self._told.setdefault(seat, [])
        if self.table is not None:
            told += [msgspec.Raw(encode(event)) for event in self.table.events(seat, len(told))]
        return told

    def time_left(self, seat: int) -> int | None:
        """Milliseconds that a person has left for the decision; none without a timer. Clocks rest during a question."""
        if self.row.timer is None or seat not in self.obliged or self.is_bot(seat):
            return None
        at = now() if self.undo is None else self.undo.since
        return max(0, self.asked[seat] + 1000 * self.row.timer - at)

    def welcome(self, seat: int | None, since: int) -> Welcome:
        undo = None if self.undo is None else self.undo.ask
        lines = [ChatLine(line.n, line.seat, line.name, line.text, line.at) for line in self.chat]
        return Welcome(
            **self.moment(seat, since),
            you=seat,
            table=table_info(self),
            chat=lines,
            undo=undo,
        )

    # Telling

    def tell_news(self) -> None:
        """Tell everybody what has happened since they were told last."""
        ready: dict[tuple[int | None, int], tuple[bytes, int]] = {}
        for listener in list(self.listeners):
            key = listener.seat, listener.told
            if key not in ready:
                news = News(**self.moment(*key))
                ready[key] = encode(news), news.told
            data, listener.told = ready[key]
            listener.send(data)

    def tell_welcome(self, listener: Listener, since: int) -> None:
        if since > len(self.events(listener.seat)):
            since = 0  # seen elsewhere, or before the rules changed: from the beginning
        message = self.welcome(listener.seat, since)
        listener.told = message.told
        listener.send(encode(message))

    def tell_all(self, message: Any) -> None:
        data = encode(message)
        for listener in list(self.listeners):
            listener.send(data)

    def tell_people(self) -> None:
        self.tell_all(People(table_info(self)))

    # Deciding

    def enter(self) -> None:
        """The game is new, or was read from the store: everything is fresh."""
        seats = len(self.seats)
        self._told = {}
        self.said = [OrderedDict() for _ in range(seats)]
        for row in self.log:
            if row.said is not None and row.seat >= 0:
                self.remember(row.seat, row.said, row.seq)
        self.waiting, self.obliged, self.actions = (), set(), {}
        self.fresh, self.asked, self.ready = [self.seq] * seats, [now()] * seats, [0] * seats
        self._earlier = [[] for _ in range(seats)]
        if self.table is not None:
            self.table.bots = {seat.seat for seat in self.seats if seat.kind == "bot"}
            self.look_around(None)
            if self.row.unhurried and self.log:
                # Who has a day gets no second one because the server was started anew.
                self.asked = [self.log[-1].at] * seats

    def look_around(self, decided: int | None) -> None:
        """Find out who may decide what now, and for whom that is new."""
        table = self.table
        if table is None:
            return
        previous = self.actions
        self.waiting = table.waiting
        self.actions = {
            seat: [Action(action.id, action.text) for action in table.actions(seat)] for seat in self.waiting
        }
        self.obliged = {
            seat
            for seat, actions in self.actions.items()
            if len(self.waiting) == 1 or any(action.text != OPTIONAL for action in actions)
        }
        for seat in range(len(self.seats)):
            # Where everybody decides at once, what others do meanwhile leaves a question as it was.
            same = decided is not None and seat != decided and self.actions.get(seat) == previous.get(seat)
            if not same:
                self.fresh[seat] = self.seq
                self.asked[seat] = now()
                self.ready[seat] = now() + self._pace(seat, decided)

    def _pace(self, seat: int, decided: int | None) -> int:
        """How long a bot hesitates, in milliseconds; a turn's first decision takes the longest."""
        if self.row.pace == "instant":
            # Bots among themselves must not take a server's whole time.
            return 0 if self.persons() else 25
        if seat in self.waiting and seat not in self.obliged:
            # A bot does not forget to draw because somebody else is quick. L7
            return 120
        return random.randint(450, 800) if seat == decided else random.randint(900, 1700)

    async def carry_out(
        self,
        act: Callable[[Table], None],
        decided: int | None,
        said: str | None = None,
        agreed: bool = False,
        resumed: tuple[int, int] | None = None,
    ) -> None:
        """Let the game go on, store it, then tell everybody. The caller holds the lock and knows that it is legal.

        ``resumed``: a seat whose clock goes on from a time in the past.
        """
        table = self.table
        assert table is not None  # noqa: S101 — for the type checker: the caller has looked
        if self.seq >= self.house.limits.rows:
            raise Refusal("too_long", 409)
        act(table)
        at = now()
        entries = table.history[self.seq - self.row.base :]
        rows = [LogRow(self.seq + k + 1, seat, text, None, at) for k, (seat, text) in enumerate(entries)]
        rows[0].said = said
        changes: dict[str, Any] = {"touched": at, "position": table.position()}
        if table.over != (self.row.state == "over"):
            changes["state"] = "over" if table.over else "playing"
        try:
            await self.house.store.run(lambda c: queries.append(c, self.row.id, rows, changes))
        except asyncio.CancelledError:
            self.house.give_up(self)  # whether it is stored is not known here any more
            raise
        except Exception as error:
            await self._rebuild()
            raise Refusal("store", 503) from error
        self.log += rows
        self.set(changes)
        if decided is not None and said is not None:
            self.remember(decided, said, self.seq)
        self.settle_undo(agreed)
        if decided is not None:
            self._note_when_asked(decided)
        self.look_around(decided)
        if resumed is not None:
            seat, since = resumed
            self.asked[seat] = since
            self._earlier[seat].pop()
        self.tell_news()
        if "state" in changes:
            self.tell_people()
        self.changed.set()

    def asked_before(self, seat: int) -> tuple[int, int] | None:
        """A seat, and when it was asked to decide what it decided last; None when somebody else has decided since.

        Who takes back thinks about the same question again, and has no more time for it than before.
        """
        return (seat, self._earlier[seat][-1]) if self._earlier[seat] else None

    def _note_when_asked(self, decided: int) -> None:
        for seat, earlier in enumerate(self._earlier):
            if seat == decided:
                earlier.append(self.asked[seat])
            elif not self.is_bot(decided):
                earlier.clear()

    async def _rebuild(self) -> None:
        """Go back to what is stored: memory must not know more."""
        try:
            stored = await self.house.stored(self.row.code)
            if stored is None:
                raise StoreError(f"table {self.row.code} has gone")
            table = await asyncio.to_thread(restored, stored)
        except Exception:
            logger.exception("table %s is given up", self.row.code)
            self.house.give_up(self)
            return
        self.row, self.seats, self.log, self.chat = stored.table, stored.seats, stored.log, stored.chat
        self.table = table
        self.enter()

    def set(self, changes: dict[str, Any]) -> None:
        for name, value in changes.items():
            setattr(self.row, name, value)

    def remember(self, seat: int, said: str, seq: int) -> None:
        self.said[seat][said] = seq
        if len(self.said[seat]) > REMEMBERED:
            self.said[seat].popitem(last=False)

    def settle_undo(self, agreed: bool = False, by: int | None = None) -> None:
        """An undo that was asked for is over."""
        if self.undo is None:
            return
        question, self.undo = self.undo, None
        if agreed:
            self._earlier[question.ask.seat].clear()
        pause = now() - question.since
        self.asked = [at + pause for at in self.asked]
        self.tell_all(UndoAnswered(question.ask.seat, agreed, by))

    # Storing what is not part of the game

    async def save(
        self,
        changes: dict[str, Any],
        seats: list[SeatRow] | None = None,
        chat: list[ChatRow] | None = None,
    ) -> None:
        """Store settings and seats, then take them over and tell everybody."""
        changes = {**changes, "touched": now()}

        def job(connection: Any) -> None:
            queries.change_table(connection, self.row.id, changes)
            if seats is not None:
                queries.put_seats(connection, self.row.id, seats)
            if chat is not None:
                queries.put_chat_seats(connection, self.row.id, chat)

        await self.house.store.run(job)
        self.set(changes)
        if seats is not None:
            self.seats = seats
        if chat is not None:
            self.chat = chat
        self.tell_people()
        self.changed.set()

    def copy_of_seats(self) -> list[SeatRow]:
        return [msgspec.structs.replace(seat) for seat in self.seats]
