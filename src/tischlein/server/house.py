"""All tables of this server: opened from the store when somebody comes, put away when nobody is left."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from concurrent.futures import ThreadPoolExecutor

import msgspec

from tischlein.engine.errors import RecordError, TischleinError
from tischlein.games import GAMES
from tischlein.server import people, queries
from tischlein.server.catalogue import USUAL_LEVEL, OwnBots, levels
from tischlein.server.clock import now
from tischlein.server.driver import drive
from tischlein.server.errors import Refusal
from tischlein.server.info import table_info
from tischlein.server.limits import Limits
from tischlein.server.opening import older_rules, reopened, restored
from tischlein.server.presence import is_here
from tischlein.server.protocol.rest import CreateTable, MyTable, SeatToken, TableCreated
from tischlein.server.room import Room
from tischlein.server.rows import SeatRow, Stored, TableRow
from tischlein.server.store import Store

logger = logging.getLogger("tischlein.server")

# Easily read aloud: no 0 and O, no 1 and I.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
SWEEP = 60.0


class House:
    """The live tables by code."""

    def __init__(self, store: Store, limits: Limits | None = None, bots: OwnBots | None = None) -> None:
        self.store = store
        self.bots = bots or {}
        self.limits = limits or Limits()
        self.rooms: dict[str, Room] = {}
        self.thinkers = ThreadPoolExecutor(max(2, (os.cpu_count() or 2) - 1), thread_name_prefix="bot")
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._chores: list[asyncio.Task[None]] = []

    # Opening and closing

    async def open(self) -> None:
        """Open the store, and go on with every game that was going on."""
        await self.store.open()
        self._chores = [asyncio.create_task(self._resume()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Say goodbye to everybody; everything is stored already."""
        for task in [*self._chores, *self._drivers.values()]:
            task.cancel()
        await asyncio.gather(*self._chores, *self._drivers.values(), return_exceptions=True)
        for room in self.rooms.values():
            for listener in list(room.listeners):
                listener.dismiss("closing")
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def _resume(self) -> None:
        """Games go on after a restart: bots move, clocks run."""
        codes = await self.store.run(queries.playing)
        for code in codes[: self.limits.live]:
            try:
                await self.room(code)
            except (Refusal, TischleinError):
                logger.exception("table %s does not open", code)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except Exception:
                logger.exception("sweeping")

    async def sweep(self) -> None:
        """Put tables away that nobody looks at, and archive what has been idle for long."""
        at, limits = now(), self.limits
        for code, room in list(self.rooms.items()):
            quiet = at - room.quiet_since > 1000 * limits.quiet
            resting = room.row.state != "playing" or room.row.timer is None
            if not room.listeners and quiet and resting and not room.lock.locked():
                self._put_away(code)
        lobby, game, keep = (
            at - int(1000 * age) for age in (limits.idle_lobby, limits.idle_game, limits.keep)
        )
        # Whatever is still open is not cleared away, also if nobody listens at this moment: what was quiet has just been put away.
        busy = [room.row.id for room in self.rooms.values()]
        await self.store.run(lambda c: queries.archive(c, lobby, game, keep, busy))
        for code, room in list(self.rooms.items()):
            if room.row.touched < game and not room.listeners and not room.lock.locked():
                self._put_away(code)

    def give_up(self, room: Room) -> None:
        """A room whose game may be ahead of its log: everybody comes back, to a new one."""
        for listener in list(room.listeners):
            listener.dismiss("moved")
        if self.rooms.get(room.row.code) is room:
            self._put_away(room.row.code)

    def _put_away(self, code: str) -> None:
        self.rooms[code].lock.shut = True
        self.rooms.pop(code).changed.set()
        self._drivers.pop(code).cancel()
        self._opening.pop(code, None)

    # Tables

    async def room(self, code: str) -> Room:
        """The live table, from the store if need be."""
        code = code.upper()
        if code in self.rooms:
            return self.rooms[code]
        if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
            raise Refusal("no_table", 404, table=code[:12])
        lock = self._opening.setdefault(code, asyncio.Lock())
        try:
            async with lock:
                if code in self.rooms:
                    return self.rooms[code]
                stored = await self.stored(code)
                if stored is None:
                    raise Refusal("no_table", 404, table=code)
                return await self._admit(stored)
        finally:
            if not lock.locked():
                self._opening.pop(code, None)

    async def stored(self, code: str) -> Stored | None:
        return await self.store.run(lambda c: queries.load(c, code))

    async def _admit(self, stored: Stored) -> Room:
        row = stored.table
        try:
            table = await asyncio.to_thread(restored, stored)
        except RecordError as error:
            # The rules are not those that the log was written by: it is no longer a game.
            logger.warning("table %s goes on from its last position: %s", row.code, error)
            table = reopened(stored)
            changes = {"start": row.start, "base": row.base, "version": row.version}
            await self.store.run(lambda c: queries.change_table(c, row.id, changes))
        note = None if row.start is None else older_rules()
        if row.archived:
            row.archived = False
            await self.store.run(lambda c: queries.change_table(c, row.id, {"archived": False}))
        return self._seat_down(Room(self, stored, table, note))

    def _seat_down(self, room: Room) -> Room:
        if len(self.rooms) >= self.limits.live:
            self._make_room()
        self.rooms[room.row.code] = room
        self._drivers[room.row.code] = asyncio.create_task(drive(room))
        return room

    def _make_room(self) -> None:
        """The memory is full: put away what has been quiet for longest."""
        quiet = [room for room in self.rooms.values() if not room.listeners and not room.lock.locked()]
        if not quiet:
            raise Refusal("house_full", 503)
        self._put_away(min(quiet, key=lambda room: room.quiet_since).row.code)

    async def create(self, wish: CreateTable) -> TableCreated:
        """Set a table; it starts at once when no seat is left open."""
        seats, tokens = seats_of(wish)
        row = row_of(wish, self.bots)
        row.host = tokens[0].seat if tokens else None
        room = await self._add(row, seats)
        if all(seat.kind != "open" for seat in seats):
            async with room.lock:
                await people.begin(room, room.copy_of_seats(), row.host)
        own = tokens[0] if tokens else None
        return TableCreated(room.row.code, own.seat if own else None, own.token if own else None, tokens[1:])

    async def _add(self, row: TableRow, seats: list[SeatRow]) -> Room:
        if await self.store.run(queries.count_tables) >= self.limits.tables:
            raise Refusal("house_full", 503)
        row.id = await self.store.run(lambda c: queries.add_table(c, row, seats))
        return self._seat_down(Room(self, Stored(row, seats, [], []), None))

    async def again(self, room: Room, by: int) -> str:
        """The next table of the same people."""
        seats = room.copy_of_seats()
        for seat in seats:
            # Nobody waits for somebody who has gone; who has a day need not be there from the beginning.
            absent = seat.kind == "person" and not is_here(room, seat.seat)
            seat.standing_in = absent and (seat.standing_in or not room.row.unhurried)
        host = room.row.host
        row = msgspec.structs.replace(
            room.row,
            id=0,
            code=new_code(),
            state="lobby",
            host=by if host is None or seats[host].standing_in else host,
            version=room.game.version,
            seed=secrets.randbits(62),
            created=now(),
            touched=now(),
            rematch=None,
            start=None,
            base=0,
            position=None,
        )
        following = await self._add(row, seats)
        async with following.lock:
            await people.begin(following, following.copy_of_seats(), row.host)
        return row.code

    async def mine(self, tokens: list[str]) -> list[MyTable]:
        """The tables that these tokens open, the latest first."""
        places = {people.hashed(token): place for place, token in reversed(list(enumerate(tokens)))}
        found = await self.store.run(lambda c: queries.of_tokens(c, list(places)))
        tables = []
        for token_hash, code in found:
            try:
                room = await self._glance(code)
            except (Refusal, TischleinError):
                continue  # one table that does not open hides no other
            seat = room.seat_of(token_hash)
            if seat is not None:
                your_turn = seat in room.obliged and room.row.state == "playing"
                tables.append(MyTable(places[token_hash], seat, your_turn, table_info(room)))
        return tables

    async def _glance(self, code: str) -> Room:
        """The table, for a look at it: the game itself is opened only if it is going on."""
        if code not in self.rooms:
            stored = await self.stored(code)
            if stored is not None and stored.table.state != "playing":
                return Room(self, stored, None)
        return await self.room(code)


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def row_of(wish: CreateTable, bots: OwnBots) -> TableRow:
    """The table that somebody wishes for, or a refusal that says what is wrong with it."""
    if wish.game not in GAMES:
        raise Refusal("no_game", 404)
    game = GAMES[wish.game]
    stand_in = USUAL_LEVEL if wish.stand_in is None else wish.stand_in
    if {stand_in, *(level for level in wish.bots if level is not None)} - set(levels(bots)):
        raise Refusal("no_level", 422)
    try:
        game.opening(wish.seats, **wish.options)
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    at = now()
    return TableRow(
        id=0,
        code=new_code(),
        game=game.id,
        version=game.version,
        options=game.check_options(wish.options),
        state="lobby",
        host=None,
        timer=wish.timer,
        stand_in=stand_in,
        spectators=wish.spectators,
        pace=wish.pace,
        chat=wish.chat,
        lang=wish.lang,
        seed=secrets.randbits(62),
        created=at,
        touched=at,
    )


def seats_of(wish: CreateTable) -> tuple[list[SeatRow], list[SeatToken]]:
    """Bots on their seats, then the sender and those at the same device on the first free ones."""
    if len(wish.bots) > wish.seats:
        raise Refusal("bad_options", 422, problem=f"{len(wish.bots)} bots for {wish.seats} seats")
    seats = [SeatRow(seat) for seat in range(wish.seats)]
    for seat, level in enumerate(wish.bots):
        if level is not None:
            people.put_bot(seats, seat, level)
    free = [seat.seat for seat in seats if seat.kind == "open"]
    names = [wish.name, *wish.hot_seat]
    if wish.hot_seat and len(names) > len(free):
        raise Refusal("full", 409)
    tokens = [
        SeatToken(seat, people.put_person(seats, seat, name)) for seat, name in zip(free, names, strict=False)
    ]
    if wish.hot_seat:
        for token in tokens:
            seats[token.seat].device = tokens[0].seat
    return seats, tokens
