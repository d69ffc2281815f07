"""Ask a bot for an action, and report an error in its code with the place in its file.

The author of a bot needs the place in its file, and not the path of calls to it; so an error becomes text here, which can
also cross the border between processes.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from traceback import StackSummary, TracebackException

from tischlein.bots.base import Bot, Situation
from tischlein.bots.weights import NetError
from tischlein.engine.errors import OptionError, TischleinError
from tischlein.engine.rules.positions import short_repr, whole

# Whose frames say nothing about a bot: ours, and those that load its module.
OURS = (str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent), "<frozen importlib")


class BotError(TischleinError):
    """A bot's own code has failed; ``trace`` says where in it."""

    def __init__(self, text: str, trace: str) -> None:
        super().__init__(text)
        self.trace = trace

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (str(self), self.trace)

    @classmethod
    def of(cls, who: str, error: BaseException) -> BotError:
        """Return the error for a bot that has failed, made from the exception that was just caught."""
        what = ": ".join(part for part in (type(error).__name__, str(error)) if part)
        return cls(f"{who}: {what}", _trace(TracebackException.from_exception(error)))


def ask(player: Bot, situation: Situation) -> int:
    """Return the action that a bot chooses; BotError names a bot that fails or chooses an illegal action."""
    who = f"{type(player).__module__}:{type(player).__qualname__}"
    legal, process = situation.actions, os.getpid()
    try:
        action = player.choose(situation)
    except NetError:
        raise  # no bot's code has failed: its net's file is wrong
    except (Exception, SystemExit) as error:
        raise BotError.of(f"{who} failed in choose()", error) from error
    finally:
        if os.getpid() != process:
            os._exit(1)  # a copy that the bot has made of this process: one goes on
    if situation.actions is not legal:
        raise OptionError(f"{who} replaced situation.actions; choose() returns one of them and changes none")
    found = whole(action)
    if found is None or found not in legal:
        raise OptionError(
            f"{who} chose {short_repr(action)}, which is not one of {legal}{_hint(action, situation)}"
        )
    return found


def _hint(action: object, situation: Situation) -> str:
    """Return what to do about an answer that is the text of an action instead of its number."""
    text = action if isinstance(action, str) else None
    numbers = [one for one in situation.actions if situation.text(one) == text]
    return f"; {short_repr(action)} is the text of action {numbers[0]}: return the number" if numbers else ""


def _trace(error: TracebackException) -> str:
    """Return the traceback without the frames of this package."""
    link: TracebackException | None = error
    while link is not None:
        own = [frame for frame in link.stack if not frame.filename.startswith(OURS)]
        # One of our own bots has no other frames.
        link.stack = StackSummary.from_list(own or link.stack)
        link = link.__cause__ or link.__context__
    return "".join(error.format())
