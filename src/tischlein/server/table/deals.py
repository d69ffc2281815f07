"""Deals that several tables have: what everybody must get alike, and what stays closed until nobody plays them any more.

The deal of the day is named after its day and game. A deal that a host gives to several groups has the code of the first table as
its name. Its secret makes the cards, as at any table, but no player adds a share: else the deals would differ. It makes the bots'
random numbers too. Nothing that shows hidden cards opens before the day is over, or before all groups have played.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from tischlein.engine.play.table import Table
from tischlein.engine.play.undo import obstacle
from tischlein.room.rows import Row
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.store.deals import DealResult, DealTable
from tischlein.server.store.store import Store
from tischlein.server.table.state import TableState

DAILY = "daily"
SEED_BITS = 62


def day_at(at: int) -> date:
    """The day of a time in milliseconds, by UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def daily(day: date, game: str) -> str:
    """The name of a day's deal.

    >>> daily(date(2026, 11, 16), "chess")
    'daily/2026-11-16/chess'
    """
    return f"{DAILY}/{day.isoformat()}/{game}"


def end_of(day: date) -> int:
    """The end of a day, in milliseconds."""
    following = day + timedelta(days=1)
    return int(datetime(following.year, following.month, following.day, tzinfo=UTC).timestamp() * 1000)


def is_daily(row: Row) -> bool:
    """Is it the deal of a day, and not one of some groups?"""
    return row.deal is not None and row.deal.startswith(f"{DAILY}/")


def is_over(row: Row) -> bool:
    """Is the day of a deal of the day over?"""
    return now() >= end_of(date.fromisoformat((row.deal or "").split("/")[1]))


def check_own(row: Row) -> None:
    """Refuse what gives one table other chances than those that have the same deal."""
    if row.deal is not None:
        raise Refusal("same_deal", 409)


def may_take_back(row: Row, table: Table, seat: int) -> bool:
    """May a seat take its last decision back, for all that others play the same deal? Only if nothing was shown since."""
    if row.deal is None:
        return True
    place = table.last_decision(seat)
    return place is not None and not obstacle(table.game, table.past, seat, place, range(table.seats))


async def check_open(store: Store, row: Row) -> None:
    """Refuse what would show the deal to somebody who may still play it."""
    if is_daily(row):
        if not is_over(row):
            raise Refusal("deal_closed", 409)
    elif row.deal is not None and not all_over(await store.deal_tables(row.deal)):
        raise Refusal("deal_shared", 409)


async def check_unseen(store: Store, row: Row) -> None:
    """Refuse to go on with a game that was given up, once everybody may look at its deal: they know the cards."""
    if row.deal is None or is_daily(row) or row.state == "over" or not row.archived:
        return
    others = await store.deal_tables(row.deal)
    if others and all_over(others):
        raise Refusal("deal_past", 410)


def all_over(tables: Iterable[DealTable]) -> bool:
    return all(table.state == "over" for table in tables)


async def check_first_time(store: Store, row: Row, guest: str | None) -> None:
    """Refuse a seat to somebody who has one at another table with the same deal; ``guest`` is the hash of the key."""
    deal = row.deal
    if deal is None or guest is None:
        return
    if await store.sits_elsewhere(deal, guest, row.code):
        raise Refusal("deal_twice", 409)


def bots_seed(secret: str) -> int:
    """The seed of all bots at the tables of a deal."""
    digest = hmac.new(bytes.fromhex(secret), b"tischlein deal 1 bots", hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)


def guest_of(deal: str, key: str) -> str:
    """What the ranking stores of a guest: another hash for each deal. The seat at the table has the one that finds all their games."""
    return _of_guest(key, f"tischlein deal 1 guest {deal}")


def token_of(deal: str, key: str) -> str:
    """The token of the seat at which a guest plays a deal: whoever has the key can come back."""
    return _of_guest(key, f"tischlein deal 1 seat {deal}")


def _of_guest(key: str, text: str) -> str:
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def result_of(state: TableState, table: Table) -> DealResult | None:
    """How the game ended for the one person at the table; None where it does not count, or does not count any more."""
    if not table.over or not is_daily(state.row) or is_over(state.row):
        return None
    if not state.persons():
        return None  # who has left is not there at the end: a bot has played it
    (seat,) = state.persons()
    side = next(one for one in table.standings() if seat in one["seats"])
    return DealResult(side["place"], side["score"])
