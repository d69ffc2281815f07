"""Measuring positions and actions: a thin layer over ``tischlein.bots.prospect``."""

from __future__ import annotations

from hashlib import blake2b
from threading import local
from typing import TYPE_CHECKING, Any

from tischlein.bots.guide import BY_HEURISTICS
from tischlein.bots.learned import has_net, net_for
from tischlein.bots.mind import mind
from tischlein.bots.net import Net
from tischlein.bots.prospect import Ground, Measure
from tischlein.bots.search import KNOWN, RECORDS
from tischlein.cards import RNG_WORDS, SPECTATOR, sow
from tischlein.engine.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Decisions that are played on before the net judges: enough for what is at hand to happen, few enough to be quick.
WITH_NET = 6
PERSON = b"coach"

_kept = local()


class Judge:
    """Knows what positions of one game are worth; for one thread."""

    def __init__(self, game: Game, seats: int) -> None:
        import numpy as np

        self.game, self.seats = game, seats
        self._mind = mind(game, "native")
        learned = has_net(game, seats)
        self._net = net_for(game, "native") if learned else _no_net()
        heuristics = self._mind.heuristics
        self._how = Measure(int(learned), WITH_NET if learned else heuristics.HORIZON, heuristics.LEAD)
        states = np.zeros(RECORDS, game.layout.dtype)
        seats, actions = game.rules.MAX_SEATS, self._mind.actions
        self._ground = Ground(
            states=states,
            rows=states.view(np.uint8).reshape(RECORDS, game.layout.size),
            rewards=np.zeros(seats, np.float64),
            rng=np.zeros(RNG_WORDS, np.int64),
            luck=np.zeros(RNG_WORDS, np.int64),
            tried=np.zeros(actions, np.int64),
            actions=np.zeros(actions, np.int64),
            points=np.zeros(max(actions, seats), np.int64),
            ways=np.full(seats, BY_HEURISTICS, np.int64),
            work=np.zeros(self._mind.work, np.int64),
        )

    def value(self, data: bytes, times: int, label: str) -> NDArray[np.float64]:
        """Everybody's chance to win from a true record; the label makes the luck another one, and the same for the same label."""
        found: NDArray[np.float64] = self._prospects(data, SPECTATOR, 1, self.seats, times, label).mean(0)
        return found

    def compare(
        self, data: bytes, seat: int, actions: tuple[int, ...], worlds: int, label: str
    ) -> NDArray[np.float64]:
        """[world, action]: the seat's chance to win after each action, in worlds that it cannot tell from the true one."""
        self._ground.tried[: len(actions)] = actions
        return self._prospects(data, seat, len(actions), len(actions), worlds, label)

    def _prospects(
        self, data: bytes, me: int, n: int, columns: int, worlds: int, label: str
    ) -> NDArray[np.float64]:
        import numpy as np

        self._lay(data, label)
        out = np.zeros((worlds, columns))
        self._mind.functions["prospects"](self._ground, self._net, self._how, me, n, worlds, out)
        return out

    def _lay(self, data: bytes, label: str) -> None:
        import numpy as np

        self._ground.rows[KNOWN] = np.frombuffer(data, np.uint8)
        digest = blake2b(data + label.encode(), digest_size=8, person=PERSON).digest()
        sow(self._ground.rng, int.from_bytes(digest[:4]), int.from_bytes(digest[4:]), 0)


def judge_of(game: Game, seats: int) -> Judge:
    """Return this thread's judge of a game with so many seats."""
    name = f"{game.id} {seats}"
    found: Judge | None = getattr(_kept, name, None)
    if found is None or found.game is not game:
        found = Judge(game, seats)
        setattr(_kept, name, found)
    return found


def _no_net() -> Net:
    """Nothing, of the right types."""
    import numpy as np

    kinds: dict[str, Any] = dict.fromkeys(Net._fields, np.float32)
    kinds |= dict.fromkeys(("feature", "low", "high", "seen"), np.int64)
    kinds |= dict.fromkeys(("first_scale", "second_scale", "policy_scale", "value_scale"), np.float64)
    grids = ("first", "second", "policy", "value")
    return Net(**{name: np.zeros((1, 1) if name in grids else 1, kind) for name, kind in kinds.items()})
