"""A game with other numbers, for design studies: another hand size, other counts of cards.

A game's ``lab`` module declares in DESIGN which numbers a designer may change. A variant is the same rules, with some of their
constants replaced in every function that reads them, on each backend that clones the rules, and in positions, views and hints.
Its records look like those of the printed game, so nothing else changes. Tables for people know no variants: only options of the
rulebook are offered there.

>>> import tischlein
>>> table = tischlein.game("lobo77").new(seats=2, seed=1, hand=3)
>>> [len(hand) for hand in table.position()["hands"]]
[3, 3]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from tischlein.engine.contract import Rules
from tischlein.engine.declaration import Declaration
from tischlein.engine.errors import OptionError
from tischlein.engine.option import Option
from tischlein.engine.parts import Face
from tischlein.engine.positions import bare, shown
from tischlein.engine.types import OptionValue

Kind = TypeVar("Kind", bound=Declaration)
Numbers = Mapping[str, Any]


@dataclass(frozen=True)
class Design(Option):
    """A number that a designer may change; never above the printed one, so that all cards have room in the record."""

    # (value, the constants of the rules by name) -> the constants that change.
    change: Callable[[OptionValue, Numbers], Numbers] = lambda value, now: {}


def copies(printed: Sequence[int], kind: int, help: str) -> Design:
    """How many cards of a kind there are; the rules call the table of all kinds COPIES."""

    def changed(value: Any, now: Numbers) -> Numbers:
        counts = list(now["COPIES"])
        counts[kind] = value
        return {"COPIES": tuple(counts)}

    return Design(printed[kind], range(printed[kind] + 1), help, held=False, change=changed)


_made: dict[tuple[str, tuple[tuple[str, Any], ...]], Any] = {}


def varied(game: Kind, wanted: Mapping[str, Any]) -> Kind:
    """Return the game with these numbers; the printed game where they are the printed ones."""
    from tischlein.engine.clone import household  # tables do without it

    printed: Any = game.printed or game
    chosen: dict[str, Any] = {}
    for name, design in printed.design.items():
        value = bare(wanted.get(name, design.default))
        if not design.accepts(value):
            raise OptionError(f"{name}: {shown(value)} is not one of {design.choices_text}")
        if value != design.default:
            chosen[name] = value
    if not chosen:
        return printed  # type: ignore[no-any-return]  # of the same kind
    key = (printed.id, tuple(sorted(chosen.items())))
    if key not in _made or _made[key].printed is not printed:
        now = {name: value for module in household(printed.rules) for name, value in vars(module).items()}
        constants: dict[str, Any] = {}
        for name, value in chosen.items():
            constants.update(printed.design[name].change(value, {**now, **constants}))
        rules, face = _with_constants(printed, constants)
        _made[key] = replace(printed, rules=rules, face=face, printed=printed, changed=chosen)
    return _made[key]  # type: ignore[no-any-return]


def _with_constants(game: Declaration, constants: dict[str, Any]) -> tuple[Rules, Face]:
    """The game's modules that read constants of the rules, with other ones: modules again, since backends look at what they hold."""
    from tischlein.engine.clone import clone

    face = game.face
    readers = {"rules": game.rules, "positions": face.positions, "views": face.views, "hints": face.hints}
    originals = {name: module for name, module in readers.items() if isinstance(module, ModuleType)}
    found = {name: _copy(module) for name, module in originals.items()}
    found["rules"].PRINTED, found["rules"].CHANGED = game.rules, constants
    clones: dict[Any, Any] = {}
    clone(
        found["rules"],
        [module for name, module in originals.items() if name != "rules"],
        lambda function: function,
        clones=clones,
    )
    for module in found.values():
        functions = {name: value for name, value in vars(module).items() if isinstance(value, FunctionType)}
        vars(module).update({name: clones.get(function, function) for name, function in functions.items()})
    rules: Rules = found.pop("rules")
    return rules, replace(face, **found)


def _copy(module: ModuleType) -> Any:
    copied = ModuleType(module.__name__, module.__doc__)
    vars(copied).update(vars(module))
    return copied
