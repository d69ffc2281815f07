"""The server's clock: one for all of it, and the same on every machine."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import tischlein.server

SERVER = Path(tischlein.server.__file__).parent
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "time", "time_ns"}

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


def clocks_read_in(source: str) -> list[str]:
    """Return the names of the clocks of the machine that a module reads."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time":
            found.append(node.attr)
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            found += [name.name for name in node.names]
    return sorted(CLOCKS.intersection(found))


def test_nothing_else_in_the_server_reads_a_clock() -> None:
    assert clocks_read_in("import time\ntime.monotonic()") == ["monotonic"]
    assert clocks_read_in("from time import time_ns, sleep") == ["time_ns"]
    reading = {path for path in SERVER.rglob("*.py") if clocks_read_in(path.read_text(encoding="utf-8"))}
    assert reading == {SERVER / "clock.py"}
