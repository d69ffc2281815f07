"""The keys of a task's text, and the values that it and its conditions can use."""

from collections.abc import Mapping, Sequence

from tischlein.engine.texts.templates import Values
from tischlein.engine.types import Value

ME = "me"  # your own entry of the players


def task_keys(view: Values) -> list[str]:
    """Return the keys to look for the task under: the step of the turn, then the phase, then any."""
    if view["phase"] == "over":
        return ["over"]
    if view["you"] not in view["waiting"]:
        return ["wait"]
    step = view.get("step")
    return [step, view["phase"], "act"] if isinstance(step, str) else [view["phase"], "act"]


def task_values(view: Values, actions: Sequence[str], hints: Mapping[str, Values]) -> dict[str, Value]:
    """Return the view of the seat with the task, and values that follow from its legal actions and their
    hints.

    ``me`` is your entry of the players, ``others`` are the other seats that may act, ``can`` has the
    beginnings of the legal actions, and ``hint`` maps each key of the hints to its values.
    """
    you = view["you"]
    values = dict(view)
    values["others"] = [seat for seat in view["waiting"] if seat != you]
    values["can"] = _beginnings(actions)
    values["hint"] = _by_key(hints)
    if you is not None and "players" in view:
        values[ME] = view["players"][you]
    return values


def _beginnings(actions: Sequence[str]) -> list[str]:
    """Return all beginnings of these actions, word by word.

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
