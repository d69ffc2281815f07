"""Games to learn from: many side by side, with all numbers of seats and some options, in tensors."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import torch

from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Array, Json
from tischlein.lab.simulate.plan import COMPILED, Plan
from tischlein.lab.vector.base import Vector
from tischlein.lab.vector.vector import NativeVector
from tischlein.train.model import InputTests, Weights, answers

# Different beginnings; games take them in turn.
OPENINGS = 96
# One in this number of rooms has random options, the others have the usual ones.
VARIED = 4
# The usual numbers of players, which are trained twice as often.
USUAL = (2, 4)


def openings(game: Game, seed: int, among: Sequence[int]) -> list[tuple[int, Json]]:
    """Return the seats and options to train with, in a fixed order for a seed."""
    rng = Random(f"openings {seed}")
    seats = [number for number in among for _ in range(2 if number in USUAL else 1)]
    found = []
    for place in range(OPENINGS):
        sitting = seats[place % len(seats)]
        found.append((sitting, _options(game, sitting, rng) if place % VARIED == 1 else {}))
    return found


def _options(game: Game, seats: int, rng: Random) -> Json:
    """Return random options for a number of seats. A number without a close bound is at most twice the usual one."""
    for _ in range(20):
        chosen = {}
        for name, option in game.options.items():
            if not option.held:
                continue
            choices = list(option.choices)
            if isinstance(option.choices, range):
                choices = [
                    choice for choice in choices if option.default // 2 <= choice <= 2 * option.default
                ]
            chosen[name] = rng.choice(choices)
        try:
            game.opening(seats, **chosen)
        except OptionError:
            continue
        return chosen
    return {}


class Environments:
    """The arrays of ``tischlein.vector`` as tensors; a step changes them in place."""

    def __init__(
        self, game: Game, n: int, seed: int, device: str, beginnings: list[tuple[int, Json]]
    ) -> None:
        self.game, self.n, self.device = game, n, device
        starts = b"".join(game.opening(seats, **options) for seats, options in beginnings)
        plan = Plan.of(game, 1, game.seats[-1], "random", seed)
        way = COMPILED["medium"]
        self._vector: Vector
        if device == "cuda":
            from tischlein.lab.vector.cuda import CudaVector

            self._vector = CudaVector(plan, n, way, starts, rated=True)
        else:
            self._vector = NativeVector(plan, n, way, 1, starts, rated=True)
        self.most = game.seats[-1]
        self.cycle = len(beginnings)
        sitting = np.array([beginnings[i % self.cycle][0] for i in range(n)])
        self.seats = torch.as_tensor(sitting, device=device)
        for name in ("observations", "masks", "turns", "lengths", "rewards", "ended", "suggested", "ratings"):
            setattr(self, name, self._tensor(getattr(self._vector, name)))
        relative = torch.arange(self.most, device=device)
        # [game, seat, k]: the seat k places after that seat, and whether it exists
        self.around = (relative[None, :, None] + relative[None, None, :]) % self.seats[:, None, None]
        self.taken = relative[None, :] < self.seats[:, None]

    observations: torch.Tensor
    masks: torch.Tensor
    turns: torch.Tensor
    lengths: torch.Tensor
    rewards: torch.Tensor
    ended: torch.Tensor
    suggested: torch.Tensor
    ratings: torch.Tensor

    def answers(
        self, net: Weights, questions: InputTests, among: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return a net's answers in all rooms, or in some: see ``model.answers``."""
        shown = (self.observations, self.masks, self.taken, self.ratings)
        if among is not None:
            shown = tuple(part[among] for part in shown)
        return answers(net, questions, *shown)

    def step(self, actions: torch.Tensor) -> None:
        if self.device == "cuda":
            from numba import cuda

            self._vector.step(cuda.as_cuda_array(actions.int()))
        else:
            self._vector.step(actions.numpy())

    def shares(self) -> torch.Tensor:
        """Return rewards of the last step as [game, seat, k], for the seat k places after each seat."""
        paid = self.rewards[:, None, :].expand(-1, self.most, -1).gather(2, self.around)
        return paid * self.taken[:, None, :]

    def _tensor(self, array: Array) -> torch.Tensor:
        return torch.as_tensor(array, device="cuda") if self.device == "cuda" else torch.from_numpy(array)
