"""The limit for WebAssembly: a game's rules by hand in C (``bench/limit``), compiled to WebAssembly and run in Node.

The package ``ziglang`` brings the compiler. The program plays the same games with the same random numbers as native, so it must come to
the same number of decisions.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.common.node import find_node
from bench.speed.limit import build, play_program, source
from tischlein.engine.game import Game

RUNNER: Final = Path(__file__).with_name("wasi.mjs")
INSTALL: Final = "no C compiler for WebAssembly: pip install ziglang"
# The same level and vectors as our modules; WASI has no time of a process, so the runner gives it for the other clock.
FLAGS: Final = ("-O3", "-msimd128", "-DCLOCK_PROCESS_CPUTIME_ID=CLOCK_MONOTONIC")
# Its code is optimised before it starts, not after a while.
NODE_FLAGS: Final = ("--no-warnings", "--no-liftoff")


def program(game: Game) -> Path | str | None:
    """Return the program as WebAssembly, why it cannot be built, or None for a game without a C program."""
    path = source(game.id)
    if path is None:
        return None
    if importlib.util.find_spec("ziglang") is None:
        return INSTALL
    command = [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi"]
    return build(path, command, FLAGS)[0]


def player(program: Path, seats: int, batch: int, seed: int) -> Callable[[int], tuple[int, float]]:
    """Return a function that plays one batch of games by its number, and returns its decisions and seconds."""
    host = (find_node(), *NODE_FLAGS, RUNNER)

    def play(number: int) -> tuple[int, float]:
        turn, _ = play_program(program, seats, batch, seed, number * batch, host)
        return turn.decisions, turn.seconds

    return play
