"""Head to head: what the stored results say about a guest and the people they have played with."""

import hashlib
from collections.abc import Iterable

from tischlein.server.protocol.guests import GuestGame
from tischlein.server.protocol.people import Acquaintance


def head_to_head(guest: str, rows: Iterable[tuple[str, int, GuestGame, bool]]) -> dict[str, Acquaintance]:
    """Return everybody a guest has played with, the latest first.

    A row is another guest, that guest's seat, the game as the first guest's result has it, and whether it counts for both
    (``Decisions.counts``): otherwise nobody was ahead. The latest game comes first.
    """
    found: dict[str, Acquaintance] = {}
    for other, seat, game, counts in rows:
        if other not in found:
            name = game.names[seat]
            found[other] = Acquaintance(alias(guest, other), name, None, 0, 0, 0, game.game, game.at)
        person = found[other]
        own, their = game.side_of(game.you).place, game.side_of(seat).place
        person.games += 1
        person.ahead += counts and own < their
        person.behind += counts and own > their
    return found


def alias(asker: str, guest: str) -> str:
    """Return the name under which ``asker`` knows a guest; it says nothing to anybody else. Both are hashes of keys."""
    return hashlib.sha256(f"{asker}/{guest}".encode()).hexdigest()[:32]
