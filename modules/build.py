"""Put a game's module together."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from modules import bot_entrances
from modules.compile import Entrance, compile_module
from modules.many_games import vector_entrances, whole_games_entrances
from modules.rules_entrances import VARIABLES, Room, contract_entrances, drive_entrances
from tischlein.bots.kernels import (
    GENERIC,
    trace,
    vector_step,
    whole_games,
    without_columns,
    without_heuristics,
)
from tischlein.engine.backends.native import Native
from tischlein.engine.backends.wasm.modules import NAME, stamped
from tischlein.engine.game import Game
from tischlein.engine.rules import stacks

COMPILED = (*GENERIC, stacks, whole_games, trace, vector_step)


def entrances_of(game: Game) -> list[Entrance]:
    """Return all functions that a game's module exports."""
    rules, heuristics = game.rules, game.bots.heuristics or without_heuristics
    lab = game.lab or without_columns
    functions = Native(rules).kernels.with_more(COMPILED, heuristics, lab).functions
    scratch = max(rules.WORK, heuristics.WORK, 1)
    room = Room(game.layout, rules.MAX_SEATS, rules.ACTIONS + 1, rules.OBSERVED, scratch)
    makers = (contract_entrances, drive_entrances, *bot_entrances.MAKERS, vector_entrances)
    found = [entrance for make in makers for entrance in make(functions, room)]
    return [*found, *whole_games_entrances(functions, room, lab.CELLS)]


def variables() -> tuple[str, ...]:
    """Return the names of the variables whose addresses a module exports."""
    return (*VARIABLES, *bot_entrances.VARIABLES)


def build(game: Game) -> bytes:
    """Return a game's module with its stamp, compiled now."""
    return stamped(compile_module(entrances_of(game), variables()), folder_of(game))


def folder_of(game: Game) -> Path:
    """Return the folder that a game's module lies in."""
    found = sys.modules[game.rules.__name__.rpartition(".")[0]].__file__
    return Path(str(found)).parent


def write(game: Game) -> None:
    """Compile a game's module into its folder; a process that reads meanwhile finds the old file or the new one."""
    path = folder_of(game) / NAME
    unfinished = path.with_name(f"{NAME}.{os.getpid()}.part")
    unfinished.write_bytes(build(game))
    unfinished.replace(path)
