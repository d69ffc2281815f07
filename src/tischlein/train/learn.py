"""Improve a net: first it learns to predict the winner, then which actions paid (PPO)."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from tischlein.train.collect import TrainingBatch
from tischlein.train.model import Critic, InputTests, Weights, answers, outlook

CLIP = 0.2
VALUE = 0.5
LARGEST_STEP = 0.5


@dataclass(frozen=True)
class Schedule:
    """The settings of one round of learning: rates, epochs and the size of a portion."""

    rate: float
    critic_rate: float
    entropy: float
    epochs: int
    portion: int


def improve(
    net: Weights,
    critic: Critic,
    optimiser: torch.optim.Optimizer,
    questions: InputTests,
    batch: TrainingBatch,
    pace: Schedule,
    copying: bool,
    waiting: bool = False,
) -> dict[str, float]:
    """Learn from a batch, and return its losses. When ``copying``, only the winner is learned; when ``waiting``, only by the critic."""
    for group, rate in zip(optimiser.param_groups, (pace.rate, pace.critic_rate), strict=True):
        group["lr"] = rate
    flat = batch.flat()
    flat = flat.select_rows(flat.weights.nonzero()[:, 0])
    # What was decided without a choice teaches no policy.
    choice = flat.weights * (flat.masks.sum(1) > 1)
    total = choice.sum().clamp(min=1)
    mean = (flat.advantages * choice).sum() / total
    spread = (((flat.advantages - mean) ** 2 * choice).sum() / total).sqrt().clamp(min=1e-4)
    flat.advantages = (flat.advantages - mean) / spread
    sums = torch.zeros(5, device=flat.advantages.device)
    for _ in range(pace.epochs):
        order = torch.randperm(len(flat), device=flat.advantages.device)
        for rows in order.split(pace.portion):
            batch, chosen = flat.select_rows(rows), choice[rows]
            policy, value = answers(
                net, questions, batch.observations, batch.masks, batch.taken, batch.ratings
            )
            entropy = -(policy.exp() * policy.clamp(min=-50)).sum(1)
            if copying:
                # The net plays by rules of thumb from the beginning: here it learns the winner under them.
                gain = drift = torch.zeros_like(entropy)
            else:
                drift = policy.gather(1, batch.actions[:, None])[:, 0] - batch.chances
                ratio = drift.clamp(-10, 10).exp()
                gain = torch.minimum(
                    ratio * batch.advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * batch.advantages
                )
                gain = gain + pace.entropy * entropy
            surprise = -(batch.targets * value.clamp(min=-50)).sum(1)
            judged = outlook(critic, questions, batch.observations, batch.taken)
            missed = -(batch.targets * judged.clamp(min=-50)).sum(1)
            number = chosen.sum().clamp(min=1)
            loss = (missed * batch.weights).sum() / batch.weights.sum().clamp(min=1)
            if not waiting:
                loss = loss - (gain * chosen).sum() / number
                loss = loss + VALUE * (surprise * batch.weights).sum() / batch.weights.sum().clamp(min=1)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            for one in (critic,) if waiting else (net, critic):
                torch.nn.utils.clip_grad_norm_(list(one), LARGEST_STEP)
            optimiser.step()
            with torch.no_grad():
                measures = (entropy, surprise, missed, drift.abs(), gain)
                sums += torch.stack([(one * chosen).sum() / number for one in measures])
    parts = pace.epochs * -(-len(flat) // pace.portion)
    return dict(zip(("entropy", "surprise", "critic", "drift", "gain"), (sums / parts).tolist(), strict=True))
