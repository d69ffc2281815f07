"""A process in which the coach thinks, for one question at a time."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress

from tischlein.bots.bot_process import environment
from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Json

LINE = 1 << 24  # bytes of one answer

Progress = Callable[[int, int], None]


class CoachError(TischleinError):
    """The coach has no answer."""


class CoachProcess:
    """Started when it is needed, and again after it has ended; whoever stops waiting ends it."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._endings: set[asyncio.Task[None]] = set()
        self._ended = False

    async def ask(
        self, question: Json, seconds: float, progress: Progress = lambda done, steps: None
    ) -> Json:
        """The answer; ``progress`` hears how far it has come. One that takes too long is CoachError."""
        async with self._lock:
            try:
                async with asyncio.timeout(seconds):
                    return await self._answer(question, progress)
            except TimeoutError:
                await self._stop()
                raise CoachError(f"no answer within {seconds:.0f} seconds") from None
            except BaseException:
                # Cancelled, or it has died: what it says later must not answer the next question.
                await self._stop()
                raise

    async def close(self) -> None:
        """End the process, after the question that it thinks about."""
        async with self._lock:
            await self._stop()

    async def kill(self) -> None:
        """End it at once, whatever it thinks about; for the end of the server."""
        self._ended = True
        await self._stop()
        # Somebody may just be starting it, or stopping it: both must be done before the loop ends.
        async with self._lock:
            await self._stop()
        await asyncio.gather(*self._endings)

    async def _answer(self, question: Json, progress: Progress) -> Json:
        process = await self._started()
        if self._ended:
            raise CoachError("the server ends")
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 — both were asked for
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            while line := await process.stdout.readline():
                answer: Json = json.loads(line)
                if "error" in answer:
                    raise CoachError(answer["error"])
                if "done" not in answer:
                    return answer
                progress(answer["done"], answer["steps"])
        except (OSError, ValueError) as error:
            raise CoachError(f"its process has gone: {error}") from error
        raise CoachError("its process has ended")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tischlein.coach.process",
                str(self._nice),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=environment(),
                limit=LINE,
            )
        return self._process

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            # To the end, also when whoever stops it is cancelled once more.
            ending = asyncio.create_task(_end(process))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
            await asyncio.shield(ending)


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 — both were asked for
    process.stdin.close()
    with suppress(OSError):
        await process.stdin.wait_closed()
    with suppress(OSError, RuntimeError):  # somebody else may read it to its end
        await process.stdout.read()
    await process.wait()
