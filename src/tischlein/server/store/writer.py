"""The store: one thread that writes, in batches. Whoever awaits a write goes on when it is on the disk. Another thread reads what is long.

Jobs that arrive while a batch is being synced form the next one, so that a busy server syncs once for many tables. If a job fails, its
batch is done again with a savepoint for each job, so that it takes no other with it: savepoints cost as much as the jobs. The store is
a SQLite file of one server, or a PostgreSQL database that several servers share; jobs are the same for both.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tischlein.server.clock import seconds
from tischlein.server.errors import Conflict, NotStored, StoreError
from tischlein.server.metrics import Metrics
from tischlein.server.store.cluster import ClusterMember, News, connect
from tischlein.server.store.engines import engine_for, failure
from tischlein.server.store.lock import FolderLock, make_private
from tischlein.server.store.migrations import prepare
from tischlein.server.store.reader import StoreReader
from tischlein.server.store.transactions import transaction

logger = logging.getLogger("tischlein.server")

T = TypeVar("T")
# A job may return anything; ``Store`` gives it to whoever has asked, with its type.
Job = tuple[Callable[[Connection], Any], "asyncio.Future[Any]", asyncio.AbstractEventLoop]
Answer = tuple[Job, Any, BaseException | None]

NAME = "tables.sqlite3"
BATCH = 256
CLOSED = "the store is closed"
ROLLED_BACK = frozenset(
    {"40001", "40P01"}
)  # PostgreSQL's codes for transactions that got in each other's way


class JobRunner:
    """Runs jobs, functions of a connection, in one transaction per batch."""

    def __init__(
        self, url: str, lock: FolderLock | None = None, cluster: ClusterMember | None = None
    ) -> None:
        self.url = url
        self.cluster = cluster  # the servers that share this store; None where there is but one
        self._lock = lock
        self._engine: Engine | None = None
        self._connection: Connection | None = None  # of the thread, where it is kept from batch to batch
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._reader: StoreReader | None = None
        self.metrics = Metrics()

    @classmethod
    def file(cls, path: Path) -> Self:
        """A SQLite file; its folder is made, readable by nobody else, and belongs to one server at a time."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return cls(f"sqlite:///{path}", FolderLock(path.parent))

    @classmethod
    def shared(cls, url: str, address: str) -> Self:
        """A PostgreSQL database, which any number of servers share; ``address`` is where the others reach this one."""
        return cls(url, None, ClusterMember(url, address))

    def lock(self) -> None:
        """Make sure that the data is sound and that no other server uses it; StoreError if that is not so."""
        if self.cluster is not None:
            connect(self.url).close()
        if self._lock is None or self._lock.held:
            return
        self._lock.acquire()
        try:
            make_private(self._lock.folder / NAME)
            refuse_damaged(self._lock.folder / NAME)
        except StoreError:
            self._lock.release()
            raise

    async def open(self, news: News = lambda what, about: None) -> None:
        """Make what is missing and start to work; ``news`` hears what other servers tell, in another thread."""
        await asyncio.to_thread(self.lock)
        self._engine, self._reader = engine_for(self.url), StoreReader(self.url)
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()
        await self.run(prepare)
        if self.cluster is not None:
            await self.run(self.cluster.prepare)
            await asyncio.to_thread(self.cluster.start, news)

    async def close(self) -> None:
        """Finish what was begun."""
        if self.cluster is not None:
            await asyncio.to_thread(self.cluster.stop)
        # Whoever wants to read from now on hears that it is too late.
        reader, self._reader = self._reader, None
        if reader is not None:
            await asyncio.to_thread(reader.close)
        if self._thread is not None:
            thread, self._thread = self._thread, None
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)
        if self._engine is not None:
            self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return what it returned, after the commit; it may be run twice, if another one fails."""
        since = seconds()
        result = await self._done(job)
        self._took(since)
        return result

    async def _done(self, job: Callable[[Connection], T]) -> T:
        if self._thread is None:
            raise StoreError(CLOSED)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((job, future, loop))
        return await future  # a job that was asked for is done, also when whoever waits for it goes away

    def _took(self, since: float) -> None:
        self.metrics.store_seconds.observe(seconds() - since)

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that only reads, beside all others; it sees whatever was asked for before."""
        since = seconds()
        await self._done(lambda connection: None)  # comes after everything that waits to be written
        if self._reader is None:
            raise StoreError(CLOSED)
        result = await self._reader.run(job)
        self._took(since)
        return result

    def soon(self, job: Callable[[Connection], object]) -> None:
        """Run a job, before all that come later; nobody waits for it."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        future.add_done_callback(lambda done: done.exception())
        self._jobs.put((job, future, loop))

    def _members(self) -> ClusterMember:
        """Return the cluster; call it only where several servers share the store."""
        assert self.cluster is not None  # noqa: S101 — for the type checker
        return self.cluster

    # In the thread

    def _work(self) -> None:
        while True:
            batch, last = self._take()
            if batch:
                self._commit(batch)
            if last:
                self._hang_up()
                return

    def _connected(self) -> Connection:
        """The connection of the thread: for a file always the same, since asking for one costs more than a move's statements."""
        assert self._engine is not None  # noqa: S101 — for the type checker: open() has made it
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _hang_up(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(SQLAlchemyError, sqlite3.Error):
                connection.close()

    def _take(self) -> tuple[list[Job], bool]:
        """All jobs that wait, at least one; and whether they are the last."""
        batch: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH or self._jobs.empty():
                return batch, False
            job = self._jobs.get()
        return batch, True

    def _commit(self, batch: list[Job], savepoints: bool = False) -> None:
        answers: list[Answer] = []
        committing = False
        try:
            connection = self._connected()
            with transaction(connection) as whole:
                for job in batch:
                    result, problem = _tried(job, connection, savepoints)
                    answers.append((job, result, problem))
                    if problem is not None and not savepoints:
                        whole.rollback()
                        break
                committing = whole.is_active
            if self.cluster is not None:
                self._hang_up()  # a database elsewhere may go away: the pool looks whether a connection still works
            if len(batch) > 1 and not savepoints and answers[-1][2] is not None:
                self._commit(batch, savepoints=True)
                return
        except Exception as error:  # noqa: BLE001 — the batch is not on the disk: nobody may believe that it is
            self._hang_up()
            if len(batch) > 1 and _was_rolled_back(error):
                for job in batch:
                    self._commit([job])
                return
            self.metrics.store_failures.inc()
            # A database may go away between its COMMIT and its answer: then nobody knows whether it is stored.
            in_doubt = committing and not _was_rolled_back(error)
            kind = StoreError if in_doubt else NotStored
            answers = [(job, None, failure(error, kind)) for job in batch]
        _answer(answers)


def _tried(job: Job, connection: Connection, nested: bool) -> tuple[Any, BaseException | None]:
    """What a job returns, or why it failed; where it is nested, nothing of it stays then."""
    problem: BaseException
    try:
        with connection.begin_nested() if nested else nullcontext():
            result = job[0](connection)
        return result, None
    except (SQLAlchemyError, sqlite3.Error) as error:
        taken = isinstance(error, IntegrityError | sqlite3.IntegrityError)
        problem = failure(error, Conflict if taken else NotStored)
    except Exception as error:  # noqa: BLE001 — whatever it is, it belongs to whoever asked
        problem = error
    return None, problem


def refuse_damaged(file: Path) -> None:
    """A damaged file may give wrong games: no server starts on one, and the operator hears what can be done."""
    if not file.exists():
        return
    try:
        with closing(sqlite3.connect(file)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        return  # locked, or not to be read: that is no damage, and opening it says more
    except (sqlite3.DatabaseError, UnicodeError) as error:  # what SQLite says may be no text either
        found = error
    if found != "ok":
        raise StoreError(
            f"{file} is damaged ({' '.join(str(found).split())}): `tischlein check` lists what is damaged, "
            "`tischlein restore FILE` puts a backup in its place"
        )


def _was_rolled_back(error: Exception) -> bool:
    """Has the database taken all of it back, because of what somebody else did? Then each job may be tried by itself."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in ROLLED_BACK


def _answer(answers: list[Answer]) -> None:
    """Wake each event loop once, however many have asked."""
    for loop in {job[2] for job, _, _ in answers}:
        own = [answer for answer in answers if answer[0][2] is loop]
        with suppress(RuntimeError):  # the loop has gone, and with it whoever asked
            loop.call_soon_threadsafe(_settle, own)


def _settle(answers: list[Answer]) -> None:
    for (_, future, _), result, error in answers:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
