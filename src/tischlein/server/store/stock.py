"""Choose what to delete first at a quota: one rule for tables, evenings and groups.

First what no person has used, then what belongs to creators with more than their share, both from the largest creator on. So a client
that creates many things loses its own. Last what has rested for long, whoever made it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, case, func, or_, select

MINUTE = 60_000  # milliseconds
UNUSED = 10 * MINUTE  # after which something that no person has used may go, whoever made it
IDLE = 60 * MINUTE  # after which something of a creator with more than a share may go
DAY = 24 * 60 * MINUTE
SHARES = 100  # a creator's share is a hundredth of all places


@dataclass(frozen=True)
class Quota:
    """Things of one kind: the columns that say which, whose and since when; and what may go, under which condition."""

    key: ColumnElement[Any]
    creator: ColumnElement[Any]  # a hash of the network that has created it, see ``capacity``
    touched: ColumnElement[Any]
    unused: ColumnElement[bool]  # at once if its creator has more than a share
    waited: ColumnElement[bool]  # otherwise this has to be true as well
    idle: ColumnElement[bool]  # what is used, only if its creator has more than a share
    rested: Sequence[ColumnElement[bool]]  # one after the other


def first_to_go(
    connection: Connection, stock: Quota, most: int, share: int, busy: Collection[object] = ()
) -> list[Any]:
    """Return the keys of at most ``most`` things that go before all others; those in ``busy`` stay."""
    counted = select(stock.creator.label("creator"), func.count().label("things")).group_by(stock.creator)
    creators = counted.subquery()
    theirs = func.coalesce(creators.c.things, 1)
    unused = and_(stock.unused, or_(theirs > share, stock.waited))
    greedy = and_(stock.idle, theirs > share)
    steps = (unused, greedy, *stock.rested)
    chosen = (
        select(stock.key)
        .outerjoin(creators, creators.c.creator == stock.creator)
        .where(stock.key.not_in(busy), or_(*steps))
        .order_by(
            case(*((step, place) for place, step in enumerate(steps))),
            case((or_(unused, greedy), -theirs), else_=0),
            stock.touched,
        )
    )
    return list(connection.scalars(chosen.limit(most)))


def count(connection: Connection, table: Table) -> int:
    """Return the number of rows of a table."""
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def share_of(most: int) -> int:
    """Return the share of one creator where there are ``most`` places."""
    return max(1, most // SHARES)
