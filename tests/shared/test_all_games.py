"""Check every game with nothing but its declaration: no kit, and no list of games."""

from random import Random

import pytest

import tischlein
from helpers.games import laws
from samples import SAMPLES
from tischlein.engine.game import Game

each_game = pytest.mark.parametrize("game", tischlein.games().values(), ids=lambda game: game.id)


@each_game
def test_the_rules_are_written_in_the_dialect(game: Game) -> None:
    laws.check_dialect(game)


@each_game
def test_a_choice_that_is_concealed_is_told_to_nobody(game: Game) -> None:
    laws.check_choices_stay_hidden(game, Random("choices"), SAMPLES.looks)


@each_game
def test_worlds_that_are_imagined_fit_what_is_known(game: Game) -> None:
    laws.check_worlds_fit(game, Random("worlds"), SAMPLES.looks)


@each_game
def test_what_may_be_taken_back_has_shown_nothing(game: Game) -> None:
    laws.check_undo_makes_nothing_known(game, Random("undo"), SAMPLES.looks)


@each_game
def test_no_number_outgrows_its_cell(game: Game) -> None:
    laws.check_numbers_fit(game, Random("numbers"), SAMPLES.long_game)


@each_game
def test_every_event_is_told_in_both_languages(game: Game) -> None:
    laws.check_events_are_told(game, Random("events"), SAMPLES.looks)


@each_game
def test_a_kind_of_event_that_ends_a_round_happens(game: Game) -> None:
    laws.check_rounds_end(game, Random("rounds"), SAMPLES.looks)


@each_game
def test_a_card_is_named_in_all_languages_or_in_none(game: Game) -> None:
    laws.check_cards_are_named(game, Random("names"), SAMPLES.looks)


@each_game
def test_rules_of_thumb_read_only_what_the_seat_knows(game: Game) -> None:
    laws.check_rules_of_thumb_do_not_peek(game, Random("thumb"), SAMPLES.looks)


@each_game
def test_everybody_sees_who_is_waited_for(game: Game) -> None:
    laws.check_everybody_sees_who_is_waited_for(game, Random("waiting"), SAMPLES.looks)


@each_game
def test_a_game_that_is_not_a_draft_lacks_no_proof(game: Game) -> None:
    laws.check_nothing_is_missing(game)
