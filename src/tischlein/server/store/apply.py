"""Writes what one step of a table stores, and adds new tables; each function runs inside one transaction.

The entries of a log are chained, so that a rewritten, missing or swapped one is noticed. Every entry is stored with an HMAC over itself
and the hash of the entry before it; the first one follows a hash of the table's code. The key is the secret of the table's shuffle: cards
are few, and could be guessed from a plain hash. The last hash is also stored in the table's row, as its head, so that missing entries at
the end are noticed too, and a changed secret before the first entry.
"""

import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sqlalchemy import Connection, Delete, Dialect, Update, bindparam, delete, insert, select, update

from tischlein.room.rows import (
    Advice,
    ChatLine,
    Columns,
    DealEntry,
    Entry,
    Row,
    Seat,
    Stored,
    Writes,
    columns_of,
)
from tischlein.server.errors import Damaged, SeatsChanged, StoreError
from tischlein.server.store import deals, results, schema
from tischlein.server.store.membership import Membership
from tischlein.server.store.writer import driver_of, is_file

# An entry as it is hashed: its number, seat, text, message id and time.
Hashed = tuple[int, int, str, str | None, int]


def apply(connection: Connection, writes: Writes, membership: Membership | None) -> None:
    """Store all of a step; NotStored if an entry's number is taken or a seat has changed."""
    table_id = writes.table
    if membership is not None:
        membership.guard(connection, table_id)
    if writes.holder is not None:
        check_holder(connection, table_id, *writes.holder)
    if writes.seats is not None:
        change_seats(connection, table_id, writes.seats_before, writes.seats)
    append(connection, table_id, writes.entries, writes.columns)
    for line in writes.lines:
        add_chat(connection, table_id, line, writes.keep)
    put_chat_seats(connection, table_id, writes.moved)
    for advice in writes.advice:
        add_advice(connection, table_id, advice)
    if writes.results is not None:
        results.put(connection, table_id, writes.results)
    if writes.deal is not None:
        deals.finish(connection, writes.code, *writes.deal)
    for stored in writes.tables:
        _keep_guests(connection, stored, table_id)
        add(connection, stored, None, membership)


def add(
    connection: Connection, stored: Stored, entry: DealEntry | None, membership: Membership | None
) -> None:
    """Store a new table and set its id; with ``entry`` also who plays its deal, or AlreadyEntered."""
    row = stored.row
    if entry is not None:
        deals.enter(connection, row.deal_name, entry, row.created)
    row.id = add_table(connection, row, stored.seats)
    for advice in stored.advice:
        add_advice(connection, row.id, advice)
    if membership is not None:
        membership.add(connection, row.id)


def _keep_guests(connection: Connection, stored: Stored, origin: int) -> None:
    """Take guests off the seats of a following table if they have deleted their data since the first one was read."""
    guests = results.guests_at(connection, origin)
    for seat in stored.seats:
        if seat.guest != guests.get(seat.seat):
            seat.guest = None


def add_table(connection: Connection, row: Row, seats: Sequence[Seat]) -> int:
    """Store a new table and return its id."""
    values = _columns(columns_of(row))
    del values["id"]
    values["head"] = chain_start(row.code, row.secret)
    done = connection.execute(insert(schema.tables).values(**values))
    assert done.inserted_primary_key is not None  # noqa: S101 — for the type checker
    table_id: int = done.inserted_primary_key[0]
    change_seats(connection, table_id, [], seats)
    return table_id


def append(connection: Connection, table_id: int, rows: Sequence[Entry], changes: Columns) -> None:
    """Append entries to a table's log and change its columns; an entry whose number is taken fails."""
    if rows:
        secret, head = _secret_and_head(connection, table_id)
        entries = [(row.seq, row.seat, row.text, row.message_id, row.at) for row in rows]
        hashes = chain_hashes(secret, head, entries)
        values = [(table_id, *entry, hashed) for entry, hashed in zip(entries, hashes, strict=True)]
        _plainly(connection, _insertion(connection.dialect), values)
        changes = {**changes, "head": hashes[-1]}
    if changes:
        change_table(connection, table_id, changes)


# The chain of a log


@lru_cache(1_000)
def _new_hmac(secret: str) -> hmac.HMAC:
    """Return an HMAC with its key already hashed: copying it takes a third of the time of a new one."""
    return hmac.new(secret.encode(), None, "sha256")


def chain_start(code: str, secret: str) -> bytes:
    """Return the head of an empty log, which its first entry follows."""
    return _link(secret, b"", code)


def _link(secret: str, before: bytes, entry: Hashed | str) -> bytes:
    """Return the hash of an entry that follows the hash ``before``."""
    hashed = _new_hmac(secret).copy()
    hashed.update(before + schema.to_json(entry))
    return hashed.digest()


def chain_hashes(secret: str, before: bytes, entries: Iterable[Hashed]) -> list[bytes]:
    """Return the hash of each entry."""
    found = []
    for entry in entries:
        before = _link(secret, before, entry)
        found.append(before)
    return found


def verify(code: str, secret: str, head: bytes, entries: Sequence[Hashed], stored: Sequence[bytes]) -> None:
    """Raise Damaged, naming the first entry that differs, unless these are all entries that were written."""
    start = chain_start(code, secret)
    for place, (entry, hashed, written) in enumerate(
        zip(entries, chain_hashes(secret, start, entries), stored, strict=True), start=1
    ):
        if entry[0] != place:
            raise Damaged(f"entry {place} of its log is missing")
        if hashed != written:
            raise Damaged(f"entry {place} of its log is not what was written: its hash differs")
    if not stored and head != start:
        raise Damaged("its secret is not what was written, or all entries of its log are missing")
    if stored and head != stored[-1]:
        raise Damaged(f"entry {len(entries) + 1} of its log is missing")


