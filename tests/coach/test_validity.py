"""The coach agrees with exact solutions, finds planted blunders, and does not accuse strong play (``bench coach``)."""

from itertools import islice

import pytest

import tischlein
from bench.players.coach import accusations, found_blunders, is_right, tiny_decisions
from helpers.games.strategies import each_game_with
from per_game import Kit
from research.tiny import DEALT
from samples import SAMPLES

LOBO = tischlein.game("lobo77")


@each_game_with(lambda game: game.id in DEALT)
def test_the_coach_finds_the_best_action_where_it_is_known(kit: Kit) -> None:
    found = [
        is_right(kit.game, solved)
        for solved in tiny_decisions(kit.game, SAMPLES.judged, 2, SAMPLES.judged * 100)
    ]
    assert len(found) == SAMPLES.judged
    assert sum(found) >= 0.99 * len(found) - 1


@pytest.mark.long
def test_planted_blunders_are_found_and_strong_play_is_not_accused() -> None:
    most = SAMPLES.judged // 4
    found = list(found_blunders(LOBO, 2, most, seed=2))
    assert sum(found) >= 0.95 * len(found) - 1
    accused = list(islice(accusations(LOBO, 2, most, seed=2), most))
    assert len(found) == len(accused) == most
    assert sum(accused) <= 0.02 * most + 1
