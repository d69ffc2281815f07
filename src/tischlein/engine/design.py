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

from dataclasses import replace
from types import FunctionType, ModuleType
from typing import TypeVar, cast

from tischlein.engine.contract import Rules
from tischlein.engine.declaration import Declaration
from tischlein.engine.errors import OptionError
from tischlein.engine.parts import Face
from tischlein.engine.positions import bare, shown
from tischlein.engine.types import Compiled, Module, Namespace, Options, OptionValue

Kind = TypeVar("Kind", bound=Declaration)


_made: dict[tuple[str, tuple[tuple[str, OptionValue], ...]], Declaration] = {}


def varied(game: Kind, wanted: Options) -> Kind:
    """Return the game with these numbers; the printed game where they are the printed ones."""
    from tischlein.engine.clone import household  # tables do without it

    printed = game.printed or game
    chosen: dict[str, OptionValue] = {}
    for name, design in printed.design.items():
        value = bare(wanted.get(name, design.default))
        if not design.accepts(value):
            raise OptionError(f"{name}: {shown(value)} is not one of {design.choices_text}")
        if value != design.default:
            chosen[name] = value
    if not chosen:
        return cast(Kind, printed)
    key = (printed.id, tuple(sorted(chosen.items())))
    if key not in _made or _made[key].printed is not printed:
        now = {name: value for module in household(printed.rules) for name, value in vars(module).items()}
        constants: Namespace = {}
        for name, value in chosen.items():
            constants.update(printed.design[name].change(value, {**now, **constants}))
        rules, face = _with_constants(printed, constants)
        _made[key] = replace(printed, rules=rules, face=face, printed=printed, changed=chosen)
    return cast(Kind, _made[key])


def _with_constants(game: Declaration, constants: Namespace) -> tuple[Rules, Face]:
    """The game's modules that read constants of the rules, with other ones: modules again, since backends look at what they hold."""
    from tischlein.engine.clone import clone

    face = game.face
    readers = {"rules": game.rules, "positions": face.positions, "views": face.views, "hints": face.hints}
    originals = {name: module for name, module in readers.items() if isinstance(module, ModuleType)}
    found = {name: _copy(module) for name, module in originals.items()}
    found["rules"].PRINTED, found["rules"].CHANGED = game.rules, constants
    clones: Compiled = {}
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
    own_view = face.own_view and clones.get(face.own_view, face.own_view)
    return rules, replace(face, own_view=own_view, **found)


def _copy(module: ModuleType) -> Module:
    copied = ModuleType(module.__name__, module.__doc__)
    vars(copied).update(vars(module))
    return copied
