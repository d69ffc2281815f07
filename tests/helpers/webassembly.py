"""The module of a game in Node, one for all tests of a process."""

from functools import cache

from tischlein.bots.wasm import wasm_of
from tischlein.engine.backends.wasm.backend import Wasm
from tischlein.engine.game import Game


@cache
def wasm(game: Game) -> Wasm:
    """The game's whole module, as browsers get it."""
    return wasm_of(game)
