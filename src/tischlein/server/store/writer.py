"""Runs the jobs of the store: one thread writes in batches, another one reads what is long.

A write returns when it is on the disk. Jobs that arrive while a batch is being synced form the next one, so a busy server syncs once
for many tables. If a job fails, its batch is repeated with a savepoint for each job, so that the others succeed; without a failure
there are none, since they cost as much as the jobs. The store is a SQLite file of one server, or a PostgreSQL database that several
servers share; jobs are the same for both. Transactions of a file go through the driver itself: every move is one, and SQLAlchemy's
overhead doubles its cost.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, Transaction
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tischlein.engine.types import Untyped
from tischlein.server.clock import seconds
from tischlein.server.errors import Conflict, NotStored, StoreError
from tischlein.server.metrics import Metrics
from tischlein.server.store.engines import BEGIN, FILE, engine_for, error_for_caller, failure
from tischlein.server.store.lock import FolderLock, make_private
from tischlein.server.store.membership import Membership, News, connect
from tischlein.server.store.migrations import prepare
from tischlein.server.store.reader import StoreReader

CHECKPOINT_SECONDS = 5.0  # to wait for those who read just now
T = TypeVar("T")
# A job may return anything; ``run`` and ``read`` return it with its type.
Job = tuple[Callable[[Connection], Any], "asyncio.Future[Any]"]
Answer = tuple[Job, Any, Exception | None]

NAME = "tables.sqlite3"
BATCH = 256
CLOSED = "the store is closed"
ROLLED_BACK = frozenset({"40001", "40P01"})  # PostgreSQL's codes for conflicts between transactions


class JobRunner:
    """Runs jobs, functions of a connection, in one transaction per batch."""

    def __init__(
        self, url: str, lock: FolderLock | None = None, membership: Membership | None = None
    ) -> None:
        self.url = url
        self.membership = membership  # the servers that share this store; None for a file
        self._lock = lock
        self._engine: Engine | None = None
        self._connection: Connection | None = None  # of the thread; kept from batch to batch for a file
        self._gathered: list[Job] = []  # in this turn of the event loop
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._reader: StoreReader | None = None
        self.metrics = Metrics()

    @classmethod
    def file(cls, path: Path) -> Self:
        """Return the store in a SQLite file; its folder is created and belongs to one server at a time."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            problem = "not a folder" if isinstance(error, FileExistsError) else error.strerror
            raise StoreError(f"{path.parent}: {problem}; choose another one with --data") from error
        return cls(f"{FILE}{path}", FolderLock(path.parent))

    @classmethod
    def on_postgres(cls, url: str, address: str) -> Self:
        """Return the store in a PostgreSQL database; ``address`` is where other servers reach this one."""
        return cls(url, None, Membership(url, address))

    def lock(self) -> None:
        """Raise StoreError if the data is damaged, or in use by another server."""
        if self.membership is not None:
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
        """Prepare the schema and start the threads; ``news`` is called in a thread with messages of other servers."""
        await asyncio.to_thread(self.lock)
        self._engine, self._reader = engine_for(self.url), StoreReader(self.url)
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()
        await self.run(prepare)
        if self.membership is not None:
            await self.run(self.membership.prepare)
            await asyncio.to_thread(self.membership.start, news)

    async def close(self) -> None:
        """Finish all jobs and stop the threads."""
        if self.membership is not None:
            await asyncio.to_thread(self.membership.stop)
        # From now on a read raises StoreError.
        reader, self._reader = self._reader, None
        if reader is not None:
            await asyncio.to_thread(reader.close)
        if self._thread is not None:
            thread, self._thread = self._thread, None
            self._hand_over()
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)
        if self._engine is not None:
            self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result after the commit. It may run twice, if another job of its batch fails."""
        since = seconds()
        result = await self._submit(job)
        self._took(since)
        return result

    async def write_back(self) -> None:
        """Empty the write-ahead log of a file, in which what was deleted is still there; what others read just now waits for the next time."""
        if self.url.startswith(FILE):
            with suppress(sqlite3.Error):
                await asyncio.to_thread(_write_back, Path(self.url.removeprefix(FILE)))

    async def _submit(self, job: Callable[[Connection], T]) -> T:
        if self._thread is None or not self._thread.is_alive():
            raise StoreError(CLOSED)
        return await self._enqueue(job)  # the job is run also if the caller is cancelled

    def _enqueue(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a job; all of one turn of the event loop are handed over together, since waking the thread costs as much as a statement."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append((job, future))
        return future

    def _hand_over(self) -> None:
        if self._gathered:
            jobs, self._gathered = self._gathered, []
            self._jobs.put(jobs)

    def _took(self, since: float) -> None:
        self.metrics.store_seconds.observe(seconds() - since)

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that only reads, while others write; it sees everything that was asked for before."""
        since = seconds()
        await self._submit(lambda connection: None)  # after everything in the queue
        if self._reader is None:
            raise StoreError(CLOSED)
        result = await self._reader.run(job)
        self._took(since)
        return result

    def soon(self, job: Callable[[Connection], object]) -> None:
        """Queue a job without waiting for its result."""
        self._enqueue(job).add_done_callback(lambda done: done.exception())

    @property
    def members(self) -> Membership:
        """Return the membership, only where several servers share the store."""
        assert self.membership is not None  # noqa: S101 — for the type checker
        return self.membership

    # In the thread

    def _work(self) -> None:
        last = False
        try:
            while not last:
                batch, last = self._take()
                try:
                    if batch:
                        self._commit(batch)
                except BaseException as error:  # noqa: BLE001 — without this thread nothing would be stored or answered again
                    self._hang_up()
                    _answer([(job, None, failure(error, StoreError)) for job in batch])
        finally:
            self._hang_up()

    def _connection_for_job(self) -> Connection:
        """Return the thread's connection; a file keeps it, since asking for one costs more than the statements of a move."""
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
        """Return all waiting jobs, at least one, and whether they are the last."""
        batch: list[Job] = []
        jobs = self._jobs.get()
        while jobs is not None:
            batch += jobs
            if len(batch) >= BATCH or self._jobs.empty():
                return batch, False
            jobs = self._jobs.get()
        return batch, True

    def _commit(self, batch: list[Job], savepoints: bool = False) -> None:
        answers: list[Answer] = []
        committing = False
        try:
            connection = self._connection_for_job()
            with transaction(connection) as whole:
                for job in batch:
                    result, problem = _try_job(job, connection, savepoints)
                    answers.append((job, result, problem))
                    if problem is not None and not savepoints:
                        whole.rollback()
                        break
                committing = whole.is_active
            if self.membership is not None:
                self._hang_up()  # a database may go away: the pool tests connections that it hands out
            if len(batch) > 1 and not savepoints and answers[-1][2] is not None:
                self._commit(batch, savepoints=True)
                return
        except Exception as error:  # noqa: BLE001 — every caller must learn of it
            self._hang_up()
            if len(batch) > 1 and _was_rolled_back(error):
                for job in batch:
                    self._commit([job])
                return
            self.metrics.store_failures.inc()
            # If the database goes away between its COMMIT and its answer, the batch may be stored.
            in_doubt = committing and not _was_rolled_back(error)
            kind = StoreError if in_doubt else NotStored
            answers = [(job, None, failure(error, kind)) for job in batch]
        _answer(answers)


