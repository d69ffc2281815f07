"""A game's whole WebAssembly module: its rules, and on top of them rules of thumb, search and net, as everywhere else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tischlein.bots import plain
from tischlein.bots.mind import GENERIC, mind
from tischlein.engine.clone import household
from tischlein.engine.game import Game

if TYPE_CHECKING:
    from tischlein.engine.backends.wasm.backend import Wasm
    from tischlein.engine.backends.wasm.compile import Entrance


def entrances_of(game: Game) -> list[Entrance]:
    """All that a game's module exports; only games with a net have use for what a net needs."""
    from tischlein.bots.wasm.entrances import guide_entrances, net_entrances, search_entrances
    from tischlein.engine.backends.wasm.backend import rules_entrances

    native: Any = mind(game, "native")
    functions = native.functions.functions
    rules, room = rules_entrances(game.rules, functions, native.work)
    more = (guide_entrances, search_entrances, *([net_entrances] if learned(game) else []))
    return [*rules, *(entrance for make in more for entrance in make(functions, room))]


def learned(game: Game) -> bool:
    """Has this game a net that is used in a browser?"""
    from tischlein.bots.wasm.info import net_for_browsers

    return net_for_browsers(game) is not None


def variables(game: Game) -> tuple[str, ...]:
    """What a module exports the addresses of."""
    from tischlein.bots.wasm import entrances as more
    from tischlein.engine.backends.wasm import entrances

    return (*entrances.VARIABLES, *more.VARIABLES, *(more.OF_NETS if learned(game) else ()))


def build(game: Game) -> bytes:
    """Return the game's module, compiled now."""
    from tischlein.engine.backends.wasm.compile import compile_module

    return compile_module(entrances_of(game), variables(game))


def module_of(game: Game) -> bytes:
    """Return the game's module, from the disk if these sources have been compiled before."""
    from tischlein.engine.backends.wasm.cache import cached, own_files

    sources: list[Any] = [*household(game.rules, game.heuristics or plain), *GENERIC]
    makers = [*own_files(), Path(__file__), Path(__file__).with_name("entrances.py")]
    name = f"{game.id}{'-net' if learned(game) else ''}.wasm"
    return cached(sources, makers, name, lambda: build(game))


def wasm_of(game: Game) -> Wasm:
    """The backend that runs the game's whole module."""
    from tischlein.bots.wasm.info import info
    from tischlein.engine.backends.wasm.backend import Wasm

    return Wasm(game.rules, module_of(game), info(game))
