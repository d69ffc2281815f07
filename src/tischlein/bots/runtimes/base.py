"""The interface of every backend for bots: a game's kernels by name, and the memory they work in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from tischlein.bots.kernels import search, without_heuristics
from tischlein.bots.kernels.guide import BY_HEURISTICS
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import TRIED, NetWorkspace, Trials
from tischlein.bots.kernels.search import DEPTH, Workspace
from tischlein.bots.weights import NetFile
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game
from tischlein.engine.rules.contract import Heuristics
from tischlein.engine.types import Array, Kernel, State

# Room for what a search remembers: keys, visits, availability and values.
TABLE = {"keys": ("q", "i8"), "visits": ("i", "i4"), "available": ("i", "i4"), "values": ("f", "f4")}


class Runtime(ABC):
    """The kernels of one game by name, and the memory they work in; for one thread."""

    functions: Mapping[str, Kernel]

    def __init__(self, game: Game, backend: str) -> None:
        self.game = game
        self.heuristics: Heuristics = game.bots.heuristics or without_heuristics
        self.backend: Backend = load(game.rules, backend)
        self.actions = game.rules.ACTIONS + 1
        self.work = max(game.rules.WORK, self.heuristics.WORK, 1)
        self.cache: dict[str, Any] = {}  # nets, memory and judges, for this thread's next decision

    @property
    def is_usable(self) -> bool:
        """Return False after a failure that leaves the memory in disorder."""
        return True

    def isolated(self) -> Runtime:
        """Return a runtime for one large search, whose memory is given back after it."""
        return self

    def cells(self, size: int) -> Array:
        """Return room for integers."""
        import numpy as np

        return np.zeros(size, np.int64)

    def reals(self, size: int) -> Array:
        """Return room for floats."""
        import numpy as np

        return np.zeros(size)

    def box(self, data: bytes) -> State:
        """Return memory for one record: indexed by 0 it gives the argument for the rules."""
        return self.backend.unpack(data)

    @abstractmethod
    def _records(self) -> tuple[Array, Array]:
        """Return room for the records of a search: as the rules take them, and as rows."""

    @abstractmethod
    def _tables(self, size: int) -> dict[str, Array]:
        """Return the tables of a search, for this many actions at decisions."""

    def workspace(self, size: int) -> Workspace:
        """Return scratch memory for a search, for this many actions at decisions."""
        states, rows = self._records()
        seats = self.game.rules.MAX_SEATS
        weights, ways = self.cells(self.game.layout.size), self.cells(seats)
        drawn = [0] * self.game.layout.size  # in Python's numbers, which do not overflow
        search.weigh(drawn, [0] * RNG_WORDS)
        weights[:], ways[:] = drawn, [BY_HEURISTICS] * seats
        return Workspace(
            states=states,
            rows=rows,
            weights=weights,
            **self._tables(size),
            places=self.cells(DEPTH),
            seats=self.cells(DEPTH),
            rewards=self.reals(seats),
            around=self.cells(self.actions),
            trust=self.reals(self.actions),
            rng=self.cells(RNG_WORDS),
            actions=self.cells(self.actions),
            points=self.cells(self._most),
            ways=ways,
            work=self.cells(self.work),
        )

    def net_workspace(self) -> NetWorkspace:
        """Return what thinking with a net works in."""
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

    @abstractmethod
    def net(self, file: NetFile, hope: float = 0.0) -> Net:
        """Return a net with memory for its calculations. ``hope`` is subtracted from the logit of the observing seat's value."""

    @abstractmethod
    def no_net(self) -> Net:
        """Return an empty net, for kernels that take one but do not ask it."""

    @abstractmethod
    def load_known_record(self, space: Workspace | NetWorkspace, data: bytes) -> None:
        """Write the concealed record of the seat that is to decide."""

    def trials(self) -> Trials:
        """Return memory for the results of actions that are tried."""
        import numpy as np

        return Trials(
            actions=np.zeros(TRIED, np.int64),
            alive=np.zeros(TRIED, np.int64),
            worlds=np.zeros(TRIED, np.int64),
            means=np.zeros(TRIED),
            apart=np.zeros((TRIED, TRIED)),
            spread=np.zeros((TRIED, TRIED)),
            found=np.zeros(TRIED),
            luck=np.zeros(RNG_WORDS, np.int64),
        )

    def rate(self, data: bytes, seat: int, actions: tuple[int, ...]) -> list[int]:
        """Return how good each of these legal actions looks to the seat; the record is concealed for it."""
        choices, points = self.cells(self.actions), self.cells(self.actions)
        choices[: len(actions)] = actions
        self.functions["rate_at"](
            self.box(data), 0, seat, choices, len(actions), points, self.cells(self.work)
        )
        return [int(point) for point in points[: len(actions)]]

    def policy_logits(self, net: Net, data: bytes, seat: int, actions: tuple[int, ...]) -> list[float]:
        """Return how much a net likes each of these legal actions; the record is concealed for the seat."""
        n = len(actions)
        choices, out = self.cells(self.actions), self.reals(n)
        choices[:n] = actions
        self.functions["likings_at"](
            net, self.box(data), 0, seat, choices, n, self.cells(self.actions), self.cells(self.work), out
        )
        return [float(value) for value in out]

    @property
    def _most(self) -> int:
        return max(self.actions, self.game.rules.MAX_SEATS)
