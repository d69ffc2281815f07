"""The stage for a game on a backend: each is made once."""

from functools import cache

from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.lab.stage import NativeStage, PythonStage, Stage, SteppedStage


def stepped(game: Game, backend: str) -> SteppedStage:
    """Return a stage that plays in parts."""
    ready = stage(game, backend)
    if not isinstance(ready, SteppedStage):
        raise OptionError(f"bots that are asked play on the python or native backend, not on {backend}")
    return ready


@cache
def stage(game: Game, backend: str) -> Stage:
    """Return the stage for a game, made on the first call."""
    if backend == "python":
        return PythonStage(game)
    if backend == "native":
        return NativeStage(game)
    from tischlein.lab.gpu import CudaStage

    return CudaStage(game)
