"""Databases of older and newer servers: brought up to date, still written by an older one, or refused."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import inspect, text

from helpers.postgres import Cluster
from helpers.stores import acted, loaded
from tischlein.server.errors import Damaged, StoreError
from tischlein.server.store import schema
from tischlein.server.store.writer import Store


def test_a_store_of_a_newer_server_is_refused(data: Path | str, store: Store) -> None:
    async def newer(store: Store) -> None:
        await store.run(lambda c: c.execute(text("UPDATE about SET value = '99' WHERE key = 'schema'")))

    acted(store, newer)
    with pytest.raises(StoreError, match="schema 99"):
        acted(
            Store.file(data) if isinstance(data, Path) else Store.shared(data, "http://127.0.0.1:1"),
            newer,
        )


@pytest.mark.needs("postgresql")
def test_a_database_of_an_older_schema_is_brought_up_to_date(postgres: Cluster) -> None:
    """The rows that a server of the first schema has left, as SQLite tells them, in a database."""
    dump = (Path(__file__).parent / "data" / "schema-1.sql").read_text(encoding="utf-8")
    url = postgres.database()
    code = dump.split("Tokens: ", 1)[1].split()[0]
    copied(dump, url)
    store = Store.shared(url, "http://127.0.0.1:1")

    async def scene(store: Store) -> None:
        stored = await loaded(store, code)
        assert [seat.preferences for seat in stored.seats] == [{}, {}, {"no_offers": True}, {}]
        assert stored.log
        found = await store.run(
            lambda c: c.execute(text("SELECT value FROM about WHERE key = 'schema'")).scalar()
        )
        assert found == str(schema.SCHEMA)

    acted(store, scene)
    fresh = Store.shared(postgres.database(), "http://127.0.0.1:1")
    shapes: list[Any] = []

    async def look(store: Store) -> None:
        asked = "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'public'"
        shapes.append(await store.run(lambda c: sorted(map(tuple, c.execute(text(asked))))))
        found = await store.run(lambda c: inspect(c).get_indexes("seats"))
        assert "seats_by_guest" in {index["name"] for index in found}

    acted(Store.shared(url, "http://127.0.0.1:1"), look)
    acted(fresh, look)
    assert shapes[0] == shapes[1]


@pytest.mark.needs("postgresql")
def test_a_server_of_an_older_version_may_still_write(postgres: Cluster) -> None:
    """It knows no checksums: about what it has written nothing is known, and nobody is told of a damage."""
    dump = (Path(__file__).parent / "data" / "schema-1.sql").read_text(encoding="utf-8")
    code = dump.split("Tokens: ", 1)[1].split()[0]
    url = postgres.database()
    copied(dump, url)

    async def scene(store: Store) -> None:
        stored = await loaded(store, code)
        with psycopg.connect(url) as older:
            older.execute(
                "UPDATE tables SET touched = touched + 1, position = position || ' ' WHERE code = %s", [code]
            )
            older.execute("UPDATE tables SET pace = 'slow' WHERE code = %s", [code])
            older.execute("UPDATE seats SET name = 'Zoe' WHERE table_id = %s AND seat = 0", [stored.table.id])
            older.execute("UPDATE chat SET seat = 1 WHERE table_id = %s", [stored.table.id])
            older.execute(
                "INSERT INTO log (table_id, seq, seat, text, at) VALUES (%s, %s, 0, 'x', 1)",
                [stored.table.id, len(stored.log) + 1],
            )
        after = await loaded(store, code)
        assert (after.table.pace, after.seats[0].name, after.log[-1].text) == ("slow", "Zoe", "x")
        with psycopg.connect(url) as older:
            older.execute("UPDATE tables SET pace = 'human', checksum = 1 WHERE code = %s", [code])
        assert (await loaded(store, code)).table.pace == "human"  # the checksum of another schema
        with psycopg.connect(url) as older:
            wrong = schema.SCHEMA << 32
            older.execute("UPDATE tables SET pace = 'slow', checksum = %s WHERE code = %s", [wrong, code])
        with pytest.raises(Damaged):
            await loaded(store, code)

    acted(Store.shared(url, "http://127.0.0.1:1"), scene)


def copied(dump: str, url: str) -> None:
    """Put a dump of SQLite's into a PostgreSQL database, with the types that its columns name."""
    with closing(sqlite3.connect(":memory:")) as old, psycopg.connect(url) as new:
        old.executescript(dump)
        for name in ("about", "tables", "seats", "log", "chat"):
            (made,) = old.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()
            new.execute(made)
            kinds = [column[2] for column in old.execute(f"PRAGMA table_info({name})")]
            rows = [
                [bool(cell) if kind == "BOOLEAN" else cell for cell, kind in zip(row, kinds, strict=True)]
                for row in old.execute(f"SELECT * FROM {name}")  # noqa: S608 — our own names
            ]
            places = ", ".join(["%s"] * len(kinds))
            new.cursor().executemany(f"INSERT INTO {name} VALUES ({places})", rows)  # noqa: S608 — likewise
