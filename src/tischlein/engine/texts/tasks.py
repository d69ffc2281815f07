"""What a task can be about: under which keys its text stands, and what the text and its conditions can ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tischlein.engine.texts.templates import Values
from tischlein.engine.types import Value


def task_keys(view: Values) -> list[str]:
    """Where to look for the task: the step of the turn, then the phase, then anything."""
    if view["phase"] == "over":
        return ["over"]
    if view["you"] not in view["waiting"]:
        return ["wait"]
    step = view.get("step")
    return [step, view["phase"], "act"] if isinstance(step, str) else [view["phase"], "act"]


def task_values(view: Values, actions: Sequence[str], hints: Mapping[str, Values]) -> dict[str, Value]:
    """The view of whoever has the task, and beside it what follows from the legal actions and their hints.

    ``me`` is your entry of the players, ``others`` are those who may act too, ``can`` has the beginnings of the legal actions, and
    ``hint`` for each key of the hints its values.
    """
    you = view["you"]
    values = dict(view)
    values["others"] = [seat for seat in view["waiting"] if seat != you]
    values["can"] = _beginnings(actions)
    values["hint"] = _by_key(hints)
    if you is not None and "players" in view:
        values["me"] = view["players"][you]
    return values


def _beginnings(actions: Sequence[str]) -> list[str]:
    """All beginnings of these actions, word by word.

    >>> _beginnings(["take visible", "knock"])
    ['take', 'take visible', 'knock']
    """
    found: dict[str, None] = {}
    for action in actions:
        end = action.find(" ")
        while end >= 0:
            found[action[:end]] = None
            end = action.find(" ", end + 1)
        found[action] = None
    return list(found)


def _by_key(hints: Mapping[str, Values]) -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = {}
    for hint in hints.values():
        for key in hint:
            found.setdefault(key, []).append(hint[key])
    return found
