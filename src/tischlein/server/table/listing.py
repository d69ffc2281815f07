"""The listed tables of this server and of others on the same store, and the best one for a quick match."""

import asyncio
from dataclasses import dataclass

from tischlein.games import GAMES
from tischlein.room.rows import Row, Seat
from tischlein.server.clock import ticks
from tischlein.server.protocol.rest import OpenTable
from tischlein.server.table.registry import Registry

MOST = 100  # tables in a list
COMING = 10_000  # milliseconds
FRESH = 1_000  # milliseconds for which what other servers have is not asked again


@dataclass(frozen=True)
class ListedTable:
    """A listed table with a player at it."""

    row: Row
    seats: list[Seat]
    watching: int
    starting: bool = False

    @property
    def free(self) -> int:
        return sum(seat.kind == "open" for seat in self.seats)

    @property
    def joinable(self) -> bool:
        return self.row.state == "lobby" and self.free > 0 and not self.starting

    @property
    def shown(self) -> bool:
        """One may sit down, or else watch."""
        return self.joinable or (self.row.state != "over" and self.row.spectators != "none")

    @property
    def usual(self) -> bool:
        """True if all options have their default values."""
        game = GAMES.get(self.row.game)
        return game is not None and game.check_options(self.row.options) == game.check_options({})

    def message(self) -> OpenTable:
        """Return what everybody on the server may know."""
        row, host = self.row, self.row.host
        return OpenTable(
            code=row.code,
            game=row.game,
            options=row.options,
            host=None if host is None else self.seats[host].name,
            seats=len(self.seats),
            free=self.free,
            joinable=self.joinable,
            timer=row.timer,
            bank=row.bank,
            increment=row.increment,
            watching=self.watching,
        )


class Listings:
    """All listed tables that this server knows."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.matching = asyncio.Lock()
        # New tables whose player has not connected yet, and until when they are listed.
        self._expected: dict[str, int] = {}
        self._elsewhere: list[ListedTable] = []
        self._asked_at: int | None = None

    def expect(self, code: str) -> None:
        """List a new table before its player has connected."""
        at = ticks()
        self._expected = {one: until for one, until in self._expected.items() if until > at}
        self._expected[code] = at + COMING

    async def all(self) -> list[ListedTable]:
        """Return all open tables: those with free seats first, the fewest free seats first, then by age."""
        return _in_order([*self.here(), *await self._there()])[:MOST]

    def here(self) -> list[ListedTable]:
        """Return the listed tables of this server."""
        states = [live.state for live in self._registry.tables.values() if not live.lock.shut]
        found = [
            ListedTable(state.row, state.seats, state.watching, state.starting is not None)
            for state in states
            if state.row.listed and (state.attended or self._expected.get(state.row.code, 0) > ticks())
        ]
        return _in_order(found)

    async def _there(self) -> list[ListedTable]:
        if self._registry.membership is None:
            return []
        if self._asked_at is None or ticks() - self._asked_at >= FRESH:
            rows = await self._registry.store.tables_elsewhere(MOST)
            self._elsewhere = [ListedTable(row, seats, row.watching) for row, seats in rows]
            self._asked_at = ticks()
        return [one for one in self._elsewhere if one.row.code not in self._registry.tables]


def _in_order(tables: list[ListedTable]) -> list[ListedTable]:
    shown = [one for one in tables if one.shown]
    return sorted(shown, key=lambda one: (not one.joinable, one.free, one.row.created))


def fitting(tables: list[ListedTable], game: str, avoid: list[str]) -> list[ListedTable]:
    """Return the tables of a game that can be joined, best first: default options, short clocks, few free seats."""
    found = [one for one in tables if one.joinable and one.row.game == game and one.row.code not in avoid]
    return sorted(found, key=lambda one: (not one.usual, one.row.unhurried))
