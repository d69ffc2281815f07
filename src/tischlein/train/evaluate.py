"""Measure the strength of a net: it plays its favourite actions against ``medium`` at alternate seats."""

from __future__ import annotations

import torch

from tischlein.engine.types import Json
from tischlein.train.environments import Environments
from tischlein.train.model import InputTests, Weights

# A room that has not finished its game by then does not count.
LONGEST = 3000
LOOKED_AT_EVERY = 25


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch need not be installed
def wins_of(net: Weights, questions: InputTests, rooms: Environments) -> Json:
    """Return the share of wins against ``medium`` in the first game of every room, in all and by seats; 0.5 is even."""
    rooms._vector.reset()
    games = torch.arange(rooms.n, device=rooms.device)
    side = (games // rooms.cycle) % 2
    seat_side = torch.arange(rooms.most, device=rooms.device) % 2
    mine = seat_side[None, :] == side[:, None]
    done = torch.zeros(rooms.n, dtype=torch.bool, device=rooms.device)
    shares = torch.zeros(rooms.n, device=rooms.device)
    for step in range(LONGEST):
        policy, _ = rooms.answers(net, questions)
        own = (rooms.turns.long() % 2) == side
        rooms.step(torch.where(own, policy.argmax(1), rooms.suggested.long()))
        fresh = rooms.ended & ~done
        shares = torch.where(fresh, (rooms.rewards * mine).sum(1), shares)
        done |= rooms.ended
        if step % LOOKED_AT_EVERY == 0 and bool(done.all()):
            break
    found: Json = {"wins": _mean(shares, done)}
    for seats in rooms.seats.unique().tolist():
        found[f"wins at {seats}"] = _mean(shares, done & (rooms.seats == seats))
    found["games"] = int(done.sum())
    return found


def _mean(shares: torch.Tensor, counted: torch.Tensor) -> float:
    return round(float((shares * counted).sum() / counted.sum().clamp(min=1)), 4)
