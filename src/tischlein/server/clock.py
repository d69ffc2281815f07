"""The time, in one place."""

from __future__ import annotations

import time


def now() -> int:
    """Milliseconds since 1970: for what is stored and shown."""
    return time.time_ns() // 1_000_000


def ticks() -> int:
    """Milliseconds that never go back: for clocks and delays, whatever happens to the time of day."""
    return time.monotonic_ns() // 1_000_000
