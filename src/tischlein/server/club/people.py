"""Head to head: what the stored results say about a guest and the people they have played with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from tischlein.server.protocol.guests import GuestGame


@dataclass
class HeadToHead:
    """The games of a guest with one other: how often each was ahead of the other, and the last game."""

    guest: str  # the other's
    name: str
    last: GuestGame
    games: int = 0
    ahead: int = 0
    behind: int = 0


def head_to_head(rows: Iterable[tuple[str, int, GuestGame]]) -> list[HeadToHead]:
    """Return everybody a guest has played with, the latest first.

    A row is another guest, that guest's seat, and the game as the first guest's result has it; the latest game comes first.
    """
    found: dict[str, HeadToHead] = {}
    for other, seat, game in rows:
        person = found.setdefault(other, HeadToHead(other, game.names[seat], game))
        own, their = place_of(game, game.you), place_of(game, seat)
        person.games += 1
        person.ahead += own < their
        person.behind += own > their
    return list(found.values())


def place_of(game: GuestGame, seat: int) -> int:
    """Return the place at which a seat has ended."""
    return next(side.place for side in game.standings if seat in side.seats)


def alias(asker: str, guest: str) -> str:
    """Return the name under which ``asker`` knows a guest; it says nothing to anybody else. Both are hashes of keys."""
    return hashlib.sha256(f"{asker}/{guest}".encode()).hexdigest()[:32]
