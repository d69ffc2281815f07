"""An opponent that does not learn."""

from __future__ import annotations

from typing import NamedTuple

import torch

from tischlein.train.model import Questions, Weights
from tischlein.train.rooms import Rooms


class Rival(NamedTuple):
    """A net that does not learn, and what it is told."""

    net: Weights
    questions: Questions

    def plays(self, rooms: Rooms) -> torch.Tensor:
        """Return its actions in all rooms."""
        policy, _ = rooms.answers(self.net, self.questions)
        return policy.argmax(1)
