"""Which code a bot was: results of one must not be mixed with those of another that has the same name."""

import json
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from inspect import getfile, getsourcefile
from pathlib import Path

from tischlein import bots, cards
from tischlein.bots import LEVELS
from tischlein.bots.names import class_of
from tischlein.bots.weights import NetError, net_of
from tischlein.engine.backends.wasm.modules import code_in
from tischlein.engine.game import Game
from tischlein.engine.rules import drive
from tischlein.engine.types import Module


def package_version() -> str:
    """Return the version of the installed package."""
    return version("tischlein")


def code_of(name: str, game: Game, *also: Module, apart: bool = False) -> str:
    """Return a hash of what the results of a bot depend on, and of other modules that are asked for.

    Comments, the layout of a source and the version of Python are not part of it. ``apart``: a bot's own module is found, not imported.
    """
    digest = sha256()
    with suppress(NetError):
        net = net_of(game)
        digest.update(json.dumps(net.header).encode())
        for array in net.arrays.values():
            digest.update(array.tobytes())
    for source in (*sources_of(name, game, apart), *map(_file, also)):
        digest.update(_meaning(source).encode())
    return digest.hexdigest()[:16]


def sources_of(name: str, game: Game, apart: bool = False) -> list[Path]:
    """Return the files in which a bot, the levels that it may ask, the rules, rules of thumb and columns of a game are written."""
    sources = [*_folder(bots), *_folder(game.rules), Path(cards.__file__), Path(drive.__file__)]
    if game.bots.heuristics:
        sources += _folder(game.bots.heuristics)
    if game.lab:
        sources.append(_file(game.lab))
    who = name.partition(",")[0]
    module, colon, _ = who.partition(":")
    if apart and colon:
        spec = find_spec(module)
        own = None if spec is None else spec.origin
    else:
        own = None if who in LEVELS else getsourcefile(class_of(who))
    return [*sources, Path(own)] if own else sources


def _file(module: Module) -> Path:
    return Path(getfile(module))


def _folder(module: Module) -> list[Path]:
    return sorted(_file(module).parent.rglob("*.py"))


_meaning = cache(code_in)
