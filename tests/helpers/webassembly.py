"""The module of a game in Node, one for all tests of a process, and what its bots are asked."""

from functools import cache
from importlib import resources
from random import Random

from helpers.strategies import played
from per_game import KITS, Kit
from tischlein.bots.base import Situation, situation
from tischlein.bots.wasm import learned, wasm_of
from tischlein.bots.weights import NAME
from tischlein.engine.backends.wasm.backend import Wasm
from tischlein.engine.game import Game

LEARNED = [kit for kit in KITS if learned(kit.game)]


@cache
def wasm(game: Game) -> Wasm:
    """The game's whole module, as browsers get it."""
    return wasm_of(game)


def net_file(game: Game) -> bytes:
    """The net that everybody has."""
    return (resources.files(game.rules.__name__.rpartition(".")[0]) / NAME).read_bytes()


def situations(kit: Kit, n: int) -> list[Situation]:
    """Decisions with a choice, somewhere in games."""
    rng = Random(f"wasm bots {kit.game.id}")
    found: list[Situation] = []
    while len(found) < n:
        table = played(kit, rng)
        for seat in table.waiting:
            told = situation(table, seat, seed=rng.getrandbits(64))
            if len(told.actions) > 1:
                found.append(told)
    return found[:n]
