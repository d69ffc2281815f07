"""Garbage as input: only the promised errors come out, and the table stays unchanged."""

import json
from collections import ChainMap, UserDict
from collections.abc import Callable
from functools import cache, partial
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tischlein
from helpers.games.garbage import HOSTILE, anything, hostile, mixed, places, plain, spoil, words, wrapped
from helpers.games.strategies import (
    concealed,
    decide,
    each_game,
    eyes_of,
    generators,
    imagined,
    some_position,
)
from helpers.games.strategies import words as luck_words
from per_game import Kit
from per_game.base import replaced
from samples import SAMPLES
from tischlein import (
    Action,
    ChanceError,
    IllegalAction,
    OptionError,
    PositionError,
    Reason,
    RecordError,
    Table,
    TischleinError,
    UndoError,
)
from tischlein.cards import CHANCE

many = settings(max_examples=SAMPLES.fuzz)
some = settings(max_examples=SAMPLES.fuzz // 4)


def state(table: Table) -> tuple[Any, ...]:
    """Return everything that must not change when something is refused."""
    packed = table.game.layout.pack(table._s)
    return packed, table.history, table.record(), table.events(None), table.events(0)


def is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def some_table(kit: Kit, rng: Random) -> Table:
    """Return a small table after a decision or two."""
    table = kit.game.at(kit.random_position(rng), seed=1)
    for _ in range(2):
        if not table.over:
            decide(table, rng)
    return table


def attempt(call: Callable[[], Table], refusal: type[TischleinError]) -> Table | None:
    """Return the table, or None if it was refused with a readable message; no other error may come out."""
    try:
        return call()
    except refusal as error:
        said = str(error)
    assert len(said) > 5
    return None


def opens_or_is_refused(kit: Kit, position: Any) -> None:
    """Check that a position opens a table that can be played on, or is refused with a readable PositionError."""
    table = attempt(lambda: kit.game.at(position, seed=1), PositionError)
    if table is None:
        return
    json.dumps(table.record())
    assert kit.layout.pack(kit.game.load(table.position())) == kit.layout.pack(table._s)
    rng = Random(1)
    cards = kit.cards(table._s)
    for _ in range(6):
        if table.over:
            break
        decide(table, rng)
        assert kit.cards(table._s) == cards
    for eyes in eyes_of(table._s):
        known = concealed(kit, table._s, eyes)
        world = imagined(kit, known, eyes, luck_words(rng))
        assert kit.layout.pack(concealed(kit, world, eyes)) == kit.layout.pack(known)


# Positions


@each_game
@some
@given(anything)
def test_anything_as_a_position(kit: Kit, position: Any) -> None:
    opens_or_is_refused(kit, position)


@each_game
@many
@given(generators, anything)
def test_a_valid_position_with_one_thing_spoilt(kit: Kit, rng: Random, bad: Any) -> None:
    opens_or_is_refused(kit, spoil(kit.random_position(rng), rng, bad))


@each_game
@many
@given(generators)
def test_a_complete_position_with_something_that_belongs_elsewhere(kit: Kit, rng: Random) -> None:
    position = kit.game.at(some_position(kit, rng), seed=1).position()
    for _ in range(rng.choice((1, 1, 2))):
        position = spoil(position, rng, rng.choice(words(kit, rng)))
    opens_or_is_refused(kit, position)


@each_game
@pytest.mark.parametrize("make", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_value_in_every_place(kit: Kit, make: Callable[[], Any]) -> None:
    rng = Random("every place")
    for _ in range(2 * SAMPLES.of_three):
        position = kit.game.at(some_position(kit, rng), seed=1).position()
        for path in (*((key,) for key in position), *rng.sample(list(places(position)), 8)):
            opens_or_is_refused(kit, replaced(position, {path: make()}))


@each_game
@some
@given(generators)
def test_a_position_of_values_that_need_not_fit_together(kit: Kit, rng: Random) -> None:
    opens_or_is_refused(kit, mixed(kit, rng))


@each_game
@pytest.mark.parametrize("mapping", [MappingProxyType, UserDict, ChainMap])
def test_a_position_of_other_mappings_than_dicts(kit: Kit, mapping: Callable[[dict[Any, Any]], Any]) -> None:
    rng = Random("other mappings")
    for _ in range(SAMPLES.fuzz // 4):
        opens_like_a_dict(kit.game, some_position(kit, rng), mapping)


@pytest.mark.parametrize("mapping", [MappingProxyType, UserDict, ChainMap])
def test_a_position_of_other_mappings_in_which_chance_decides_first(
    mapping: Callable[[dict[Any, Any]], Any],
) -> None:
    """Then the position itself is what the record begins with."""
    sheets = [{"red": [2]}, {"misses": 1}]
    pile = {"draw": ["y7", "b8", "g9", "r10", "r11"], "draw_ordered": False}
    position = {"game": "qwixx", "seats": 2, "hands": [["r2"], ["g3"]], "sheets": sheets, **pile}
    opens_like_a_dict(tischlein.game("qwixx"), position, mapping)


def opens_like_a_dict(
    game: tischlein.Game, position: dict[str, Any], mapping: Callable[[dict[Any, Any]], Any]
) -> None:
    usual, table = (game.at(given, seed=1) for given in (position, wrapped(position, mapping)))
    record = json.loads(json.dumps(table.record()))
    assert record == usual.record()
    assert game.replay(record).position() == usual.position()


# Tables


@each_game
@many
@given(generators, anything, anything)
def test_garbage_as_seat_and_action(kit: Kit, rng: Random, seat: Any, action: Any) -> None:
    table = some_table(kit, rng)
    before = state(table)
    for who, what in (
        (seat, action),
        (rng.randrange(table.seats), action),
        (seat, "7"),
        (seat, Action(3, "x2")),
    ):
        reason = table.why(who, what)
        assert reason is None or isinstance(reason, Reason)
        if reason is not None:
            with pytest.raises(IllegalAction) as refused:
                table.play(who, what)
            assert (refused.value.code, refused.value.clause) == reason[:2]
            assert str(refused.value) == reason.text
            assert state(table) == before


@each_game
@some
@given(generators, anything)
def test_garbage_as_a_seat_that_looks_or_takes_back(kit: Kit, rng: Random, seat: Any) -> None:
    table = some_table(kit, rng)
    before = state(table)
    if is_whole(seat) and 0 <= seat < table.seats:
        return
    with pytest.raises(OptionError, match="there is no seat"):
        table.actions(seat)
    for undo in (table.undo, lambda who: table.undo(who, consent=True)):
        with pytest.raises((OptionError, UndoError)):
            undo(seat)
    if seat is not None:
        with pytest.raises(OptionError, match="there is no seat"):
            table.view(seat)
        with pytest.raises(OptionError, match="there is no seat"):
            table.events(seat)
    assert state(table) == before


@each_game
@some
@given(generators, anything)
def test_garbage_as_the_number_of_an_event(kit: Kit, rng: Random, since: Any) -> None:
    table = some_table(kit, rng)
    if is_whole(since):
        assert table.events(0, since) == table.events(0)[max(0, since) :]
    else:
        with pytest.raises(OptionError, match="since"):
            table.events(0, since)


# New games, luck and records


@each_game
@some
@given(anything, anything, anything)
def test_garbage_for_a_new_game(kit: Kit, seats: Any, seed: Any, value: Any) -> None:
    fewest = kit.game.seats[0]
    arguments: list[dict[str, Any]] = [{"seats": seats}, {"seats": fewest, "seed": seed}]
    arguments += [{"seats": fewest, "seed": 1, name: value} for name in (*kit.game.options, "wild")]
    for given_ones in arguments:
        table = attempt(partial(kit.game.new, **given_ones), OptionError)
        assert table is None or table.seats in kit.game.seats


@some
@given(anything)
def test_garbage_as_the_name_of_a_game(name: Any) -> None:
    if not isinstance(name, str) or name not in tischlein.games():
        with pytest.raises(OptionError, match="lobo77"):
            tischlein.game(name)


@each_game
@some
@given(anything | st.lists(st.one_of(plain, hostile())))
def test_garbage_as_luck(kit: Kit, chance: Any) -> None:
    # A NumPy value has a method of a source’s name: what that raises is its own.
    if chance is not None and not isinstance(chance, np.generic) and needs_luck(kit):
        with pytest.raises((OptionError, ChanceError)):
            play_on(kit.game.new(seats=kit.game.seats[-1], chance=chance))


@cache
def needs_luck(kit: Kit) -> bool:
    """Return whether chance decides anything in this game, in the deal or later."""
    return any(seat == CHANCE for seat, _ in play_on(kit.game.new(seats=kit.game.seats[-1], seed=1)).history)


def play_on(table: Table) -> Table:
    """Play until chance must decide, at the latest to the end."""
    while not table.over and all(seat != CHANCE for seat, _ in table.history):
        decide(table, Random(1))
    return table


@each_game
@many
@given(generators, anything)
def test_a_record_with_one_thing_spoilt(kit: Kit, rng: Random, bad: Any) -> None:
    record = json.loads(json.dumps(some_table(kit, rng).record()))
    spoilt = spoil(record, rng, bad)
    table = attempt(lambda: kit.game.replay(spoilt), RecordError)
    if table is not None:
        state(table)


@each_game
@some
@given(anything)
def test_anything_as_a_record(kit: Kit, record: Any) -> None:
    with pytest.raises(RecordError):
        kit.game.replay(record)
