"""Threads in which bots think, shared fairly: no address keeps the bots of others waiting.

Bots that only follow rules of thumb have threads of their own and never wait for those that search. Searches wait in one queue per
address, and the address that has used the least time lately is next. The more searches wait, the shorter each one
is; an address that has used up its time gets the shortest searches.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from tischlein.bots import Bot, Situation, ask
from tischlein.server import clock

# These answer in a millisecond.
CHEAP = frozenset({"random", "easy", "medium"})
# As short as a search may be, in seconds.
LEAST = 0.03
# Seconds after which half of the time that an address has used is forgotten.
HALF = 60.0
KNOWN = 10_000  # addresses


@dataclass
class ThinkingJob:
    """A decision that a bot has to make."""

    payer: str
    mind: Bot
    known: Situation
    answer: asyncio.Future[int]
    started: Callable[[], None]


class BotPool:
    """Asks bots; ``budget`` is how many seconds of searching an address may use in about a minute before its bots think shortest."""

    def __init__(self, threads: int | None = None, budget: float = 60.0) -> None:
        self.threads = threads or max(2, (os.cpu_count() or 2) - 1)
        self._budget = budget
        self._quick = ThreadPoolExecutor(2, thread_name_prefix="quick-bot")
        self._slow = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self._running = 0
        self._waiting: dict[str, deque[ThinkingJob]] = {}
        self._used: dict[str, tuple[float, float]] = {}  # per address: seconds, and when that was

    @property
    def waiting(self) -> int:
        """The number of jobs without a thread."""
        return sum(map(len, self._waiting.values()))

    async def ask(
        self,
        payer: str,
        level: str,
        mind: Bot,
        known: Situation,
        started: Callable[[], None] = lambda: None,
    ) -> int:
        """Return a bot's choice; ``payer`` is the address that its time is counted for, ``started`` is called when it begins."""
        loop = asyncio.get_running_loop()
        if level in CHEAP:
            return await loop.run_in_executor(self._quick, _begin, started, mind, known)
        job = ThinkingJob(payer, mind, known, loop.create_future(), started)
        self._waiting.setdefault(payer, deque()).append(job)
        self._next()
        return await job.answer

    def shutdown(self) -> None:
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        """Start waiting jobs while there are free threads."""
        while self._running < self.threads and self._waiting:
            payer = min(self._waiting, key=self._used_by)
            job = self._waiting[payer].popleft()
            if not self._waiting[payer]:
                del self._waiting[payer]
            if not job.answer.done():  # it was cancelled
                self._running += 1
                task = asyncio.ensure_future(self._think(job))
                task.add_done_callback(lambda _: self._next())

    async def _think(self, job: ThinkingJob) -> None:
        began = clock.seconds()
        known = replace(job.known, seconds=self._seconds(job))
        try:
            loop = asyncio.get_running_loop()
            chosen = await loop.run_in_executor(self._slow, _begin, job.started, job.mind, known)
            if not job.answer.done():
                job.answer.set_result(chosen)
        except Exception as error:  # noqa: BLE001 — the caller gets it
            if not job.answer.done():
                job.answer.set_exception(error)
        finally:
            self._running -= 1
            self._charge(job.payer, clock.seconds() - began)

    def _seconds(self, job: ThinkingJob) -> float:
        if self._used_by(job.payer) > self._budget:
            return min(LEAST, job.known.seconds)
        return min(job.known.seconds, max(LEAST, job.known.seconds / (1 + self.waiting / self.threads)))

    def _used_by(self, payer: str) -> float:
        seconds, at = self._used.get(payer, (0.0, 0.0))
        return seconds * float(0.5 ** ((clock.seconds() - at) / HALF))

    def _charge(self, payer: str, seconds: float) -> None:
        used = self._used_by(payer) + seconds
        self._used.pop(payer, None)
        self._used[payer] = used, clock.seconds()
        if len(self._used) > KNOWN:
            del self._used[next(iter(self._used))]  # the address that has been idle longest


def _begin(started: Callable[[], None], mind: Bot, known: Situation) -> int:
    started()
    return ask(mind, known)
