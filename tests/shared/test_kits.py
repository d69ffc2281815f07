"""Check that every game has its kit, and that a kit without positions of its own serves the suites of server and page."""

import pytest

from helpers.chosen import DRAFTS, EXTRA
from helpers.games.strategies import has_module
from per_game import FILES, KITS, Kit
from tischlein.games import GAMES
from tischlein.scaffold.template import GAME


class Fifth(Kit):
    game = GAME


def test_every_game_has_a_kit() -> None:
    assert {kit.game.id for kit in KITS} == set(GAMES)


def test_every_kit_has_a_game() -> None:
    assert {*GAMES, *DRAFTS, *EXTRA} >= FILES


@pytest.mark.parametrize("game", ["lobo77", "quando", "quanto", "qwixx"])
def test_suites_that_ask_for_more_than_a_game_must_have_leave_none_of_these_out(game: str) -> None:
    box = GAMES[game]
    assert box.bots.heuristics
    assert box.lab
    assert box.face.count
    assert has_module(box)


def test_a_new_game_needs_no_positions_of_its_own() -> None:
    kit = Fifth()
    for seats in GAME.seats:
        for position in kit.moments(seats).values():
            assert 0 in GAME.at(position).waiting
    assert not GAME.at(kit.ending).over
    seats, options = kit.whole_game()
    assert not GAME.new(seats=seats, seed=1, **options).over
    assert kit.steps.moved
