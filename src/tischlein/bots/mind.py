"""One game made ready for bots that calculate: its rules, its rules of thumb and the generic code on top, bound together.

A mind runs on the python backend, which starts at once, or on the native one, which is a hundred times as fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tischlein.bots.kernels import (
    evaluation,
    exponential,
    guide,
    net,
    net_playouts,
    search,
    without_heuristics,
)
from tischlein.engine.backends import Backend, load
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules import drive
from tischlein.engine.rules.clone import clone
from tischlein.engine.rules.contract import Heuristics
from tischlein.engine.types import Array, Kernel, Numba, State

GENERIC = (drive, guide, exponential, search, net, net_playouts, evaluation)


class Mind:
    """The functions of ``guide``, ``search``, ``net``, ``net_playouts`` and ``evaluation`` for one game, and the memory they need."""

    def __init__(self, game: Game, backend: str) -> None:
        self.game = game
        self.heuristics: Heuristics = game.bots.heuristics or without_heuristics
        self.backend: Backend = load(game.rules, backend)
        self.functions = self._bound()
        self.actions = game.rules.ACTIONS + 1
        self.work = max(game.rules.WORK, self.heuristics.WORK, 1)

    def _bound(self) -> Mapping[str, Kernel]:
        if self.backend.name == "python":
            return clone(self.game.rules, GENERIC, lambda function: function, None, self.heuristics)
        if self.backend.name == "native":
            native: Numba = self.backend
            more: Mapping[str, Kernel] = native.kernels.with_more(GENERIC, self.heuristics)
            return more
        raise OptionError(f"bots think on the python or on the native backend, not on {self.backend.name!r}")

    def cells(self, size: int) -> Array:
        """Room for integers, in the form that the backend's functions take."""
        if self.backend.name == "python":
            return [0] * size
        import numpy as np

        return np.zeros(size, np.int64)

    def box(self, data: bytes) -> State:
        """Room for one record: indexed by 0 it gives what the rules take."""
        return [self.backend.unpack(data)] if self.backend.name == "python" else self.backend.unpack(data)

    def rate(self, data: bytes, seat: int, actions: tuple[int, ...]) -> list[int]:
        """Return how good each of these legal actions looks to the seat; the record is concealed for it."""
        choices, points = self.cells(self.actions), self.cells(self.actions)
        choices[: len(actions)] = actions
        self.functions["rate_at"](
            self.box(data), 0, seat, choices, len(actions), points, self.cells(self.work)
        )
        return [int(point) for point in points[: len(actions)]]


@cache
def mind(game: Game, backend: str = "python") -> Mind:
    """Return the mind for a game, made on the first call."""
    return Mind(game, backend)
