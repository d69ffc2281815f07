"""Errors at a table; every message says what was wrong and what would be right."""

from collections.abc import Iterable


class TischleinError(Exception):
    """The base of all errors that a caller can cause."""


class OptionError(TischleinError, ValueError):
    """An unknown game, option or number of seats, or a value that an option does not take."""


class PositionError(TischleinError, ValueError):
    """A position that cannot be; the message names the place."""


class IllegalAction(TischleinError, ValueError):  # noqa: N818 — the public API's name
    """An action that the rules do not allow now; ``clause`` is the rule against it."""

    def __init__(self, text: str, code: str, clause: str) -> None:
        super().__init__(text)
        self.code = code
        self.clause = clause

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (str(self), self.code, self.clause)


class UndoError(TischleinError):
    """There is nothing to take back, or not without the consent of everyone at the table."""


class ChanceError(TischleinError):
    """A list of chance outcomes has run out, or names one that is not possible now."""


class RecordError(TischleinError, ValueError):
    """A record of a game that cannot be replayed, for example one of another rules version."""

    entry: int | None = None  # the index in its history, if known


class DialectError(TischleinError, TypeError):
    """Rules that do not compile, with the place and what to write instead."""


GUESS = ". Did you mean "


def did_you_mean(name: object, known: Iterable[object]) -> str:
    """Return a question that suggests the closest known name, "" if none is close, or if this is not a name.

    >>> did_you_mean("Sport", ["spot", "park"]), did_you_mean("chess", ["spot", "park"]), did_you_mean(7, ["spot"])
    ('. Did you mean spot?', '', '')
    """
    if not isinstance(name, str):
        return ""
    from difflib import get_close_matches  # rarely needed

    near = get_close_matches(name.lower(), map(str, known), n=1)
    return f"{GUESS}{near[0]}?" if near else ""
