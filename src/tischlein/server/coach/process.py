"""The coach's process, asked from the event loop: one question at a time."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from tischlein.bots.child import ChildError, ChildProcess, Progress
from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Json, JsonValue
from tischlein.server.config import Limits


class CoachError(TischleinError):
    """The coach has no answer."""


class CoachProcess:
    """Started when it is needed; it ends after a while without questions, and when one is cancelled."""

    def __init__(self, limits: Limits) -> None:
        self._child = ChildProcess("tischlein.coach.process", str(limits.coach_nice))
        self._thread = ThreadPoolExecutor(1, "coach")  # waits for the child
        self._idle = limits.coach_idle
        self._end: asyncio.TimerHandle | None = None

    async def ask(
        self, question: Json, seconds: float, progress: Progress = lambda done, steps: None
    ) -> JsonValue:
        """Return the answer; CoachError if there is none within ``seconds``."""
        loop = asyncio.get_running_loop()
        self._stay()

        def forward(done: int, steps: int) -> None:
            loop.call_soon_threadsafe(progress, done, steps)

        working = self._thread.submit(self._child.ask, question, seconds, forward)
        answer = asyncio.wrap_future(working)
        # Otherwise asyncio logs that nobody has read it.
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(answer)
        except ChildError as error:
            raise CoachError(str(error)) from None
        except asyncio.CancelledError:
            while not working.cancel() and not working.done():
                self._child.kill()  # again, if the thread was just starting it
                await asyncio.wait([answer], timeout=0.1)
            raise
        finally:
            self._stay()
            self._end = loop.call_later(self._idle, self._thread.submit, self._child.stop)

    def _stay(self) -> None:
        if self._end is not None:
            self._end.cancel()

    async def kill(self) -> None:
        """End it at once and for good."""
        self._stay()
        await asyncio.to_thread(self._child.close)
        self._thread.shutdown(wait=False, cancel_futures=True)
