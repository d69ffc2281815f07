"""Who sees a field of a record is written beside it; `conceal` is written by hand, and must do the same."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.games import laws
from helpers.games.strategies import each_game, somewhere
from per_game import KITS, Kit
from samples import SAMPLES
from tischlein.engine.game import Game

HIDDEN = ("owner", "nobody")
LEAKS = [
    pytest.param(kit, field.name, id=f"{kit.game.id} {field.name}")
    for kit in KITS
    for field in kit.game.layout.fields
    if field.sight in HIDDEN
]


@cache
def packed(kit: Kit) -> list[bytes]:
    """Return records of all kinds, draw piles that have an order among them."""
    rng = Random(f"sights of {kit.game.id}")
    small = [kit.game.load(kit.random_position(rng)) for _ in range(4 * SAMPLES.positions)]
    return [kit.layout.pack(s) for s in (*small, *(somewhere(kit, rng, most=40) for _ in range(8)))]


def records(kit: Kit) -> list[Any]:
    return [kit.layout.unpack(data) for data in packed(kit)]


@each_game
def test_conceal_does_what_the_sights_say(kit: Kit) -> None:
    check_all(kit.game, records(kit))


def check_all(game: Game, found: Iterable[Any]) -> None:
    for s in found:
        laws.check_sights_of(game, s)


def with_conceal(game: Game, conceal: Any) -> Game:
    """Return the game with another ``conceal``."""
    rules = SimpleNamespace(**{**vars(game.rules), "conceal": conceal})
    return replace(game, rules=rules)


@pytest.mark.parametrize(("kit", "name"), LEAKS)
def test_a_field_that_conceal_forgets_is_named(kit: Kit, name: str) -> None:
    def forgetful(s: Any, seat: int) -> None:
        true = getattr(kit.game.layout.copy(s), name)
        kit.game.rules.conceal(s, seat)
        setattr(s, name, true)

    game = with_conceal(kit.game, forgetful)
    with pytest.raises(AssertionError, match=rf"{kit.game.id}: {name} is “"):
        check_all(game, records(kit))


@each_game
def test_an_open_field_that_conceal_clears_is_named(kit: Kit) -> None:
    def eager(s: Any, seat: int) -> None:
        kit.game.rules.conceal(s, seat)
        s.seats = 0

    with pytest.raises(AssertionError, match=rf"{kit.game.id}: seats is “open”"):
        laws.check_sights_of(with_conceal(kit.game, eager), records(kit)[0])
