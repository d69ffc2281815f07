"""The metrics of one server, for Prometheus. None of them names a person, a table or a card."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

WATCH = 1.0  # seconds between two measurements of the event loop
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """Counters and histograms as attributes, and gauges that are read when Prometheus asks."""

    def __init__(self) -> None:
        from prometheus_client import (  # only a server needs it
            CollectorRegistry,
            Counter,
            Histogram,
            disable_created_metrics,
        )

        disable_created_metrics()  # type: ignore[no-untyped-call]  # the library has no types there
        own = self.registry = CollectorRegistry()
        self.decisions = Counter(
            "tischlein_decisions", "Decisions and undos that were stored.", ["game"], registry=own
        )
        self.tables = Counter("tischlein_tables", "Tables that were created.", ["game"], registry=own)
        self.refused = Counter(
            "tischlein_refused", "Messages and requests that were refused, by code.", ["code"], registry=own
        )
        self.store_failures = Counter(
            "tischlein_store_failures", "Batches that could not be written.", registry=own
        )
        self.store_seconds = Histogram(
            "tischlein_store_seconds",
            "Seconds until a job of the store was written or read.",
            buckets=SECONDS,
            registry=own,
        )
        self.bot_seconds = Histogram(
            "tischlein_bot_seconds",
            "Seconds that bots thought, including the wait for a thread.",
            buckets=SECONDS,
            registry=own,
        )
        # Apart, since the gauge ``tischlein_tables`` and the counter ``tischlein_tables_total`` may not be registered together.
        self._gauges = CollectorRegistry()

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Add a gauge; ``read`` is called whenever the metrics are collected."""
        from prometheus_client import Gauge

        Gauge(name, help, registry=self._gauges).set_function(read)

    def refusals(self) -> dict[str, int]:
        """Return how often each code was refused."""
        samples = [sample for metric in self.refused.collect() for sample in metric.samples]
        return {sample.labels["code"]: int(sample.value) for sample in samples}

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        from prometheus_client import generate_latest

        return generate_latest(self.registry) + generate_latest(self._gauges)


async def watch_loop(metrics: Metrics) -> None:
    """Measure how late the event loop is, as long as this runs."""
    loop, lag = asyncio.get_running_loop(), 0.0
    metrics.gauge("tischlein_loop_lag_seconds", "Seconds by which the event loop was late.", lambda: lag)
    while True:
        at = loop.time()
        await asyncio.sleep(WATCH)
        lag = max(0.0, loop.time() - at - WATCH)
