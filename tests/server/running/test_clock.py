"""The server's clock: one for all of it, and the same on every machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import tischlein.server

SERVER = Path(tischlein.server.__file__).parent
READS = re.compile(r"(\btime\.|from time import .*\b)(monotonic|perf_counter|time)(_ns)?\b")

# The clock is read between two readings of the machine's own, so that no speed of the machine is assumed.
FIRST_READING = """
import time
before = time.monotonic_ns()
from tischlein.server.clock import START, seconds, ticks
read = ticks(), seconds()
passed = time.monotonic_ns() - before
assert START == 2_000
assert START <= read[0] <= START + passed / 1e6, read
assert START <= read[1] * 1000 <= START + passed / 1e6, read
"""


def test_the_clock_of_every_process_starts_at_two_seconds() -> None:
    """So all of the suite runs as on a machine that has just started, with the processes that it starts."""
    subprocess.run([sys.executable, "-c", FIRST_READING], check=True)


def test_nothing_else_in_the_server_reads_a_clock() -> None:
    for line in ("time.monotonic()", "from time import sleep, time_ns"):
        assert READS.search(line)
    reading = {path for path in SERVER.rglob("*.py") if READS.search(path.read_text(encoding="utf-8"))}
    assert reading == {SERVER / "clock.py"}
