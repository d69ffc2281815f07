"""One game made ready for whole games by the million: its rules, rules of thumb and columns, bound to ``whole_games`` on a backend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tischlein.bots.kernels import guide, whole_games
from tischlein.bots.kernels import without_columns as no_columns
from tischlein.bots.kernels import without_heuristics as no_advice
from tischlein.bots.kernels.whole_games import NOBODY
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends import Backend, load
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.rules import drive
from tischlein.engine.rules.clone import clone
from tischlein.engine.rules.columns import RESERVED, Column, places
from tischlein.engine.rules.contract import Heuristics, Lab
from tischlein.engine.types import Array, Kernel, Numba

if TYPE_CHECKING:
    from numpy.typing import NDArray

GENERIC = (drive, guide, whole_games)


class Played(NamedTuple):
    """Some games: a row of integers for each, points and payoff by seat."""

    rows: NDArray[np.int32]
    marks: NDArray[np.int32]
    wins: NDArray[np.int32]


class Runner:
    """Where games are played; ``play`` takes any number at once and is safe in threads."""

    portion = 512  # games in one call: enough to pay for it, few enough for the processor's cache
    parallel = True

    def __init__(self, game: Game, backend: str) -> None:
        self.game = game
        self.rules = game.rules
        self.heuristics: Heuristics = game.bots.heuristics or no_advice
        self.lab: Lab = game.lab or no_columns
        self.columns: tuple[Column, ...] = self.lab.COLUMNS
        self.places = places(self.columns, self.rules.MAX_SEATS)
        self.backend: Backend = load(self.rules, backend)
        self.kept = tuple(column for column in self.columns if column.kept)
        self.summed = tuple(column for column in self.columns if not column.kept)
        self.room = {
            "chance_rng": RNG_WORDS,
            "dice": RNG_WORDS,
            "actions": self.rules.ACTIONS + 1,
            "points": self.rules.ACTIONS + 1,
            "work": max(self.rules.WORK, self.heuristics.WORK, 1),
        }

    def play(self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int) -> Played:
        """Play ``count`` games from one start, from number ``first`` of the seed on."""
        raise NotImplementedError

    def kept_cells(self, seats: int) -> list[int]:
        """Which cells of a row are kept for every game: those of all rows, then the columns, for so many seats."""
        found = list(range(RESERVED))
        for column, at in zip(self.columns, self.places, strict=False):
            if column.kept:
                found += range(at, at + column.cells(seats))
        return found

    def summed_cells(self) -> list[int]:
        """Which cells of a row are only summed over many games."""
        found: list[int] = []
        for column, at in zip(self.columns, self.places, strict=False):
            if not column.kept:
                found += range(at, at + column.cells(self.rules.MAX_SEATS))
        return found

    def scratch(self) -> dict[str, Array]:
        """Fresh memory for the arguments of these names."""
        return {name: self.cells(size) for name, size in self.room.items()}

    def cells(self, size: int) -> Array:
        return np.zeros(size, np.int64)


class SteppedRunner(Runner):
    """One whose games can be played in parts, and by somebody outside."""

    functions: Mapping[str, Kernel]

    def grid(self, count: int, width: int) -> Array:
        """Rows of integers."""
        raise NotImplementedError

    def boxes(self, start: bytes, count: int) -> Array:
        """So many records."""
        raise NotImplementedError

    def row_of(self, values: Sequence[int]) -> Array:
        """A row of integers, as functions take it."""
        raise NotImplementedError

    def seen(self, states: Array, seat: int, scratch: Mapping[str, Array]) -> tuple[bytes, tuple[int, ...]]:
        """The first of some records as a seat sees it, and what it may do."""
        raise NotImplementedError

    def play(self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int) -> Played:
        rows = self.grid(count, self.lab.CELLS)
        marks, wins = (self.grid(count, self.rules.MAX_SEATS) for _ in range(2))
        self.functions["play_games"](
            self.boxes(start, count), self.row_of(ways), *words_of(seed), first, cap, NOBODY, 0,
            rows, marks, wins, *self.scratch().values(),
        )  # fmt: skip
        return Played(*(np.asarray(cells, np.int32) for cells in (rows, marks, wins)))


class PythonRunner(SteppedRunner):
    """Plain Python: starts at once."""

    portion = 16
    parallel = False  # threads would only wait for one another

    def __init__(self, game: Game, backend: str = "python") -> None:
        super().__init__(game, backend)
        self.functions = clone(
            self.rules, GENERIC, lambda function: function, None, self.heuristics, None, self.lab
        )

    def cells(self, size: int) -> Array:
        return [0] * size

    def grid(self, count: int, width: int) -> Array:
        return [[0] * width for _ in range(count)]

    def boxes(self, start: bytes, count: int) -> Array:
        return [self.backend.unpack(start) for _ in range(count)]

    def row_of(self, values: Sequence[int]) -> Array:
        return list(values)

    def seen(self, states: Array, seat: int, scratch: Mapping[str, Array]) -> tuple[bytes, tuple[int, ...]]:
        n = self.rules.legal(states[0], seat, scratch["actions"], scratch["work"])
        copy = self.backend.copy(states[0])
        self.rules.conceal(copy, seat)
        return self.backend.pack(copy), tuple(scratch["actions"][:n])


class NativeRunner(SteppedRunner):
    """Compiled for this machine."""

    def __init__(self, game: Game, backend: str = "native") -> None:
        super().__init__(game, backend)
        native: Numba = self.backend
        self._single_steps = native.kernels
        self.functions = native.kernels.with_more(GENERIC, self.heuristics, self.lab)

    @property
    def is_kept(self) -> bool:
        """Does the disk hold what whole games need, so that nobody waits for the compiler?"""
        kernels: Numba = self.functions
        return any(kernels.store.folder.glob("play_games-*.kernel"))

    def grid(self, count: int, width: int) -> Array:
        return np.zeros((count, width), np.int32)

    def boxes(self, start: bytes, count: int) -> Array:
        return np.tile(self.backend.unpack(start), count)

    def row_of(self, values: Sequence[int]) -> Array:
        return np.array(values, np.int64)

    def seen(self, states: Array, seat: int, scratch: Mapping[str, Array]) -> tuple[bytes, tuple[int, ...]]:
        kernels = self._single_steps
        n = kernels["legal_at"](states, 0, seat, scratch["actions"], scratch["work"])
        copy = states.copy()
        kernels["conceal_at"](copy, 0, seat)
        return copy.tobytes(), tuple(scratch["actions"][:n].tolist())
