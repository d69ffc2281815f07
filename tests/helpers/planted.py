"""The tiny game of the scaffold, with a mistake planted in it: what every game's suites must notice."""

import sys
from importlib import import_module
from pathlib import Path

from helpers.pieces import modules_in, with_lie
from tischlein import scaffold
from tischlein.engine.game import Game


def planted(folder: Path, *lies: tuple[str, str]) -> Game:
    """Return the tiny game, imported from a copy in which pieces of the source were replaced."""
    package = f"planted{abs(hash(folder))}"
    room = scaffold.write(package, folder, package)
    for find, replace in lies:
        path, source = with_lie(room, find, replace)
        path.write_text(source, "utf-8")
        modules_in.cache_clear()
    sys.path.insert(0, str(folder))
    try:
        game: Game = import_module(package).GAME
    finally:
        sys.path.remove(str(folder))
    return game
