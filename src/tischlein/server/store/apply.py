"""Writes what one step of a table stores, and adds new tables; each function runs inside one transaction."""

from __future__ import annotations

from sqlalchemy import Connection

from tischlein.room.rows import DealEntry, Stored, Writes
from tischlein.server.store import deals, queries, results
from tischlein.server.store.cluster import ClusterMember


def apply(connection: Connection, writes: Writes, cluster: ClusterMember | None) -> None:
    """Store all of a step; NotStored if an entry's number is taken or a seat has changed."""
    table_id = writes.table
    if cluster is not None:
        cluster.guard(connection, table_id)
    if writes.seats is not None:
        queries.change_seats(connection, table_id, writes.seats_before, writes.seats)
    queries.append(connection, table_id, writes.entries, writes.columns)
    for line in writes.lines:
        queries.add_chat(connection, table_id, line, writes.keep)
    queries.put_chat_seats(connection, table_id, writes.moved)
    for advice in writes.advice:
        queries.add_advice(connection, table_id, advice)
    if writes.results is not None:
        results.put(connection, table_id, writes.results)
    if writes.deal is not None:
        deals.finish(connection, writes.code, deals.DealResult(*writes.deal))
    for stored in writes.tables:
        _keep_guests(connection, stored, table_id)
        add(connection, stored, None, cluster)


def add(
    connection: Connection, stored: Stored, entry: DealEntry | None, cluster: ClusterMember | None
) -> None:
    """Store a new table and set its id; with ``entry`` also who plays its deal, or AlreadyEntered."""
    row = stored.row
    if entry is not None:
        deals.enter(connection, row.deal_name, entry, row.created)
    row.id = queries.add_table(connection, row, stored.seats)
    for advice in stored.advice:
        queries.add_advice(connection, row.id, advice)
    if cluster is not None:
        cluster.add(connection, row.id)


def _keep_guests(connection: Connection, stored: Stored, origin: int) -> None:
    """Take guests off the seats of a following table if they have deleted their data since the first one was read."""
    guests = results.guests_at(connection, origin)
    for seat in stored.seats:
        if seat.guest != guests.get(seat.seat):
            seat.guest = None
