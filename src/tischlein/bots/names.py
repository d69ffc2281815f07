"""Bots by name: a level, a class of your own, and settings behind either.

>>> type(bot("medium")).__name__
'Medium'
>>> type(bot("tischlein.bots.uniform:Uniform")).__name__
'Uniform'
"""

import inspect
import os
import sys
from collections.abc import Callable
from importlib import import_module

from tischlein.bots.ask import BotError
from tischlein.bots.base import Bot
from tischlein.bots.heuristic import Easy, Medium
from tischlein.bots.learned import Expert, Learned
from tischlein.bots.searcher import Searcher
from tischlein.bots.uniform import Uniform
from tischlein.engine.errors import OptionError, did_you_mean
from tischlein.engine.rules.positions import short_repr

# From the weakest to the strongest; what the level is called, and who plays it.
LEVELS: dict[str, Callable[..., Bot]] = {
    "random": Uniform,
    "easy": Easy,
    "medium": Medium,
    "hard": Learned,
    "expert": Expert,
}
# Players that are not levels: the search that needs no net.
MORE: dict[str, Callable[..., Bot]] = {"search": Searcher}


def bot(name: str, **more: object) -> Bot:
    """Return a player: a level, or ``module:Class``; settings follow as in ``expert,iterations=500``, or as arguments.

    What is wrong with a name raises OptionError, which says what would be right.
    """
    if not isinstance(name, str):
        raise OptionError(
            f"{short_repr(name)} is not the name of a bot; write a level, as in 'medium', or 'module:Class'"
        )
    who, *settings = name.split(",")
    make = class_of(who)
    known = inspect.signature(make).parameters
    chosen: dict[str, object] = {}
    written = [setting.partition("=") for setting in settings]
    for key in (*(key for key, _, _ in written), *more):
        if key not in known:
            raise OptionError(
                f"{who} has no setting {key}; it has {', '.join(known) or 'none'}{did_you_mean(key, known)}"
            )
    for key, equals, value in written:
        if not equals:
            raise OptionError(f"{key!r}: write it as {key}=value")
        chosen[key] = _value(value)
    chosen |= more
    try:
        player = make(**chosen)
    except (TypeError, ValueError) as error:
        raise OptionError(f"{name!r}: {error}") from error
    except Exception as error:
        raise BotError.of(f"{who} failed in __init__()", error) from error
    if not callable(getattr(player, "choose", None)):
        raise OptionError(f"{who!r} has no method choose(situation); docs/write-a-bot.md shows one")
    return player


def class_of(name: str) -> Callable[..., Bot]:
    """Return what makes the players of a level, or of ``module:Class``, without settings."""
    if name in LEVELS or name in MORE:
        return LEVELS.get(name) or MORE[name]
    module, colon, attribute = name.partition(":")
    if not (colon and module and attribute):
        raise OptionError(
            f"there are no bots of level {name!r}; there are {', '.join((*LEVELS, *MORE))}, and module:Class for your own"
            f"{did_you_mean(name, (*LEVELS, *MORE))}"
        )
    # As with `python -m`, a file in the folder where one works is found.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found: Callable[..., Bot] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise OptionError(f"{name!r} cannot be loaded: {error}") from error
    except SyntaxError as error:
        # It names its place itself; the frames are only those that have looked for the file.
        raise BotError.of(f"{name!r} cannot be loaded", error.with_traceback(None)) from error
    except Exception as error:
        raise BotError.of(f"{name!r} cannot be loaded", error) from error
    if not callable(found):
        raise OptionError(f"{name!r} is not a class")
    return found


def _value(text: str) -> object:
    """Numbers as numbers, all else as it is written."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
