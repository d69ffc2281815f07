"""All evenings of a server. Every change is read from the store, made, and written before anybody is told.

Rounds go on by themselves: one task looks at all evenings with a running round. What it does depends only on what is stored, so after
a crash, or where several servers share a store, it can be done again by any of them.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import TypeVar
from weakref import WeakValueDictionary

from msgspec import json

from tischlein.engine.errors import TischleinError
from tischlein.evenings import evening as rules
from tischlein.evenings.evening import Evening, EveningError, EveningTable, SeatResult
from tischlein.room.events import PlayerLeft, RoundTimeUp, SeatRevoked, StartRequested
from tischlein.room.rows import Stored
from tischlein.server.clock import moment, now, ticks
from tischlein.server.errors import Conflict, Refusal, StoreError
from tischlein.server.evenings.evening_views import Answers
from tischlein.server.evenings.rounds import outcomes_of, tables_for
from tischlein.server.store.evenings import StoredEvening
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import is_code

logger = logging.getLogger("tischlein.server")

T = TypeVar("T")

LOOK = 1.0  # seconds between two looks at running rounds
REST = 10.0  # the same, where none is running
FRESH = 1_000  # milliseconds for which an evening is not read again
GAP = 1_000  # milliseconds between two moments at which clients that wait are told of changes
TRIES = 8
KEPT = 200  # of them in memory, with what people are told about them


class Evenings:
    """The evenings of a server."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._known: dict[str, tuple[int, Answers]] = {}  # with the time when each was read
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Go on with all running rounds."""
        self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Stop; everything is stored."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # Reading

    async def get(self, code: str) -> StoredEvening:
        """Return an evening, not to be changed; Refusal if there is none."""
        return (await self._fresh(code)).stored

    async def answers(self, code: str, version: int | None = None, seconds: float = 0) -> Answers:
        """Return an evening as its people see it; with a version, wait some seconds for a newer one.

        All clients that wait are answered at the same moments, so each of them at most once in a second.
        """
        until, waited = ticks() + int(1000 * seconds), version is None
        while True:
            found = await self._fresh(code)
            another = waited and found.stored.version != version
            if another or ticks() >= until or self._registry.stopping:
                return found
            await asyncio.sleep((GAP - ticks() % GAP) / 1000)
            waited = True

    async def _fresh(self, code: str) -> Answers:
        """Return what was read within the last second; many readers share one look into the store, and one computation."""
        code = code.upper()
        async with self._lock("read", code):
            read, known = self._known.get(code, (0, None))
            if known is None or ticks() - read >= FRESH:
                stored, read = await self._read(code), ticks()
                if known is None or known.stored.version != stored.version:
                    known = await asyncio.to_thread(Answers, stored)
                if len(self._known) > KEPT:
                    self._known.clear()
                self._known[code] = read, known
            return known

    def _lock(self, what: str, code: str) -> asyncio.Lock:
        """Return the lock of one evening; it goes away when nobody holds it or waits for it."""
        return self._locks.setdefault((what, code), asyncio.Lock())

    async def _read(self, code: str) -> StoredEvening:
        code = code.upper()
        found = await self._store.evening(code) if is_code(code) else None
        if found is None:
            raise Refusal("no_evening", 404)
        return found

    # Changing

    async def add(self, evening: Evening, creator: str | None) -> None:
        """Store a new evening."""
        if not await self._store.add_evening(evening, creator, now(), self._registry.limits.evenings):
            raise Refusal("house_full", 503)

    async def change(self, code: str, what: Callable[[Evening], T], opened: list[Stored] | None = None) -> T:
        """Change an evening, and return what the change returns; Refusal if it is not possible.

        A change that opens tables puts them into ``opened``; they are stored with it. What follows is done by ``advance``.
        """
        tables = [] if opened is None else opened
        async with self._lock("change", code.upper()):
            for _ in range(TRIES):
                found = await self._read(code)
                tables.clear()
                try:
                    result, changed = await asyncio.to_thread(_change, found.evening, what)
                except EveningError as error:
                    raise Refusal(error.code, 409) from None
                if not changed:
                    return result
                if tables:
                    await self._registry.check_room(reserved=True)
                try:
                    await self._store.put_evening(found, now(), tables)
                except Conflict:
                    continue  # another server was faster
                async with self._lock("read", code.upper()):  # a read may have begun before
                    self._known.pop(code.upper(), None)
                self._wake.set()
                return result
        raise Refusal("store", 503)

    async def lead(self, code: str, what: str, person: int | None, creator: str | None) -> None:
        """Do what the host asks for."""
        if what == "start":
            opened: list[Stored] = []
            await self.change(code, lambda evening: self._begin(evening, creator, opened), opened)
        elif what == "time":
            await self.change(code, lambda evening: rules.call_time(evening, now()))
        elif what == "remove":
            await self._remove(code, -1 if person is None else person)
        else:
            await self.change(code, rules.end)

    async def _remove(self, code: str, number: int) -> None:
        """Remove a person; the evening and the seat of the running round are stored at once, while the person's table waits."""
        evening = (await self._read(code)).evening
        person = evening.people[number] if 0 <= number < len(evening.people) else None
        tables = [] if evening.running is None else evening.running.tables
        seated = next((table.code for table in tables if number in table.people), None)
        live = None
        if seated is not None and await self._registry.elsewhere(seated) is None:
            with suppress(Refusal):  # a damaged table does not keep anybody
                live = await self._registry.get(seated)
        async with nullcontext() if live is None else live.lock:
            await self.change(code, lambda evening: rules.remove(evening, number))
            if live is not None and person is not None:
                await live.step(SeatRevoked(person.token_hash))

    def _begin(self, evening: Evening, creator: str | None, opened: list[Stored]) -> None:
        ports = self._registry.services.ports
        plan = rules.plan(evening, ports.rng.seed())
        opened += tables_for(evening, plan, ports, moment(), creator)
        codes = [stored.row.code for stored in opened]
        rules.start(evening, [EveningTable(*one) for one in zip(codes, plan, strict=True)], now())

    # Going on

    async def _go_on(self) -> None:
        while True:
            running: list[str] = []
            try:
                running = await self._store.evenings_playing()
            except StoreError:
                logger.debug("evenings cannot be read now", exc_info=True)
            for code in running:
                try:
                    await self.advance(code)
                except (Refusal, StoreError) as error:
                    logger.warning("evening %s does not go on: %s", code, error)
                except Exception:  # whatever is wrong with one evening, the others go on
                    logger.exception("evening %s does not go on", code)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK if running else REST)
            self._wake.clear()

    async def advance(self, code: str) -> None:
        """Do what is due in a running round: start games, let people go who have left, call time, note results, close the round."""
        evening = (await self.get(code)).evening
        running = evening.running
        if running is None:
            return
        states = await self._store.deal_tables(evening.deal(len(evening.played)))
        found: dict[str, list[SeatResult]] = {}
        for table in running.tables:
            state = None if table.outcomes is not None else states.get(table.code)
            if state == "lobby":
                await self._tell(table.code, StartRequested())
            elif state == "playing" and now() >= running.ends:
                await self._tell(table.code, RoundTimeUp())
            elif state == "playing":
                for person in evening.people_away(table):
                    await self._tell(table.code, PlayerLeft(person.token_hash))
            elif state == "over":
                outcomes = await self._outcomes(table.code, running.ends)
                if outcomes is not None:
                    found[table.code] = outcomes

        def note(evening: Evening) -> None:
            for code, outcomes in found.items():
                rules.finish(evening, code, outcomes)
            rules.close(evening, now())

        waiting = [table for table in running.tables if table.outcomes is None and table.code not in found]
        if found or not waiting or now() >= running.ends + rules.GRACE:
            with suppress(Refusal):  # another server has closed it
                await self.change(code, note)

    async def _tell(self, code: str, event: object) -> None:
        """Pass an event to a table of this server; a table of another server gets it there."""
        try:
            if await self._registry.elsewhere(code) is None:
                await (await self._registry.get(code)).hear(event)
        except Refusal as refusal:
            logger.warning("table %s of an evening: %s", code, refusal)

    async def _outcomes(self, code: str, ends: int) -> list[SeatResult] | None:
        try:
            stored = await self._registry.load_stored(code)
            if stored is None:
                return None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._registry.services.replays, outcomes_of, stored, ends)
        except (Refusal, TischleinError):
            logger.warning("the game at table %s of an evening cannot be read", code, exc_info=True)
            return None


def _change(evening: Evening, what: Callable[[Evening], T]) -> tuple[T, bool]:
    """Change an evening; return what the change returns, and whether the evening is another one now."""
    before = json.encode(evening)
    return what(evening), json.encode(evening) != before
