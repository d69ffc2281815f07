"""Reads what the player types, and notices Ctrl-C whenever it comes."""

import signal
import sys

LOOK = 0.5  # seconds between two looks for a signal


def read_line(prompt: str) -> str:
    """Return the line that the player types, as ``input`` does.

    A signal that comes just before the system begins to wait for a key does not wake it: without a timer, Ctrl-C would seem lost
    until the next key.
    """
    if sys.platform == "win32":  # it has no such timer
        return input(prompt)
    handler = signal.signal(signal.SIGALRM, lambda number, frame: None)
    timer = signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
    try:
        return input(prompt)
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)
