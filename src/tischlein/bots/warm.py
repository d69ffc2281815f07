"""Compile ahead what bots need, so that nobody waits for it later: ``python -m tischlein.bots.warm [GAME]...``

It takes five to fifteen seconds per game, once for each version and machine. A server does it in a process of its own.
"""

import sys
from collections.abc import Sequence

from tischlein.bots.base import situation
from tischlein.bots.learned import Expert, Learned, has_net
from tischlein.bots.mind import mind
from tischlein.bots.searcher import Searcher
from tischlein.bots.weights import net_of, seats_of
from tischlein.engine.game import Game
from tischlein.engine.types import Numba
from tischlein.games import GAMES

# What bots call of the compiled code.
RATING = "rate_at"
THINKING = ("think", "counted")
WITH_NET = ("likings_at",)
# Enough for each action to be tried once.
ITERATIONS = 8
THINKING_WITH_NET = ("likings_at", "foresee")


def warm(game: Game, thinking: bool = True) -> None:
    """Compile the rules of thumb and the search of a game, or find them on the disk."""
    table = game.new(seats=game.seats[0], seed=1)
    # Who has no choice does not think.
    while not table.over and len(table.actions(table.waiting[0])) == 1:
        table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    table = game.new(seats=game.seats[0], seed=1) if table.over else table
    now = situation(table, table.waiting[0], seed=1, iterations=ITERATIONS)
    mind(game, "native").rate(now.data, now.seat, now.actions)
    if thinking:
        Searcher().think(now)
        if has_net(game):
            Learned().choose(now)
            Expert().think(now)


def needed(game: Game) -> tuple[str, ...]:
    """What bots of a game call of its compiled code."""
    names = (RATING, *THINKING)
    if not has_net(game):
        return names
    plays, thinks = (seats_of(game, net_of(game), thinking) for thinking in (False, True))
    return tuple(
        dict.fromkeys((*names, *(WITH_NET if plays else ()), *(THINKING_WITH_NET if thinks else ())))
    )


def is_kept(game: Game) -> bool:
    """Does the disk hold all that bots call, so that the next process need not compile it?"""
    kernels: Numba = mind(game, "native").functions
    return all(any(kernels.store.folder.glob(f"{name}-*.kernel")) for name in needed(game))


def main(names: Sequence[str]) -> None:
    for game in (GAMES[name] for name in names or GAMES):
        warm(game)
        if not is_kept(game):
            sys.exit(
                f"{game.name}: what was compiled cannot be written to the disk; TISCHLEIN_CACHE names another folder"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
