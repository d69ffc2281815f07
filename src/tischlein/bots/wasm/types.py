"""Print what modules export, as TypeScript: ``python -m tischlein.bots.wasm.types``, run by `make types`."""

import sys

from tischlein.bots.wasm.build import entrances_of, variables
from tischlein.engine.backends.wasm.types import exports
from tischlein.games import GAMES


def text() -> str:
    """Return the declaration, which is the same for every game."""
    game = next(iter(GAMES.values()))
    return exports(entrances_of(game), variables())


if __name__ == "__main__":
    sys.stdout.write(text())
