"""The runner for a game on a backend: each is made once."""

from functools import cache

from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.lab.simulate.runner import NativeRunner, PythonRunner, Runner, SteppedRunner


def stepped(game: Game, backend: str) -> SteppedRunner:
    """Return a runner that plays in parts."""
    ready = runner(game, backend)
    if not isinstance(ready, SteppedRunner):
        raise OptionError(f"bots that are asked play on the python or native backend, not on {backend}")
    return ready


@cache
def runner(game: Game, backend: str) -> Runner:
    """Return the runner for a game, made on the first call."""
    if backend == "python":
        return PythonRunner(game)
    if backend == "native":
        return NativeRunner(game)
    from tischlein.lab.simulate.cuda import CudaRunner

    return CudaRunner(game)
