"""Common parts of vectorised environments, for every backend."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tischlein.bots.kernels.vector_step import FRESH, STAY
from tischlein.bots.kernels.whole_games import ASKED, AT_RANDOM, DICE
from tischlein.cards import RNG_WORDS, sow
from tischlein.engine.backends import Backend, load
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import OptionError
from tischlein.engine.types import Array
from tischlein.lab.simulate.plan import Plan, count
from tischlein.lab.simulate.runner import step_runner

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Where JAX takes an array as it is: at any other address it makes a copy, which steps would not write to.
ALIGNMENT = 64


def alloc_zeros(shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
    """Return an array of zeros that other libraries can share."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    skipped = -room.ctypes.data % ALIGNMENT
    return room[skipped : skipped + size].view(kind).reshape(shape)


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot:
    """Games side by side as they were at one moment."""

    arrays: tuple[NDArray[Any], ...]


class Vector:
    """Many games side by side; see ``vector``."""

    observations: NDArray[np.int16]  # n × features, from the eyes of the seat to act
    masks: NDArray[np.bool_]  # n × actions: which are legal
    turns: NDArray[np.int32]  # n: the seat to act
    rewards: NDArray[np.float32]  # n × seats: shares of a win that the last step decided, else 0
    ended: NDArray[np.bool_]  # n: the last step ended a game, and another has begun
    lengths: NDArray[np.int32]  # n: decisions made in the game so far
    suggested: NDArray[np.int32]  # n: a legal action
    ratings: NDArray[np.int16]  # n × actions: how much worse than the best a legal one looks to ``medium``

    def __init__(self, plan: Plan, n: int, way: int, starts: bytes = b"", rated: bool = False) -> None:
        """Make ``n`` games. With ``starts``, records one after the other, games begin there in turn; the plan has the most seats.

        ``ratings`` is not written unless the vector is to be ``rated``, which goes with ``medium``.
        """
        self.game, self.seats, self.options, self.seed = plan.game, plan.seats, plan.options, plan.seed
        self.n = n
        self._way = way
        self._runner = step_runner(plan.game, "python")
        rules = plan.game.rules
        layout = plan.game.layout
        self._arrays: dict[str, NDArray[Any]] = {
            "turns": alloc_zeros((n,), np.int32),
            "lengths": alloc_zeros((n,), np.int32),
            "ended": alloc_zeros((n,), np.bool_),
            "rewards": alloc_zeros((n, self.seats), np.float32),
            "observations": alloc_zeros((n, rules.OBSERVED), np.int16),
            "masks": alloc_zeros((n, rules.ACTIONS), np.bool_),
            "suggested": alloc_zeros((n,), np.int32),
        }
        self._rated = rated
        self.ratings = alloc_zeros((n, rules.ACTIONS if rated else 1), np.int16)
        self._start = np.frombuffer(starts or plan.opening(), layout.dtype).copy()
        self._states = np.zeros(n, layout.dtype)
        self._chance_rngs, self._dices = (np.zeros((n, RNG_WORDS), np.int64) for _ in range(2))
        self._room = {**self._runner.room, "wins": rules.MAX_SEATS}
        del self._room["stacks"], self._room["dice"]
        self._by_heuristics = way not in (ASKED, AT_RANDOM)
        self._fresh: Array = np.full(n, FRESH, np.int64)

    def _sow(self) -> None:
        """Set the generators of all games from the seed."""
        low, high = words_of(self.seed)
        words = [0] * RNG_WORDS
        for number in range(self.n):
            sow(words, low, high, number)
            self._chance_rngs[number] = words
            sow(words, low ^ DICE, high, number)
            self._dices[number] = words

    def reset(self, seed: int | None = None) -> None:
        """Begin all games again, with the same chance or another seed's."""
        if seed is not None:
            self.seed = count("seed", seed)
        self._sow()
        self._go(self._fresh)

    def step(self, actions: Array) -> None:
        """Play one decision in every game: ``actions[i]`` by seat ``turns[i]``; −2 leaves a game as it is."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise OptionError(f"actions: whole numbers, not {given.dtype}")
        taken = given.astype(np.int64)
        if taken.shape != (self.n,):
            raise OptionError(f"actions: there must be {self.n} of them, not an array of shape {taken.shape}")
        i = self._first_illegal(taken)
        if i < self.n:
            raise OptionError(f"actions: {int(taken[i])} is not legal in game {i}; masks says what is")
        self._go(taken)

    def _first_illegal(self, taken: NDArray[np.int64]) -> int:
        """Return the first game in which an action is not legal; ``n`` if there is none."""
        inside = (taken >= 0) & (taken < self.masks.shape[1])
        legal = inside & self.masks[np.arange(self.n), np.where(inside, taken, 0)] | (taken == STAY)
        return self.n if legal.all() else int(legal.argmin())

    def _go(self, taken: Array) -> None:
        """Play these actions, which are legal."""
        raise NotImplementedError

    def keep_last(self) -> None:
        """Keep how each game ended, for ``last_seen``; that takes as much room again."""
        raise NotImplementedError

    def last_seen(
        self, numbers: NDArray[np.intp], seat: int
    ) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.bool_]]:
        """Return what a seat saw when these games ended, what it might have done, and which were not over but cut off.

        Only after ``keep_last``.
        """
        return self._look(numbers, seat, ended=True)

    # What takes longer than a step, for all backends but cuda

    def last_scores(self, numbers: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return the points with which these games ended, seat by seat. Only after ``keep_last``."""
        found = np.zeros((len(numbers), self.seats), np.int32)
        out = [0] * self.game.rules.MAX_SEATS
        for k, i in enumerate(numbers):
            self.game.rules.scores(self.game.layout.unpack(self._record(int(i), ended=True)), out)
            found[k] = out[: self.seats]
        return found

    def state(self) -> NDArray[np.int16]:
        """Return what all seats observe now: n × seats × features, for critics that may see everything."""
        numbers = np.arange(self.n)
        seats = [self._look(numbers, seat, ended=False)[0] for seat in range(self.seats)]
        return np.stack(seats, axis=1)

    def concealed(self) -> NDArray[Any]:
        """Return the records as the seats to act know them, with the fields of the game by name: for features of your own.

        >>> import tischlein
        >>> games = tischlein.vector("lobo77", 16, seats=2)
        >>> own = games.concealed()
        >>> own["total"].shape, own["hands"].shape[0]
        ((16,), 16)
        """
        backend: Backend = load(self.game.rules, "python")
        found = np.zeros(self.n, self.game.layout.dtype)
        for i, seat in enumerate(self.turns.tolist()):
            box = backend.unpack(self._record(i, ended=False))
            backend.call("conceal", box, seat)
            found[i] = np.frombuffer(backend.pack(box), self.game.layout.dtype)[0]
        return found

    def snapshot(self) -> Snapshot:
        """Return all games as they are, for ``restore``: to try something, and go on from there again."""
        return Snapshot(tuple(array.copy() for array in self._kept()))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this vector; what follows is the same for the same actions."""
        arrays = self._kept()
        if [one.shape for one in arrays] != [one.shape for one in snapshot.arrays]:
            raise OptionError("restore: this is a snapshot of other games")
        for array, kept in zip(arrays, snapshot.arrays, strict=True):
            array[...] = kept

    def _look(
        self, numbers: NDArray[np.intp], seat: int, *, ended: bool
    ) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.bool_]]:
        """Return observations, legal actions and unfinished games of a seat, now or at the ends of games."""
        raise OptionError(f"{type(self).__name__} cannot be looked into: take the wasm or native backend")

    def _record(self, number: int, *, ended: bool) -> bytes:
        """Return the true record of a game, or the one with which it ended."""
        raise OptionError(f"{type(self).__name__} cannot be looked into: take the wasm or native backend")

    def _kept(self) -> list[NDArray[Any]]:
        """Return all arrays from which games go on."""
        raise OptionError(f"{type(self).__name__} cannot be looked into: take the wasm or native backend")

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.name}: {self.n} games, {self.seats} seats>"
