"""A game's whole WebAssembly module: its rules, and on top of them rules of thumb, search and net, as everywhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tischlein.bots.kernels import without_heuristics
from tischlein.bots.mind import GENERIC, mind
from tischlein.bots.wasm.info import net_for_browsers
from tischlein.engine.game import Game
from tischlein.engine.rules.clone import household
from tischlein.engine.types import Numba

if TYPE_CHECKING:
    from tischlein.engine.backends.wasm.backend import Wasm
    from tischlein.engine.backends.wasm.compile import Entrance
    from tischlein.engine.backends.wasm.entrances import Room

    Make = Callable[[Mapping[str, Callable[..., int]], Room], list[Entrance]]


def entrances_of(game: Game) -> list[Entrance]:
    """All that a game's module exports; what a net needs only where there is one."""
    from tischlein.bots.wasm.entrances import guide_entrances, search_entrances
    from tischlein.engine.backends.wasm.backend import rules_entrances

    native: Numba = mind(game, "native")
    functions = native.functions.functions
    rules, room = rules_entrances(game.rules, functions, native.work)
    more = (guide_entrances, search_entrances, *(make for make, _ in _of_nets(game)))
    return [*rules, *(entrance for make in more for entrance in make(functions, room))]


def _of_nets(game: Game) -> list[tuple[Make, tuple[str, ...]]]:
    """What makes the entrances for a game's net, each with the variables that they need."""
    from tischlein.bots.wasm import entrances as more

    found: list[tuple[Make, tuple[str, ...]]] = []
    if net := net_for_browsers(game):
        found.append((more.net_entrances, more.OF_NETS))
        if net["thinks"]:
            found.append((more.games_entrances, more.OF_GAMES))
    return found


def learned(game: Game) -> bool:
    """Has this game a net?"""
    return net_for_browsers(game) is not None


def variables(game: Game) -> tuple[str, ...]:
    """What a module exports the addresses of."""
    from tischlein.bots.wasm import entrances as more
    from tischlein.engine.backends.wasm import entrances

    return (*entrances.VARIABLES, *more.VARIABLES, *(name for _, names in _of_nets(game) for name in names))


def build(game: Game) -> bytes:
    """Return the game's module, compiled now."""
    from tischlein.engine.backends.wasm.compile import compile_module

    return compile_module(entrances_of(game), variables(game))


def module_of(game: Game) -> bytes:
    """Return the game's module, from the disk if these sources have been compiled before."""
    from tischlein.engine.backends.wasm.cache import cached, own_files

    sources = [*household(game.rules, game.bots.heuristics or without_heuristics), *GENERIC]
    makers = [*own_files(), Path(__file__), Path(__file__).with_name("entrances.py")]
    # A module holds what the game's net needs.
    name = "-".join([game.id, *(make.__name__ for make, _ in _of_nets(game))]) + ".wasm"
    return cached(sources, makers, name, lambda: build(game))


def wasm_of(game: Game) -> Wasm:
    """The backend that runs the game's whole module."""
    from tischlein.bots.wasm.info import info
    from tischlein.engine.backends.wasm.backend import Wasm

    return Wasm(game.rules, module_of(game), info(game))
