"""One game between bots, asked as at any other table."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import NamedTuple

from tischlein.bots import Bot, ask, situation
from tischlein.bots.base import MOST_DECISIONS
from tischlein.engine.game import Game
from tischlein.engine.types import Options


class Outcome(NamedTuple):
    """How a game ended."""

    scores: tuple[int, ...]  # as the game counts them
    shares: tuple[float, ...]  # of the win; they add up to 1
    decisions: int
    finished: bool


def play(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    options: Options | None = None,
    iterations: int | None = None,
    seconds: float = 1.0,
) -> Outcome:
    """Play a game to its end; the same seed deals the same cards in any lineup.

    All seats share the win of a game that is called off.
    """
    table = game.new(seats=len(bots), seed=seed, **(options or {}))
    decisions = 0
    # What a bot prints while it thinks is not the result.
    with redirect_stdout(sys.stderr):
        while not table.over and decisions < MOST_DECISIONS:
            seat = table.actor
            now = situation(table, seat, seed=seed, seconds=seconds, iterations=iterations)
            table.play(seat, ask(bots[seat], now))
            decisions += 1
    winners = table.winners or list(range(len(bots)))
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(bots)))
    return Outcome(tuple(table.scores), shares, decisions, table.over)
