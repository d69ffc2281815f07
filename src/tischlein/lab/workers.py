"""Worker processes that stop at once when the work is called off.

The pools of the standard library do not: one waits for what is running, and the other hangs when a process has died.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import starmap
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from types import TracebackType
from typing import TypeVar

from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Namespace

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

Result = TypeVar("Result")


class WorkerError(TischleinError):
    """A worker process has died; ``task`` is what it was doing."""

    def __init__(self, text: str, task: tuple[object, ...] = ()) -> None:
        super().__init__(text)
        self.task = task


class Workers:
    """Fresh worker processes; leaving the block ends them at once."""

    def __init__(self, workers: int) -> None:
        # Fresh: a copy of a process with threads, as Numba may have started, can hang.
        context = multiprocessing.get_context("spawn")
        self._lines: list[Connection] = []
        self._workers = []
        with _block_interrupts(), _alone():
            for _ in range(workers):
                here, there = context.Pipe()
                worker = context.Process(target=_work, args=(there,), daemon=True)
                worker.start()
                there.close()  # so that the death of a worker is noticed
                self._lines.append(here)
                self._workers.append(worker)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.join()
        for line in self._lines:
            line.close()

    def map(self, work: Callable[..., Result], tasks: Iterable[tuple[object, ...]]) -> Iterator[Result]:
        """Yield what comes of every task, in the order in which they are done; an error there is raised here."""
        ahead = iter(tasks)
        busy: list[Connection] = []
        idle = list(self._lines)
        doing: dict[Connection, tuple[object, ...]] = {}
        while True:
            while idle and (task := next(ahead, None)) is not None:
                busy.append(idle.pop())
                doing[busy[-1]] = task
                busy[-1].send((work, task))
            if not busy:
                return
            ready = set(wait(busy))
            for line in [line for line in busy if line in ready]:
                try:
                    result, failed = line.recv()
                except EOFError:
                    raise WorkerError(
                        "a worker process has died; perhaps there is not enough memory for all of them",
                        doing[line],
                    ) from None
                if failed:
                    raise result
                busy.remove(line)
                idle.append(line)
                yield result


def in_processes(
    work: Callable[..., Result], tasks: Iterable[tuple[object, ...]], processes: int
) -> Generator[Result]:
    """Yield what comes of every task, in any order; where one process is enough, it is this one."""
    if processes < 2:
        yield from starmap(work, tasks)
        return
    with Workers(processes) as workers:
        yield from workers.map(work, tasks)


@contextmanager
def _alone() -> Iterator[None]:
    """Start processes that do not run the caller's script: their functions are in modules.

    So a plain script, without ``if __name__ == "__main__"``, may start workers.
    """
    main = vars(sys.modules["__main__"])
    hidden: Namespace = {name: main.pop(name) for name in ("__file__", "__spec__") if name in main}
    main["__spec__"] = None
    try:
        yield
    finally:
        main.update(hidden)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block Ctrl-C meanwhile, so that the started processes ignore it from the beginning."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # else the first process starts it, and that lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(line: Connection) -> None:
    # Ctrl-C reaches every process of a terminal; the one that has started the others decides what becomes of them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            work, task = line.recv()
        except EOFError:
            return
        line.send(run_task(work, task))


def run_task(work: Callable[..., object], task: tuple[object, ...]) -> tuple[object, bool]:
    """Return what comes of a task, and whether that is an error."""
    try:
        return work(*task), False
    except Exception as error:  # noqa: BLE001 — whatever it is, it is raised where it was asked for
        return error, True
