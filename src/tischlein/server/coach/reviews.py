"""Reviews of finished games: one child process makes one at a time, and the store keeps them.

An address can have a few games in the queue, and a game that is no longer asked about is dropped. A review is stored with the length of
the log: a game that was continued gets another one.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from tischlein.bots.child import Progress
from tischlein.coach.brief import VERSION, Brief
from tischlein.engine.types import Json, JsonValue
from tischlein.server.clock import ticks
from tischlein.server.coach.process import CoachError, CoachProcess
from tischlein.server.config import Limits
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.store.store import Store

# Seconds after the last look at a game in which its page counts as open.
LOOKING = 5

logger = logging.getLogger("tischlein.server")


class Key(NamedTuple):
    """A game and the length of its log."""

    table_id: int
    seq: int


@dataclass
class ReviewJob:
    """A review that was asked for."""

    key: Key
    record: Json
    seats: list[int]  # whose decisions are looked at
    payer: str  # the address that has asked for it
    asked: int  # ticks of the last look at it
    first: Brief | None = None  # what is known before decisions were looked at
    done: int = 0
    steps: int = 0


class Reviews:
    """The queue of reviews, and their outcomes."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._jobs: OrderedDict[Key, ReviewJob] = OrderedDict()  # the first one is at work
        self._failed: deque[Key] = deque(maxlen=limits.reviews_waiting)
        self._process = CoachProcess(limits)
        self._worker: asyncio.Task[None] | None = None
        self._current: asyncio.Task[JsonValue] | None = None

    @property
    def waiting(self) -> int:
        """The number of games in the queue, including the one at work."""
        return len(self._jobs)

    async def find(self, key: Key) -> Brief | None:
        """Return the review of a game, if there is one."""
        data = await self._store.review(*key, VERSION)
        return None if data is None else msgspec.json.decode(data, type=Brief)

    def state(self, key: Key) -> tuple[int, ReviewJob] | None:
        """Return how many games come first, and the job of this one; None if it is not in the queue."""
        job = self._jobs.get(key)
        if job is None:
            return None
        job.asked = ticks()
        return list(self._jobs).index(key), job

    def ask(self, key: Key, record: Json, seats: list[int], payer: str) -> None:
        """Queue a game unless it is queued.

        Games that nobody looks at any more give way to it; where the queue has no place for it, they are dropped.
        """
        if key in self._jobs:
            self._jobs[key].asked = ticks()
            return
        if key in self._failed:
            raise Refusal("review_failed", 503)
        if len(record["history"]) > self._limits.review_steps:
            raise Refusal("review_too_long", 409)
        own = [job for job in self._jobs.values() if job.payer == payer]
        left = [job for job in own if ticks() - job.asked > 1000 * LOOKING]
        if len(own) >= self._limits.reviews_per_address or len(self._jobs) >= self._limits.reviews_waiting:
            if not left:
                raise Refusal("coach_busy", 503)
            self._drop(left[0].key)
        self._jobs[key] = ReviewJob(key, record, seats, payer, ticks())
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    def cancel(self, key: Key, payer: str) -> None:
        """Remove a game from the queue, if this address has asked for it."""
        job = self._jobs.get(key)
        if job is not None and job.payer == payer:
            self._drop(key)

    async def close(self) -> None:
        """Stop at once."""
        tasks = [task for task in (self._current, self._worker) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._process.kill()

    def _drop(self, key: Key) -> None:
        if self._current is not None and next(iter(self._jobs)) == key:
            self._current.cancel()
        else:
            del self._jobs[key]

    async def _work(self) -> None:
        while self._jobs:
            job = next(iter(self._jobs.values()))
            try:
                await self._review(job)
            finally:
                self._jobs.pop(job.key, None)

    async def _review(self, job: ReviewJob) -> None:
        question = {
            "kind": "review",
            "record": job.record,
            "worlds": self._limits.review_worlds,
            "seats": job.seats or None,
        }

        def progress(done: int, steps: int) -> None:
            job.done, job.steps = done, steps
            for other in list(self._jobs.values()):
                if ticks() - other.asked > 1000 * self._limits.review_patience:
                    self._drop(other.key)

        try:
            first = await self._answer({**question, "worlds": 0}, lambda done, steps: None)
            if first is None:
                return
            job.first = msgspec.convert(first, Brief)
            found = await self._answer(question, progress)
            if found is not None:
                await self._store.put_review(*job.key, VERSION, msgspec.json.encode(found).decode())
        except CoachError as error:
            logger.warning("no review of table %s: %s", job.key.table_id, error)
            self._failed.append(job.key)
        except StoreError:
            logger.exception("a review is not kept")

    async def _answer(self, question: Json, progress: Progress) -> JsonValue | None:
        """Return the coach's answer; None if nobody waits for it any more."""
        self._current = asyncio.create_task(
            self._process.ask(question, self._limits.review_seconds, progress)
        )
        try:
            await asyncio.wait([self._current])
            return None if self._current.cancelled() else self._current.result()
        finally:
            self._current.cancel()
            self._current = None
