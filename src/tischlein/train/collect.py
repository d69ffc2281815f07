"""Writing games down while they are played, and working out afterwards what each decision came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import torch

from tischlein.train.environments import Environments
from tischlein.train.model import Critic, InputTests, Weights, outlook

# How far what came later counts for a decision, against what the net expected.
TRACE = 0.95
# Of this number of games, some are played against ``medium`` and some against an old net, at alternate seats; in the others the net plays itself.
KINDS = 8
MEDIUM = 3
PAST = 2


@dataclass
class TrainingBatch:
    """Decisions of many games, one step after the other: [step, game, …]."""

    observations: torch.Tensor
    masks: torch.Tensor
    taken: torch.Tensor  # seats that are there
    actions: torch.Tensor
    ratings: torch.Tensor  # how actions look to ``medium``
    chances: torch.Tensor  # logarithms, when they were chosen
    advantages: torch.Tensor
    targets: torch.Tensor  # how the win is shared in the end, as far as it is known
    weights: torch.Tensor  # 0: not to be learned from

    def flat(self) -> TrainingBatch:
        """Return the same without the order of steps."""
        return TrainingBatch(*(getattr(self, name).flatten(0, 1) for name in self.__dataclass_fields__))

    def select_rows(self, rows: torch.Tensor) -> TrainingBatch:
        return TrainingBatch(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    def __len__(self) -> int:
        return len(self.actions)


def sample_actions(chances: torch.Tensor) -> torch.Tensor:
    """Draw actions by their probabilities."""
    noise = torch.rand_like(chances).clamp_(1e-9, 1 - 1e-7)
    return (chances - (-noise.log()).log()).argmax(1)


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch need not be installed
def collect(
    net: Weights,
    critic: Critic,
    questions: InputTests,
    rooms: Environments,
    steps: int,
    past: Weights | None = None,
    copying: bool = False,
) -> TrainingBatch:
    """Play some steps, and record them. When ``copying``, most games are played as ``medium`` would."""
    games = torch.arange(rooms.n, device=rooms.device)
    kind, side = (games // rooms.cycle) % KINDS, (games // rooms.cycle // KINDS) % 2
    with_medium, with_past = kind < MEDIUM, (kind >= MEDIUM) & (kind < MEDIUM + PAST)
    guests = with_past.nonzero()[:, 0]
    written = defaultdict[str, list[torch.Tensor]](list)
    for _ in range(steps):
        policy, _ = rooms.answers(net, questions)
        value = outlook(critic, questions, rooms.observations, rooms.taken)
        turns = rooms.turns.long()
        actions, own = sample_actions(policy), torch.ones_like(games, dtype=torch.bool)
        mine = turns % 2 == side
        if copying:
            actions = torch.where(games % 8 == 0, actions, rooms.suggested.long())
        else:
            own = mine | ~(with_medium | with_past) if past is not None else mine | ~with_medium
            actions = torch.where(with_medium & ~mine, rooms.suggested.long(), actions)
            if past is not None and len(guests):
                old, _ = rooms.answers(past, questions, guests)
                actions[guests] = torch.where(mine[guests], actions[guests], sample_actions(old))
        kept = {
            "observations": rooms.observations.clone(), "masks": rooms.masks.clone(), "actions": actions,
            "ratings": rooms.ratings.clone(), "chances": policy.gather(1, actions[:, None])[:, 0],
            "values": value.exp(), "turns": turns.clone(), "own": own,
        }  # fmt: skip
        rooms.step(actions)
        kept |= {"ended": rooms.ended.clone(), "paid": rooms.shares()}
        for name, tensor in kept.items():
            written[name].append(tensor)
    value = outlook(critic, questions, rooms.observations, rooms.taken)
    advantages, targets, sure = lambda_returns(written, rooms.turns.long(), value.exp(), games)
    stacked = {
        name: torch.stack(written[name])
        for name in ("observations", "masks", "actions", "ratings", "chances", "own")
    }
    own = stacked.pop("own")
    taken = rooms.taken[None].expand(steps, -1, -1)
    return TrainingBatch(
        **stacked, taken=taken, advantages=advantages, targets=targets, weights=(own & sure).float()
    )


def lambda_returns(
    written: Mapping[str, list[torch.Tensor]], turns: torch.Tensor, values: torch.Tensor, games: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return what every decision gained, how the win is shared after it, and whether that is known at all.

    Each seat looks at its own decisions only: at the next one it knows how things stand, and at the end of the game how they ended.
    """
    n, most = values.shape
    later = torch.zeros(n, most, most, device=values.device)
    expected = torch.zeros_like(later)
    known = torch.zeros(n, most, dtype=torch.bool, device=values.device)
    later[games, turns] = expected[games, turns] = values
    known[games, turns] = True
    advantages, targets, sure = [], [], []
    for step in range(len(written["values"]) - 1, -1, -1):
        ended = written["ended"][step]
        later = torch.where(ended[:, None, None], written["paid"][step], later)
        expected = torch.where(ended[:, None, None], written["paid"][step], expected)
        known |= ended[:, None]
        seat, value = written["turns"][step], written["values"][step]
        target = (1 - TRACE) * expected[games, seat] + TRACE * later[games, seat]
        is_known = known[games, seat]
        target = torch.where(is_known[:, None], target, value)
        advantages.append(target[:, 0] - value[:, 0])
        targets.append(target)
        sure.append(is_known)
        later[games, seat] = target
        expected[games, seat] = value
        known[games, seat] = True
    return torch.stack(advantages[::-1]), torch.stack(targets[::-1]), torch.stack(sure[::-1])
