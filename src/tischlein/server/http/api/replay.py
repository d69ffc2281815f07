"""Helpers for replays: cursors of pages, and jobs in a thread that stop when the client has gone.

A live table keeps the record after every step. So a page costs what its own frames cost, wherever it begins, and nothing is replayed.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import Request

from tischlein.server.errors import Refusal

T = TypeVar("T")
CURSOR = "([0-9]{1,6})[.]([0-9]{1,6})"


class ClientGone(Exception):  # noqa: N818 — not an error to report
    """The client has closed the connection."""


@dataclass(frozen=True)
class Cursor:
    """The start of a page: the numbers of steps and of events before it."""

    steps: int = 0
    told: int = 0

    @classmethod
    def read(cls, text: str) -> Cursor:
        found = re.fullmatch(CURSOR, text)
        if found is None:
            raise Refusal("bad_request", 400, problem="after is no cursor of a replay")
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.steps}.{self.told}"


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
