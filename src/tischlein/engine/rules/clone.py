"""The trick behind "rules once": clone plain functions with new globals.

A backend wraps every function of the rules module, of ``cards`` and of the generic code on top (``drive``), and binds the
names that generic code imports from ``contract`` to the rules of one game. The sources stay untouched.
"""

import inspect
import sys
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import cast
from zlib import crc32

from tischlein import cards
from tischlein.engine.rules import contract
from tischlein.engine.rules.contract import Heuristics, Lab, Rules
from tischlein.engine.types import Compiled, Kernel, Namespace

Wrap = Callable[[FunctionType], Kernel]


def clone(
    rules: Rules,
    generic: Sequence[ModuleType],
    wrap: Wrap,
    table: Wrap | None = None,
    heuristics: Heuristics | None = None,
    clones: Compiled | None = None,
    lab: Lab | None = None,
) -> Namespace:
    """Return the wrapped clones by name, of the rules, of ``cards`` and of the generic modules.

    ``table`` may replace constant tuples of integers by what a compiler likes better. Generic code that asks for rules of thumb
    gets those of ``heuristics``, and code that writes columns those of ``lab``. ``clones`` holds those that were made before, by their
    originals; new ones are added.
    """
    modules = [cards, *generic, *household(rules, heuristics, lab)]
    spaces = {module: _space(module, changed(rules)) for module in modules}
    mark = _mark(changed(rules))
    rules = printed(rules)
    clones = {} if clones is None else clones
    for module in modules:
        for function in vars(module).values():
            if _is_of(function, module) and function not in clones:
                clones[function] = wrap(_copied(function, spaces[module], mark))
    for stub in contract.FUNCTIONS:
        clones[stub] = clones[getattr(rules, stub.__name__)]
    for stubs, own in ((contract.ADVICE, heuristics), (contract.NOTES, lab)):
        for advice in stubs if own else ():
            clones[advice] = clones[getattr(own, advice.__name__)]
    found: Namespace = {}
    for module in modules:
        for name, value in vars(module).items():
            if inspect.isfunction(value) and value in clones:
                found[name] = spaces[module][name] = clones[value]
            elif table is not None and is_table(value):
                spaces[module][name] = table(spaces[module][name])
    return found


def _space(module: ModuleType, constants: Namespace) -> Namespace:
    """Return the globals that a module's functions see, with the constants that a variant changes replaced."""
    here = vars(module)
    return here | {name: value for name, value in constants.items() if name in here}


def household(rules: Rules, *others: Heuristics | Lab | ModuleType | None) -> list[ModuleType]:
    """Return the modules that a game's rules take functions from, and those of its rules of thumb and columns."""
    rules = printed(rules)
    room = rules.__name__.rpartition(".")[0]  # the game's folder
    modules = _family(rules, room)
    for other in others:
        if other:
            modules += [module for module in _family(other, room) if module not in modules]
    return modules


def changed(rules: Rules) -> Namespace:
    """Return the constants in which a variant (``design``) differs from the printed rules."""
    return getattr(rules, "CHANGED", {})


def printed(rules: Rules) -> Rules:
    """Return the printed rules, also where these are the rules of a variant."""
    found: Rules = getattr(rules, "PRINTED", rules)
    return found


def _family(module: Rules | Heuristics | Lab | ModuleType, room: str) -> list[ModuleType]:
    """Return the modules in a game's folder that this one takes functions from, itself last."""
    found = {module.__name__: cast(ModuleType, module)}
    ahead = [cast(ModuleType, module)]
    while ahead:
        for value in vars(ahead.pop()).values():
            home = sys.modules.get(value.__module__) if inspect.isfunction(value) else None
            if home and home.__name__.startswith(f"{room}.") and home.__name__ not in found:
                found[home.__name__] = home
                ahead.append(home)
    return list(found.values())[::-1]


def is_table(value: object) -> bool:
    """Return True for a flat or rectangular tuple of integers."""
    if not isinstance(value, tuple) or not value:
        return False
    if all(isinstance(cell, tuple) and is_table(cell) for cell in value):
        return len({len(row) for row in value}) == 1
    return all(isinstance(cell, int) for cell in value)


def _is_of(value: object, module: ModuleType) -> bool:
    return inspect.isfunction(value) and value.__module__ == module.__name__


def _mark(constants: Namespace) -> str:
    """Return a suffix that tells a variant's functions from the printed ones: machine code is linked by name."""
    return f"_{crc32(repr(sorted(constants.items())).encode()):08x}" if constants else ""


def _copied(function: FunctionType, space: Namespace, mark: str = "") -> FunctionType:
    copied = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    copied.__module__ = function.__module__
    copied.__qualname__ = function.__qualname__ + mark
    return copied
