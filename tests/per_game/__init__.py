"""What is particular to each game, for the suites that try all games: one file for each game that is tried, found by its id."""

from importlib import import_module
from pkgutil import iter_modules

from tischlein.games import GAMES

from .base import Kit, Position, SmallWorld, Steps

# A file `<id>.py` holds a game's kit; names with an underscore are further files of such a kit.
FILES = {module.name for module in iter_modules(__path__) if module.name != "base" and "_" not in module.name}
KITS: list[Kit] = [import_module(f"{__name__}.{name}").KIT for name in sorted(FILES & set(GAMES))]

__all__ = ["FILES", "KITS", "Kit", "Position", "SmallWorld", "Steps"]
