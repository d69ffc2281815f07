"""Write the decisions of an arena's games: they are played again, compiled, from what every seat did."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tischlein.bots.runtime import best_backend
from tischlein.lab.arena.contest import Contest, PlayedGame, seed_of
from tischlein.lab.simulate.plan import game_of
from tischlein.lab.simulate.trace_files import TraceFile, all_asked, check_trace

__all__ = ["check_trace", "write_trace"]


def write_trace(contest: Contest, games: Sequence[PlayedGame], path: Path, *, records: bool = False) -> None:
    """Write a trace of all games; their numbers are those of ``ArenaResult.games``."""
    game, options = game_of(contest.game).with_design(contest.options)
    start = game.opening(contest.seats, **game.check_options(options))
    mark = json.dumps(contest.header(), sort_keys=True)
    with TraceFile(path, game, contest.bots, mark, records=records) as file:
        for number, one in enumerate(games):
            bots = [contest.bots[who] for who in one.lineup]
            seed, ways = seed_of(contest, one.deal), all_asked(contest.seats)
            file.replay(0, start, ways, bots, seed, one.actions, best_backend(game), number)
