"""Check who starts: a chosen seat instead of the lot, in every game with that option; the next game starts one seat on."""

from itertools import chain
from typing import Any

import pytest

import tischlein
from tischlein import Game, OptionError, game

GAMES = [one for one in tischlein.games().values() if one.turns.starter]
each_game = pytest.mark.parametrize("any_game", GAMES, ids=lambda one: one.id)


def by_lot(any_game: Game, seats: int, starter: int) -> tischlein.Table:
    """A game that the lot let this seat begin."""
    lot = f"seat {any_game.turns.lot(seats, starter)}"
    dealt = any_game.new(seats, seed=5, starter=starter)
    return any_game.new(seats, chance=chain([lot], (text for seat, text in dealt.history)))


@each_game
def test_a_chosen_start_is_the_game_that_the_lot_could_have_given(any_game: Game) -> None:
    for seats in (any_game.seats[0], any_game.seats[-1]):
        for starter in range(seats):
            chosen, drawn = any_game.new(seats, seed=5, starter=starter), by_lot(any_game, seats, starter)
            assert (chosen.starter, drawn.starter) == (starter, starter)
            assert {**chosen.position(), "options": {}} == {**drawn.position(), "options": {}}
            assert [(-1, f"seat {any_game.turns.lot(seats, starter)}"), *chosen.history] == drawn.history


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lobo77", {"starter": 1, "turn": 1}),  # L4
        ("quando", {"dealer": 0, "turn": 1}),  # Q6
        ("quanto", {"dealer": 0, "turn": 1}),  # N4
        ("qwixx", {"turn": 1}),  # X6
    ],
)
def test_L4_Q6_N4_X6_the_chosen_seat_begins(name: str, expected: dict[str, Any]) -> None:
    position = game(name).new(3, seed=2, starter=1).position()
    assert {key: position[key] for key in expected} == expected


@each_game
def test_without_the_choice_a_game_begins_as_it_always_did(any_game: Game) -> None:
    s = any_game.blank(3, any_game.check_options({}))
    any_game.rules.setup(s)
    assert any_game.opening(3) == any_game.opening(3, starter="lot") == any_game.layout.pack(s)
    assert any_game.new(3, seed=2).history[0][1].startswith("seat ")


@each_game
def test_a_seat_that_the_table_does_not_have_cannot_start(any_game: Game) -> None:
    with pytest.raises(OptionError, match="starter: there is no seat 2 at a table of 2"):
        any_game.new(2, starter=2)
    with pytest.raises(OptionError, match="starter"):
        any_game.new(2, starter=-1)


@each_game
def test_a_record_keeps_who_was_chosen(any_game: Game) -> None:
    table = any_game.new(3, seed=4, starter=2)
    record = table.record()
    again = any_game.replay(record)
    assert (again.position(), again.starter, record["options"]["starter"]) == (table.position(), 2, 2)
    # A game from a position has no beginning.
    later = any_game.at(table.position(), seed=1)
    assert any_game.replay({**later.record(), "options": record["options"]}).position() == table.position()


@each_game
def test_the_start_moves_on_by_one_seat_and_comes_round(any_game: Game) -> None:
    table = by_lot(any_game, 3, 1)
    for expected in (2, 0, 1):
        table = any_game.new(3, seed=1, **table.next_options)
        assert table.starter == expected


@each_game
def test_the_start_stays_at_its_seat_when_others_are_taken_away(any_game: Game) -> None:
    """Of five seats 0, 2 and 3 are left; where the chosen one is gone, the next in turn begins."""
    places = {0: 0, 2: 1, 3: 2}
    begins = [any_game.with_places({"starter": chosen}, places)["starter"] for chosen in range(5)]
    assert begins == [0, 1, 1, 2, 0]
    assert any_game.with_places({"starter": "lot"}, places) == {"starter": "lot"}
    assert any_game.with_places({}, places) == {}


def test_a_game_without_such_an_option_is_played_again_as_it_was() -> None:
    table = game("quando").new(2, seed=1, target=40)
    assert game("quando").at(table.position()).next_options == {**table.options, "starter": "lot"}
