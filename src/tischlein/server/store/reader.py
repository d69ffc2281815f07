"""Reads in a thread of its own, so that writes do not wait for long reads."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from tischlein.server.errors import StoreError
from tischlein.server.store.engines import error_for_caller, failure, reading_engine_for

T = TypeVar("T")


class StoreReader:
    """Runs jobs, functions of a connection that cannot write, one after another."""

    def __init__(self, url: str) -> None:
        self._engine = reading_engine_for(url)
        self._thread = ThreadPoolExecutor(1, "store-reader")

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Return what a job returns."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, job)

    def close(self) -> None:
        """Finish the current job and stop."""
        self._thread.shutdown()
        self._engine.dispose()

    def _run(self, job: Callable[[Connection], T]) -> T:
        try:
            with self._engine.begin() as connection:
                return job(connection)
        except (SQLAlchemyError, sqlite3.Error) as error:
            problem: Exception = failure(error, StoreError)
        except BaseException as error:  # noqa: BLE001 — the caller gets it
            problem = error_for_caller(error, StoreError)
        raise problem
