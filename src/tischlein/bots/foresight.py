"""Choosing by games that are played on with a net, where the net has doubts: what clearly brings less is tried no more, and the rest share the
time that is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tischlein.bots.base import Situation
from tischlein.bots.deep import Grove
from tischlein.bots.mind import mind
from tischlein.bots.net import Net
from tischlein.bots.searcher import Thought
from tischlein.cards import RNG_WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# So many of the actions that the net likes best are tried, and none that it takes for e**REACH times less likely than its favourite.
TRIED, REACH = 6, 5.0
# Worlds between two looks at the clock and at what is worth another try, and worlds before anything is given up.
AT_ONCE, AT_LEAST = 4, 16
# What is worse than the best by so many standard errors is given up.
GIVEN_UP = 2.0
# What the net likes best is played unless something is better by so many.
SURE = 1.0
# Worlds that are enough, however much time there is.
MOST_WORLDS = 4096


@dataclass(frozen=True)
class Pondered(Thought):
    """A thought with a net: it also says how much the net trusts each action."""

    priors: NDArray[np.float64]

    @property
    def favourite(self) -> int:
        """What the net plays without thinking."""
        return self.actions[int(self.priors.argmax())]

    @property
    def gain(self) -> float:
        """How much better the best action came out than the favourite."""
        best, favourite = (self.actions.index(action) for action in (self.best, self.favourite))
        return float(self.values[best] - self.values[favourite])


@dataclass(frozen=True)
class Foreseen(Pondered):
    """A thought that comes from whole worlds: the best and the favourite were tried in the same ones."""

    apart: float  # by how much the best is better than the favourite there
    doubt: float  # the standard error of that

    @property
    def gain(self) -> float:
        return self.apart

    @property
    def is_sure(self) -> bool:
        """Is the best worth playing instead of the favourite?"""
        return self.apart > SURE * self.doubt


class Trials:
    """What was found for some actions, world by world; those that are given up have fewer worlds."""

    def __init__(self, count: int) -> None:
        import numpy as np

        self.alive = list(range(count))
        self._rows: list[NDArray[np.float64]] = [np.zeros(0) for _ in range(count)]

    def add(self, found: NDArray[np.float64]) -> None:
        """Keep what worlds have shown for the actions that are still tried; give up what is clearly worse."""
        import numpy as np

        for column, k in enumerate(self.alive):
            self._rows[k] = np.concatenate([self._rows[k], found[:, column]])
        lead = self.best
        if len(self._rows[lead]) >= AT_LEAST:
            pairs = {k: self.apart(lead, k) for k in self.alive if k != lead}
            self.alive = [
                k for k in self.alive if k == lead or pairs[k][0] < max(GIVEN_UP * pairs[k][1], 1e-9)
            ]

    @property
    def best(self) -> int:
        return max(self.alive, key=self.mean)

    def mean(self, k: int) -> float:
        return float(self._rows[k].mean()) if len(self._rows[k]) else 0.0

    def worlds(self, k: int) -> int:
        return len(self._rows[k])

    def apart(self, one: int, other: int) -> tuple[float, float]:
        """By how much one action is better than another in the worlds of both, and the standard error of that."""
        n = min(self.worlds(one), self.worlds(other))
        if n < 2:
            return 0.0, 1.0
        pairs = self._rows[one][:n] - self._rows[other][:n]
        return float(pairs.mean()), float(pairs.std(ddof=1)) / n**0.5


def doubtful(liked: list[float]) -> list[int]:
    """Which actions are worth a try, the net's favourite first.

    >>> doubtful([-9.0, 0.5, 1.0, -2.0])
    [2, 1, 3]
    """
    order = sorted(range(len(liked)), key=lambda k: -liked[k])[:TRIED]
    return [k for k in order if liked[k] >= liked[order[0]] - REACH]


def foreseen(
    situation: Situation,
    grove: Grove,
    net: Net,
    liked: list[float],
    ahead: int,
    belief: int,
    games: int | None,
    until: float,
) -> Foreseen:
    """Try the actions that the net has doubts about, in so many games, or else until then; one alone only to see what it brings."""
    import numpy as np

    actions = situation.actions
    order = doubtful(liked)
    tried = np.array([actions[k] for k in order], np.int64)
    foresee = mind(situation.game, "native").functions["foresee"]
    luck: Any = np.zeros(RNG_WORDS, np.int64)
    trials, done, worlds = Trials(len(order)), 0, 0
    while worlds < (MOST_WORLDS if len(trials.alive) > 1 else AT_LEAST):
        n = len(trials.alive)
        more = AT_ONCE if games is None else min(AT_ONCE, (games - done) // n)
        if more < 1 or (games is None and worlds and perf_counter() >= until):
            break
        out = np.zeros((more, n))
        foresee(
            grove,
            net,
            belief,
            ahead,
            situation.seat,
            luck,
            np.ascontiguousarray(tried[trials.alive]),
            n,
            more,
            out,
        )
        done += more * n
        worlds += more
        trials.add(out)
    visits, values = np.zeros(len(actions), np.int64), np.zeros(len(actions))
    for k, place in enumerate(order):
        visits[place], values[place] = trials.worlds(k), trials.mean(k)
    # Of those that were tried to the end, the best one counts as tried most.
    visits[order[trials.best]] += 1
    priors = np.array([exp(one - max(liked)) for one in liked])
    return Foreseen(actions, visits, values, done, priors / priors.sum(), *trials.apart(trials.best, 0))
