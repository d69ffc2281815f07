"""Garbage at every door: only the errors that are promised come out, and the table stays as it was."""

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.garbage import anything, cards, hostile, json_values, plain, spoil
from helpers.positions import random_position
from helpers.strategies import LAYOUT, LOBO77, decide, generators, positions
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
    game,
)

many = settings(max_examples=SAMPLES.fuzz)
some = settings(max_examples=SAMPLES.fuzz // 4)


def state(table: Table) -> tuple[Any, ...]:
    """All that must not change when something is refused."""
    return LAYOUT.pack(table._s), table.history, table.record(), table.events(None), table.events(0)


def some_table(rng: Random) -> Table:
    """A small one, after a decision or two."""
    table = LOBO77.at(random_position(rng), seed=1)
    for _ in range(2):
        if not table.over:
            decide(table, rng)
    return table


def attempt(call: Callable[[], Table], refusal: type[TischleinError]) -> Table | None:
    """The table, or None when it was refused with something to read; nothing else may come out."""
    try:
        return call()
    except refusal as error:
        said = str(error)
    assert len(said) > 5
    return None


def opens_or_is_refused(position: Any) -> None:
    """A table that can be played on, or PositionError with something to read."""
    table = attempt(lambda: LOBO77.at(position, seed=1), PositionError)
    if table is None:
        return
    assert LAYOUT.pack(LOBO77.load(table.position())) == LAYOUT.pack(table._s)
    rng = Random(1)
    for _ in range(6):
        if not table.over:
            decide(table, rng)


# Positions


@many
@given(anything)
def test_anything_as_a_position(position: Any) -> None:
    opens_or_is_refused(position)


@many
@given(positions, generators, anything)
def test_a_valid_position_with_one_thing_spoilt(position: Any, rng: Random, bad: Any) -> None:
    opens_or_is_refused(spoil(position, rng, bad))


@many
@given(positions, generators, anything)
def test_a_complete_position_with_one_thing_spoilt(position: Any, rng: Random, bad: Any) -> None:
    opens_or_is_refused(spoil(LOBO77.at(position, seed=1).position(), rng, bad))


KEYS = {
    "options": json_values,
    "starter": plain,
    "turn": plain,
    "direction": plain,
    "total": plain,
    "owed": plain,
    "played": plain,
    "may_draw": json_values | st.lists(st.integers(-1, 3), min_size=2, max_size=2),
    "chips": json_values | st.lists(st.integers(-1, 4), min_size=2, max_size=3),
    "out": json_values | st.lists(st.booleans(), min_size=2, max_size=3),
    "draw": json_values | cards,
    "draw_ordered": plain,
    "discard": json_values | cards,
    "set_aside": json_values | cards,
}


@many
@given(
    st.fixed_dictionaries(
        {"game": st.just("lobo77"), "seats": st.just(2), "hands": st.lists(cards, min_size=2, max_size=2)},
        optional=KEYS,
    )
)
def test_a_position_of_values_that_need_not_fit_together(position: Any) -> None:
    opens_or_is_refused(position)


# Tables


@many
@given(generators, anything, anything)
def test_garbage_as_seat_and_action(rng: Random, seat: Any, action: Any) -> None:
    table = some_table(rng)
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


@some
@given(generators, anything)
def test_garbage_as_a_seat_that_looks_or_takes_back(rng: Random, seat: Any) -> None:
    table = some_table(rng)
    before = state(table)
    if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < table.seats:
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


@some
@given(generators, anything)
def test_garbage_as_the_number_of_an_event(rng: Random, since: Any) -> None:
    table = some_table(rng)
    if isinstance(since, int) and not isinstance(since, bool):
        assert table.events(0, since) == table.events(0)[max(0, since) :]
    else:
        with pytest.raises(OptionError, match="since"):
            table.events(0, since)


# New games, luck and records


@some
@given(anything, anything, anything)
def test_garbage_for_a_new_game(seats: Any, seed: Any, value: Any) -> None:
    for arguments in (
        {"seats": seats},
        {"seats": 2, "seed": seed},
        {"seats": 2, "seed": 1, "manual_draw": value},
        {"seats": 2, "seed": 1, "reverse_cards": value},
        {"seats": 2, "seed": 1, "starter": value},
        {"seats": 2, "seed": 1, "target": value},
    ):
        table = attempt(partial(LOBO77.new, **arguments), OptionError)
        assert table is None or table.seats in LOBO77.seats


@some
@given(anything)
def test_garbage_as_the_name_of_a_game(name: Any) -> None:
    if name != "lobo77" if isinstance(name, str) else True:
        with pytest.raises(OptionError, match="lobo77"):
            game(name)


@some
@given(anything | st.lists(st.one_of(plain, hostile())))
def test_garbage_as_luck(chance: Any) -> None:
    # A NumPy number has a method of a source's name: what that raises is its own.
    if chance is not None and not isinstance(chance, np.number):
        with pytest.raises((OptionError, ChanceError)):
            LOBO77.new(seats=8, chance=chance)


@many
@given(generators, anything)
def test_a_record_with_one_thing_spoilt(rng: Random, bad: Any) -> None:
    record = json.loads(json.dumps(some_table(rng).record()))
    spoilt = spoil(record, rng, bad)
    table = attempt(lambda: LOBO77.replay(spoilt), RecordError)
    if table is not None:
        state(table)


@some
@given(anything)
def test_anything_as_a_record(record: Any) -> None:
    with pytest.raises(RecordError):
        LOBO77.replay(record)
