"""How a command begins and ends where something is wrong with its streams, or with what was asked."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

from tischlein.usage.refusals import translated


def open_streams() -> None:
    """Let nothing be read or printed where whoever started this has closed a stream."""
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def print_no_more() -> None:
    """What could not be printed is not tried again at the end."""
    with suppress(OSError):  # where the output is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(message: str, language: str, trace: str = "") -> NoReturn:
    """End with one line, and with the place in the code of the caller's bot, if that is what failed."""
    sys.stderr.write(f"tischlein: {translated(' '.join(message.split()), language)}\n{trace}")
    sys.exit(1 if trace else 2)
