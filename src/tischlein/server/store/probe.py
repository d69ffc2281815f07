"""A trial write, to find out whether moves can be written."""

import os

from sqlalchemy import Connection

from tischlein.room.rows import Entry, Row
from tischlein.server.clock import now
from tischlein.server.store import apply, queries

CODE = "-"  # not the code of any table
POSITION = 4_000  # random bytes, as hexadecimal digits longer than any position and than a page


def write(connection: Connection) -> None:
    """Store a table with one entry and remove it again in the same transaction.

    A full disk may still have room for a few bytes. So this fills and writes the pages that a move writes, and a little more.
    """
    at = now()
    row = Row(
        id=0,
        code=CODE,
        game="",
        version=0,
        options={},
        state="lobby",
        host=None,
        timer=None,
        stand_in="",
        spectators="",
        pace="",
        chat=False,
        lang="",
        seed=0,
        created=at,
        touched=at,
        secret="",
    )
    table_id = apply.add_table(connection, row, [])
    position = {"probe": os.urandom(POSITION).hex()}  # which no database compresses
    apply.append(connection, table_id, [Entry(1, 0, "probe", None, at)], {"position": position})
    queries.remove(connection, table_id)
