"""Print what modules export, as TypeScript: ``python -m tischlein.bots.wasm.types``, run by `make types`."""

import sys

from tischlein.bots.wasm import entrances_of, learned, variables
from tischlein.engine.backends.wasm.types import exports
from tischlein.games import GAMES


def text() -> str:
    """The declaration, which is the same for every game; only those that have a net export what is for nets."""
    game = next(game for game in GAMES.values() if learned(game))
    return exports(entrances_of(game), variables(game))


if __name__ == "__main__":
    sys.stdout.write(text())
