"""Deals that several tables have: what everybody must get alike, and what stays closed until nobody plays them any more.

See ``room.opening.deals``. The secret of a deal makes the bots' random numbers, too. Nothing that shows hidden cards opens before the day
is over, or before all tables of the round have played.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from itertools import chain, count
from random import Random

from tischlein.bots.nicknames import BOT_AVATARS, BOT_NAMES
from tischlein.engine.types import Json
from tischlein.room.events import Now
from tischlein.room.opening.create import new_row
from tischlein.room.opening.deals import DAILY, end_of_day, is_daily
from tischlein.room.ports import Ports
from tischlein.room.rows import Row, Seat
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.store.store import Store
from tischlein.server.table.names import skeleton

SEED_BITS = 62


def day_at(at: int) -> date:
    """Return the UTC day of a time in milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def daily(day: date, game: str) -> str:
    """Return the name of a day's deal.

    >>> daily(date(2026, 11, 16), "chess")
    'daily/2026-11-16/chess'
    """
    return f"{DAILY}{day.isoformat()}/{game}"


def is_over(row: Row) -> bool:
    """Return True if the day of a deal of the day is over."""
    return now() >= end_of_day(row.deal or "")


async def check_deal_open(store: Store, row: Row) -> str | None:
    """Return the code of the refusal if the deal may not be shown yet, because others may still play it."""
    if is_daily(row):
        return None if is_over(row) else "deal_closed"
    if row.deal is not None and are_running(await store.deal_tables(row.deal)):
        return "deal_shared"
    return None


async def check_open(store: Store, row: Row) -> None:
    """Refuse what would show the deal to a person who may still play it."""
    code = await check_deal_open(store, row)
    if code is not None:
        raise Refusal(code, 409)


async def check_unseen(store: Store, row: Row) -> None:
    """Refuse to go on with a game that was given up, once everybody may look at its deal: they know the cards."""
    if row.deal is None or is_daily(row) or row.state == "over" or not row.archived:
        return
    others = await store.deal_tables(row.deal)
    if others and not are_running(others):
        raise Refusal("deal_past", 410)


def are_running(states: Mapping[str, str]) -> bool:
    """Return True if one of these tables is not over."""
    return any(state != "over" for state in states.values())


def deal_row(wish: Json, deal: str, secret: str, ports: Ports, now: Now) -> Row:
    """Return the settings of a table that has the cards of a deal, and the bots' random numbers."""
    row = new_row(wish, ports, now)
    row.deal, row.secret, row.seed = deal, secret, bots_seed(secret)
    return row


def deal_bots(seats: int, level: str, seed: int, people: Iterable[str]) -> list[Seat]:
    """Return a bot for each seat, the same at all tables of a deal; one with the name of a person gets another."""
    taken = {skeleton(name) for name in people}
    random = Random(seed)
    names = random.sample(BOT_NAMES, len(BOT_NAMES))
    spare = (
        name for name in chain(names[seats:], map("Bot {}".format, count(1))) if skeleton(name) not in taken
    )
    chosen = [next(spare) if skeleton(name) in taken else name for name in names[:seats]]
    looks = random.sample(BOT_AVATARS, seats)
    return [Seat(k, "bot", name, level, avatar=looks[k]) for k, name in enumerate(chosen)]


def bots_seed(secret: str, table: int | None = None) -> int:
    """Return the seed of the bots at the tables of a deal, or that of one table."""
    text = "tischlein deal 1 bots" + ("" if table is None else f" {table}")
    digest = hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)


def guest_of(deal: str, key: str) -> str:
    """Return the hash by which the ranking of a deal knows a guest; it differs from deal to deal."""
    return _of_guest(key, f"tischlein deal 1 guest {deal}")


def token_of(deal: str, key: str) -> str:
    """Return the token of a guest's seat in a deal, so that the key is enough to come back."""
    return _of_guest(key, f"tischlein deal 1 seat {deal}")


def _of_guest(key: str, text: str) -> str:
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
