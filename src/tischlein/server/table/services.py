"""What every table of a server shares."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tischlein.server.bots import OwnBots
from tischlein.server.config import Limits
from tischlein.server.metrics import Metrics
from tischlein.server.store.writer import Store


def _thinkers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(2, (os.cpu_count() or 2) - 1), thread_name_prefix="bot")


@dataclass
class Services:
    """The store, the bounds, the operator's own bots, and the threads in which bots think."""

    store: Store
    limits: Limits = field(default_factory=Limits)
    bots: OwnBots = field(default_factory=dict)
    thinkers: ThreadPoolExecutor = field(default_factory=_thinkers)

    @property
    def metrics(self) -> Metrics:
        return self.store.metrics

    @property
    def away(self) -> int:
        """After how many milliseconds without a connection somebody counts as away."""
        return int(1000 * self.limits.away)
