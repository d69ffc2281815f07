"""What each seat has seen and done in a game, as a short name: solvers ask whether a player can tell two histories apart.

Nothing is forgotten, even where the engine's record lets a shuffle erase it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b

from tischlein.adapters.trail import seen_by
from tischlein.engine.game import Game


@dataclass(frozen=True, slots=True)
class Recall:
    """What the seats know at one point of a game."""

    names: tuple[str, ...]  # for each seat: a name for all that it has seen and done so far
    seen: tuple[bytes, ...] = field(repr=False)  # by each seat: the concealed record

    @classmethod
    def nothing(cls, seats: int) -> Recall:
        """Before anything has happened."""
        return cls(tuple(f"{seat}" for seat in range(seats)), (b"",) * seats)

    def __deepcopy__(self, memo: object) -> Recall:
        return self  # nothing of it ever changes

    def after(self, game: Game, data: bytes, actor: int, action: int) -> Recall:
        """Return what the seats know when an action, or a chance outcome, has led to this record."""
        s = game.layout.unpack(data)
        seen = tuple(seen_by(game, s, seat) for seat in range(len(self.seen)))
        names = []
        for seat, name in enumerate(self.names):
            news = b"%d:%d" % (actor, action) if actor >= 0 and game.sees_action(seat, actor, action) else b""
            if seen[seat] != self.seen[seat]:
                news += b"|" + seen[seat]
            if news:
                name = _next(seat, name, news)  # noqa: PLW2901 — the next name follows from the last
            names.append(name)
        return Recall(tuple(names), seen)


def _next(seat: int, name: str, news: bytes) -> str:
    return f"{seat}-{blake2b(name.encode() + news, digest_size=12).hexdigest()}"
