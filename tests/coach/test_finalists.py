"""Who is named as the best: chosen by what was tried most, and the same action wherever the coach speaks."""

from collections.abc import Iterator

import numpy as np
import pytest

import tischlein
from helpers.games.strategies import each_game
from per_game import Kit
from tischlein.bots import bot, situation
from tischlein.coach.analysis import (
    FINALISTS,
    FIRST,
    Analysis,
    analyse,
    analyse_concealed,
    half_of_interval,
)
from tischlein.coach.brief import PlayerReview, RatedAction
from tischlein.coach.review import Review, ReviewedStep, brief, data_of
from tischlein.coach.review_text import lines
from tischlein.coach.sentences import Teller
from tischlein.engine.play.table import Table

# So few that luck differs much between these worlds and the first ones.
FEW = 2
GAMES = 40
# Enough to decide now and then.
SOME = 12
LOBO = tischlein.game("lobo77")


def decisions(game: tischlein.Game, most: int, more_than: int = 1) -> Iterator[tuple[Table, int]]:
    """Return decisions with more than ``least`` actions, from games that end; fewer where a draft hardly ever has them."""
    player = bot("medium")
    for seed in range(1, GAMES + 1):
        if most == 0:
            return
        table = game.new(seats=game.usual_seats, seed=seed)
        while not table.over and most > 0:
            seat = table.actor
            if len(table.actions(seat)) > more_than:
                most -= 1
                yield table, seat
            table.play(seat, player.choose(situation(table, seat, seed=seed)))
    assert game.draft or most == 0, f"{game.id} lacks {most} decisions with more than {more_than} actions"


@each_game
def test_the_best_is_one_of_those_that_were_tried_again(kit: Kit) -> None:
    for table, seat in decisions(kit.game, 3, more_than=FINALISTS):
        choices = analyse(table, seat, FEW).choices
        assert sorted(one.worlds for one in choices)[:FINALISTS] == [FEW] * FINALISTS
        assert choices[0].worlds == FEW
        assert [one.value for one in choices] == pytest.approx(
            sorted((one.value for one in choices), reverse=True)
        )


def test_values_differ_by_the_loss_in_however_many_worlds() -> None:
    worlds = set()
    for table, seat in decisions(LOBO, 12, more_than=3):
        known, actions = LOBO.layout.pack(table.conceal_for(seat)), [one.id for one in table.actions(seat)]
        found = analyse_concealed(LOBO, known, seat, tuple(actions), actions[-1], SOME)
        assert found.played is not None
        if found.loss:
            assert found.best.worlds == found.played.worlds
            assert found.best.value - found.played.value == pytest.approx(found.loss)
            worlds.add(found.best.worlds)
    assert worlds == {SOME, 4 * SOME}


def test_worlds_that_are_few_make_intervals_wider() -> None:
    """Two that agree do not prove a mistake, and intervals hold the true value as often as they say."""
    assert half_of_interval(np.array([1.0] * FEW)) == 1
    assert half_of_interval(np.array([1.0] * FIRST)) == 0
    tried = np.random.default_rng(1).normal(0.5, 0.1, (2_000, 4))
    held = [abs(values.mean() - 0.5) <= half_of_interval(values) for values in tried]
    assert 0.94 <= np.mean(held) <= 0.96


def test_who_played_the_favourite_is_judged_in_half_the_worlds() -> None:
    table, seat = next(decisions(LOBO, 1, more_than=3))
    known, actions = LOBO.layout.pack(table.conceal_for(seat)), tuple(one.id for one in table.actions(seat))
    found = [analyse_concealed(LOBO, known, seat, actions, action, 4 * FEW) for action in actions]
    favourite = found[0].best.action
    for one in found:
        assert one.best.action == favourite
        assert one.played is not None
        if one.played.action == favourite:
            assert one.best.worlds == 2 * FEW
        else:
            assert one.best.worlds == one.played.worlds >= 4 * FEW


def test_a_single_action_is_judged_without_what_was_practised_before() -> None:
    game = tischlein.game("quanto")
    table, seat = next(decisions(game, 1, more_than=3))
    known, actions = game.layout.pack(table.conceal_for(seat)), tuple(one.id for one in table.actions(seat))
    analyse_concealed(game, known, seat, actions[1:], None, FEW)
    alone = analyse_concealed(game, known, seat, actions[:1], None)
    analyse_concealed(game, known, seat, actions, None, FEW)
    assert analyse_concealed(game, known, seat, actions[:1], None) == alone


def test_page_and_terminal_name_the_same_better_action_and_their_numbers_add_up() -> None:
    """Another one may have come out ahead by luck in the worlds that are shown; the loss is not measured against it."""
    favourite, rival, played = (
        RatedAction(LOBO.action_ids[text], text, value, 0.05, 256, {"key": "free", "some": some, "all": 9})
        for some, text, value in ((3, "0", 0.516), (4, "9", 0.54), (5, "10", 0.304))
    )
    mistake = Analysis(0, (favourite, rival, played), played, favourite.value - played.value, 0.04)
    table = LOBO.at(
        {
            "game": "lobo77",
            "seats": 2,
            "total": 70,
            "turn": 0,
            "hands": [["0", "9", "10"], ["8"]],
            "chips": [1, 1],
        }
    )
    table.play(0, "10")
    moment = ReviewedStep(1, 0, "10", (0.3, 0.7), (-0.2, 0.2), mistake)
    player = PlayerReview(0.3, 0.5, 0.0, -0.2, 0.0, 1, 0.2, 1, 0.0)
    found = Review("lobo77", 2, False, (player, player), (moment,), table)
    teller = Teller(LOBO, ["Ada", "Ben"], 0, "en")
    (lesson,) = brief(found).lessons
    assert teller.lesson(found.record_before(0, 0), lesson) == [
        "You played “Play 10”. Better: “Play 0”.",
        "0 was the only card in your hand that cost nothing; 10 made the total 80, and that is a chip.",
    ]
    values, cost, *counts, _ = teller.figures(lesson, {"0": "0", "9": "9", "10": "10"})
    assert values == "“0” wins 52 of 100 games, “10” 30."
    assert [sentence for sentence in counts if "3 of the 9" in sentence]
    assert not [sentence for sentence in counts if "4 of the 9" in sentence]
    assert cost == "The difference is 22 in 100 wins, give or take 4."
    assert any("“Play 0” wins 52 of 100 games, “Play 10” 30." in line for line in lines(found, "en"))
    analysis = data_of(found)["moments"][0]["analysis"]
    assert analysis["best"] == lesson.choices[0].text == "0"
