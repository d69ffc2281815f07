"""The bot `search`: a tree search without a net, in worlds that its seat cannot tell from the true one."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from tischlein.bots.base import Situation
from tischlein.bots.kernels.search import Style, Workspace
from tischlein.bots.runtime import check_backend, runtime
from tischlein.bots.runtimes.base import TABLE, Runtime
from tischlein.engine.rules.contract import Heuristics

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A slice of thinking, after which the clock is looked at; a bot must never be late by more than a tenth of a second.
SLICE_SECONDS = 0.01
# Memory for actions at decisions: this many per iteration, within these bounds.
PER_ITERATION = 24
SMALLEST, LARGEST = 1 << 15, 1 << 21
# How many iterations a second of thinking may come to, at most.
PER_SECOND = 60_000


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: visits and mean value of each action."""

    actions: tuple[int, ...]
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    iterations: int

    @property
    def best(self) -> int:
        """The action that was tried most often; among equals the one with the better mean."""
        return max(zip(self.visits, self.values, self.actions, strict=True))[2]


class Searcher:
    """Monte Carlo search over information sets."""

    def __init__(
        self,
        exploration: float = 1.0,
        temperature: float = 40.0,
        per_world: int = 4,
        horizon: int | None = None,  # as the game's rules of thumb say
        belief: int = 0,
        iterations: int | None = None,
        seconds: float | None = None,
        backend: str = "auto",
    ) -> None:
        numbers = {"per_world": per_world, "horizon": horizon, "exploration": exploration, "belief": belief}
        numbers |= {"temperature": temperature, "iterations": iterations, "seconds": seconds}
        for name, value in numbers.items():
            if isinstance(value, bool) or not isinstance(value, int | float | None):
                raise ValueError(f"{name} is a number, not {value!r}")
        if per_world < 1 or (horizon is not None and horizon < 1):
            raise ValueError("per_world and horizon are at least 1")
        if belief not in (0, 1):
            raise ValueError("belief is 0 or 1")
        if not exploration >= 0 or not temperature > 0:
            raise ValueError("exploration is not below 0, temperature above it")
        if not (isinstance(per_world, int) and isinstance(horizon or 1, int)):
            raise ValueError("per_world and horizon are whole numbers")
        if iterations is not None and not (isinstance(iterations, int) and iterations >= 1):
            raise ValueError("iterations is a whole number from 1")
        if seconds is not None and not 0 < seconds < 3600:
            raise ValueError("seconds is above 0 and below an hour")
        self._style = Style(
            exploration=float(exploration),
            temperature=float(temperature),
            per_world=per_world,
            horizon=horizon or 0,
            lead=0,
            belief=belief,
        )
        # Where these are given, they stand above the budget of a situation.
        self._iterations, self._seconds = iterations, seconds
        self._backend = check_backend(backend)

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        return self.think(situation).best

    def style_for(self, heuristics: Heuristics) -> Style:
        """Return how to search a game with these rules of thumb."""
        return self._style._replace(horizon=self._style.horizon or heuristics.HORIZON, lead=heuristics.LEAD)

    def think(self, situation: Situation) -> SearchResult:
        """Search until the budget is used up."""
        begin = perf_counter()
        me = runtime(situation.game, self._backend)
        style = self.style_for(me.heuristics)
        seconds = self._seconds or situation.seconds
        iterations = self._iterations or (None if self._seconds else situation.iterations)
        most = iterations or max(64, int(PER_SECOND * seconds))
        size = min(max(1 << (PER_ITERATION * most - 1).bit_length(), SMALLEST), LARGEST)
        if size > SMALLEST:
            me = me.isolated()
        space = clear_workspace(me, situation, size)
        think = me.functions["think"]
        done = in_slices(
            lambda done, ahead: think(space, style, situation.seat, done, ahead),
            most,
            None if iterations else begin + seconds,
        )
        return self._result(me, space, situation, done)

    def _result(self, me: Runtime, space: Workspace, situation: Situation, done: int) -> SearchResult:
        import numpy as np

        n = len(situation.actions)
        visits, values = np.zeros(n, np.int64), np.zeros(n, np.float64)
        space.actions[:n] = situation.actions
        me.functions["counted"](space, situation.seat, n, visits, values)
        return SearchResult(situation.actions, visits, values, done)


def in_slices(think: Callable[[int, int], None], most: int, until: float | None) -> int:
    """Let ``think(done, ahead)`` add at most ``most`` iterations, only until a time; return how many there were."""
    done, ahead = 0, min(16, most)
    while done < most and ahead > 0:
        before = perf_counter()
        think(done, ahead)
        done += ahead
        now = perf_counter()
        # Later iterations may be dearer than the first, so slices grow step by step.
        following = min(4 * ahead, most - done)
        if until is not None:
            per_iteration = (now - before) / ahead
            following = min(int(min(until - now, SLICE_SECONDS) / max(per_iteration, 1e-9)), following)
        ahead = following
    return done


def clear_workspace(me: Runtime, situation: Situation, size: int) -> Workspace:
    """Return this thread's scratch memory for a search, cleared except for the concealed record of the seat.

    A small one is kept, however many bots think there; a large one is given back after every search.
    """
    if size > SMALLEST:
        memory = me.workspace(size)
    else:
        memory = me.cache.get("search") or me.workspace(SMALLEST)
        me.cache["search"] = memory
        forget(memory)
    me.load_known_record(memory, situation.data)
    memory.rng[:] = situation.rng
    return memory


def forget(memory: Workspace) -> None:
    """Clear the results of earlier tries."""
    for cells in (getattr(memory, name) for name in TABLE):
        if isinstance(cells, array):
            cells[:] = array(cells.typecode, bytes(len(cells) * cells.itemsize))
        else:
            cells[:] = 0