# Rows


def change_table(connection: Connection, table_id: int, changes: Columns) -> None:
    """Change columns of a table."""
    values = {"table_id": table_id, **_columns(changes)}
    change, order = _change(connection.dialect, tuple(changes))
    _plainly(connection, change, [tuple([values[name] for name in order])])


def change_seats(
    connection: Connection, table_id: int, before: Sequence[Seat], after: Sequence[Seat]
) -> None:
    """Store the changed seats one by one; SeatsChanged if a stored seat is not the one in ``before``."""
    columns = schema.seats.c
    old = {seat.seat: _columns(columns_of(seat)) for seat in before}
    new = {seat.seat: _columns(columns_of(seat)) for seat in after}

    def change(this: Update | Delete, number: int, names: Iterable[str]) -> None:
        as_known = [columns[name].is_not_distinct_from(old[number][name]) for name in names]
        own = (columns.table_id == table_id) & (columns.seat == number)
        if connection.execute(this.where(own, *as_known)).rowcount != 1:
            raise SeatsChanged(f"seat {number} has been changed meanwhile")

    for number, values in new.items():
        if number not in old:
            connection.execute(insert(schema.seats).values(table_id=table_id, **values))
            continue
        changes = {name: value for name, value in values.items() if value != old[number][name]}
        if changes:
            change(update(schema.seats).values(**changes), number, changes)
    for number in old.keys() - new.keys():
        # Its person may be moved to another number: not one who has deleted everything meanwhile.
        change(delete(schema.seats), number, ["guest"])


def check_holder(connection: Connection, table_id: int, seat: int, key: str | None) -> None:
    """Raise SeatsChanged unless this key opens the seat; nobody takes it off before the transaction ends."""
    seats = schema.seats.c
    chosen = select(seats.seat).where(seats.table_id == table_id, seats.seat == seat, seats.token_hash == key)
    if connection.execute(chosen.with_for_update(read=True)).first() is None:
        raise SeatsChanged(f"seat {seat} has another holder by now")


def revoke(connection: Connection, codes: Sequence[str], key: str) -> None:
    """Take a key off its seats at these tables; bots play on there."""
    seats, tables = schema.seats.c, schema.tables.c
    those = select(tables.id).where(tables.code.in_(codes))
    own = seats.table_id.in_(those) & (seats.token_hash == key)
    values = {"token_hash": None, "standing_in": True, "left": True}
    connection.execute(update(schema.seats).where(own).values(**values))


def add_chat(connection: Connection, table_id: int, row: ChatLine, keep: int) -> None:
    """Store a line of the chat, and keep the last ``keep``."""
    connection.execute(insert(schema.chat).values(_of_table(table_id, row)))
    connection.execute(
        delete(schema.chat).where(schema.chat.c.table_id == table_id, schema.chat.c.n <= row.n - keep)
    )


def put_chat_seats(connection: Connection, table_id: int, rows: Sequence[ChatLine]) -> None:
    """Store the seats of chat lines again, after seats were freed or renumbered."""
    for row in rows:
        own = (schema.chat.c.table_id == table_id) & (schema.chat.c.n == row.n)
        connection.execute(update(schema.chat).where(own).values(_of_table(table_id, row)))


def add_advice(connection: Connection, table_id: int, row: Advice) -> None:
    """Store that a seat took advice, or that advice is allowed."""
    connection.execute(insert(schema.advice).values(_of_table(table_id, row)))


def _of_table(table_id: int, row: ChatLine | Advice) -> Columns:
    return {"table_id": table_id, **columns_of(row)}


# What every move needs is compiled once, and run by the driver itself: both cost SQLAlchemy more than the statement takes.


def _plainly(connection: Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Run a compiled statement for each of these rows."""
    if is_file(connection):
        driver_of(connection).executemany(statement, rows)
    else:
        connection.exec_driver_sql(statement, list(rows))


def _secret_and_head(connection: Connection, table_id: int) -> tuple[str, bytes]:
    statement, key = _selection(connection.dialect), (table_id,)
    if is_file(connection):
        found = driver_of(connection).execute(statement, key).fetchone()
    else:
        found = connection.exec_driver_sql(statement, key).fetchone()
    if found is None:
        raise StoreError("the table has been removed")
    return found[0], found[1]


@lru_cache
def _insertion(dialect: Dialect) -> str:
    return str(insert(schema.log).compile(dialect=dialect))


@lru_cache
def _change(dialect: Dialect, columns: tuple[str, ...]) -> tuple[str, Sequence[str]]:
    """Return the statement that changes these columns of a table, and the order of its values."""
    this = update(schema.tables).where(schema.tables.c.id == bindparam("table_id"))
    compiled = this.compile(dialect=dialect, column_keys=columns)
    return str(compiled), compiled.positiontup or ()


@lru_cache
def _selection(dialect: Dialect) -> str:
    tables = schema.tables.c
    chosen = select(tables.secret, tables.head).where(tables.id == bindparam("table_id"))
    return str(chosen.compile(dialect=dialect))


def _columns(values: Columns) -> Columns:
    """Return a row with its JSON encoded, as it is stored."""
    return {
        name: schema.to_json(value).decode() if name in schema.JSON_COLUMNS and value is not None else value
        for name, value in values.items()
    }
