"""A game's whole WebAssembly module: its rules, and on top of them the rules of thumb and the search, as everywhere else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tischlein.bots import plain
from tischlein.bots.mind import GENERIC
from tischlein.engine.clone import clone, household
from tischlein.engine.game import Game

if TYPE_CHECKING:
    from tischlein.engine.backends.wasm.backend import Wasm
    from tischlein.engine.backends.wasm.compile import Entrance


def entrances_of(game: Game) -> list[Entrance]:
    """All that a game's module exports."""
    from tischlein.bots.wasm.entrances import guide_entrances, search_entrances
    from tischlein.engine.backends.wasm.backend import constant_table, rules_entrances
    from tischlein.engine.backends.wasm.compile import WasmPart

    heuristics = game.heuristics or plain
    functions = clone(game.rules, GENERIC, WasmPart, constant_table, heuristics)
    scratch = max(game.rules.WORK, heuristics.WORK, 1)
    rules, room = rules_entrances(game.rules, functions, scratch)
    return [*rules, *guide_entrances(functions, room), *search_entrances(functions, room)]


def variables() -> tuple[str, ...]:
    """What a module exports the addresses of."""
    from tischlein.bots.wasm import entrances as more
    from tischlein.engine.backends.wasm import entrances

    return (*entrances.VARIABLES, *more.VARIABLES)


def build(game: Game) -> bytes:
    """Return the game's module, compiled now."""
    from tischlein.engine.backends.wasm.compile import compile_module

    return compile_module(entrances_of(game), variables())


def module_of(game: Game) -> bytes:
    """Return the game's module, from the disk if these sources have been compiled before."""
    from tischlein.engine.backends.wasm.cache import cached, own_files

    sources: list[Any] = [*household(game.rules, game.heuristics or plain), *GENERIC]
    makers = [*own_files(), *sorted(Path(__file__).parent.glob("*.py"))]
    return cached(sources, makers, f"{game.id}.wasm", lambda: build(game))


def wasm_of(game: Game) -> Wasm:
    """The backend that runs the game's whole module."""
    from tischlein.bots.wasm.info import info
    from tischlein.engine.backends.wasm.backend import Wasm

    return Wasm(game.rules, module_of(game), info(game))
