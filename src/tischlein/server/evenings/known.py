"""Evenings that a server holds in memory, and how waiting clients are told of changes."""

from __future__ import annotations

import asyncio

from tischlein.server.clock import ticks
from tischlein.server.evenings.told import Answers
from tischlein.server.store.evenings import StoredEvening

GAP = 1_000  # milliseconds between two versions that all waiting clients are told


class Throttle:
    """Gathers changes: a client that waits is answered at most once in each ``GAP``, with the newest version."""

    def __init__(self) -> None:
        self._told = 0  # the version that all waiting clients may know
        self._next = 0  # when they may be told a newer one

    def rests(self, at: int) -> bool:
        """Return True if a change has to wait."""
        return at < self._next

    def due(self, version: int, client: int, at: int) -> bool:
        """Return True if a client that waits with its version is answered now; the newest version is ``version``.

        A version that there is not yet does not wait: the client knows something else.
        """
        if self._told <= client < version and not self.rests(at):
            self._told, self._next = version, at + GAP
        return client < self._told or client > version


class KnownEvening:
    """The newest version of an evening that this server has read or written."""

    def __init__(self, stored: StoredEvening) -> None:
        self.stored = stored
        self.read = ticks()
        self.throttle = Throttle()
        self.changed = asyncio.Condition()
        self._answers: Answers | None = None
        self._computing = asyncio.Lock()

    def update(self, stored: StoredEvening) -> None:
        """Keep what was read or written now, unless a newer version is known."""
        if stored.version >= self.stored.version:
            self.read = ticks()
        if stored.version > self.stored.version:
            self.stored = stored

    async def answers(self) -> Answers:
        """Return what people are told about the newest version, computed once, in a thread."""
        async with self._computing:
            if self._answers is None or self._answers.stored is not self.stored:
                self._answers = await asyncio.to_thread(Answers, self.stored)
            return self._answers

    async def wake(self) -> None:
        """Wake the clients that wait, if they may be told now; otherwise they look within a second themselves."""
        if not self.throttle.rests(ticks()):
            async with self.changed:
                self.changed.notify_all()
