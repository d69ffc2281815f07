"""One game made ready for whole games by the million: its rules, rules of thumb and columns, bound to ``loop`` on a backend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tischlein.bots import guide
from tischlein.bots import plain as no_advice
from tischlein.cards import RNG_WORDS
from tischlein.engine import drive
from tischlein.engine.backends import Backend, load
from tischlein.engine.backends.base import words_of
from tischlein.engine.clone import clone
from tischlein.engine.columns import Column, places
from tischlein.engine.game import Game
from tischlein.lab import loop
from tischlein.lab import plain as no_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

GENERIC = (drive, guide, loop)


class Played(NamedTuple):
    """Some games: a row of integers for each, points and payoff by seat."""

    rows: NDArray[np.int32]
    marks: NDArray[np.int32]
    wins: NDArray[np.int8]


class Stage:
    """Where games are played; ``play`` takes any number at once and is safe in threads."""

    def __init__(self, game: Game, backend: str) -> None:
        self.game = game
        self.rules = game.rules
        self.heuristics: Any = game.heuristics or no_advice
        self.lab: Any = game.lab or no_columns
        self.columns: tuple[Column, ...] = self.lab.COLUMNS
        self.places = places(self.columns, self.rules.MAX_SEATS)
        self.backend: Backend = load(self.rules, backend)
        self.room = {
            "luck": RNG_WORDS,
            "dice": RNG_WORDS,
            "actions": self.rules.ACTIONS + 1,
            "points": self.rules.ACTIONS + 1,
            "work": max(self.rules.WORK, self.heuristics.WORK, 1),
        }

    def play(
        self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int
    ) -> Played:
        """Play ``count`` games from one start, from number ``first`` of the seed on."""
        raise NotImplementedError

    def scratch(self) -> dict[str, Any]:
        """Fresh memory for the arguments of these names."""
        return {name: self.cells(size) for name, size in self.room.items()}

    def cells(self, size: int) -> Any:
        return np.zeros(size, np.int64)


class PythonStage(Stage):
    """Plain Python: starts at once."""

    def __init__(self, game: Game, backend: str = "python") -> None:
        super().__init__(game, backend)
        self.functions: Mapping[str, Any] = clone(
            self.rules, GENERIC, lambda function: function, None, self.heuristics, None, self.lab
        )

    def cells(self, size: int) -> Any:
        return [0] * size

    def grid(self, count: int, width: int) -> Any:
        return [[0] * width for _ in range(count)]

    def boxes(self, start: bytes, count: int) -> Any:
        return [self.backend.unpack(start) for _ in range(count)]

    def play(
        self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int
    ) -> Played:
        rows = self.grid(count, self.lab.CELLS)
        marks, wins = (self.grid(count, self.rules.MAX_SEATS) for _ in range(2))
        self.functions["play_games"](
            self.boxes(start, count), list(ways), *words_of(seed), first, cap, rows, marks, wins, *self.scratch().values()
        )
        return Played(np.array(rows, np.int32), np.array(marks, np.int32), np.array(wins, np.int8))


class NativeStage(Stage):
    """Compiled for this machine."""

    def __init__(self, game: Game, backend: str = "native") -> None:
        super().__init__(game, backend)
        native: Any = self.backend
        self.functions: Mapping[str, Any] = native.kernels.with_more(GENERIC, self.heuristics, self.lab)

    def grid(self, count: int, width: int) -> Any:
        return np.zeros((count, width), np.int32)

    def boxes(self, start: bytes, count: int) -> Any:
        return np.tile(self.backend.unpack(start), count)

    def play(
        self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int
    ) -> Played:
        rows = self.grid(count, self.lab.CELLS)
        marks, wins = self.grid(count, self.rules.MAX_SEATS), np.zeros((count, self.rules.MAX_SEATS), np.int8)
        self.functions["play_games"](
            self.boxes(start, count), np.array(ways, np.int64), *words_of(seed), first, cap, rows, marks, wins,
            *self.scratch().values(),
        )
        return Played(rows, marks, wins)


@cache
def stage(game: Game, backend: str) -> Stage:
    """Return the stage for a game, made on the first call."""
    if backend == "python":
        return PythonStage(game)
    if backend == "native":
        return NativeStage(game)
    raise NotImplementedError
