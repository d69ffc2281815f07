"""Tell the time: the only place where the server reads a clock.

Moments of ``ticks`` and ``seconds`` mean nothing outside of the process: store ``now`` instead.
"""

import time
from typing import Final

from tischlein.room.events import Now

# Every process begins at the same moment, however long the machine has been up. It is early, so that
# code which takes 0 for "long ago" fails in every test, and not only on a machine that has just started.
START: Final = 2_000

_origin: Final = time.monotonic_ns() - START * 1_000_000


def now() -> int:
    """Return the milliseconds since 1970, to be stored and shown; the time of day may be set back."""
    return time.time_ns() // 1_000_000


def ticks() -> int:
    """Return the milliseconds of a clock that never goes back and shows ``START`` when the process begins."""
    return (time.monotonic_ns() - _origin) // 1_000_000


def seconds() -> float:
    """Return ``ticks`` as seconds, with all digits, to measure how long something takes."""
    return (time.monotonic_ns() - _origin) / 1_000_000_000


def moment() -> Now:
    """Return the present time as rooms want it."""
    return Now(ticks(), now())
