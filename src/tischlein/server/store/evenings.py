"""Queries about evenings; each function runs inside one transaction. An evening is one row, written as a whole."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select, update

from tischlein.evenings.evening import FEWEST, Evening
from tischlein.room.rows import Stored
from tischlein.server.errors import Conflict
from tischlein.server.store import apply, schema
from tischlein.server.store.membership import Membership
from tischlein.server.store.stock import DAY, IDLE, UNUSED, Quota, count, first_to_go, share_of

FORGOTTEN = "—"  # in place of the name of a guest who has deleted everything

evenings, guests = schema.evenings.c, schema.evening_guests.c

_decode = msgspec.json.Decoder(Evening).decode


class StoredEvening(NamedTuple):
    """An evening, and how often it has been written."""

    evening: Evening
    version: int


def load(connection: Connection, code: str) -> StoredEvening | None:
    """Return an evening."""
    chosen = select(evenings.data, evenings.version).where(evenings.code == code)
    found = connection.execute(chosen).first()
    return None if found is None else StoredEvening(_decode(found.data), found.version)


def add(connection: Connection, evening: Evening, creator: str | None, at: int, most: int) -> bool:
    """Store a new evening; return False if there are ``most`` already, and none that can go."""
    if count(connection, schema.evenings) >= most and not _make_room(connection, at, most):
        return False
    values = {
        "code": evening.code,
        "version": 1,
        "group_code": evening.group,
        "creator": creator,
        "created": at,
        **_changing(evening, at),
    }
    connection.execute(insert(schema.evenings).values(values))
    _note_guests(connection, evening)
    return True


def put(
    connection: Connection,
    known: StoredEvening,
    at: int,
    tables: Sequence[Stored],
    membership: Membership | None,
) -> None:
    """Store an evening that was read as ``known.version``, and new tables of it; Conflict if it has been written since.

    The keys of people who are removed open no seat at its running tables any more.
    """
    if known.evening.state == "over":
        for person in known.evening.people:
            if person.name == FORGOTTEN:
                person.token_hash = ""  # it opens no seat any more
    own = (evenings.code == known.evening.code) & (evenings.version == known.version)
    values = {"version": known.version + 1, **_changing(known.evening, at)}
    if connection.execute(update(schema.evenings).where(own).values(values)).rowcount != 1:
        raise Conflict("the evening has changed")
    _note_guests(connection, known.evening)
    for stored in tables:
        apply.add(connection, stored, None, membership)
    running = known.evening.running
    codes = [] if running is None else [table.code for table in running.tables]
    for person in known.evening.people:
        if person.removed and codes:
            apply.revoke(connection, codes, person.token_hash)


def _changing(evening: Evening, at: int) -> dict[str, object]:
    people = sum(not person.removed for person in evening.people)
    return {"state": evening.state, "touched": at, "people": people, "data": schema.to_json(evening).decode()}


def _note_guests(connection: Connection, evening: Evening) -> None:
    """Index an evening by its guests."""
    own = guests.evening == evening.code
    noted = set(connection.scalars(select(guests.guest).where(own)))
    present = {person.guest for person in evening.people if person.guest is not None}
    if gone := noted - present:
        connection.execute(delete(schema.evening_guests).where(own, guests.guest.in_(gone)))
    if new := present - noted:
        rows = [{"guest": guest, "evening": evening.code} for guest in new]
        connection.execute(insert(schema.evening_guests), rows)


def playing(connection: Connection) -> list[str]:
    """Return the codes of evenings with a running round."""
    return list(connection.scalars(select(evenings.code).where(evenings.state == "playing")))


def _make_room(connection: Connection, at: int, most: int) -> bool:
    """Delete an evening to which hardly anybody came, or of a creator with many, or that has rested; return False if there is none."""
    rests = evenings.state != "playing"
    stock = Quota(
        evenings.code,
        evenings.creator,
        evenings.touched,
        unused=and_(evenings.state == "gathering", evenings.people < FEWEST),
        waited=evenings.touched < at - UNUSED,
        idle=and_(rests, evenings.touched < at - IDLE),
        rested=[and_(rests, evenings.touched < at - DAY)],
    )
    gone = first_to_go(connection, stock, 1, share_of(most))
    return connection.execute(delete(schema.evenings).where(evenings.code.in_(gone))).rowcount > 0


def of_group(connection: Connection, group: str, most: int) -> list[Evening]:
    """Return the latest evenings of a group, the newest first."""
    chosen = select(evenings.data).where(evenings.group_code == group).order_by(evenings.created.desc())
    return [_decode(data) for data in connection.scalars(chosen.limit(most))]


def forget_guest(connection: Connection, guest: str) -> None:
    """Take a guest's name and key out of all evenings; the results stay, without a name."""
    theirs = select(guests.evening).where(guests.guest == guest)
    named = select(evenings.data, evenings.version, evenings.touched).where(evenings.code.in_(theirs))
    for row in connection.execute(named).all():
        known = StoredEvening(_decode(row.data), row.version)
        for person in known.evening.people:
            if person.guest == guest:
                person.name, person.avatar, person.guest = FORGOTTEN, None, None
        put(connection, known, row.touched, [], None)


def tidy(connection: Connection, idle_before: int, keep: int) -> None:
    """Delete evenings that have not begun since ``idle_before``, and all that nobody has touched since ``keep``."""
    idle = (evenings.state == "gathering") & (evenings.touched < idle_before)
    connection.execute(delete(schema.evenings).where(idle | (evenings.touched < keep)))
