"""The coach's words: what kind of mistake it was, and the count behind what it says."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import tischlein
from helpers.games.strategies import each_game_with
from per_game import Kit
from tischlein.bots import bot, situation
from tischlein.coach.analysis import NAMED, Analysis, is_unsure, widen_interval
from tischlein.coach.brief import Lesson, RatedAction
from tischlein.coach.sentences import Teller
from tischlein.engine.play.whole_moves import move_of
from tischlein.engine.texts import words_for

DANGER = {
    "game": "lobo77",
    "seats": 2,
    "total": 70,
    "chips": [0, 0],
    "hands": [["0", "10", "9"], ["8", "9", "10"]],
    "draw": ["10", "8", "3"],
    "draw_ordered": False,
}


def lesson(played: str, best: str, count: dict[str, Any] | None = None) -> Lesson:
    return Lesson(
        1,
        0,
        played,
        0.2,
        0.05,
        [RatedAction(0, best, 0.6, 0.05, 320, count), RatedAction(1, played, 0.4, 0.05, 320)],
    )


@pytest.mark.parametrize(
    ("game", "played", "best", "kind", "english", "german"),
    [
        (
            *("quando", "knock", "pick 9/?", "knock > pick"),
            *("“Knock” instead of “Lay …”", "„Klopfen“ statt „… legen“"),
        ),
        (
            *("quanto", "steal 1", "form", "steal > form"),
            "“Steal the quanto of …” instead of “Form a quanto”",
            "„Den Quanto von … stehlen“ statt „Einen Quanto bilden“",
        ),
        (
            *("lobo77", "10", "0", " > "),
            "“Play …”: another choice was better",
            "„… legen“: eine andere Wahl war besser",
        ),
    ],
)
def test_mistakes_have_a_kind_that_games_can_be_counted_by(
    game: str, played: str, best: str, kind: str, english: str, german: str
) -> None:
    for language, text in (("en", english), ("de", german)):
        teller = Teller(tischlein.game(game), ["Ada", "Ben"], 0, language)
        assert teller.kind(lesson(played, best)) == (kind, text)


def test_another_x2_after_a_x2_does_not_count_as_a_card_that_costs_nothing() -> None:
    """No x2 lies directly on a x2. L11"""
    hands = [["x2", "0"], ["x2", "5"]]
    table = tischlein.game("lobo77").at(
        {"game": "lobo77", "seats": 2, "hands": hands, "total": 12, "draw": ["x2", "7"]}
    )
    count = table.game.face.count
    assert count is not None
    known, actions = table.conceal_for(0), {one.text: one.id for one in table.actions(0)}
    # Out of sight: 5, 7 and two x2.
    assert count(known, 0, actions["0"]) == {"key": "free", "some": 4, "all": 4}
    assert count(known, 0, actions["x2"]) == {"key": "free", "some": 2, "all": 4}


@each_game_with(lambda game: game.face.count)
def test_counts_are_parts_of_a_whole_and_have_words(kit: Kit) -> None:
    game = kit.game
    assert game.face.count is not None
    table, player, told = game.new(seats=3, seed=5), bot("medium"), 0
    for _ in range(60):
        seat = table.actor
        for action in table.actions(seat):
            found = game.face.count(table.conceal_for(seat), seat, action.id)
            if found is None:
                continue
            told += 1
            assert 0 <= found["some"] <= found["all"]
            for language in ("de", "en"):
                text = words_for(game, language).count_sentence(
                    action.text, found, seat, ["Ada", "Ben", "Cleo"], None
                )
                assert str(found["all"]) in text
                assert not set("{}[]|") & set(text)
        table.play(seat, player.choose(situation(table, seat, seed=1)))
    assert told


def test_more_worlds_are_asked_only_where_they_could_decide() -> None:
    assert not is_unsure(0.0, 0.01)  # surely no mistake
    assert is_unsure(NAMED, 0.01)
    assert is_unsure(NAMED + 0.012, 0.01)  # an accusation that is just proved is looked at again
    assert not is_unsure(NAMED + 0.016, 0.01)


def test_a_second_opinion_can_take_an_accusation_back() -> None:
    played = RatedAction(1, "10", 0.4, 0.01, 320)
    for other, accused in ((0.06, True), (0.02, True), (0.0, False), (-0.1, False)):
        found = Analysis(0, (played,), played, 0.05, widen_interval(0.05, 0.01, other))
        assert found.is_mistake is accused


@each_game_with(lambda game: game.face.reason)
def test_reasons_have_words_and_are_about_different_moves(kit: Kit) -> None:
    game = kit.game
    assert game.face.reason is not None
    table, player, told = game.new(seats=3, seed=5), bot("medium"), 0
    for _ in range(90):
        seat = table.actor
        known = game.layout.pack(table.conceal_for(seat))
        actions = table.actions(seat)
        for first, second in pairwise(actions):
            for one, other in ((first, second), (second, first)):
                moves = [move_of(game, known, seat, [action.text]) for action in (one, other)]
                found = game.face.reason(game.layout.unpack(known), seat, *moves)
                if found is None:
                    continue
                told += 1
                for language in ("de", "en"):
                    text = words_for(game, language).reason_for(found, seat, ["Ada", "Ben", "Cleo"], None)
                    assert text.endswith(".")
                    assert not set("{}[]|") & set(text)
        table.play(seat, player.choose(situation(table, seat, seed=1)))
    assert told


@pytest.mark.parametrize(
    ("hand", "chips", "played", "best", "why"),
    [
        (
            ["0", "10", "9"],
            0,
            "10",
            "0",
            "0 was the only card in your hand that cost nothing: with 10 the total of 80 put you out.",
        ),
        (["0", "2", "9"], 1, "9", "2", "2 cost nothing; 9 made the total 79, and that is a chip."),
        (
            ["0", "3"],
            1,
            "0",
            "3",
            "0 stays in your hand for a total where almost everything else costs a chip.",
        ),
        (["7", "8"], 1, "8", "7", ""),
    ],
)
def test_the_reason_for_a_card_in_lobo_follows_from_the_total(
    hand: list[str], chips: int, played: str, best: str, why: str
) -> None:
    game = tischlein.game("lobo77")
    table = game.at({"game": "lobo77", "seats": 2, "total": 70, "hands": [hand, ["8"]], "chips": [chips, 1]})
    known = game.layout.pack(table.conceal_for(0))
    one = replace(lesson(played, best), line=[best], instead=[played])
    assert Teller(game, ["Ada", "Ben"], 0, "en").why(known, one) == ([why] if why else [])
