"""Services that all tables of a server share."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tischlein.bots import Bot
from tischlein.bots.bot_process import BotProcess
from tischlein.room.ports import Signer
from tischlein.server.bots import OwnBots
from tischlein.server.club.rating import Ratings
from tischlein.server.coach.advice import AdviceService
from tischlein.server.coach.reviews import Reviews
from tischlein.server.config import Limits
from tischlein.server.metrics import Metrics
from tischlein.server.store.store import Store
from tischlein.server.table.ports import server_ports
from tischlein.server.table.thinking import BotPool

LATE_AT_ONCE = 2  # bots that decide at the same time at tables of evenings whose time is up


@dataclass
class Services:
    """The store, the bounds, the operator's own bots, and the threads in which bots think."""

    store: Store
    limits: Limits = field(default_factory=Limits)
    bots: OwnBots = field(default_factory=dict)
    signer: Signer | None = None
    rating: bool = True  # whether the operator wants ratings
    thinkers: BotPool = field(default_factory=BotPool)
    # Separate, so that replays do not delay the opening of tables.
    replays: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="replay")
    )

    # At tables of evenings whose time is up.
    late: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(LATE_AT_ONCE))

    def __post_init__(self) -> None:
        # For each bot of the operator by itself, so that one that hangs does not delay the others.
        self.processes = {level: BotProcess(name) for level, name in self.bots.items()}
        self.own_thinkers = {level: BotPool(1) for level in self.bots}
        self.ports = server_ports(self.limits, self.bots, self.signer)
        self.reviews = Reviews(self.store, self.limits)
        self.advice = AdviceService(self.limits)
        self.ratings = Ratings(self.store, self.rating)
        self.metrics.gauge(
            "tischlein_reviews_waiting", "Games that wait for the coach.", lambda: self.reviews.waiting
        )
        self.metrics.gauge("tischlein_bots_waiting", "Bots that wait for a thread.", lambda: self._waiting)

    def thinkers_of(self, level: str) -> BotPool:
        """Return the threads in which bots of a level think."""
        return self.own_thinkers.get(level, self.thinkers)

    @property
    def _waiting(self) -> int:
        return self.thinkers.waiting + sum(own.waiting for own in self.own_thinkers.values())

    def own_bot(self, level: str, key: str) -> Bot:
        """Return a player of an operator's bot, in that bot's process."""
        return self.processes[level].player(key)

    def close(self) -> None:
        """Stop everything that thinks."""
        for thinkers in (self.thinkers, *self.own_thinkers.values()):
            thinkers.shutdown()
        for process in self.processes.values():
            process.close()

    @property
    def metrics(self) -> Metrics:
        return self.store.metrics
