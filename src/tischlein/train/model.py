"""The net: binary inputs, two layers, and two outputs: what to play, and the winner, counted from the observing seat."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import torch
from torch.nn import functional

from tischlein.engine.game import Game
from tischlein.train.inputs import Inputs
from tischlein.train.shrink import LEAST, POINTS

# The most weights of a net's file, one byte each; 512 is the widest that is calculated exactly.
BUDGET = 385_000
WIDEST = 512
STEP = 32
NEVER = -1e9


class Weights(NamedTuple):
    """All that is learned."""

    first: torch.Tensor  # inputs × width
    first_bias: torch.Tensor
    second: torch.Tensor  # width × width
    second_bias: torch.Tensor
    policy: torch.Tensor  # width × actions
    policy_bias: torch.Tensor
    value: torch.Tensor  # width × seats
    value_bias: torch.Tensor
    lean: torch.Tensor  # how far the net leans on rules of thumb


class Critic(NamedTuple):
    """A larger net that only predicts the winner. It values decisions during training; bots do not need it."""

    first: torch.Tensor  # inputs × width
    first_bias: torch.Tensor
    second: torch.Tensor  # width × width
    second_bias: torch.Tensor
    value: torch.Tensor  # width × seats
    value_bias: torch.Tensor


class InputTests(NamedTuple):
    """The inputs as tensors."""

    feature: torch.Tensor
    low: torch.Tensor
    high: torch.Tensor

    @classmethod
    def of(cls, inputs: Inputs, device: str) -> InputTests:
        feature, low, high = (torch.as_tensor(column, device=device) for column in inputs)
        return cls(feature.long(), low, high)


def width_for(game: Game, inputs: int) -> int:
    """Return the width of the widest net that fits into the file."""
    width = STEP
    while (width + STEP) <= WIDEST and size(game, inputs, width + STEP) <= BUDGET:
        width += STEP
    return width


def size(game: Game, inputs: int, width: int) -> int:
    return width * (inputs + width + game.rules.ACTIONS + game.seats[-1])


def fresh(game: Game, inputs: int, width: int, device: str) -> Weights:
    """Return random weights from torch's generator."""
    actions, seats = game.rules.ACTIONS, game.seats[-1]
    zeros = [torch.zeros(n, device=device) for n in (width, width, actions, seats)]
    layer = partial(_layer, device)
    return Weights(
        # Only some of the answers are yes.
        layer(inputs, width, 2.5),
        zeros[0],
        layer(width, width, 1.4),
        zeros[1],
        # At first rules of thumb decide.
        layer(width, actions, 0.02),
        zeros[2],
        layer(width, seats, 0.1),
        zeros[3],
        torch.ones(1, device=device),
    )


def fresh_critic(game: Game, inputs: int, width: int, device: str) -> Critic:
    """Return an untrained critic."""
    seats = game.seats[-1]
    zeros = [torch.zeros(n, device=device) for n in (width, width, seats)]
    layer = partial(_layer, device)
    return Critic(
        layer(inputs, width, 2.5), zeros[0], layer(width, width, 1.4), zeros[1],
        layer(width, seats, 0.1), zeros[2],
    )  # fmt: skip


def _layer(device: str, rows: int, columns: int, scale: float) -> torch.Tensor:
    return (torch.randn(rows, columns) * scale / rows**0.5).to(device)


def test_inputs(questions: InputTests, observations: torch.Tensor) -> torch.Tensor:
    """Return the answers to all questions, 0 or 1."""
    found = observations[:, questions.feature]
    return (found >= questions.low) & (found <= questions.high)


def answers(
    net: Weights,
    questions: InputTests,
    observations: torch.Tensor,
    masks: torch.Tensor,
    taken: torch.Tensor,
    ratings: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return logarithms of the chances of all actions, and of a win for all seats, from the one that looks."""
    hidden = _layer_two(net, questions, observations)
    kind = hidden.dtype
    policy = (hidden @ net.policy.to(kind) + net.policy_bias.to(kind)).float()
    policy = policy + net.lean * (ratings.float() / POINTS).clamp(min=LEAST)
    return (
        functional.log_softmax(policy.masked_fill(~masks, NEVER), 1),
        _predict_share(net, hidden, taken),
    )


def outlook(
    critic: Critic, questions: InputTests, observations: torch.Tensor, taken: torch.Tensor
) -> torch.Tensor:
    """Return logarithms of the chances of a win for all seats, as the critic sees them, from the one that looks."""
    return _predict_share(critic, _layer_two(critic, questions, observations), taken)


def _layer_two(net: Weights | Critic, questions: InputTests, observations: torch.Tensor) -> torch.Tensor:
    """Return the outputs of the second layer."""
    # Processors are slower with short numbers.
    kind = torch.bfloat16 if observations.is_cuda else torch.float32
    hidden = functional.relu(
        test_inputs(questions, observations).to(kind) @ net.first.to(kind) + net.first_bias.to(kind)
    )
    return functional.relu(hidden @ net.second.to(kind) + net.second_bias.to(kind))


def _predict_share(net: Weights | Critic, hidden: torch.Tensor, taken: torch.Tensor) -> torch.Tensor:
    kind = hidden.dtype
    value = (hidden @ net.value.to(kind) + net.value_bias.to(kind)).float()
    return functional.log_softmax(value.masked_fill(~taken, NEVER), 1)
