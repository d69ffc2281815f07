"""The server's implementation of its rooms' interface: JSON, secure randomness, Unicode, and limits."""

import random
import secrets

from tischlein.bots.base import SECONDS
from tischlein.engine.play.fair import BYTES
from tischlein.games import GAMES
from tischlein.room.ports import Bounds, Ports, Signer
from tischlein.server.bots import OwnBots, levels
from tischlein.server.config import Limits
from tischlein.server.table.deals import SEED_BITS
from tischlein.server.table.encoding import JsonCodec
from tischlein.server.table.names import clean_name, few_marks, skeleton
from tischlein.server.table.tokens import new_code


class ServerRandom:
    """Secure randomness, except for ``below``, which chooses delays, names and looks of bots."""

    def below(self, n: int) -> int:
        return int(random.random() * n)

    def seed(self) -> int:
        return secrets.randbits(SEED_BITS)

    def code(self) -> str:
        return new_code()

    def secret(self) -> str:
        return secrets.token_hex(BYTES)

    def cards(self) -> None:
        return None


class UnicodeSpelling:
    """Compares names as people see them."""

    def clean_name(self, name: str) -> str:
        return clean_name(name)

    def skeleton(self, name: str) -> str:
        return skeleton(name)

    def clean_line(self, text: str) -> str:
        return few_marks(" ".join("".join(char if char.isprintable() else " " for char in text).split()))


def server_ports(limits: Limits, bots: OwnBots, signer: Signer | None = None) -> Ports:
    """Return the ports for the rooms of a server."""
    bounds = Bounds(
        levels(bots),
        rows=limits.rows,
        undos=limits.undos,
        chat_kept=limits.chat_kept,
        sent_away=int(1000 * limits.sent_away),
        share=int(1000 * limits.share_seconds),
        away=int(1000 * limits.away),
        watching=limits.watching,
        sockets_per_seat=limits.sockets_per_seat,
        seconds=SECONDS,
        instant_seconds=limits.instant_seconds,
    )
    return Ports(JsonCodec(), ServerRandom(), UnicodeSpelling(), bounds, GAMES, signer)
