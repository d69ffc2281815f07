"""What a server counts, in the text format of Prometheus.

The format is a few lines of text, so no library is needed for it. Nothing here says anything about a person, a table or a card.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

WATCH = 1.0  # seconds between two looks at the event loop
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> list[str]:
        so_far, lines = 0, []
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self.counts, strict=True):
            so_far += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*lines, f"{name}_sum {self.total:.6f}", f"{name}_count {so_far}"]


class Metrics:
    """Counters, times, and gauges that are read when somebody asks."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[tuple[str, str]]] = {}
        self._times: dict[str, Histogram] = {}
        self._gauges: dict[str, Callable[[], float]] = {}
        self._help: dict[str, str] = {}

    def counter(self, name: str, help: str) -> None:
        self._help[name] = help
        self._counts[name] = Counter()

    def times(self, name: str, help: str) -> None:
        self._help[name] = help
        self._times[name] = Histogram()

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        self._help[name] = help
        self._gauges[name] = read

    def count(self, name: str, label: str = "", value: str = "", n: int = 1) -> None:
        self._counts[name][label, value] += n

    def took(self, name: str, seconds: float) -> None:
        self._times[name].add(seconds)

    def text(self) -> str:
        lines: list[str] = []
        for name, counts in self._counts.items():
            lines += self._head(name, "counter")
            lines += [f"{name}{_labels(*key)} {n}" for key, n in sorted(counts.items())] or [f"{name} 0"]
        for name, histogram in self._times.items():
            lines += [*self._head(name, "histogram"), *histogram.lines(name)]
        for name, read in self._gauges.items():
            lines += [*self._head(name, "gauge"), f"{name} {read():g}"]
        return "\n".join(lines) + "\n"

    def _head(self, name: str, kind: str) -> list[str]:
        return [f"# HELP {name} {self._help[name]}", f"# TYPE {name} {kind}"]


def _labels(label: str, value: str) -> str:
    return f'{{{label}="{value}"}}' if label else ""


def server_metrics() -> Metrics:
    """What every table server counts."""
    metrics = Metrics()
    metrics.counter("tischlein_decisions_total", "Decisions and undos that were stored.")
    metrics.counter("tischlein_tables_total", "Tables that were set.")
    metrics.counter("tischlein_refused_total", "Messages and requests that were refused, by code.")
    metrics.counter("tischlein_store_failures_total", "Batches that could not be written.")
    metrics.times("tischlein_store_seconds", "From a job for the store until it was on the disk, or read.")
    metrics.times("tischlein_bot_seconds", "How long bots thought, waiting for a thread included.")
    return metrics


async def watch_loop(metrics: Metrics) -> None:
    """Measure how late the event loop is, as long as this runs."""
    loop, lag = asyncio.get_running_loop(), 0.0
    metrics.gauge("tischlein_loop_lag_seconds", "How late the event loop was, last.", lambda: lag)
    while True:
        at = loop.time()
        await asyncio.sleep(WATCH)
        lag = max(0.0, loop.time() - at - WATCH)
