"""Measuring positions and actions: a thin layer over ``tischlein.bots.kernels.evaluation``."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import without_heuristics
from tischlein.bots.kernels.evaluation import Measure
from tischlein.bots.learned import has_net, net_for
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher, forget
from tischlein.bots.weights import hope_of, net_of, settings_of
from tischlein.cards import RNG_WORDS, SPECTATOR, sow
from tischlein.engine.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Decisions that are played on before the net judges: enough for what is at hand to happen, few enough to be quick.
WITH_NET = 6
PERSON = b"coach"
# How much all seats practise before actions are compared, in decisions, and room for what they learn.
PRACTICE = 24_000
# In practice rules of thumb are trusted less than in a game: what only looks bad must be tried as well.
TRUST = 200.0
REMEMBERED = 1 << 15
# Are worlds weighted by what others' actions tell about their cards, where a game's rules of thumb say how?
BELIEF = 1


class Judge:
    """Knows what positions of one game are worth; for one thread. It plays on for some decisions, and then may ask the game's net."""

    def __init__(self, game: Game, seats: int, ahead: int, learned: bool = False) -> None:
        import numpy as np

        self.game, self.seats, self.learned = game, seats, learned
        self._runtime = runtime(game)
        me = self._runtime
        self._net = net_for(me, temperature=hope_of(net_of(game), seats)) if learned else me.no_net()
        heuristics = me.heuristics
        self._how = Measure(int(learned), ahead, heuristics.LEAD)
        self._style = Searcher(temperature=TRUST, belief=BELIEF).style_for(heuristics)
        self._space = me.workspace(REMEMBERED)
        self._luck, self._tried = np.zeros(RNG_WORDS, np.int64), np.zeros(me.actions, np.int64)

    def value(self, data: bytes, times: int, label: str) -> NDArray[np.float64]:
        """Everybody's chance to win from a true record; the label makes the luck another one, and the same for the same label."""
        found: NDArray[np.float64] = self._prospects(data, SPECTATOR, 1, self.seats, times, label).mean(0)
        return found

    def practise(self, data: bytes, seat: int, actions: tuple[int, ...], label: str = "") -> None:
        """Let all seats learn how to continue after each action; ``compare`` uses it for the same decision.

        Another label gives another practice.
        """
        self.forget()
        self._tried[: len(actions)] = actions
        self._prospects(data, seat, len(actions), 1, 0, f"practice{label}", PRACTICE)

    def forget(self) -> None:
        """Go back to rules of thumb alone, as before any practice."""
        forget(self._space)

    def compare(
        self, data: bytes, seat: int, actions: tuple[int, ...], worlds: int, label: str
    ) -> NDArray[np.float64]:
        """[world, action]: the seat's chance to win after each action, in worlds that it cannot tell from the true one."""
        self._tried[: len(actions)] = actions
        return self._prospects(data, seat, len(actions), len(actions), worlds, label)

    def _prospects(
        self, data: bytes, me: int, n: int, columns: int, worlds: int, label: str, practice: int = 0
    ) -> NDArray[np.float64]:
        import numpy as np

        space = self._space
        self._runtime.load_known_record(space, data)
        digest = blake2b(data + label.encode(), digest_size=8, person=PERSON).digest()
        sow(space.rng, int.from_bytes(digest[:4]), int.from_bytes(digest[4:]), 0)
        out = np.zeros((worlds, columns))
        self._runtime.functions["prospects"](
            space, self._net, self._style, self._how, self._luck, me, self._tried, n, practice, worlds, out
        )
        return out


def judge_of(game: Game, seats: int) -> Judge:
    """Return this thread's judge of a game with this many seats."""
    learned = has_net(game) and settings_of(net_of(game)).judges
    return _judge_for(
        game, seats, WITH_NET if learned else (game.bots.heuristics or without_heuristics).HORIZON, learned
    )


def second_judge_of(game: Game, seats: int) -> Judge | None:
    """Return the judge for a second opinion before a move is called a mistake.

    Where that one asks a net, rules of thumb to the end; where it has none, the net that helps to think ahead, if there is one.
    """
    if not has_net(game):
        return None
    if settings_of(net_of(game)).judges:
        return _judge_for(game, seats, MOST_DECISIONS, learned=False)
    return _judge_for(game, seats, WITH_NET, learned=True)


def _judge_for(game: Game, seats: int, ahead: int, learned: bool) -> Judge:
    kept, name = runtime(game).cache, f"judge {seats} {ahead} {learned}"
    if name not in kept:
        kept[name] = Judge(game, seats, ahead, learned)
    found: Judge = kept[name]
    return found
