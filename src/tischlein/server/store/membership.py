"""Several servers on one PostgreSQL database: each table belongs to one of them at a time.

A server is alive as long as it renews its row in time and its session holds an advisory lock. The database releases the lock at once
when a process dies; a server that hangs, or is cut off from the network, is noticed when its row expires. Each write to a table checks
the server's claim in the same transaction, so a server that has lost a table without knowing it writes nothing.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Select, bindparam, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from tischlein.engine.extras import install_command
from tischlein.engine.types import Untyped
from tischlein.server.errors import NotOwner, StoreError
from tischlein.server.store import migrations, schema

if TYPE_CHECKING:
    import psycopg

    Postgres = psycopg.Connection[tuple[Untyped, ...]]

logger = logging.getLogger("tischlein.server")

CHANNEL = "tischlein"
SPACE = 77_077  # of our advisory locks
BEAT = 0.5  # seconds between two renewals
LEASE = 5.0  # seconds for which a renewal lasts
AGAIN = 0.5  # seconds until the next attempt if the database does not answer
SECRET = "servers"  # noqa: S105 — the name of the row, not what is in it

tables, owners, servers = schema.tables.c, schema.owners.c, schema.servers.c

# A server that hangs in the middle of a transaction must not block others for long.
TIMEOUTS = (
    "-c lock_timeout=3000 -c idle_in_transaction_session_timeout=4000 -c statement_timeout=30000 "
    "-c synchronous_commit=on -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2"
)

_alive = text(
    "SELECT servers.id FROM servers WHERE servers.until > clock_timestamp() AND EXISTS ("
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :space AND objid = servers.key::oid "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
).bindparams(bindparam("space", SPACE))
ALIVE = _alive.columns(servers.id)

News = Callable[[str, list[str]], None]


def connect(dsn: str, **how: Untyped) -> Postgres:
    """Return a connection to PostgreSQL, or raise StoreError with the reason."""
    try:
        import psycopg
    except ImportError:
        raise StoreError(f"PostgreSQL needs an extra: {install_command('postgres')}") from None
    try:
        return psycopg.connect(dsn, connect_timeout=5, application_name="tischlein", options=TIMEOUTS, **how)
    except psycopg.Error as error:
        raise StoreError(f"PostgreSQL does not answer: {' '.join(str(error).split())}") from error


class Membership:
    """The membership of this server among those that share a database; ``url`` is where other servers reach it."""

    def __init__(self, dsn: str, url: str) -> None:
        self.url = url
        self.id = secrets.token_hex(8)
        self.secret = ""  # proves to other servers that a request comes from one of them
        self._dsn = dsn
        self._key = secrets.randbits(31)
        self._stop = threading.Event()
        self._joined = threading.Event()
        self._thread: threading.Thread | None = None

    # Jobs on a connection of the store

    def prepare(self, connection: Connection) -> None:
        """Prepare the schema for several servers, and their secret."""
        migrations.one_at_a_time(connection)
        schema.shared.create_all(connection)
        about = schema.about
        fresh = {"key": SECRET, "value": secrets.token_urlsafe(24)}
        connection.execute(insert(about).values(fresh).on_conflict_do_nothing())
        self.secret = connection.execute(select(about.c.value).where(about.c.key == SECRET)).scalar_one()

    def claim(self, connection: Connection, code: str) -> str | None:
        """Claim a table; return the address of the live server that has it, None if it is ours or does not exist."""
        table_id = connection.scalar(select(tables.id).where(tables.code == code))
        if table_id is None:
            return None
        if self.add(connection, table_id):
            return None
        own = owners.table_id == table_id
        owner = connection.scalar(select(owners.server).where(own).with_for_update())
        if owner == self.id:
            return None
        there = select(servers.url).where(servers.id == owner, servers.id.in_(ALIVE))
        url: str | None = connection.scalar(there)
        if url is None:
            connection.execute(update(schema.owners).where(own).values(server=self.id))
            self.tell(connection, f"taken {code} {self.id}")
        return url

    def where(self, connection: Connection, code: str) -> str | None:
        """Return the address of another live server that has a table."""
        found = (
            select(servers.url)
            .join(schema.owners, owners.server == servers.id)
            .join(schema.tables)
            .where(tables.code == code, servers.id != self.id, servers.id.in_(ALIVE))
        )
        url: str | None = connection.scalar(found)
        return url

    def add(self, connection: Connection, table_id: int) -> bool:
        """Claim a table without an owner, for example a new one; return False if it has one."""
        values = {"table_id": table_id, "server": self.id}
        new = insert(schema.owners).values(values).on_conflict_do_nothing().returning(owners.table_id)
        return connection.scalar(new) is not None

    def guard(self, connection: Connection, table_id: int) -> None:
        """Raise NotOwner unless a table is ours; no other server can claim it before the transaction ends."""
        found = connection.execute(
            select(owners.server).where(owners.table_id == table_id).with_for_update(read=True)
        )
        if found.scalar() != self.id:
            raise NotOwner("another server has this table")

    def release(self, connection: Connection, code: str) -> None:
        """Give up the claim to a table."""
        this = owners.table_id.in_(select(tables.id).where(tables.code == code))
        connection.execute(delete(schema.owners).where(this, owners.server == self.id))

    def own_tables(self, connection: Connection) -> list[str]:
        """Return the codes of our tables."""
        ours = select(tables.code).join(schema.owners).where(owners.server == self.id)
        return list(connection.scalars(ours))

    def orphans(self, connection: Connection) -> list[str]:
        """Return the codes of running games whose server is dead."""
        chosen = (
            select(tables.code)
            .join(schema.owners)
            .where(schema.is_running, owners.server != self.id, owners.server.not_in(ALIVE))
        )
        return list(connection.scalars(chosen.order_by(tables.touched.desc())))

    def tables_elsewhere(self, most: int) -> Select[tuple[int]]:
        """Select the ids of the latest ``most`` listed tables of other servers where a player is connected."""
        chosen = (
            select(tables.id)
            .join(schema.owners)
            .where(
                tables.listed.is_(True),
                tables.attended.is_(True),
                tables.archived.is_(False),
                tables.state != "over",
                owners.server != self.id,
                owners.server.in_(ALIVE),
            )
        )
        return chosen.order_by(tables.touched.desc()).limit(most)

    def tidy(self, connection: Connection) -> None:
        """Delete the claims of dead servers, except on running games, which other servers take over."""
        going_on = select(tables.id).where(schema.is_running)
        connection.execute(
            delete(schema.owners).where(
                owners.server != self.id, owners.server.not_in(ALIVE), owners.table_id.not_in(going_on)
            )
        )

    def tell(self, connection: Connection, *messages: str) -> None:
        """Send messages to all servers, this one included."""
        for message in messages:
            connection.execute(select(func.pg_notify(CHANNEL, message)))

    # In a thread

    def start(self, news: News) -> None:
        """Join the other servers; ``news`` is called with messages of other servers, in a thread of its own."""
        self._thread = threading.Thread(target=self._stay, args=(news,), name="membership", daemon=True)
        self._thread.start()
        self._joined.wait(2 * LEASE)

    def stop(self) -> None:
        """Leave the other servers, so that other servers may take over our tables."""
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
                    for message in self._messages(connection):
                        _pass_on(message, news)
                    connection.execute("DELETE FROM servers WHERE id = %s", [self.id])
                    connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"gone {self.id}"])
            except Exception as error:  # without another attempt the others would take this server for dead
                if not lost:
                    expected = isinstance(error, psycopg.Error | StoreError)
                    logger.warning("no connection to the other servers: %s", error, exc_info=not expected)
                lost = True
                self._stop.wait(AGAIN)

    def _join(self, connection: Postgres) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        # Shared, since an earlier connection that the database has not missed yet may still hold it.
        connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", [SPACE, self._key])
        connection.execute("DELETE FROM servers WHERE until < clock_timestamp() - interval '1 day'")
        self._beat(connection)

    def _beat(self, connection: Postgres) -> None:
        connection.execute(
            "INSERT INTO servers (id, key, url, until) VALUES (%s, %s, %s, clock_timestamp() + %s * interval '1 second') "
            "ON CONFLICT (id) DO UPDATE SET until = excluded.until",
            [self.id, self._key, self.url, LEASE],
        )

    def _messages(self, connection: Postgres) -> Iterator[str]:
        """Yield the messages of other servers, and renew this server's row in between."""
        while not self._stop.is_set():
            for message in connection.notifies(timeout=BEAT):
                yield message.payload
            self._beat(connection)


def _pass_on(message: str, news: News) -> None:
    try:
        what, *about = message.split()
        news(what, about)
    except Exception:  # every user of the database may send anything
        logger.exception("a message of another server is not understood: %.100r", message)
