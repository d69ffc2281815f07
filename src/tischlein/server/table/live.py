"""One live table: its state, who is connected, and the one way in which every decision goes.

Whatever reads or changes the game holds ``lock``. A decision is tried on the game in memory, stored, and only then told. If it cannot be
stored, the game is rebuilt from what is; if that fails too, the table is given up, and whoever comes next opens it again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from tischlein.bots import Bot
from tischlein.coach.brief import Tried
from tischlein.engine.errors import IllegalAction, UndoError
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.server.clock import now, ticks
from tischlein.server.coach.advice import AdviceQuestion
from tischlein.server.errors import NotOwner, Refusal, StoreError
from tischlein.server.protocol.server import Accepted, UndoAnswered
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.store import deals as store_deals
from tischlein.server.store import queries, results
from tischlein.server.store.rows import Changes, ChatRow, LogRow, ResultRow, SeatRow, Stored
from tischlein.server.table import deals
from tischlein.server.table.broadcast import Broadcast, Listener, encode
from tischlein.server.table.outcome import results_of
from tischlein.server.table.restore import game_of, restored
from tischlein.server.table.schedule import next_due
from tischlein.server.table.services import Services
from tischlein.server.table.state import TableState, TakenBack

logger = logging.getLogger("tischlein.server")
T = TypeVar("T")


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
        self.state = TableState(game_of(stored.table), stored, table, ticks(), now())
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
            outcome = results_of(state, table) if ended else None
        except (IllegalAction, UndoError):
            raise  # nothing has changed
        except Exception:
            await self._rebuild()  # rules that fail may leave anything behind
            raise
        try:
            await self._written(lambda c: self._store(c, table, rows, changes, outcome))
        except asyncio.CancelledError:
            self.give_up()  # whether it is stored is not known here any more
            raise
        except NotOwner as error:
            raise Refusal("store", 503) from error
        except Exception as error:
            await self._rebuild()
            self._trouble(True)
            raise Refusal("store", 503) from error
        self.services.metrics.count("tischlein_decisions_total", "game", state.row.game)
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

    def _store(
        self,
        connection: Connection,
        table: Table,
        rows: list[LogRow],
        changes: Changes,
        outcome: list[ResultRow] | None,
    ) -> None:
        row = self.state.row
        queries.append(connection, row.id, rows, changes)
        if outcome is not None:
            results.put(connection, row.id, outcome)
        result = None if row.deal is None else deals.result_of(self.state, table)
        if result is not None:
            store_deals.finish(connection, row.code, result)

    def _tried(
        self, table: Table, act: Callable[[Table], None], message_id: str | None
    ) -> tuple[list[LogRow], Changes]:
        """Let the game in memory go on; return what is to be stored of it."""
        act(table)
        row, seq, wall = self.state.row, self.state.seq, now()
        steps = table.past.steps[seq - row.base :]
        rows = [LogRow(seq + k + 1, step.seat, step.text, None, wall) for k, step in enumerate(steps)]
        rows[0].message_id = message_id
        # All of what a move may change, also where it does not: the store need not look up the rest then.
        changes: Changes = {
            "state": "over" if table.over else "playing",
            "touched": wall,
            "position": table.position(),
            "clocks": row.clocks,
        }
        return rows, changes

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job of the store that changes this table; if another server has it now, everybody goes there.

        A job that has failed may be stored all the same: a database can go away while it says so. So the table is read again. If that
        fails too, memory lacks something at most, and the next write that collides with it reads again.
        """
        try:
            return await self._written(job)
        except NotOwner:
            raise
        except Exception:
            try:
                await self._read_again()
            except Exception:
                logger.warning("table %s is not read again now", self.code, exc_info=True)
            raise

    async def _written(self, job: Callable[[Connection], T]) -> T:
        try:
            return await self.services.store.write(self.state.row.id, job)
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
        changes: Changes,
        seats: list[SeatRow] | None = None,
        chat: list[ChatRow] | None = None,
    ) -> None:
        """Store settings and seats, then take them over and tell everybody."""
        state = self.state
        changes = {**changes, "touched": now()}
        at = ticks()
        if state.clocks is not None and state.row.state == "playing":
            changes.setdefault("clocks", state.left_at(at))  # whose clock runs may change

        def job(connection: Connection) -> None:
            queries.change_table(connection, state.row.id, changes)
            if seats is not None:
                queries.change_seats(connection, state.row.id, state.seats, seats)
            if chat is not None:
                queries.put_chat_seats(connection, state.row.id, chat)

        await self.write(job)
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
        state, cluster = self.state, self.services.store.cluster
        changes = {"attended": state.attended, "watching": state.connected[None]}
        known = {"attended": state.row.attended, "watching": state.row.watching}
        if cluster is None or not state.row.listed or changes == known:
            return
        table_id = state.row.id
        state.set(changes)

        def job(connection: Connection) -> None:
            cluster.guard(connection, table_id)
            queries.change_table(connection, table_id, changes)

        self.services.store.soon(job)

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
        stored = await self.services.store.read(lambda c: queries.load(c, self.code))
        if stored is None:
            raise StoreError(f"table {self.code} has gone")
        table = await asyncio.to_thread(restored, stored)
        self.state.reload(stored, table, ticks(), now())
        self.broadcast.forget_events()
        if self._known() != before:
            self.welcome_all()
        else:
            self.broadcast.people()

    def _known(self) -> tuple[str, int, list[SeatRow], list[ChatRow]]:
        """What everybody here has been told, in short."""
        state = self.state
        return state.row.state, state.seq, state.seats, state.chat

    def welcome_all(self) -> None:
        """Tell everybody everything, at the seats that they have now."""
        for listener in list(self.broadcast.listeners):
            listener.seat = self.state.seat_of(listener.token_hash)
            self.broadcast.welcome(listener, 0)
        self.changed.set()
