"""Helpers for replays: jobs in a thread that stop when the client has gone.

A live table keeps the record after every step. So a page costs what its own frames cost, wherever it begins, and nothing is replayed.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar

from starlette.requests import Request

T = TypeVar("T")


class ClientGone(Exception):  # noqa: N818 — not an error to report
    """The client has closed the connection."""


def stopping(is_gone: Callable[[], bool]) -> Callable[[], None]:
    """Return a function that raises ClientGone when the client has gone."""

    def stop_if() -> None:
        if is_gone():
            raise ClientGone

    return stop_if


async def in_thread(request: Request, executor: Executor, job: Callable[[Callable[[], bool]], T]) -> T:
    """Run a job in a thread; it is told when the client has gone, or never starts."""
    gone = threading.Event()
    work = asyncio.get_running_loop().run_in_executor(executor, job, gone.is_set)
    watch = asyncio.create_task(_until_gone(request))
    try:
        either: list[asyncio.Future[Any]] = [work, watch]  # of two types
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientGone
        return work.result()
    finally:
        gone.set()
        work.cancel()
        watch.cancel()


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
