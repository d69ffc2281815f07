"""Choose by games that are played on with a net, where the net has doubts.

Actions that clearly bring less are given up, and the others share the time that is left.
"""

from dataclasses import dataclass
from time import perf_counter

from tischlein.bots.base import Situation
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import (
    AT_LEAST,
    TRIED,
    NetWorkspace,
    clear_trials,
    leader,
    verdict,
)
from tischlein.bots.runtimes.base import Runtime
from tischlein.bots.searcher import SearchResult

# Worlds between two looks at the clock and at what is worth another try, at most.
AT_ONCE = 4
# Worlds that are enough, however much time there is.
MOST_WORLDS = 4096


@dataclass(frozen=True)
class NetSearchResult(SearchResult):
    """The result of a search that tried the best action and the net's favourite in the same worlds."""

    best_action: int  # what to play: the best, if it is clearly better than the favourite


def doubtful(liked: list[float], reach: float) -> list[int]:
    """Return the actions that are worth a try, the net's favourite first: none that is liked less by more than the reach.

    >>> doubtful([-9.0, 0.5, 1.0, -2.0], reach=8)
    [2, 1, 3]
    """
    order = sorted(range(len(liked)), key=lambda k: -liked[k])[:TRIED]
    return [k for k in order if liked[k] >= liked[order[0]] - reach]


def search_with_net(
    me: Runtime,
    situation: Situation,
    space: NetWorkspace,
    net: Net,
    liked: list[float],
    reach: float,
    ahead: int,
    belief: int,
    games: int | None,
    until: float | None,
) -> NetSearchResult:
    """Try the actions that the net has doubts about, in this many games or until a time, whichever is given or comes first."""
    import numpy as np

    actions = situation.actions
    foresee = me.functions["foresee"]
    order = doubtful(liked, reach)
    n = len(order)
    trials = me.trials()
    trials.actions[:n] = [actions[k] for k in order]
    clear_trials(trials)
    left, done, worlds, more, in_time = n, 0, 0, 1, AT_ONCE
    while worlds < (MOST_WORLDS if left > 1 else AT_LEAST):
        if games is not None:
            more = min(AT_ONCE, (games - done) // left, in_time)
        if more < 1:
            break
        before = perf_counter()
        done += more * left
        worlds += more
        left = foresee(space, net, trials, belief, ahead, situation.seat, n, more)
        if until is not None:
            # The first world tells how long one takes.
            now = perf_counter()
            in_time = min(AT_ONCE, int((until - now) * more / max(now - before, 1e-9)))
            more = in_time
    visits, values = np.zeros(len(actions), np.int64), np.zeros(len(actions))
    visits[order], values[order] = trials.worlds[:n], trials.means[:n]
    # Of those that were tried to the end, the best one counts as tried most.
    best = leader(trials, n)
    visits[order[best]] += 1
    return NetSearchResult(actions, visits, values, done, actions[order[verdict(trials, n)]])
