"""Kernels compiled for this machine by Numba."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.kernels import GENERIC
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import NetWorkspace
from tischlein.bots.kernels.search import KNOWN, RECORDS, Workspace
from tischlein.bots.runtimes.base import TABLE, Runtime
from tischlein.bots.weights import KINDS, NetFile, room_for
from tischlein.engine.game import Game
from tischlein.engine.types import Array, Numba


class NativeRuntime(Runtime):
    """Compiled for this machine by Numba."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "native")
        native: Numba = self.backend
        self.functions = native.kernels.with_more(GENERIC, self.heuristics)

    def _tables(self, size: int) -> dict[str, Array]:
        return {name: np.zeros(size, kind) for name, (_, kind) in TABLE.items()}

    def net(self, file: NetFile, hope: float = 0.0) -> Net:
        return Net(**room_for(file, self.game.rules.OBSERVED, listed=False, hope=hope))

    def no_net(self) -> Net:
        grids = ("first", "second", "policy", "value")
        return Net(**{name: np.zeros((1, 1) if name in grids else 1, kind) for name, kind in KINDS.items()})

    def load_known_record(self, space: Workspace | NetWorkspace, data: bytes) -> None:
        space.rows[KNOWN] = np.frombuffer(data, np.uint8)

    def _records(self) -> tuple[NDArray[Any], NDArray[Any]]:
        states = np.zeros(RECORDS, self.game.layout.dtype)
        return states, states.view(np.uint8).reshape(RECORDS, self.game.layout.size)
