"""Counts tables that cannot be opened, and logs each of them once."""

from __future__ import annotations

import logging

from tischlein.server.metrics import Metrics

logger = logging.getLogger("tischlein.server")


class Damages:
    """The codes of tables that stay closed."""

    def __init__(self, metrics: Metrics) -> None:
        self._told: set[str] = set()
        metrics.gauge(
            "tischlein_damaged",
            "Tables that stay closed, because they are damaged or the rules can no longer read them.",
            lambda: len(self._told),
        )

    def close(self, code: str, why: str, error: object) -> None:
        """Count a table that does not open, and log it the first time."""
        if code not in self._told:
            self._told.add(code)
            logger.error("table %s %s and stays closed: %s", code, why, error)
