"""Ends the command ``tischlein`` quietly if Ctrl-C comes while its modules are imported. Other programs that import them notice nothing."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

STOPPED = 130  # the exit code that a shell expects after Ctrl-C


def is_command(started: Sequence[str]) -> bool:
    """Return True if a process that was started like this is the command.

    >>> is_command(["python", "/usr/bin/tischlein", "play"]), is_command(["python", "-m", "tischlein", "play"])
    (True, True)
    >>> is_command(["python", "own.py", "tischlein"]), is_command(["python"])
    (False, False)
    """
    program = os.path.basename(started[1]) if len(started) > 1 else ""
    return program in ("tischlein", "tischlein.exe") or list(started[1:3]) == ["-m", "tischlein"]


def _stop(number: int, frame: FrameType | None) -> None:
    os._exit(STOPPED)


def _watch() -> None:
    # Not where the signal is ignored, as in the background of a shell.
    if is_command(sys.orig_argv) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)


def finish_import() -> None:
    """Restore Python's own handling of Ctrl-C after the imports."""
    if signal.getsignal(signal.SIGINT) is _stop:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def importing() -> Iterator[None]:
    """Import what a command needs. Python calls back after each import, and would only print a KeyboardInterrupt in there."""
    _watch()
    try:
        yield
    finally:
        finish_import()


_watch()
