"""Ratings: how strong guests are in a game, computed from stored results by openskill."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tischlein.engine.intervals import SPREAD
from tischlein.games import GAMES
from tischlein.room.opening.deals import DAILY
from tischlein.server.clock import ticks
from tischlein.server.protocol.guests import GuestGame
from tischlein.server.store.results import RatedRow
from tischlein.server.store.store import Store

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

NEWCOMER = 10  # games
# As in chess: 1500 at the beginning; the difference of 200 points is one of openskill's five.
START, SCALE = 1500.0, 40.0
# Games that are rated in one day (UTC) and game: of two people with each other, of one person, and at tables made from one network.
PAIR_A_DAY, PERSON_A_DAY, NETWORK_A_DAY = 10, 30, 200
DAY = 86_400_000  # milliseconds
FRESH = 60_000  # milliseconds for which ratings are not computed again

Side = tuple[int, list[str]]  # a place, and the guests who share it as one side


class Rating(NamedTuple):
    """A guest's strength, half of its 95 % interval, and the number of games behind it."""

    value: float
    spread: float
    games: int


@cache
def is_installed() -> bool:
    """Return True if openskill is installed."""
    return find_spec("openskill") is not None


def rate(games: Iterable[list[Side]]) -> dict[str, Rating]:
    """Return the ratings of all guests after these games, from the first to the last.

    A guest who has played a while is not rated against newcomers: a person could win against any number of new browsers.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    strength: defaultdict[str, PlackettLuceRating] = defaultdict(model.rating)
    played: Counter[str] = Counter()
    for sides in games:
        guests = [guest for _, side in sides for guest in side]
        if len(set(guests)) < len(guests):
            continue  # with two seats, a guest would be compared with themselves
        newcomers = {guest for guest in guests if played[guest] < NEWCOMER}
        known = [(place, [guest for guest in side if guest not in newcomers]) for place, side in sides]
        after = [_after(model, group, strength) for group in (sides, known)]
        for guest in guests:
            if guest in after[guest not in newcomers]:
                strength[guest] = after[guest not in newcomers][guest]
                played[guest] += 1
    return {
        guest: Rating(START + SCALE * (one.mu - 25), SPREAD * SCALE * one.sigma, played[guest])
        for guest, one in strength.items()
    }


def _after(
    model: PlackettLuce, sides: list[Side], strength: Mapping[str, PlackettLuceRating]
) -> dict[str, PlackettLuceRating]:
    """Return the strength of guests after a game of at least two sides."""
    there = [(place, side) for place, side in sides if side]
    if len(there) < 2:
        return {}
    teams = [[strength[guest] for guest in side] for _, side in there]
    rated = model.rate(teams, ranks=[float(place) for place, _ in there])
    return {
        guest: one
        for (_, side), team in zip(there, rated, strict=True)
        for guest, one in zip(side, team, strict=True)
    }


def games_of(rows: Iterable[RatedRow]) -> list[list[Side]]:
    """Return games for ``rate`` from results, which come in order of time.

    People at one table are compared with one another. Where several tables shared a deal, people who had the same seat are compared
    instead, since they had the same cards. Games of one person are left out, and so are deals of the day and what ``_within_bounds``
    leaves out.
    """
    found: dict[tuple[str, int], dict[tuple[int, ...], Side]] = {}
    tables: dict[str, set[int]] = {}
    rows = _within_bounds(row for row in rows if not (row.deal or "").startswith(DAILY))
    for row in rows:
        tables.setdefault(row.deal or str(row.table), set()).add(row.table)
    for row in rows:
        game = msgspec.json.decode(row.data, type=GuestGame)
        name = row.deal or str(row.table)
        shared = len(tables[name]) > 1
        own = game.side_of(row.seat)
        key = (name, row.seat) if shared else (name, -1)
        side = (row.table,) if shared else tuple(own.seats)
        found.setdefault(key, {}).setdefault(side, (own.place, []))[1].append(row.guest)
    return [list(sides.values()) for sides in found.values() if len(sides) > 1]


def _within_bounds(rows: Iterable[RatedRow]) -> list[RatedRow]:
    """Return the results of games within what one day may bring: each pair of people, each person and each network has a bound.

    A table beyond one of them is left out as a whole. So nobody gains more by many games in a day than by a few.
    """
    by_table: dict[int, list[RatedRow]] = {}
    for row in rows:
        by_table.setdefault(row.table, []).append(row)
    counted: Counter[object] = Counter()
    found = []
    for own in by_table.values():
        day, creator = own[0].at // DAY, own[0].creator
        guests = sorted({row.guest for row in own})
        bounds: dict[object, int] = {(day, pair): PAIR_A_DAY for pair in combinations(guests, 2)}
        bounds |= {(day, guest): PERSON_A_DAY for guest in guests}
        if creator is not None:
            bounds[day, "network", creator] = NETWORK_A_DAY
        if all(counted[key] < most for key, most in bounds.items()):
            counted.update(bounds.keys())
            found += own
    return found


def strength(guests: Collection[str], ratings: Mapping[str, Rating]) -> float:
    """Return the mean rating of guests; people without one count as beginners."""
    values = [ratings[guest].value if guest in ratings else START for guest in guests]
    return sum(values) / len(values) if values else START


class Ratings:
    """The ratings of a server, computed when they are asked for."""

    def __init__(self, store: Store, on: bool) -> None:
        self._store = store
        self.on = on and is_installed()
        self.fresh = FRESH
        self._known: dict[str, tuple[int, dict[str, Rating]]] = {}
        self._computing = {game: asyncio.Lock() for game in GAMES}

    async def of(self, game: str) -> dict[str, Rating]:
        """Return the ratings of all guests in a game, at most a minute old; empty if they are off."""
        if not self.on:
            return {}
        async with self._computing[game]:
            until, known = self._known.get(game, (0, {}))
            if until <= ticks():
                rows = await self._store.rated_results(game)
                known = await asyncio.to_thread(lambda: rate(games_of(rows)))
                self._known[game] = (ticks() + self.fresh, known)
            return known

    async def forget(self, guest: str) -> None:
        """Show no rating of a guest who has deleted their data or wants none; the others' follow within a minute."""
        for game, computing in self._computing.items():
            async with computing:
                if game in self._known:
                    self._known[game][1].pop(guest, None)