def _try_job(job: Job, connection: Connection, nested: bool) -> tuple[Any, Exception | None]:
    """Return the result of a job, or its error; with ``nested`` a failed job is rolled back alone."""
    problem: Exception
    try:
        with connection.begin_nested() if nested else nullcontext():
            result = job[0](connection)
        return result, None
    except (SQLAlchemyError, sqlite3.Error) as error:
        taken = isinstance(error, IntegrityError | sqlite3.IntegrityError)
        problem = failure(error, Conflict if taken else NotStored)
    except BaseException as error:  # noqa: BLE001 — the caller gets it, and the thread goes on
        problem = error_for_caller(error, NotStored)
    return None, problem


def _write_back(file: Path) -> None:
    with closing(sqlite3.connect(file, timeout=CHECKPOINT_SECONDS)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def transaction(connection: Connection) -> PlainTransaction | Transaction:
    """Return a context manager for a transaction."""
    return PlainTransaction(connection) if is_file(connection) else connection.begin()


def is_file(connection: Connection) -> bool:
    """Return True for a connection to a SQLite file."""
    return connection.dialect.name == "sqlite"


def driver_of(connection: Connection) -> Untyped:
    """Return the driver's own connection."""
    return connection.connection.driver_connection


class PlainTransaction:
    """A transaction of the driver in which jobs may also use SQLAlchemy, which is notified of its end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.is_active = False

    def __enter__(self) -> PlainTransaction:
        driver_of(self._connection).execute(BEGIN)  # fails if one is open
        self.is_active = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.rollback()
        elif self.is_active:
            self.is_active = False
            try:
                self._ending().commit()
            except BaseException:
                # SQLAlchemy considers it ended, SQLite may not: the next transaction must not store what has failed here.
                driver_of(self._connection).rollback()
                raise

    def rollback(self) -> None:
        """Roll back; later statements are not part of the transaction."""
        if self.is_active:
            self.is_active = False
            self._ending().rollback()

    def _ending(self) -> Untyped:
        """Return the connection that has to end the transaction."""
        connection = self._connection
        return connection if connection.in_transaction() else driver_of(connection)


def refuse_damaged(file: Path) -> None:
    """Raise StoreError for a damaged file, with what the operator can do; it might give wrong games."""
    if not file.exists():
        return
    try:
        with closing(sqlite3.connect(file)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        return  # locked or unreadable, but not damaged: opening it says more
    except (sqlite3.DatabaseError, UnicodeError) as error:  # SQLite's message may not be text either
        found = error
    if found != "ok":
        raise StoreError(
            f"{file} is damaged ({' '.join(str(found).split())}): `tischlein check` lists what is damaged, "
            "`tischlein restore FILE` puts a backup in its place"
        )


def _was_rolled_back(error: Exception) -> bool:
    """Return True if the database rolled everything back because of a conflict, so that each job may be tried alone."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in ROLLED_BACK


def _answer(answers: list[Answer]) -> None:
    """Hand out the answers, waking the event loop once."""
    loop = answers[0][0][1].get_loop()
    with suppress(RuntimeError):  # it has been closed
        loop.call_soon_threadsafe(_settle, answers)


def _settle(answers: list[Answer]) -> None:
    for (_, future), result, error in answers:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
