"""Several servers on one PostgreSQL database: each table belongs to one of them at a time.

A server is there as long as it renews its row in time and its session holds an advisory lock. The database gives the lock back at
once when a process dies; a server that hangs, or that the network has cut off, is found by its row, which runs out. Whatever a
server writes about a table is guarded by its claim, in the same transaction: one that has lost a table without knowing it writes nothing.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from sqlalchemy import Connection, bindparam, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert

from tischlein.engine.types import Untyped
from tischlein.server.errors import NotOwner, StoreError
from tischlein.server.store import migrations, schema

if TYPE_CHECKING:
    import psycopg

    Postgres = psycopg.Connection[tuple[Untyped, ...]]

logger = logging.getLogger("tischlein.server")

CHANNEL = "tischlein"
SPACE = 77_077  # of our advisory locks
BEAT = 0.5  # seconds between two signs of life
LEASE = 5.0  # seconds after the last one for which a server still counts as there
AGAIN = 0.5  # seconds until the next attempt, where the database does not answer
SECRET = "cluster"  # noqa: S105 — the name of the row, not what is in it

# In a transaction nobody waits for long: a server that hangs in the middle of one holds nobody up.
TIMEOUTS = (
    "-c lock_timeout=3000 -c idle_in_transaction_session_timeout=4000 -c statement_timeout=30000 "
    "-c synchronous_commit=on -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2"
)

_alive = text(
    "SELECT servers.id FROM servers WHERE servers.until > clock_timestamp() AND EXISTS ("
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :space AND objid = servers.key::oid "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
).bindparams(bindparam("space", SPACE))
ALIVE = _alive.columns(schema.servers.c.id)

News = Callable[[str, list[str]], None]


def connect(dsn: str, **how: Untyped) -> Postgres:
    """A connection to PostgreSQL, or a sentence that says why there is none."""
    try:
        import psycopg
    except ImportError:
        raise StoreError("PostgreSQL needs an extra: pip install 'tischlein[postgres]'") from None
    try:
        return psycopg.connect(dsn, connect_timeout=5, application_name="tischlein", options=TIMEOUTS, **how)
    except psycopg.Error as error:
        raise StoreError(f"PostgreSQL does not answer: {' '.join(str(error).split())}") from error


class ClusterMember:
    """One server among those that share a store; ``url`` is where the others reach it."""

    def __init__(self, dsn: str, url: str) -> None:
        self.url = url
        self.id = secrets.token_hex(8)
        self.secret = ""  # by which servers know one another
        self._dsn = dsn
        self._key = secrets.randbits(31)
        self._stop = threading.Event()
        self._joined = threading.Event()
        self._thread: threading.Thread | None = None

    # Jobs on a connection of the store

    def prepare(self, connection: Connection) -> None:
        """Make what servers need to know one another."""
        migrations.one_at_a_time(connection)
        schema.cluster.create_all(connection)
        about = schema.about
        fresh = {"key": SECRET, "value": secrets.token_urlsafe(24)}
        connection.execute(insert(about).values(fresh).on_conflict_do_nothing())
        self.secret = connection.execute(select(about.c.value).where(about.c.key == SECRET)).scalar_one()

    def claim(self, connection: Connection, code: str) -> str | None:
        """Make a table ours; returns the address of the server that has it, None when it is ours (or there is no such table)."""
        tables, owners = schema.tables.c, schema.owners
        table_id = connection.execute(select(tables.id).where(tables.code == code)).scalar()
        if table_id is None:
            return None
        if self.add(connection, table_id):
            return None
        own = owners.c.table_id == table_id
        owner = connection.execute(select(owners.c.server).where(own).with_for_update()).scalar()
        if owner == self.id:
            return None
        servers = schema.servers.c
        there = select(servers.url).where(servers.id == owner, servers.id.in_(ALIVE))
        url: str | None = connection.execute(there).scalar()
        if url is None:
            connection.execute(update(owners).where(own).values(server=self.id))
            _tell(connection, "taken", code, self.id)
        return url

    def where(self, connection: Connection, code: str) -> str | None:
        """The address of the server that has a table; None when nobody has it."""
        servers, owners, tables = schema.servers.c, schema.owners.c, schema.tables.c
        found = (
            select(servers.url)
            .join(schema.owners, owners.server == servers.id)
            .join(schema.tables, tables.id == owners.table_id)
            .where(tables.code == code, servers.id != self.id, servers.id.in_(ALIVE))
        )
        url: str | None = connection.execute(found).scalar()
        return url

    def add(self, connection: Connection, table_id: int) -> bool:
        """Take a table that is nobody's, for example a new one; False if it is somebody's."""
        owners = schema.owners
        values = {"table_id": table_id, "server": self.id}
        new = insert(owners).values(values).on_conflict_do_nothing().returning(owners.c.table_id)
        return connection.execute(new).scalar() is not None

    def guard(self, connection: Connection, table_id: int) -> None:
        """Fail where a table is no longer ours; until the transaction ends nobody takes it over."""
        owners = schema.owners.c
        found = connection.execute(
            select(owners.server).where(owners.table_id == table_id).with_for_update(read=True)
        )
        if found.scalar() != self.id:
            raise NotOwner("another server has this table")

    def release(self, connection: Connection, code: str) -> None:
        """A table is nobody's, until somebody comes to it."""
        owners, tables = schema.owners.c, schema.tables.c
        this = owners.table_id.in_(select(tables.id).where(tables.code == code))
        connection.execute(delete(schema.owners).where(this, owners.server == self.id))

    def claimed(self, connection: Connection) -> list[str]:
        """The codes of the tables that are ours."""
        owners, tables = schema.owners.c, schema.tables.c
        ours = select(tables.code).join(schema.owners, owners.table_id == tables.id)
        return list(connection.execute(ours.where(owners.server == self.id)).scalars())

    def elsewhere(self, connection: Connection) -> set[int]:
        """The ids of the tables that other servers have."""
        owners = schema.owners.c
        return set(connection.execute(select(owners.table_id).where(owners.server != self.id)).scalars())

    def orphans(self, connection: Connection) -> list[str]:
        """The codes of games that are going on and whose server has gone."""
        owners, tables = schema.owners.c, schema.tables.c
        chosen = (
            select(tables.code)
            .join(schema.owners, owners.table_id == tables.id)
            .where(
                tables.archived.is_(False),
                tables.state == "playing",
                owners.server != self.id,
                owners.server.not_in(ALIVE),
            )
        )
        return list(connection.execute(chosen.order_by(tables.touched.desc())).scalars())

    def listed(self, connection: Connection, most: int) -> list[int]:
        """The ids of tables that other servers have, that are listed, and where somebody is; the latest ``most`` of them."""
        owners, tables = schema.owners.c, schema.tables.c
        chosen = (
            select(tables.id)
            .join(schema.owners, owners.table_id == tables.id)
            .where(
                tables.listed.is_(True),
                tables.attended.is_(True),
                tables.archived.is_(False),
                tables.state != "over",
                owners.server != self.id,
                owners.server.in_(ALIVE),
            )
        )
        return list(connection.execute(chosen.order_by(tables.touched.desc()).limit(most)).scalars())

    def tidy(self, connection: Connection) -> None:
        """Forget claims of servers that have gone, except on games that are going on: those are taken over."""
        owners, tables = schema.owners.c, schema.tables.c
        going_on = select(tables.id).where(tables.archived.is_(False), tables.state == "playing")
        connection.execute(
            delete(schema.owners).where(
                owners.server != self.id, owners.server.not_in(ALIVE), owners.table_id.not_in(going_on)
            )
        )

    # In a thread

    def start(self, news: News) -> None:
        """Be there for the others; ``news`` is called with what they tell, in a thread of this object's own."""
        self._thread = threading.Thread(target=self._stay, args=(news,), name="cluster", daemon=True)
        self._thread.start()
        self._joined.wait(2 * LEASE)

    def stop(self) -> None:
        """Say that we are gone: from now on the others may take over all that is ours."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(2 * LEASE)
            self._thread = None

    def _stay(self, news: News) -> None:
        import psycopg

        lost = False
        while not self._stop.is_set():
            try:
                with closing(connect(self._dsn, autocommit=True)) as connection:
                    self._join(connection)
                    self._joined.set()
                    lost = False
                    for message in self._heard(connection):
                        _pass_on(message, news)
                    connection.execute("DELETE FROM servers WHERE id = %s", [self.id])
                    connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"gone {self.id}"])
            except Exception as error:  # who does not try again is dead for the others, and does not know
                if not lost:
                    expected = isinstance(error, psycopg.Error | StoreError)
                    logger.warning("the other servers cannot be heard: %s", error, exc_info=not expected)
                lost = True
                self._stop.wait(AGAIN)

    def _join(self, connection: Postgres) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        # Of an earlier connection that the database has not missed yet: it goes when that does.
        connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", [SPACE, self._key])
        connection.execute("DELETE FROM servers WHERE until < clock_timestamp() - interval '1 day'")
        self._beat(connection)

    def _beat(self, connection: Postgres) -> None:
        connection.execute(
            "INSERT INTO servers (id, key, url, until) VALUES (%s, %s, %s, clock_timestamp() + %s * interval '1 second') "
            "ON CONFLICT (id) DO UPDATE SET until = excluded.until",
            [self.id, self._key, self.url, LEASE],
        )

    def _heard(self, connection: Postgres) -> Iterator[str]:
        """What the others tell; between two messages this server shows that it is there."""
        while not self._stop.is_set():
            for message in connection.notifies(timeout=BEAT):
                yield message.payload
            self._beat(connection)


def _pass_on(message: str, news: News) -> None:
    try:
        what, *about = message.split()
        news(what, about)
    except Exception:  # anybody who uses the database may send anything
        logger.exception("a message of another server makes no sense: %.100r", message)


def _tell(connection: Connection, *words: str) -> None:
    connection.execute(
        text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": " ".join(words)}
    )
