"""One game made ready for bots that calculate: its rules, rules of thumb and the kernels on top, bound together on a backend.

All backends give the same answers to the bit. ``wasm`` runs the module that comes with a game, ``native`` compiles for this machine
and needs Numba, and ``python`` runs the sources as they are, hundreds of times slower.
"""

from functools import cache
from threading import local

from tischlein.bots.runtimes.base import Runtime
from tischlein.engine.backends.wasm.modules import has_compiler, has_module
from tischlein.engine.game import Game
from tischlein.games import GAMES

BACKENDS = ("auto", "wasm", "native", "python")


@cache
def best_backend(game: Game) -> str:
    """Return the backend that bots use: wasm with a game's own module, else native if Numba is there, else python."""
    listed = GAMES.get(game.id, game)
    if listed.bots.heuristics is game.bots.heuristics and has_module(game.rules):
        return "wasm"
    return "native" if has_compiler() else "python"


def check_backend(name: str) -> str:
    """Return the name of a backend for bots; ValueError if it is not one."""
    if name not in BACKENDS:
        raise ValueError(f"backend is one of {', '.join(BACKENDS)}, not {name!r}")
    return name


_here = local()


def runtime(game: Game, backend: str = "auto") -> Runtime:
    """Return this thread's runtime for a game, made on the first call; ``auto`` takes the best backend that is there."""
    name = best_backend(game) if backend == "auto" else backend
    made: dict[tuple[Game, str], Runtime] = _here.__dict__.setdefault("made", {})
    found = made.get((game, name))
    if found is None or not found.is_usable:
        found = made[game, name] = _make(game, name)
    return found


def _make(game: Game, backend: str) -> Runtime:
    if backend == "wasm":
        from tischlein.bots.runtimes.wasm import WasmRuntime

        return WasmRuntime(game)
    if backend == "native":
        from tischlein.bots.runtimes.native import NativeRuntime

        return NativeRuntime(game)
    from tischlein.bots.runtimes.python import PythonRuntime

    return PythonRuntime(game)
