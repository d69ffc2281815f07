"""Begin and end a command: closed streams, and errors as one line."""

import os
import sys
from contextlib import suppress
from typing import NoReturn


def open_streams() -> None:
    """Replace standard streams that the caller has closed by the null device."""
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def print_no_more() -> None:
    """Send further output to the null device, so that Python does not fail again when it flushes at exit."""
    with suppress(OSError):  # where the output is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(message: str, trace: str = "") -> NoReturn:
    """Exit with one line on stderr and code 2; with code 1 if a bot of the caller failed, at the place in ``trace``."""
    sys.stderr.write(f"tischlein: {' '.join(message.split())}\n{trace}")
    sys.exit(1 if trace else 2)
