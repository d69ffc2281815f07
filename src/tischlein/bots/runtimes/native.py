"""Kernels compiled for this machine by Numba."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tischlein.bots.kernels import GENERIC, search
from tischlein.bots.kernels.guide import BY_HEURISTICS
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import NetWorkspace
from tischlein.bots.kernels.search import DEPTH, KNOWN, RECORDS, Workspace
from tischlein.bots.runtimes.base import TABLE, Runtime
from tischlein.bots.weights import KINDS, NetFile, room_for
from tischlein.cards import RNG_WORDS
from tischlein.engine.game import Game
from tischlein.engine.types import Array, Numba, State

if TYPE_CHECKING:
    from numpy.typing import NDArray


class NativeRuntime(Runtime):
    """Compiled for this machine by Numba."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "native")
        native: Numba = self.backend
        self.functions = native.kernels.with_more(GENERIC, self.heuristics)

    def cells(self, size: int) -> Array:
        import numpy as np

        return np.zeros(size, np.int64)

    def reals(self, size: int) -> Array:
        import numpy as np

        return np.zeros(size, np.float64)

    def box(self, data: bytes) -> State:
        return self.backend.unpack(data)

    def workspace(self, size: int) -> Workspace:
        import numpy as np

        states, rows = self._records()
        weights = [0] * self.game.layout.size
        search.weigh(weights, [0] * RNG_WORDS)
        seats = self.game.rules.MAX_SEATS
        return Workspace(
            states=states,
            rows=rows,
            weights=np.array(weights, np.int64),
            **{name: np.zeros(size, kind) for name, (_, kind) in TABLE.items()},
            places=self.cells(DEPTH),
            seats=self.cells(DEPTH),
            rewards=self.reals(seats),
            around=self.cells(self.actions),
            trust=self.reals(self.actions),
            rng=self.cells(RNG_WORDS),
            actions=self.cells(self.actions),
            points=self.cells(self._most),
            ways=np.full(seats, BY_HEURISTICS, np.int64),
            work=self.cells(self.work),
        )

    def net_workspace(self) -> NetWorkspace:
        states, rows = self._records()
        return NetWorkspace(
            states=states,
            rows=rows,
            rewards=self.reals(self.game.rules.MAX_SEATS),
            rng=self.cells(RNG_WORDS),
            actions=self.cells(self._most),
            points=self.reals(self._most),
            opinions=self.cells(self._most),
            work=self.cells(self.work),
        )

    def net(self, file: NetFile, hope: float = 0.0) -> Net:
        return Net(**room_for(file, self.game.rules.OBSERVED, listed=False, hope=hope))

    def no_net(self) -> Net:
        import numpy as np

        grids = ("first", "second", "policy", "value")
        return Net(**{name: np.zeros((1, 1) if name in grids else 1, kind) for name, kind in KINDS.items()})

    def know(self, space: Workspace | NetWorkspace, data: bytes) -> None:
        import numpy as np

        space.rows[KNOWN] = np.frombuffer(data, np.uint8)

    def _records(self) -> tuple[NDArray[Any], NDArray[Any]]:
        import numpy as np

        states = np.zeros(RECORDS, self.game.layout.dtype)
        return states, states.view(np.uint8).reshape(RECORDS, self.game.layout.size)
