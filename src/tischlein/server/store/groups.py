"""Queries about groups and their members, who are known by the hash of a key that their page has made."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, false, func, insert, or_, select, update

from tischlein.room.rows import Row, Seat
from tischlein.server.clock import now
from tischlein.server.errors import Conflict
from tischlein.server.store import schema
from tischlein.server.store.queries import tables_with_seats
from tischlein.server.store.stock import DAY, UNUSED, Quota, count, first_to_go, share_of

groups, members, tables, results = schema.groups.c, schema.members.c, schema.tables.c, schema.results.c


class GroupRow(NamedTuple):
    """A stored group with its members, the oldest first: guests and their names."""

    code: str
    link: str  # by which people join
    name: str
    members: list[tuple[str, str]]

    def has(self, guest: str | None) -> bool:
        return any(member == guest for member, _ in self.members)

    def is_led_by(self, guest: str) -> bool:
        """Return True if a guest owns the group: the founder, or the oldest member after the founder has left."""
        return [guest] == [member for member, _ in self.members[:1]]


def add(
    connection: Connection, code: str, name: str, guest: str, called: str, creator: str | None, most: int
) -> bool:
    """Store a new group with its first member; return False if there are ``most`` already, and none that can go."""
    if count(connection, schema.groups) >= most and not _make_room(connection, most):
        return False
    row = {"code": code, "link": code, "name": name, "touched": now(), "creator": creator}
    connection.execute(insert(schema.groups).values(row))
    join(connection, GroupRow(code, code, name, []), guest, called)
    return True


def _make_room(connection: Connection, most: int) -> int:
    """Delete a group of one member, or in which no game has ended; return how many are gone."""
    size = select(func.count()).where(members.group_code == groups.code).scalar_subquery()
    games = select(tables.group_code).join(schema.results)
    played = groups.code.in_(games.where(tables.group_code.is_not(None)))
    stock = Quota(
        groups.code,
        groups.creator,
        groups.touched,
        unused=or_(size == 1, ~played),
        waited=groups.touched < now() - UNUSED,
        idle=false(),  # a group that plays stays, whoever has founded it
        rested=[],
    )
    return _remove(connection, groups.code.in_(first_to_go(connection, stock, 1, share_of(most))))


def load(connection: Connection, word: str, guest: str) -> GroupRow | None:
    """Return the group with this code, for members, or with this link, for everybody; a visit of a member is noted."""
    chosen = select(groups.code, groups.link, groups.name)
    row = connection.execute(chosen.where((groups.code == word) | (groups.link == word))).first()
    if row is None:
        return None
    found = GroupRow(row.code, row.link, row.name, _members(connection, row.code))
    if not found.has(guest):
        return found if found.link == word else None
    at = now()
    used = update(schema.groups).where(groups.code == found.code, groups.touched < at - DAY)
    connection.execute(used.values(touched=at))
    return found


def of_guest(connection: Connection, guest: str) -> list[GroupRow]:
    """Return the groups of a guest, by name."""
    own = select(groups.code, groups.link, groups.name).join(schema.members)
    found = connection.execute(own.where(members.guest == guest).order_by(groups.name, groups.code)).all()
    return [GroupRow(code, link, name, _members(connection, code)) for code, link, name in found]


def join(connection: Connection, known: GroupRow, guest: str, name: str) -> None:
    """Make a guest a member, or change the member's name; Conflict if the members have changed since they were read."""
    _lock(connection, known)
    own = (members.group_code == known.code) & (members.guest == guest)
    if connection.execute(update(schema.members).where(own).values(name=name)).rowcount:
        return
    row = {"group_code": known.code, "guest": guest, "name": name, "joined": now()}
    connection.execute(insert(schema.members).values(row))


def leave(connection: Connection, guest: str, code: str | None = None) -> None:
    """Take a guest out of a group, or of all; groups without members are deleted."""
    gone = delete(schema.members).where(members.guest == guest)
    connection.execute(gone if code is None else gone.where(members.group_code == code))
    _remove(connection, groups.code.not_in(select(members.group_code)))


def remove(connection: Connection, known: GroupRow, guest: str, link: str) -> None:
    """Take a member out of a group, which gets a new link: the old one lets nobody in any more; Conflict as in ``join``."""
    _lock(connection, known)
    leave(connection, guest, known.code)
    connection.execute(update(schema.groups).where(groups.code == known.code).values(link=link))


def tidy(connection: Connection, keep: int) -> None:
    """Delete groups that nobody has used since this time."""
    _remove(connection, groups.touched < keep)


def tables_of(connection: Connection, code: str) -> list[tuple[Row, list[Seat]]]:
    """Return a group's tables that wait or play."""
    own = (tables.group_code == code) & tables.archived.is_(False) & (tables.state != "over")
    return tables_with_seats(connection, select(tables.id).where(own))


def results_of(connection: Connection, code: str, start: int, end: int) -> list[tuple[str, int, str]]:
    """Return members, tables and games (as JSON) of a group's finished games from ``start`` until before ``end``."""
    member = (members.group_code == tables.group_code) & (members.guest == results.guest)
    chosen = (
        select(results.guest, results.table_id, results.data)
        .join(schema.tables)
        .join(schema.members, member)
        .where(tables.group_code == code, results.at >= start, results.at < end)
        .order_by(results.at, results.table_id, results.seat)
    )
    return [(guest, table, data) for guest, table, data in connection.execute(chosen)]


def _lock(connection: Connection, known: GroupRow) -> None:
    """Lock a group, so that two people do not take the same name or the last place."""
    connection.execute(select(groups.code).where(groups.code == known.code).with_for_update())
    if _members(connection, known.code) != known.members:
        raise Conflict("the members have changed")


def _members(connection: Connection, code: str) -> list[tuple[str, str]]:
    chosen = select(members.guest, members.name).where(members.group_code == code)
    return [
        (guest, name) for guest, name in connection.execute(chosen.order_by(members.joined, members.guest))
    ]


def _remove(connection: Connection, those: object) -> int:
    """Delete groups, and return how many; their tables become tables like any other."""
    codes: Sequence[str] = list(connection.scalars(select(groups.code).where(those)))  # type: ignore[arg-type]
    if codes:
        connection.execute(update(schema.tables).where(tables.group_code.in_(codes)).values(group_code=None))
        connection.execute(delete(schema.groups).where(groups.code.in_(codes)))
    return len(codes)
