"""The strongest opponent: thinks ahead for as long as it is given, in worlds that its seat cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import local
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tischlein.bots.base import Situation
from tischlein.bots.kernels import search
from tischlein.bots.kernels.guide import BY_HEURISTICS
from tischlein.bots.kernels.search import DEPTH, GOALS, RECORDS, VARIANTS, Style, Workspace
from tischlein.bots.mind import Mind, mind
from tischlein.cards import RNG_WORDS
from tischlein.engine.game import Game
from tischlein.engine.rules.contract import Heuristics

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A slice of thinking, after which the clock is looked at; a bot must never be late by more than a tenth of a second.
SLICE_SECONDS = 0.01
# Memory for actions at decisions: so many per iteration, within these bounds.
PER_ITERATION = 24
SMALLEST, LARGEST = 1 << 14, 1 << 21
# How many iterations a second of thinking may come to, at most.
PER_SECOND = 60_000


# Thinking happens in threads, and each keeps a small memory, however many bots think there; a large one is given back after every search.
_memories = local()
CELLS = ("keys", "visits", "available", "values")


@dataclass(frozen=True)
class Thought:
    """What came out of a search: for each action how often it was tried, and what it is worth on average."""

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
        variant: str = "multi",
        goal: str = "win",
        exploration: float = 1.0,
        temperature: float = 40.0,
        per_world: int = 4,
        horizon: int | None = None,  # as the game's rules of thumb say
        slips: int = 0,
        belief: int = 0,
        iterations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        numbers = {"per_world": per_world, "horizon": horizon, "slips": slips, "exploration": exploration}
        numbers |= {"belief": belief}
        numbers |= {"temperature": temperature, "iterations": iterations, "seconds": seconds}
        for name, value in numbers.items():
            if isinstance(value, bool) or not isinstance(value, int | float | None):
                raise ValueError(f"{name} is a number, not {value!r}")
        if variant not in VARIANTS or goal not in GOALS:
            raise ValueError(f"variant is one of {', '.join(VARIANTS)}, goal one of {', '.join(GOALS)}")
        if per_world < 1 or (horizon is not None and horizon < 1) or not 0 <= slips <= 256:
            raise ValueError("per_world and horizon are at least 1, slips 0 to 256")
        if belief not in (0, 1):
            raise ValueError("belief is 0 or 1")
        if not exploration >= 0 or not temperature > 0:
            raise ValueError("exploration is not below 0, temperature above it")
        if not (isinstance(per_world, int) and isinstance(horizon or 1, int) and isinstance(slips, int)):
            raise ValueError("per_world, horizon and slips are whole numbers")
        if iterations is not None and not (isinstance(iterations, int) and iterations >= 1):
            raise ValueError("iterations is a whole number from 1")
        if seconds is not None and not 0 < seconds < 3600:
            raise ValueError("seconds is above 0 and below an hour")
        self._style = Style(
            variant=VARIANTS.index(variant),
            goal=GOALS.index(goal),
            exploration=float(exploration),
            temperature=float(temperature),
            per_world=per_world,
            horizon=horizon or 0,
            slips=slips,
            lead=0,
            belief=belief,
        )
        # Where these are given, they stand above the budget of a situation.
        self._iterations, self._seconds = iterations, seconds

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        return self.think(situation).best

    def style_for(self, heuristics: Heuristics) -> Style:
        """Return how to search a game with these rules of thumb."""
        return self._style._replace(horizon=self._style.horizon or heuristics.HORIZON, lead=heuristics.LEAD)

    def think(self, situation: Situation) -> Thought:
        """Search until the budget is used up."""
        begin = perf_counter()
        me = mind(situation.game, "native")
        style = self.style_for(me.heuristics)
        seconds = self._seconds or situation.seconds
        iterations = self._iterations or (None if self._seconds else situation.iterations)
        most = iterations or max(64, int(PER_SECOND * seconds))
        space = cleared(me, situation, most)
        think = me.functions["think"]
        done = in_slices(
            lambda done, ahead: think(space, style, situation.seat, done, ahead),
            most,
            None if iterations else begin + seconds,
        )
        return self._thought(me, space, situation, done)

    def _thought(self, me: Mind, space: Workspace, situation: Situation, done: int) -> Thought:
        import numpy as np

        n = len(situation.actions)
        visits, values = np.zeros(n, np.int64), np.zeros(n, np.float64)
        space.actions[:n] = situation.actions
        me.functions["counted"](space, situation.seat, n, visits, values)
        return Thought(situation.actions, visits, values, done)


def in_slices(think: Callable[[int, int], None], most: int, until: float | None) -> int:
    """Let ``think(done, ahead)`` add iterations, at most so many, and only until then; return how many there were."""
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


def cleared(me: Mind, situation: Situation, most: int) -> Workspace:
    """Memory for a search of this size, with nothing in it but what the seat knows; for this thread, until its next search."""
    import numpy as np

    size = min(max(1 << (PER_ITERATION * most - 1).bit_length(), SMALLEST), LARGEST)
    kept: dict[Game, Workspace] = _memories.__dict__.setdefault("kept", {})
    memory = kept.get(situation.game) or laid_out(situation.game, me, SMALLEST)
    kept[situation.game] = memory
    cells: dict[str, NDArray[Any]] = {part: getattr(memory, part) for part in CELLS}
    if size > SMALLEST:
        memory = memory._replace(**{part: np.zeros(size, cell.dtype) for part, cell in cells.items()})
    else:
        for cell in cells.values():
            cell[:] = 0
    memory.rows[search.KNOWN] = np.frombuffer(situation.data, np.uint8)
    memory.rng[:] = situation.rng
    return memory


def laid_out(game: Game, me: Mind, size: int) -> Workspace:
    """A new workspace with room for so many actions at decisions."""
    import numpy as np

    states = np.zeros(RECORDS, game.layout.dtype)
    row, seats = game.layout.size, game.rules.MAX_SEATS
    weights = [0] * row
    search.weigh(weights, [0] * RNG_WORDS)
    return Workspace(
        states=states,
        rows=states.view(np.uint8).reshape(RECORDS, row),
        weights=np.array(weights, np.int64),
        keys=np.zeros(size, np.int64),
        visits=np.zeros(size, np.int32),
        available=np.zeros(size, np.int32),
        values=np.zeros(size, np.float32),
        places=np.zeros(DEPTH, np.int64),
        seats=np.zeros(DEPTH, np.int64),
        rewards=np.zeros(seats, np.float64),
        around=np.zeros(me.actions, np.int64),
        trust=np.zeros(me.actions, np.float64),
        rng=np.zeros(RNG_WORDS, np.int64),
        actions=np.zeros(me.actions, np.int64),
        points=np.zeros(max(me.actions, seats), np.int64),
        ways=np.full(seats, BY_HEURISTICS, np.int64),
        work=np.zeros(me.work, np.int64),
    )
