"""Compile ahead what bots need, so that nobody waits for it later: ``python -m tischlein.bots.warm [GAME]...``

It takes half a minute per game, once for each version and machine. A server does it in a process of its own.
"""

import sys
from collections.abc import Sequence

from tischlein.bots.base import situation
from tischlein.bots.hard import Hard
from tischlein.bots.mind import mind
from tischlein.engine.game import Game
from tischlein.games import GAMES


def warm(game: Game) -> None:
    """Compile the rules and the search of a game, or find them on the disk."""
    table = game.new(seats=game.seats[0], seed=1)
    told = situation(table, table.waiting[0], seed=1, iterations=1)
    Hard().think(told)
    mind(game, "native").rate(told.data, told.seat, told.actions)


def main(names: Sequence[str]) -> None:
    for game in (GAMES[name] for name in names or GAMES):
        warm(game)


if __name__ == "__main__":
    main(sys.argv[1:])
