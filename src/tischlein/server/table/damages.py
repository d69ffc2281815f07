"""What stays closed: whoever runs the server hears of each table and deal once, and the metrics count them."""

from __future__ import annotations

import logging

from tischlein.server.errors import Damaged
from tischlein.server.metrics import Metrics

logger = logging.getLogger("tischlein.server")


class Damages:
    """Tables that stay closed, and what is damaged besides."""

    def __init__(self, metrics: Metrics) -> None:
        self._told: set[str] = set()
        metrics.gauge(
            "tischlein_damaged",
            "Tables that stay closed, as they are damaged or the rules cannot read them any more, and damaged deals.",
            lambda: len(self._told),
        )

    def close(self, code: str, why: str, error: object) -> None:
        """A table does not open."""
        self._tell(f"table {code}", f"table {code} {why} and stays closed: {error}")

    def note(self, error: Damaged) -> None:
        """Something that belongs to no table is damaged; the error's own words say what."""
        self._tell(str(error), str(error))

    def _tell(self, what: str, sentence: str) -> None:
        if what not in self._told:
            self._told.add(what)
            logger.error("%s", sentence)
