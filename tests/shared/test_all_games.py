"""Check every game with nothing but its declaration: no kit, and no list of games."""

from random import Random

import pytest

import tischlein
from helpers.games import laws
from tischlein.engine.game import Game

each_game = pytest.mark.parametrize("game", tischlein.games().values(), ids=lambda game: game.id)


@each_game
def test_the_rules_are_written_in_the_dialect(game: Game) -> None:
    laws.check_dialect(game)


@each_game
@pytest.mark.parametrize("law", laws.LAWS)
def test_a_game_keeps_the_law_about(game: Game, law: str) -> None:
    laws.LAWS[law](game, Random(law))


@each_game
def test_a_game_that_is_not_a_draft_lacks_no_proof(game: Game) -> None:
    laws.check_nothing_is_missing(game)
