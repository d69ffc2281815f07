"""A game with other numbers, for design studies: another hand size, other counts of cards.

A game's ``lab`` module declares in DESIGN which numbers a designer may change. A variant is the same rules, with some of their
constants replaced in every function that reads them, on each backend that clones the rules, and in all that people see and write.
Its records look like those of the printed game, so nothing else changes. Tables for people know no variants: only options of the
rulebook are offered there.

>>> import tischlein
>>> table = tischlein.game("lobo77").new(seats=2, seed=1, hand=3)
>>> [len(hand) for hand in table.position()["hands"]]
[3, 3]
"""

import sys
from dataclasses import fields, replace
from types import FunctionType, ModuleType
from typing import TypeVar, cast

from tischlein.engine.errors import OptionError
from tischlein.engine.rules.contract import Rules
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.rules.parts import Face, Turns
from tischlein.engine.rules.positions import bare, short_repr
from tischlein.engine.types import Compiled, Module, Namespace, Options, OptionValue

Kind = TypeVar("Kind", bound=Declaration)
Part = TypeVar("Part", Face, Turns)

_made: dict[tuple[str, tuple[tuple[str, OptionValue], ...]], Declaration] = {}


def make_variant(game: Kind, wanted: Options) -> Kind:
    """Return the game with these numbers, or the printed game where they do not differ."""
    from tischlein.engine.rules.clone import household  # imported here: tables do not need it

    printed = game.printed or game
    chosen: dict[str, OptionValue] = {}
    for name, design in printed.design.items():
        value = bare(wanted.get(name, design.default))
        if not design.accepts(value):
            raise OptionError(f"{name}: {short_repr(value)} is not one of {design.choices_text}")
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
        _made[key] = replace(_with_constants(printed, constants), printed=printed, changed=chosen)
    return cast(Kind, _made[key])


def _with_constants(game: Kind, constants: Namespace) -> Kind:
    """Return the game with other constants wherever its rules, its face or its turns read them."""
    from tischlein.engine.rules.clone import clone, household

    # New modules, since backends read their contents.
    readers = [module for part in (game.face, game.turns) for module in _modules_of(part)]
    copies = {module: _copy(module) for module in (game.rules, *readers)}
    rules: Module = copies[game.rules]
    rules.PRINTED, rules.CHANGED = game.rules, constants
    clones: Compiled = {}
    clone(rules, household(game.rules, *readers), lambda function: function, clones=clones)

    def replace_value(value: object) -> object:
        if isinstance(value, ModuleType):
            return copies.get(value, value)
        return clones.get(value, value) if isinstance(value, FunctionType) else value

    def replace_part(part: Part) -> Part:
        held: Namespace = {one.name: replace_value(getattr(part, one.name)) for one in fields(part)}
        return replace(part, **held)

    for original, module in copies.items():
        vars(module).update(
            {name: constants.get(name, replace_value(value)) for name, value in vars(original).items()}
        )
    for function in clones.values():
        # A reference such as `rules.apply` must lead to the variant, too.
        space = function.__globals__
        space.update({name: rules for name, value in space.items() if value is game.rules})
    return replace(game, rules=rules, face=replace_part(game.face), turns=replace_part(game.turns))


def _modules_of(part: Face | Turns) -> list[ModuleType]:
    """Return the modules that a part of a declaration names, and those that define its functions."""
    found = {}
    for one in fields(part):
        value = getattr(part, one.name)
        home = sys.modules.get(value.__module__) if isinstance(value, FunctionType) else value
        if isinstance(home, ModuleType) and (home is value or vars(home).get(value.__name__) is value):
            found[home] = True
    return list(found)


def _copy(module: Rules | ModuleType) -> Module:
    copied = ModuleType(module.__name__, module.__doc__)
    vars(copied).update(vars(module))
    return copied
