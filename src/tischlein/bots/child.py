"""A child process that answers one question at a time.

Both sides speak lines of JSON. The child sends ``{"answer": …}`` when it has started and after each question, or ``{"error": text}``
with details; while it works it may send ``{"progress": [done, steps]}``. It shares no memory with the parent and does not learn where
tables are stored, and what it prints goes to the parent's standard error.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, NoReturn

from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Json, JsonValue

STARTING = 60.0  # seconds until a child has to be ready
LOOK = 1.0  # seconds between two looks whether the parent is still there
CLOSING = 2.0  # seconds to wait for the thread that asks, after the child was killed
LONGEST = 1 << 24  # bytes of one line
HIDDEN = ("TISCHLEIN_DATA", "PG")  # how names of variables begin that a child does not get

Progress = Callable[[int, int], None]
Answer = Callable[[Json, Progress], JsonValue]


class ChildError(TischleinError):
    """A child has no answer; ``report`` is the error that it sent itself, None if it ended or took too long."""

    def __init__(self, text: str, report: Json | None = None) -> None:
        super().__init__(text)
        self.report = report


class ChildProcess:
    """A Python module that runs ``serve``; started when it is needed, and again after it has ended."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = [sys.executable, "-m", module, *arguments]
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes] = SimpleQueue()  # from the child; empty where it has ended
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Start the child and wait until it is ready; ChildError says why it is not."""
        with self._lock:
            self._ensure_started()

    def ask(self, question: Json, seconds: float, progress: Progress = lambda done, steps: None) -> JsonValue:
        """Return the child's answer; a child that fails or takes longer is killed, and ChildError raised."""
        with self._lock:
            pipe = _pipe(self._ensure_started().stdin)
            try:
                pipe.write(json.dumps(question).encode() + b"\n")
                pipe.flush()
            except OSError:
                self._fail("its process has ended")
            return self._answer(seconds, progress)

    def kill(self) -> None:
        """Kill the child, also while a thread waits for its answer: that one gets ChildError."""
        process = self._process
        if process is not None:
            _kill(process)  # without the lock, which the waiting thread holds

    def stop(self) -> None:
        """End the child after the current question; the next question starts it again."""
        with self._lock:
            self._end()

    def close(self) -> None:
        """Kill the child for good."""
        self._closed = True
        self.kill()
        # The waiting thread ends with the child, unless the child has started another process that holds the pipe.
        if self._lock.acquire(timeout=CLOSING):
            try:
                self._end()
            finally:
                self._lock.release()

    def _ensure_started(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise ChildError("its process has ended")
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        # In a group of its own: what it has started ends with it.
        self._process = subprocess.Popen(  # noqa: S603 — this interpreter and a module of ours
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        )
        reading = (_pipe(self._process.stdout), self._lines)
        threading.Thread(target=_read, args=reading, name="child", daemon=True).start()
        if self._closed:  # meanwhile
            self._fail("its process has ended")
        self._answer(STARTING, lambda done, steps: None)
        return self._process

    def _answer(self, seconds: float, progress: Progress) -> JsonValue:
        until = time.monotonic() + seconds
        while True:
            line = self._line(until, seconds)
            try:
                message: Json = json.loads(line)
                if "progress" in message:
                    progress(*message["progress"])
                elif "error" in message:
                    raise ChildError(str(message["error"]), message)
                else:
                    return message["answer"]
            except (ValueError, TypeError, KeyError, RecursionError):
                self._fail("its answer is not understood")

    def _line(self, until: float, seconds: float) -> bytes:
        """Return the next line."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            self._fail(f"did not answer within {seconds:g} seconds")
        if not line.endswith(b"\n"):
            self._fail("its answer is too long" if line else "its process has ended")
        return line

    def _fail(self, why: str) -> NoReturn:
        self._end()
        raise ChildError(why)

    def _end(self) -> None:
        process, self._process, self._lines = self._process, None, SimpleQueue()
        if process is not None:
            _kill(process)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # for what could not be sent
                    _pipe(pipe).close()


def environment() -> dict[str, str]:
    """Return the environment of a child: the same modules, and not where the tables are stored."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
    return {**known, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 — for the type checker: both were asked for
    return pipe


def _read(pipe: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Pass a child's lines on until it ends: a thread can wait for a pipe on every system, and its reader stop waiting."""
    with suppress(OSError, ValueError):  # closed meanwhile
        while line := pipe.readline(LONGEST):
            lines.put(line)
    lines.put(b"")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a child and all that it has started."""
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def serve(prepare: Callable[[], Answer]) -> None:
    """Answer the parent's questions, in the child, until there are no more; ``prepare`` returns what answers them."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is not an answer

    threading.Thread(target=_end_with, args=(os.getppid(),), name="parent", daemon=True).start()

    def send(**message: object) -> None:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()

    def fail(error: TischleinError) -> None:
        send(error=str(error), kind=type(error).__name__, trace=getattr(error, "trace", ""))

    try:
        try:
            answer = prepare()
        except TischleinError as error:
            fail(error)
            return
        send(answer=None)
        for line in sys.stdin.buffer:
            try:
                send(answer=answer(json.loads(line), lambda done, steps: send(progress=[done, steps])))
            except TischleinError as error:
                fail(error)
    except BrokenPipeError:
        os._exit(0)  # the parent has gone


def _end_with(parent: int) -> None:
    """End this process when its parent has gone, also in the middle of an answer; Windows has no such relation."""
    while os.name == "posix":
        if os.getppid() != parent:
            os._exit(0)
        time.sleep(LOOK)
