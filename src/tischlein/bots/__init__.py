"""Players without a chair. They are told what their seat may know, and answer with an action; they cannot peek.

>>> from tischlein.games import GAMES
>>> table = GAMES["lobo77"].new(seats=2, seed=7)
>>> seat = table.waiting[0]
>>> action = bot("easy").choose(situation(table, seat, seed=1))
>>> action in [choice.id for choice in table.actions(seat)]
True
"""

from tischlein.bots.base import Bot, Situation, situation
from tischlein.bots.easy import Easy
from tischlein.bots.uniform import Uniform
from tischlein.engine.errors import OptionError

__all__ = ["LEVELS", "Bot", "Situation", "bot", "situation"]

# From the weakest to the strongest; what the level is called, and who plays it.
LEVELS: dict[str, type[Bot]] = {"random": Uniform, "easy": Easy}


def bot(level: str) -> Bot:
    """Return a player of this level; an unknown level raises OptionError with those there are."""
    if level not in LEVELS:
        raise OptionError(f"there are no bots of level {level!r}; there are {', '.join(LEVELS)}")
    return LEVELS[level]()
