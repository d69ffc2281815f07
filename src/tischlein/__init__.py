"""Tischlein: the open digital table for number card games.

>>> import tischlein
>>> table = tischlein.game("lobo77").new(seats=3, seed=7)
>>> while not table.over:
...     seat = table.waiting[0]
...     table.play(seat, table.actions(seat)[0])
>>> sorted(table.scores)[:2], len(table.winners)
([-1, -1], 1)
"""

import copyreg
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from tischlein import interrupts  # noqa: F401 — first, since it looks after Ctrl-C while the others are imported
from tischlein.engine.errors import (
    ChanceError,
    DialectError,
    IllegalAction,
    OptionError,
    PositionError,
    RecordError,
    TischleinError,
    UndoError,
)
from tischlein.engine.game import Game, Option
from tischlein.engine.play.chance import Source
from tischlein.engine.play.legality import Action, Reason
from tischlein.engine.play.table import Table
from tischlein.engine.rules.features import Feature, placeholder_features
from tischlein.engine.types import Options
from tischlein.games import GAMES, game

if TYPE_CHECKING:
    from tischlein.coach.analysis import analyse
    from tischlein.coach.review import review
    from tischlein.lab.arena.arena import arena
    from tischlein.lab.simulate.simulate import simulate
    from tischlein.lab.vector.vector import vector

__version__ = "1.0.0"
__all__ = [
    "Action",
    "ChanceError",
    "DialectError",
    "Feature",
    "Game",
    "IllegalAction",
    "Option",
    "OptionError",
    "PositionError",
    "Reason",
    "RecordError",
    "Source",
    "Table",
    "TischleinError",
    "UndoError",
    "analyse",
    "arena",
    "features",
    "game",
    "games",
    "review",
    "simulate",
    "vector",
]


def games() -> dict[str, Game]:
    """Return all games by id."""
    return dict(GAMES)


# What calculates is loaded when it is first asked for.
_LATER = {
    "analyse": "tischlein.coach.analysis",
    "arena": "tischlein.lab.arena.arena",
    "review": "tischlein.coach.review",
    "simulate": "tischlein.lab.simulate.simulate",
    "vector": "tischlein.lab.vector.vector",
}


def features(of: str | Game) -> tuple[Feature, ...]:
    """Name every place of an observation of a game, with its kind and range.

    >>> features("lobo77")[40]
    Feature(name='total', kind='number', low=-32768, high=152)
    """
    chosen = of if isinstance(of, Game) else game(of)
    return chosen.bots.features or placeholder_features(chosen.rules.OBSERVED)


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _by_name(one: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    if GAMES.get(one.id) is not (one.printed or one):
        raise TypeError(f"{one.name} is not in the list of games, so another process could not find it")
    return (_with_numbers, (one.id, dict(one.changed))) if one.changed else (game, (one.id,))


def _with_numbers(id: str, changed: Options) -> Game:
    return game(id).with_design(changed)[0]


# Tables travel between processes, and their games go by name.
copyreg.pickle(Game, _by_name)
