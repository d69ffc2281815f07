"""Which tables find room in the store.

A client that creates many tables must not keep others out. So the last places are reserved for matches, deals of the day, rematches
and rounds of evenings. When only those are left, tables are removed, see ``store.stock``.
"""

import hmac
import logging
import secrets

from tischlein.server.clock import now, ticks
from tischlein.server.config import Limits
from tischlein.server.errors import Refusal
from tischlein.server.networks import networks
from tischlein.server.store.stock import IDLE, UNUSED, share_of
from tischlein.server.store.store import Store

RESERVED = 10  # a tenth of all places is reserved
DIGITS = 16  # of a creator's name

logger = logging.getLogger("tischlein.server")


class Capacity:
    """The places for tables in one store."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._most = limits.tables
        self._open = limits.tables - max(1, limits.tables // RESERVED)  # for everybody
        # Only in memory: names of networks that are stored cannot be turned back into addresses.
        self._key = secrets.token_bytes(32)
        self._again = 0  # when it is worth looking again for tables that can be removed

    def creator(self, address: str) -> str | None:
        """Return the stored name of the network that creates a table; ``address`` is a client, see ``client_name``."""
        around = networks(address)[-1]
        if around == address:
            return None  # it is not the address of a machine
        return hmac.digest(self._key, around.encode(), "sha256").hex()[:DIGITS]

    async def check(self, reserved: bool) -> None:
        """Refuse a new table if the store is full; ``reserved`` is for rematches, matches and deals of the day."""
        if await self._store.count_tables() >= (self._most if reserved else self._open):
            raise Refusal("house_full", 503)

    def look_again(self) -> None:
        """Look for tables that can be removed at the next sweep, since some were archived."""
        self._again = 0

    async def make_room(self, busy: list[int]) -> None:
        """Remove tables until the reserved places are free; if there are none to remove, try again in ten minutes.

        Tables whose ids are in ``busy`` stay.
        """
        if ticks() < self._again or await self._store.count_tables() < self._open:
            return
        gone = await self._store.make_room(
            self._open - 1, now() - UNUSED, now() - IDLE, share_of(self._most), busy
        )
        self._again = ticks() + (0 if gone else UNUSED)
        logger.warning("the store is nearly full: %d old or unused games were removed", gone)
