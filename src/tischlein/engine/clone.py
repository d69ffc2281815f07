"""The trick behind "rules once": clone plain functions with new globals.

A backend wraps every function of the rules module, of ``cards`` and of the generic code on top (``drive``), and binds the
names that generic code imports from ``contract`` to the rules of one game. The sources stay untouched.
"""

import inspect
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

from tischlein import cards
from tischlein.engine import contract

Wrap = Callable[[FunctionType], Any]


def clone(rules: Any, generic: Sequence[ModuleType], wrap: Wrap, table: Wrap | None = None) -> dict[str, Any]:
    """Return the wrapped clones by name: the rules' functions first, then those of the generic modules.

    ``table`` may replace constant tuples of integers by what a compiler likes better.
    """
    modules = [cards, rules, *generic]
    spaces = {module: dict(vars(module)) for module in modules}
    clones: dict[Any, Any] = {}
    for module in modules:
        for function in _functions(module):
            copied = FunctionType(function.__code__, spaces[module], function.__name__, function.__defaults__)
            copied.__module__ = function.__module__
            copied.__qualname__ = function.__qualname__
            clones[function] = wrap(copied)
    for stub in contract.FUNCTIONS:
        clones[stub] = clones[getattr(rules, stub.__name__)]
    for space in spaces.values():
        for name, value in list(space.items()):
            if inspect.isfunction(value):
                space[name] = clones.get(value, value)
            elif table is not None and is_table(value):
                space[name] = table(value)
    found = {name: clones[value] for name, value in vars(rules).items() if _is_own(value, rules)}
    for module in [cards, *generic]:
        found.update({name: clones[value] for name, value in vars(module).items() if _is_own(value, module)})
    return found


def is_table(value: Any) -> bool:
    """A flat or rectangular tuple of integers."""
    if not isinstance(value, tuple) or not value:
        return False
    if all(isinstance(cell, tuple) and is_table(cell) for cell in value):
        return len({len(row) for row in value}) == 1
    return all(isinstance(cell, int) for cell in value)


def _functions(module: Any) -> list[FunctionType]:
    return [value for value in vars(module).values() if _is_own(value, module)]


def _is_own(value: Any, module: Any) -> bool:
    return inspect.isfunction(value) and value.__module__ == module.__name__
