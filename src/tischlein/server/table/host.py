"""Hosts one room at a server: sockets, the store, threads for bots, and one timer.

Events wait for their turn. Each becomes a step, which is stored, and only then are people told. If it is not known whether a step is stored,
the table is read again; if that fails too, the table is given up, and the next client opens it again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import nullcontext
from typing import Any, Protocol

from tischlein.bots import situation
from tischlein.coach.sentences import Teller, labels_of
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.room.events import (
    BotDecided,
    ClientConnected,
    ClientDisconnected,
    CoachAnswered,
    MessageReceived,
    SeatRequested,
    TimerFired,
)
from tischlein.room.room import Room
from tischlein.room.rows import Stored
from tischlein.room.state import State
from tischlein.room.step import BotRequest, CoachRequest, Outbox, Step
from tischlein.server.clock import moment, ticks
from tischlein.server.coach.process import CoachError
from tischlein.server.errors import Conflict, NotOwner, NotStored, Refusal, StoreError
from tischlein.server.table.bot_player import BotPlayer, time_for
from tischlein.server.table.services import Services

logger = logging.getLogger("tischlein.server")

# Refuses a cost that the host's limits do not allow.
Check = Callable[[str], Awaitable[None]]


class ClientConnection(Protocol):
    """A connection of a client."""

    address: str

    def send(self, *messages: bytes) -> None: ...
    def dismiss(self, code: str) -> None: ...


class TableRegistry(Protocol):
    """The methods of the registry that a table calls."""

    async def open_table(self, stored: Stored, awaited: Collection[str] | None, origin: TableHost) -> None:
        """Open a table that was stored with a step of another one."""

    def drop_table(self, live: TableHost) -> None:
        """Forget a table that was given up."""


class TableLock(asyncio.Lock):
    """Lets one event after the other into a room. Nobody gets in after the table was given up."""

    shut = False

    async def __aenter__(self) -> None:
        await super().__aenter__()
        if self.shut:
            self.release()
            raise Refusal("store", 503)


class TableHost:
    """A room in memory, and who is connected to it."""

    def __init__(self, services: Services, room: Room, house: TableRegistry | None = None) -> None:
        self.services = services
        self.room = room
        self.lock = TableLock()
        self.connections: dict[int, ClientConnection] = {}
        self.quiet_since = ticks()
        self.payer = ""  # the address on whose account bots think here
        self._house = house
        self._decisions = services.metrics.decisions.labels(room.state.row.game)
        self._minds = BotPlayer(services, room.state.row.code)
        self._numbers = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def state(self) -> State:
        return self.room.state

    @property
    def code(self) -> str:
        return self.room.state.row.code

    @property
    def rests(self) -> bool:
        """Return True if no client is connected and no event is being handled."""
        return not self.connections and not self.lock.locked()

    def info(self) -> Json:
        """Return the table as everybody with the link sees it."""
        return self.room.info(moment())

    def begin(self) -> None:
        """Start bots and clocks at a table that was just opened."""
        self._deliver(self.room.pending_outbox())

    # Events

    async def hear(self, event: object) -> Step:
        """Carry out an event in its turn; return the step, which may be a refusal."""
        async with self.lock:
            return await self.step(event)

    async def enter(self, connection: ClientConnection, came: ClientConnected) -> int:
        """Connect a client, and return its number; or raise why not."""
        self._numbers += 1
        came.listener = number = self._numbers
        async with self.lock:
            await self._prepare(came.key, came.lang, came.since, came.facts)
            self.connections[number] = connection
            try:
                (await self.step(came)).answer()
            except BaseException:
                del self.connections[number]
                if number in self.state.listeners:  # a client that could not be welcomed is not there
                    self._task(self.hear(ClientDisconnected(number)))
                raise
        if came.key is not None:
            self.payer = self.payer or connection.address
        return number

    async def say(self, number: int, message: Json, check: Check | None = None) -> Step:
        """Carry out a client's message."""
        async with self.lock:
            listener = self.state.listeners.get(number)
            if message["type"] == "sync" and listener is not None:
                lang = message["lang"] or listener.lang
                await self._prepare(listener.key, lang, message["since"], message["facts"])
            return await self.step(MessageReceived(number, message), check)

    def leave(self, number: int) -> None:
        """Disconnect a client; the room gets the event in its turn."""
        if self.connections.pop(number, None) is not None:
            self.quiet_since = ticks()
            self._task(self.hear(ClientDisconnected(number)))

    async def join(self, joins: SeatRequested) -> int:
        """Seat a person, and return the seat."""
        async with self.lock:
            try:
                return int(((await self.step(joins)).answer() or {})["seat"])
            except Refusal as refusal:
                seat = self.state.seat_of(joins.key)
                # Stored after all: only this person's token opens the seat.
                if refusal.code != "store" or seat is None:
                    raise
                return seat

    async def _prepare(self, key: str | None, lang: str | None, since: int, facts: int | None) -> None:
        """Build a client's first messages in a thread if they are long."""
        if self.room.is_long(key, since):
            await asyncio.to_thread(self.room.prepare, key, lang or self.state.row.lang, since, facts)

    # One step; the caller has its turn

    async def step(self, event: object, check: Check | None = None) -> Step:
        """Carry out an event; the caller holds the lock."""
        room = self.room
        try:
            step = room.propose(event, moment())
        except Exception:
            await self._read_again_or_give_up()  # broken rules may leave anything behind
            raise
        try:
            if check is not None:
                for cost in step.costs:
                    await check(cost)
        except Refusal as refusal:
            room.abandon(step, moment(), refusal)
        else:
            await self._store(step)
        if step.writes is not None and step.writes.entries and not step.new_game:
            self._decisions.inc()
        await self._publish(step, event)
        return step

    async def _store(self, step: Step) -> None:
        """Store a step, and let the room take it over; raise Refusal if it is not known what is stored."""
        try:
            if step.writes is not None:
                await self.services.store.apply(step.writes)
            self.room.commit(step, moment())
        except asyncio.CancelledError:
            self.give_up()  # whether it is stored is not known here any more
            raise
        except NotOwner as error:
            self.give_up()
            raise Refusal("store", 503) from error
        except NotStored as error:
            logger.warning("table %s: a step is not stored: %s", self.code, error)
            if isinstance(error, Conflict) and await self._read_again():
                raise Refusal("store", 503) from error
            self.room.abandon(step, moment())
        except Exception as error:
            logger.warning("table %s: a step is in doubt: %s", self.code, error)
            await self._read_again_or_give_up()
            raise Refusal("store", 503) from error

    async def _publish(self, step: Step, event: object) -> None:
        store = self.services.store
        if step.later is not None and store.membership is not None:
            store.apply_soon(step.later)
        try:
            outbox = self.room.publish(step, moment())
        except Exception:
            # The state is right, but a game's words fail: everybody comes back to be told everything.
            for connection in [] if isinstance(event, ClientConnected) else list(self.connections.values()):
                connection.dismiss("moved")
            self._deliver(self.room.pending_outbox())
            raise
        for stored, awaited in outbox.new_tables:
            if self._house is not None:
                await self._house.open_table(stored, awaited, self)
        self._deliver(outbox)
        if step.writes is not None and self.room.table is not None:
            self.room.table.rest()  # what everybody has been told is not read again soon

    def _deliver(self, outbox: Outbox) -> None:
        """Send what a step says, ask a bot or the coach, and set the timer."""
        for number, messages in outbox.sends.items():
            connection = self.connections.get(number)
            if connection is not None:
                connection.send(*messages)
        for number, code in outbox.dismissals:
            connection = self.connections.get(number)
            if connection is not None:
                connection.dismiss(code)
        table = self.room.table
        if outbox.bot_request is not None and table is not None:
            # Here, while nothing changes: nothing in it leads to the table afterwards.
            request = outbox.bot_request
            ours = request.level not in self.services.bots
            seed = self.state.row.seed
            known = situation(table, request.seat, seed, request.seconds, late_events=ours)
            self._task(self._think(request, known))
        if outbox.coach_request is not None:
            self._task(self._advise(outbox.coach_request))
        self._set_timer(outbox.wake)

    def _set_timer(self, wake: int | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake is not None and not self.lock.shut:
            delay = max(0, wake - ticks()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._task(self.hear(TimerFired()))

    async def _think(self, think: BotRequest, known: Any) -> None:
        takes = time_for(self.state, think)
        row = self.state.row
        # When time is called at all tables of a round, few of their bots decide at once: other tables go on meanwhile.
        late = row.of_evening and row.timer == 0
        async with self.services.late if late else nullcontext():
            action, began = await self._minds.choose(think, known, self.payer)
            await self.hear(BotDecided(think.seat, think.since, action, began, takes))

    async def _advise(self, question: CoachRequest) -> None:
        advice = None
        try:
            choices = await self.services.advice.ask(question)
            advice = {lang: self._in_words(question, choices, lang) for lang in LANGUAGES}
        except CoachError as error:
            logger.warning("no advice at table %s: %s", self.code, error)
        except Exception:
            logger.exception("no advice at table %s", self.code)
        await self.hear(CoachAnswered(question.seat, question.number, advice))

    def _in_words(self, question: CoachRequest, choices: Any, lang: str) -> Json:
        teller = Teller(self.state.game, self.state.marked_names, question.seat, lang)
        labels = labels_of(teller.decision(question.concealed, question.seat)["actions"])
        found = [
            {"action": one.text, "label": labels[one.text], "value": one.value, "spread": one.spread}
            for one in choices
        ]
        return {"choices": found, "text": teller.advice(question.seat, choices, labels)}

    def _task(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(self._log_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: work.close())  # if it was cancelled before it began

    async def _log_errors(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Refusal:
            pass  # given up, or told already
        except Exception:
            logger.exception("table %s", self.code)

    # The store

    async def _read_again(self) -> bool:
        """Go back to what is stored, and tell people what has changed by that; return False if it cannot be read."""
        try:
            stored = await self.services.store.load(self.code)
            if stored is None:
                raise StoreError(f"table {self.code} has gone")
            # In a thread: a long game takes seconds, in which other tables go on. The room is locked meanwhile.
            self._deliver(await asyncio.to_thread(self.room.reread, stored, moment()))
        except Exception:
            logger.exception("table %s cannot be read again", self.code)
            return False
        return True

    async def _read_again_or_give_up(self) -> None:
        if not await self._read_again():
            self.give_up()

    def give_up(self) -> None:
        """Send everybody away: the next client opens the table from the store, here or at another server."""
        self.close()
        for connection in list(self.connections.values()):
            connection.dismiss("moved")
        if self._house is not None:
            self._house.drop_table(self)

    async def stop(self) -> None:
        """Stop, and wait until nothing is under way."""
        self.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self) -> None:
        """Close the table to further events."""
        self.lock.shut = True
        self._set_timer(None)
        current = asyncio.current_task()
        for task in list(self._tasks):
            if task is not current:
                task.cancel()
