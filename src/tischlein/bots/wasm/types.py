"""Print what modules export, as TypeScript: ``python -m tischlein.bots.wasm.types``, run by `make types`."""

import sys

from tischlein.bots.wasm import entrances_of, variables
from tischlein.engine.backends.wasm.types import exports
from tischlein.games import GAMES


def text() -> str:
    """The declaration, which is the same for every game; what is for nets only those have that use it."""
    entrances = {one.name: one for game in GAMES.values() for one in entrances_of(game)}
    names = dict.fromkeys(name for game in GAMES.values() for name in variables(game))
    return exports(list(entrances.values()), names)


if __name__ == "__main__":
    sys.stdout.write(text())
