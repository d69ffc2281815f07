"""``tischlein.vector``: many games side by side, step by step, in arrays that are there once and for all.

>>> import tischlein
>>> games = tischlein.vector("lobo77", 64, seats=3, seed=1)
>>> games.observations.shape == (64, len(tischlein.features("lobo77")))
True
>>> for _ in range(200):
...     games.step(games.suggested)  # any legal action; here a random one
>>> bool((games.masks.sum(axis=1) > 0).all())
True
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import vector_step
from tischlein.bots.kernels.whole_games import ASKED
from tischlein.bots.runtime import best_backend
from tischlein.engine.backends import load
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules.positions import short_repr
from tischlein.engine.types import Numba, Options
from tischlein.lab.simulate.plan import COMPILED, Plan, backend_suggestion, count, refuse_arguments
from tischlein.lab.simulate.runner import GENERIC
from tischlein.lab.vector.base import Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 1 << 24
# Games that keep a thread busy for longer than it takes to start it.
PER_THREAD = 256
BACKENDS = ("auto", "native", "wasm", "cuda")


def vector(
    game: str | Game,
    n: int | None = None,
    seats: int | None = None,
    seed: int = 1,
    options: Options | None = None,
    backend: str = "auto",
    suggest: str | None = "random",
    threads: int | None = None,
    **unknown: object,
) -> Vector:
    """Return ``n`` games side by side, each waiting for its first decision.

    ``step(actions)`` plays one decision in each of them; a game that ends is paid in ``rewards`` and begins again at once. All
    arrays are written in place. On ``cuda`` they lie in the GPU's memory. ``suggest`` names the bot whose actions are
    in ``suggested``: ``random``, ``easy`` or ``medium``, or None.

    Raise OptionError for arguments that cannot be.
    """
    refuse_arguments("vector", vector, unknown, {"games": "n", "bots": "suggest", "opponents": "suggest"})
    if backend not in BACKENDS:
        raise OptionError(
            f"there is no backend {short_repr(backend)} for vector; choose from {', '.join(BACKENDS)}{backend_suggestion(backend)}"
        )
    if suggest is not None and suggest not in list(COMPILED):
        raise OptionError(f"suggest: {short_repr(suggest)} is not one of {', '.join(COMPILED)}, or None")
    plan = Plan.of(game, 1, seats, "random", seed, options)
    if backend == "auto":
        backend = best_backend(plan.game)
    number = count("n", n, 1, MOST)
    way = ASKED if suggest is None else COMPILED[suggest]
    if backend == "cuda":
        load(plan.game.rules, "cuda")  # says what is missing
        from tischlein.lab.vector.cuda import CudaVector

        return CudaVector(plan, number, way)
    enough = max(1, min(os.cpu_count() or 1, number // PER_THREAD))
    workers = count("threads", enough if threads is None else threads, 1, 4096)
    if backend == "wasm":
        from tischlein.lab.vector.wasm import WasmVector

        return WasmVector(plan, number, way, workers)
    return NativeVector(plan, number, way, workers)


class NativeVector(Vector):
    """On the processor, compiled for it."""

    def __init__(
        self, plan: Plan, n: int, way: int, threads: int, starts: bytes = b"", rated: bool = False
    ) -> None:
        super().__init__(plan, n, way, starts, rated)
        self.__dict__.update(self._arrays)
        self._states = self._records = np.zeros(n, self._start.dtype)
        native: Numba = load(plan.game.rules, "native")
        more = ((*GENERIC, vector_step), self._runner.heuristics, self._runner.lab)
        self._stepping = native.kernels.with_more(*more, inlined=True)
        self._advising = native.kernels.with_more(*more)
        bounds = [n * k // threads for k in range(threads + 1)]
        self._slices = list(pairwise(bounds))
        self._scratch = [
            (
                np.zeros(1, self._start.dtype),
                {name: np.zeros(size, np.int64) for name, size in self._room.items()},
            )
            for _ in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset()

    def _first_illegal(self, taken: NDArray[np.int64]) -> int:
        return int(self._stepping["first_illegal"](taken, self.masks))

    def keep_last(self) -> None:
        # It stands behind the games that are played.
        self._records = np.concatenate([self._states, np.zeros_like(self._states)])
        self._states = self._records[: self.n]

    def _look(
        self, numbers: NDArray[np.intp], seat: int, *, ended: bool
    ) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.bool_]]:
        self._check_kept(ended=ended)
        rules = self.game.rules
        features = np.zeros((len(numbers), rules.OBSERVED), np.int16)
        masks = np.zeros((len(numbers), rules.ACTIONS), np.int8)
        is_open = np.zeros(len(numbers), np.bool_)
        seen, room = self._scratch[0]
        self._advising["look_at"](
            self._records, ended * self.n + numbers, seat, seen, features, masks, is_open, room["actions"], room["work"]
        )  # fmt: skip
        return features, masks, is_open

    def _record(self, number: int, *, ended: bool) -> bytes:
        self._check_kept(ended=ended)
        data: bytes = self._records[ended * self.n + number].tobytes()
        return data

    def _kept(self) -> list[NDArray[Any]]:
        return [self._records, self._chance_rngs, self._dices, *self._arrays.values(), self.ratings]

    def _check_kept(self, *, ended: bool) -> None:
        if ended and len(self._records) == self.n:
            raise RuntimeError("how games ended is not kept: ask keep_last() for it before they are played")

    def _go(self, taken: NDArray[np.int64]) -> None:
        def play(number: int) -> None:
            seen, room = self._scratch[number]
            self._stepping["step_many"](
                self._records, seen, self._start, taken, self._way, MOST_DECISIONS, *self._arrays.values(),
                self._chance_rngs, self._dices, room["actions"], room["work"], room["wins"], *self._slices[number],
            )  # fmt: skip
            if self._by_heuristics:
                self._advising["suggest_many"](
                    self._states, taken, self._way, self.turns, self.suggested, self._rated, self.ratings,
                    self._dices, room["actions"], room["points"], room["work"], *self._slices[number],
                )  # fmt: skip

        if self._pool is None:
            play(0)
        else:
            list(self._pool.map(play, range(len(self._slices))))
