"""One live table: its state, who is connected, and the one way in which every decision goes.

Whatever reads or changes the game holds ``lock``. A decision is tried on the game in memory, stored, and only then told. If it cannot be
stored, the game is rebuilt from what is; if that fails too, the table is given up, and whoever comes next opens it again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from tischlein.bots import Bot
from tischlein.coach.brief import Tried
from tischlein.engine.errors import IllegalAction, UndoError
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.room.rows import Columns, Entry, Line, Seat, Stored, Writes, columns_of
from tischlein.server.clock import now, ticks
from tischlein.server.coach.advice import AdviceQuestion
from tischlein.server.errors import NotOwner, Refusal, StoreError
from tischlein.server.protocol.server import Accepted, UndoAnswered
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.table import deals
from tischlein.server.table.broadcast import Broadcast, Listener, encode
from tischlein.server.table.outcome import results_of
from tischlein.server.table.restore import game_of, restored
from tischlein.server.table.schedule import next_due
from tischlein.server.table.services import Services
from tischlein.server.table.state import TableState, TakenBack

logger = logging.getLogger("tischlein.server")


class TableLock(asyncio.Lock):
    """The lock of a live table. Nobody gets one that has been given up: a newer one may stand for the same table."""

    shut = False

    async def __aenter__(self) -> None:
        await super().__aenter__()
        if self.shut:
            self.release()
            raise Refusal("store", 503)


class LiveTable:
    """A table in memory."""

    def __init__(
        self,
        services: Services,
        stored: Stored,
        table: Table | None,
        note: Bilingual | None = None,
        given_up: Callable[[LiveTable], None] | None = None,
    ) -> None:
        self.services = services
        self.state = TableState(game_of(stored.row), stored, table, ticks(), now())
        self.broadcast = Broadcast(self.state, services.away, note)
        self.lock = TableLock()
        self.changed = asyncio.Event()
        self.idle = False  # its driver sleeps until something has changed: nothing was due by itself
        self.quiet_since = ticks()
        self.minds: dict[int, Bot] = {}
        self.advice: dict[
            int, tuple[AdviceQuestion, asyncio.Future[list[Tried]]]
        ] = {}  # per seat: what it asked for last
        self.answers: set[asyncio.Future[None]] = set()  # on their way
        self.payer = ""  # the address on whose account bots think here
        self._given_up = given_up

    @property
    def code(self) -> str:
        return self.state.row.code

    @property
    def game(self) -> Game:
        return self.state.game

    async def carry_out(
        self,
        act: Callable[[Table], None],
        step: int | TakenBack,
        message_id: str | None = None,
        asker: Listener | None = None,
    ) -> None:
        """Let the game go on, store it, then tell everybody. The caller holds the lock and knows that it is legal.

        ``step``: the seat that decides, or what an undo takes back. ``asker``: who hears, with the news, that it was accepted.
        """
        state, table = self.state, self.state.table
        assert table is not None  # noqa: S101 — for the type checker: the caller has looked
        if state.seq >= self.services.limits.rows:
            raise Refusal("too_long", 409)
        try:
            rows, changes = self._tried(table, act, message_id)
            if state.clocks is not None:
                changes["clocks"] = state.next_clocks(step, ticks())
            ended = table.over
            writes = self.writes(entries=rows, columns=changes)
            if ended:
                writes.results = results_of(state, table)
            writes.deal = None if state.row.deal is None else deals.result_of(state, table)
        except (IllegalAction, UndoError):
            raise  # nothing has changed
        except Exception:
            await self._rebuild()  # rules that fail may leave anything behind
            raise
        try:
            await self._written(writes)
        except asyncio.CancelledError:
            self.give_up()  # whether it is stored is not known here any more
            raise
        except NotOwner as error:
            raise Refusal("store", 503) from error
        except Exception as error:
            await self._rebuild()
            self._trouble(True)
            raise Refusal("store", 503) from error
        self.services.metrics.decisions.labels(state.row.game).inc()
        self._trouble(False)
        state.set(changes)
        self.settle_undo(step)
        state.moved_on(rows, step, ticks())
        if isinstance(step, int) and message_id:
            state.remember(step, message_id, state.seq)
        self.broadcast.news(asker, b"" if asker is None else encode(Accepted(message_id or "", state.seq)))
        table.rest()  # what everybody has been told is not read again soon
        if ended:
            self.broadcast.people()
        # Among people without clocks nothing is due after most moves, and waking the driver costs as much as a view.
        if not self.idle or next_due(state, self.services.away) is not None:
            self.changed.set()

    def _tried(
        self, table: Table, act: Callable[[Table], None], message_id: str | None
    ) -> tuple[list[Entry], Columns]:
        """Let the game in memory go on; return what is to be stored of it."""
        act(table)
        row, seq, wall = self.state.row, self.state.seq, now()
        steps = table.past.steps[seq - row.base :]
        rows = [Entry(seq + k + 1, step.seat, step.text, None, wall) for k, step in enumerate(steps)]
        rows[0].message_id = message_id
        # All of what a move may change, also where it does not: the store need not look up the rest then.
        changes: Columns = {
            "state": "over" if table.over else "playing",
            "touched": wall,
            "position": table.position(),
            "clocks": row.clocks,
        }
        return rows, changes

    def writes(
        self,
        *,
        entries: list[Entry] | None = None,
        columns: Columns | None = None,
        seats: list[Seat] | None = None,
        moved: list[Line] | None = None,
    ) -> Writes:
        """Return a step of this table that is to be stored."""
        return Writes(
            self.state.row.id,
            self.code,
            entries=entries or [],
            columns=columns or {},
            seats_before=self.state.seats,
            seats=seats,
            moved=moved or [],
        )

    async def store(self, writes: Writes) -> None:
        """Store a step; if another server has the table now, everybody is sent there.

        A step that has failed may be stored all the same: a database can go away while it says so. So the table is read again. If
        that fails too, memory lacks something at most, and the next write that collides with it reads again.
        """
        try:
            await self._written(writes)
        except NotOwner:
            raise
        except Exception:
            try:
                await self._read_again()
            except Exception:
                logger.warning("table %s is not read again now", self.code, exc_info=True)
            raise

    async def _written(self, writes: Writes) -> None:
        try:
            await self.services.store.apply(writes)
        except NotOwner:
            self.give_up()
            raise

    def settle_undo(self, step: int | TakenBack | None = None, by: int | None = None) -> None:
        """An undo that was asked for is over, and everybody hears how."""
        question = self.state.settle_undo(ticks(), step)
        if question is not None:
            agreed = isinstance(step, TakenBack) and step.agreed
            self.broadcast.all(UndoAnswered(question.seat, agreed, by))

    async def save(
        self,
        changes: Columns,
        seats: list[Seat] | None = None,
        chat: list[Line] | None = None,
    ) -> None:
        """Store settings and seats, then take them over and tell everybody."""
        state = self.state
        changes = {**changes, "touched": now()}
        at = ticks()
        if state.clocks is not None and state.row.state == "playing":
            changes.setdefault("clocks", state.left_at(at))  # whose clock runs may change

        await self.store(self.writes(columns=changes, seats=seats, moved=chat))
        state.set(changes)
        if seats is not None:
            state.seats = seats
        if "clocks" in changes:
            state.recount(at)  # whoever has gone keeps what was stored, also in the middle of a question
        if chat is not None:
            state.chat = chat
        self.broadcast.people()
        self.changed.set()

    async def store_clocks(self) -> None:
        """Store what is left of the time for the game: nobody gets back what they have thought when another server goes on."""
        if self.state.clocks is not None and self.state.row.state == "playing":
            await self.save({})

    def note_presence(self) -> None:
        """Where several servers share the store, the others learn who is at a listed table."""
        state = self.state
        changes = {"attended": state.attended, "watching": state.connected[None]}
        known = {"attended": state.row.attended, "watching": state.row.watching}
        if self.services.store.cluster is None or not state.row.listed or changes == known:
            return
        state.set(changes)
        self.services.store.apply_soon(self.writes(columns=changes))

    def _trouble(self, trouble: bool) -> None:
        """People hear that nothing can be written, and when it can be again: else they would wait for a bot that cannot move."""
        if self.broadcast.trouble != trouble:
            self.broadcast.trouble = trouble
            self.broadcast.people()

    def enter(self) -> None:
        """The game is another one: every question starts now, and every event is told again."""
        self.state.enter(ticks(), now())
        self.broadcast.forget_events()

    def give_up(self) -> None:
        """The game in memory may be ahead of its log: everybody comes back, to one that is read again."""
        self.lock.shut = True
        for listener in list(self.broadcast.listeners):
            listener.dismiss("moved")
        if self._given_up is not None:
            self._given_up(self)

    async def _rebuild(self) -> None:
        """Go back to what is stored: memory must not know more. Every question starts now, since nobody could be answered."""
        try:
            await self._read_again()
        except Exception:
            logger.exception("table %s is given up", self.code)
            self.give_up()
            return
        self.enter()

    async def _read_again(self) -> None:
        """Take over what is stored, and tell people what they have not heard of it."""
        before = self._known()
        stored = await self.services.store.load(self.code)
        if stored is None:
            raise StoreError(f"table {self.code} has gone")
        table = await asyncio.to_thread(restored, stored)
        self.state.reload(stored, table, ticks(), now())
        self.broadcast.forget_events()
        if self._known() != before:
            self.welcome_all()
        else:
            self.broadcast.people()

    def _known(self) -> tuple[str, int, list[Columns], list[Columns]]:
        """Return in short what everybody here has been told."""
        state = self.state
        return state.row.state, state.seq, [*map(columns_of, state.seats)], [*map(columns_of, state.chat)]

    def welcome_all(self) -> None:
        """Tell everybody everything, at the seats that they have now."""
        for listener in list(self.broadcast.listeners):
            listener.seat = self.state.seat_of(listener.token_hash)
            self.broadcast.welcome(listener, 0)
        self.changed.set()
