"""All tables of this server: opened from the store when a client connects, put away when all have left."""

import asyncio
import gc
import logging
import random
from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import chain, count
from typing import Protocol

import msgspec

from tischlein.room.events import ServerStopping, StartRequested
from tischlein.room.opening.create import new_table
from tischlein.room.room import Room
from tischlein.room.rows import DealEntry, Stored, Writes
from tischlein.server.capacity import Capacity
from tischlein.server.clock import moment, now, ticks
from tischlein.server.club.open_pages import OpenPages
from tischlein.server.errors import Damaged, Refusal, StoreError
from tischlein.server.logs import note
from tischlein.server.metrics import watch_loop
from tischlein.server.protocol.people import Invitation
from tischlein.server.protocol.rest import CreateTable, SeatToken, TableCreated
from tischlein.server.table.deals import check_unseen
from tischlein.server.table.host import TableHost
from tischlein.server.table.services import Services
from tischlein.server.table.tokens import hash_token, is_code, new_token

logger = logging.getLogger("tischlein.server")

SWEEP = 60.0
MINUTE = 60.0  # seconds between two lines of the log about refusals
LOOK = 5.0  # seconds between two looks for tables that all have left
GONE = 5_000  # connections and tables, until it is worth while to look for the little that is left of them
FEW = 200  # connections and tables: with more, a full collection would hold everybody up
ADOPT = 1.0
FAREWELL = 2_000  # milliseconds


class Forwarder(Protocol):
    """A client that is connected here, but not to a table of this server."""

    def dismiss(self, code: str) -> None: ...


