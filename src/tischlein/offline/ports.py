"""The page's implementation of its rooms' interface: messages, the browser's randomness, and few limits."""

import secrets
from typing import Any

from tischlein.engine.game import Game
from tischlein.offline.spelling import PageSpelling
from tischlein.room.ports import Bounds, PlainCodec, Ports

OWN_TEXTS = "tischlein.offline.texts"
LEVELS = ("random", "easy", "medium", "hard", "expert")
# Messages that need a server: everybody shares this device, and nobody else comes.
UNAVAILABLE = (
    "undo_answer", "advice", "start", "set_seat", "swap", "kick", "hand_over", "stand_in", "chat", "chat_switch", "list",
)  # fmt: skip


class PageRandom:
    """The browser's randomness; codes come from the page, which knows all tables of the device."""

    def __init__(self) -> None:
        self.next_code = ""
        self.chance: Any = None

    def below(self, n: int) -> int:
        return secrets.randbelow(n)

    def seed(self) -> int:
        return secrets.randbelow(1 << 30)

    def code(self) -> str:
        return self.next_code

    def secret(self) -> str:
        return ""  # the device's owner could read it

    def cards(self) -> Any:
        return self.chance


class PagePorts(Ports):
    """Ports whose luck the page can set."""

    rng: PageRandom


def page_ports(games: dict[str, Game]) -> PagePorts:
    """Return what the rooms of a page get."""
    return PagePorts(
        PlainCodec(), PageRandom(), PageSpelling(), Bounds(LEVELS, unavailable=UNAVAILABLE), games
    )
