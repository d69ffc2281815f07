"""The module of a game in Node, one process for all tests, and what its bots are asked."""

from functools import cache
from importlib import resources
from random import Random

from helpers.games.strategies import played
from helpers.node import NodeProcess
from per_game import KITS, Kit
from tischlein.bots.base import Situation, situation
from tischlein.bots.wasm.info import net_for_browsers
from tischlein.bots.weights import NAME
from tischlein.engine.game import Game

LEARNED = [kit for kit in KITS if net_for_browsers(kit.game)]


@cache
def in_node(game: Game) -> NodeProcess:
    """Return a game's module in Node, run by the npm package."""
    return NodeProcess(game)


def net_file(game: Game) -> bytes:
    """Return the net that comes with a game."""
    return (resources.files(game.rules.__name__.rpartition(".")[0]) / NAME).read_bytes()


def situations(kit: Kit, n: int) -> list[Situation]:
    """Return decisions with a choice, somewhere in games."""
    rng = Random(f"wasm bots {kit.game.id}")
    found: list[Situation] = []
    while len(found) < n:
        table = played(kit, rng)
        for seat in table.waiting:
            told = situation(table, seat, seed=rng.getrandbits(64))
            if len(told.actions) > 1:
                found.append(told)
    return found[:n]