class Registry:
    """The tables in memory, by code."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.store = services.store
        self.limits = services.limits
        self.capacity = Capacity(self.store, self.limits)
        self.tables: dict[str, TableHost] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._chores: list[asyncio.Task[None]] = []
        self.stopping = False
        self.membership = self.store.membership
        # Clients without a table here: another server has it, or they have none.
        self.passing: set[Forwarder] = set()
        self.pages = OpenPages()
        self._orphaned = asyncio.Event()
        self._unopened: set[str] = set()  # tables that were claimed at the last sweep, and not here
        self.minute = MINUTE
        self.gone = 0  # connections and tables closed since the last garbage collection
        gauge = services.metrics.gauge
        gauge("tischlein_tables", "Tables in memory.", lambda: len(self.tables))
        gauge("tischlein_sockets", "People and spectators who are connected.", self._audience)
        self._damaged: dict[str, Refusal] = {}  # why each stays closed
        gauge(
            "tischlein_damaged",
            "Tables that stay closed, because they are damaged or the rules can no longer read them.",
            lambda: len(self._damaged),
        )

    # Opening and closing

    async def start(self) -> None:
        """Open the store, and go on with every game that was going on."""
        loop = asyncio.get_running_loop()

        def forward(what: str, about: list[str]) -> None:
            loop.call_soon_threadsafe(self._on_message, what, about)

        await self.store.open(forward)
        self._chores = [
            asyncio.create_task(self._resume() if self.membership is None else self._adopt()),
            asyncio.create_task(self._sweep()),
            asyncio.create_task(watch_loop(self.services.metrics)),
            asyncio.create_task(self._count_refusals()),
        ]

    async def farewell(self) -> None:
        """Say goodbye to everybody, and wait a moment until they have heard it; what is being done is done to the end."""
        self.stopping = True
        there = await asyncio.gather(*map(self._close, list(self.tables.values())))
        if self.membership is not None:
            # First the tables are released, then clients are sent away: they find them at another server.
            await asyncio.to_thread(self.membership.stop)
        for listener in [*chain.from_iterable(there), *self.passing]:
            listener.dismiss("closing")
        until = ticks() + FAREWELL
        while self._audience() and ticks() < until:
            await asyncio.sleep(0.02)

    async def _close(self, live: TableHost) -> list[Forwarder]:
        """Wait for the running event of a table, and stop it; return its clients."""
        with suppress(Refusal):  # given up meanwhile: its people have heard that
            async with live.lock:
                await live.step(ServerStopping())
                # Where other servers go on with the table, nothing is written here any more.
                live.lock.shut = self.membership is not None
                return list(live.connections.values())
        return []

    async def stop(self) -> None:
        """Stop everything; all of it is stored already."""
        self.stopping = True
        for task in self._chores:
            task.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await asyncio.gather(*[live.stop() for live in self.tables.values()])
        await self.services.reviews.close()
        await self.services.advice.close()
        await asyncio.to_thread(self.services.close)
        self.services.replays.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def _resume(self) -> None:
        """Games go on after a restart: bots move, clocks run."""
        begin = ticks()
        codes = await self.store.playing()
        for code in codes[: self.limits.live]:
            await self._resume_table(code)
        resumed = [self.tables[code] for code in codes if code in self.tables]
        note(
            logger,
            "resumed",
            tables=len(resumed),
            entries=sum(live.state.seq for live in resumed),
            seconds=(ticks() - begin) / 1000,
        )

    async def _resume_table(self, code: str) -> None:
        try:
            await self.get(code)
        except Refusal as refusal:
            logger.warning("table %s does not open: %s", code, refusal)
        except Exception:  # whatever is wrong with one game, the others go on
            logger.exception("table %s does not open", code)

    # Other servers

    def _on_message(self, what: str, about: list[str]) -> None:
        """Handle a message of another server: it has taken a table, or has stopped."""
        match [what, *about]:
            case ["taken", code, server] if self.membership is not None and server != self.membership.id:
                live = self.tables.get(code)
                if live is not None:
                    live.give_up()
            case ["gone", *_]:
                self._orphaned.set()
            case ["invited", guest, data]:
                self.pages.invite(guest, msgspec.json.decode(bytes.fromhex(data), type=Invitation))

    async def _adopt(self) -> None:
        """Go on with games whose server has gone, whether anybody comes to them or not."""
        while True:
            try:
                codes = await self.store.orphans()
                random.shuffle(codes)  # other servers do the same: they need not all begin with the same one
                for code in codes:
                    if not self.stopping and len(self.tables) < self.limits.live:
                        await self._resume_table(code)
            except StoreError:
                logger.debug("games of other servers are not taken over now", exc_info=True)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._orphaned.wait(), ADOPT)
            self._orphaned.clear()

    async def elsewhere(self, code: str) -> str | None:
        """Return the address of the server that has this table; None if it is this one, which claims a table without an owner."""
        code = code.upper()
        if self.membership is None or code in self.tables or not is_code(code):
            return None
        return await (self.store.owner(code) if self.stopping else self.store.claim(code))

    # Guests

    def here(self) -> set[str]:
        """Return the guests with an open page on this server, at a table or not."""
        at_tables = {
            seat.guest
            for live in self.tables.values()
            for seat in live.state.seats
            if seat.guest is not None and live.state.is_here(seat.seat)
        }
        return at_tables | self.pages.guests

    async def invite(self, invitations: Mapping[str, Invitation]) -> None:
        """Show guests their invitations, on whichever server their pages are open."""
        if self.membership is None:
            for guest, invitation in invitations.items():
                self.pages.invite(guest, invitation)
        else:
            await self.store.tell_servers(
                *[
                    f"invited {guest} {msgspec.json.encode(invitation).hex()}"
                    for guest, invitation in invitations.items()
                ]
            )

    def _audience(self) -> int:
        return sum(len(live.connections) for live in self.tables.values()) + len(self.passing)

    def _tidy_memory(self) -> None:
        """Free what closed connections and tables have left, in a quiet hour: with 1,000 tables it takes a second."""
        if self.gone >= GONE and self._audience() + len(self.tables) <= FEW:
            self.gone = 0
            gc.collect()

    async def _sweep(self) -> None:
        for look in count(1):
            await asyncio.sleep(LOOK)
            try:
                self._put_quiet_away()
                if look % (SWEEP // LOOK) == 0:
                    await self.sweep()
            except Exception:
                logger.exception("sweeping")

    async def _count_refusals(self) -> None:
        """Log each minute what was refused, and how often."""
        before: dict[str, int] = {}
        while True:
            await asyncio.sleep(self.minute)
            counts = self.services.metrics.refusals()
            found = {code: number - before.get(code, 0) for code, number in counts.items()}
            if found := {code: number for code, number in found.items() if number}:
                note(logger, "refused", counts=found)
            before = counts

    def _put_quiet_away(self) -> None:
        """Put away tables that all have left."""
        limits, at = self.limits, ticks()
        for code, live in list(self.tables.items()):
            patience = limits.quiet_over if live.state.row.state == "over" else limits.quiet
            quiet = at - live.quiet_since > 1000 * patience
            if quiet and live.rests and not _clock_runs(live):
                self._put_away(code)

    async def sweep(self) -> None:
        """Put away tables without connections, and archive or remove idle ones."""
        at, limits = now(), self.limits
        self._put_quiet_away()
        lobby, game, keep = (
            at - int(1000 * age) for age in (limits.idle_lobby, limits.idle_game, limits.keep)
        )
        # Tables in memory stay, also without connections: quiet ones have just been put away.
        busy = [live.state.row.id for live in self.tables.values()]
        if self.membership is not None:
            await self.store.tidy_claims()
            await self._release_unopened()
            busy += await self.store.owned()
        if await self.store.archive(lobby, game, keep, busy):
            self.capacity.look_again()
        await self.capacity.make_room(busy)
        for code, live in list(self.tables.items()):
            if live.state.row.touched < game and live.rests:
                self._put_away(code)
        self._tidy_memory()

    def drop_table(self, live: TableHost) -> None:
        """Forget a table that was given up."""
        if self.tables.get(live.code) is live:
            self._put_away(live.code)

    def _put_away(self, code: str) -> None:
        live = self.tables.pop(code)
        self.gone += 1
        live.close()
        self._release(code)
        self._opening.pop(code, None)

    def _release(self, code: str) -> None:
        if self.membership is not None:
            self.store.release(code)

    async def _release_unopened(self) -> None:
        """Release tables that were claimed when a client asked about them, and not opened since the last sweep."""
        claimed = await self.store.claimed()
        unopened = set(claimed) - self.tables.keys() - self._opening.keys()
        for code in unopened & self._unopened:
            self._release(code)
        self._unopened = unopened

    # Tables

    async def get(self, code: str) -> TableHost:
        """Return a table, opened from the store if necessary."""
        code = code.upper()
        if code in self.tables:
            return self.tables[code]
        if not is_code(code):
            raise Refusal("no_table", 404, table=code[:12])
        lock = self._opening.setdefault(code, asyncio.Lock())
        try:
            async with lock:
                if code in self.tables:
                    return self.tables[code]
                # Another server may just have claimed it: the next request goes there.
                if await self.elsewhere(code) is not None:
                    raise Refusal("store", 503)
                if self.stopping and self.membership is not None:
                    raise Refusal("house_full", 503)
                try:
                    return await self._open(code)
                except BaseException:
                    if code not in self.tables:
                        self._release(code)  # another server may have room for it
                    raise
        finally:
            if not lock.locked():
                self._opening.pop(code, None)

    async def _open(self, code: str) -> TableHost:
        stored = await self.load_stored(code)
        if stored is None:
            raise Refusal("no_table", 404, table=code)
        return await self._admit(stored)

    async def load_stored(self, code: str, glance: bool = False) -> Stored | None:
        """Return a stored table, or enough for a glance; a damaged one is logged and refused."""
        try:
            return await self.store.load(code, glance)
        except Damaged as error:
            refusal = Refusal("damaged", 500, table=code)
            self._stays_closed(code, "is damaged", error, refusal)
            raise refusal from None

    def check_sound(self, code: str) -> None:
        """Refuse a table that stays closed as it was refused before: a look at it would not notice why."""
        if code in self._damaged:
            raise self._damaged[code]

    def _stays_closed(self, code: str, why: str, error: object, refusal: Refusal) -> None:
        """Count a table that does not open, and log it the first time."""
        if code not in self._damaged:
            self._damaged[code] = refusal
            logger.error("table %s %s and stays closed: %s", code, why, error)

    async def _admit(self, stored: Stored) -> TableHost:
        row = stored.row
        await check_unseen(self.store, row)
        try:
            room = await asyncio.to_thread(Room.from_stored, stored, self.services.ports, moment())
        except Refusal as refusal:
            self._stays_closed(row.code, "cannot be read by the present rules", refusal.__cause__, refusal)
            raise
        if room.moved_base:
            logger.warning("table %s goes on from its last position: the rules have changed", row.code)
            await self.store.apply(Writes(row.id, row.code, columns=room.moved_base))
        if row.archived:
            row.archived = False
            await self.store.apply(Writes(row.id, row.code, columns={"archived": False}))
        # The lock of the opening is forgotten before all who wait for it have had it: another client may have been faster.
        if row.code in self.tables:
            return self.tables[row.code]
        return self._add_live(TableHost(self.services, room, self))

    def _add_live(self, live: TableHost) -> TableHost:
        self._make_space()
        self.tables[live.code] = live
        live.begin()
        return live

    def _make_space(self) -> None:
        """If the memory is full, unload the longest idle table, one without a clock if possible."""
        if len(self.tables) < self.limits.live:
            return
        quiet = [live for live in self.tables.values() if live.rests]
        if not quiet:
            raise Refusal("house_full", 503)
        self._put_away(min(quiet, key=lambda live: (_clock_runs(live), live.quiet_since)).code)

    async def create(self, request: CreateTable, payer: str = "", reserved: bool = False) -> TableCreated:
        """Set a table; it starts at once when no seat is left open. Its bots think on the account of ``payer``."""
        tokens = [new_token() for _ in (request.name, *request.hot_seat)]
        wish = msgspec.to_builtins(request)
        wish["guest"] = None if request.guest is None else hash_token(request.guest)
        stored, places = new_table(
            wish, [hash_token(token) for token in tokens], self.services.ports, moment()
        )
        stored.row.creator = self.capacity.creator(payer)
        live = await self.add_stored(stored, reserved=reserved)
        live.payer = payer
        if all(seat.kind != "open" for seat in stored.seats):
            awaited = {hash_token(token) for token in tokens[: len(places)]} if request.shares else set()
            try:
                (await live.hear(StartRequested(awaited))).answer()
            except BaseException:
                await self._remove(live)
                raise
        seats = [SeatToken(seat, token) for seat, token in zip(places, tokens, strict=False)]
        own = seats[0] if seats else None
        return TableCreated(live.code, own.seat if own else None, own.token if own else None, seats[1:])

    async def _remove(self, live: TableHost) -> None:
        """Remove a table that no client has seen."""
        if self.tables.get(live.code) is live:
            self._put_away(live.code)
        try:
            await self.store.remove(live.state.row.id)
        except StoreError:
            logger.warning("table %s is not removed now", live.code, exc_info=True)

    async def add_stored(
        self, stored: Stored, entry: DealEntry | None = None, reserved: bool = False
    ) -> TableHost:
        """Store and open a new table; with ``entry`` also who plays its deal, or AlreadyEntered."""
        await self.check_room(reserved or entry is not None)
        await self.store.add(stored, entry)
        return self._count_table(stored)

    async def open_table(self, stored: Stored, awaited: Collection[str] | None, origin: TableHost) -> None:
        """Open a table that was stored with a step of another one; it starts when the awaited shares are promised."""
        live = self._count_table(stored)
        live.payer = origin.payer
        if awaited is not None:
            await live.hear(StartRequested(awaited))

    async def check_room(self, reserved: bool) -> None:
        """Refuse one more table that could not be stored or opened; ``reserved`` is for the last places."""
        await self.capacity.check(reserved)
        self._make_space()

    def _count_table(self, stored: Stored) -> TableHost:
        self.services.metrics.tables.labels(stored.row.game).inc()
        return self._add_live(
            TableHost(self.services, Room.from_stored(stored, self.services.ports, moment()), self)
        )


def _clock_runs(live: TableHost) -> bool:
    """Return True if a clock would stop when the table leaves the memory."""
    return live.state.row.state == "playing" and bool(live.state.row.clocked)
