"""How rounds and games of Quando end: knocking, the last round, points. Q16 to Q22"""

from typing import Any

import pytest

from helpers.turns import play, why
from tischlein.engine.errors import ChanceError, IllegalAction
from tischlein.engine.table import Table
from tischlein.games.quando import GAME

SPARE = ["10/9", "10/8", "10/7", "10/6", "10/5"]


def at(hands: list[list[str]], **rest: Any) -> Table:
    position = {"game": "quando", "seats": len(hands), "hands": hands, "draw": SPARE, **rest}
    return GAME.at(position, seed=1)


# Knocking


@pytest.mark.parametrize(
    ("reading", "plays", "cards_played", "allowed"),
    [
        ("two_plays", [2, 2], [2, 2], True),
        ("two_plays", [2, 1], [2, 5], False),
        ("two_plays", [1, 2], [5, 2], False),
        ("two_cards", [2, 1], [2, 2], True),
        ("two_cards", [1, 1], [2, 1], False),
    ],
)
def test_Q18_knocking_is_allowed_when_everybody_has_played_twice(
    reading: str, plays: list[int], cards_played: list[int], allowed: bool
) -> None:
    options = {"knock_after": reading}
    table = at([["5/6"], ["7/8"]], plays=plays, cards_played=cards_played, options=options)
    assert why(table, 0, "knock") == (None if allowed else ("knock_too_early", "Q18"))


def test_Q18_a_play_counts_when_its_card_is_drawn_a_pass_does_not_count() -> None:
    table = at([["5/6", "5/1"], ["7/8"]], plays=[1, 2], cards_played=[1, 2])
    play(table, "pick 5/?", "pick 5/?")
    assert (table.position()["plays"], table.position()["cards_played"]) == ([1, 2], [1, 2])
    play(table, "take visible")
    assert (table.position()["plays"], table.position()["cards_played"]) == ([2, 2], [3, 2])
    play(table, "knock", "pass")
    assert table.position()["plays"] == [0, 0]  # the next round


def test_Q17_knock_and_pass_come_instead_of_a_play() -> None:
    table = at([["5/6", "5/1"], ["7/8"]], plays=[2, 2], cards_played=[2, 2])
    assert why(table, 0, "pass") == ("no_pass", "Q17")
    play(table, "pick 5/?")
    assert why(table, 0, "knock") == ("already_picked", "Q17")
    assert why(table, 0, "pass") == ("already_picked", "Q17")


def test_Q17_everybody_else_has_one_more_turn_and_may_pass() -> None:
    table = at([["5/6"], ["7/8"], ["6/1", "4/3"]], plays=[2, 2, 2], cards_played=[2, 2, 2], turn=1)
    play(table, "knock")
    assert (table.position()["knocked"], table.waiting) == (1, (2,))
    assert why(table, 2, "knock") == ("already_knocked", "Q17")
    play(table, "pick 6/?", "take visible")
    assert table.waiting == (0,)
    play(table, "pass")
    # The knocker has no further turn: the round is over and the next one dealt.
    assert table.position()["points"] == [0, 12, 14]
    assert (table.position()["knocked"], table.position()["dealer"]) == (None, 0)


def test_Q14_Q17_penalties_of_the_last_turn_are_served_before_the_round_ends() -> None:
    hands = [["8/1", "8/2", "8/3", "1/0"], ["0/4", "1/3"]]
    table = at(hands, knocked=1, draw=["2/1", "10/9"], options={"target": 3})
    play(table, "pick 8/?", "pick 8/?", "pick 8/?", "take visible", "flip 0/?")
    assert (table.over, table.scores) == (True, [0, 10])


def test_Q16_zeros_end_the_last_round_at_once() -> None:
    table = at([["9/1", "0/2"], ["7/8"], ["1/3"]], knocked=2, draw=["0/5"], options={"target": 5})
    play(table, "pick 9/?", "take visible")
    assert (table.over, table.scores) == (True, [0, 7, 1])


# Points


def last_pass(hands: list[list[str]], knocked: int, **rest: Any) -> Table:
    seats = len(hands)
    turn = (knocked - 1) % seats
    table = at(hands, knocked=knocked, turn=turn, options={"target": 1, **rest})
    play(table, "pass")
    return table


def test_Q19_Q20_the_first_example_of_the_rules() -> None:
    # Linus knocked; Linus 2, Tim 11, Sarah 6, Maria 4.
    table = last_pass([["2/1"], ["9/1", "2/8"], ["6/1"], ["4/1"]], knocked=0)
    assert (table.scores, table.winners) == ([0, 11, 6, 4], [0])


def test_Q20_a_knocker_who_ties_pays_five_more_the_second_example_of_the_rules() -> None:
    # Sarah knocked; Sarah 4, Maria 12, Linus 7, Tim 4.
    table = last_pass([["4/1"], ["9/1", "3/8"], ["7/1"], ["4/3"]], knocked=0)
    assert (table.scores, table.winners) == ([9, 12, 7, 0], [3])


def test_Q20_a_knocker_who_is_not_lowest_pays_five_more() -> None:
    table = last_pass([["4/1"], ["3/1"], ["3/2"]], knocked=0)
    assert (table.scores, table.winners) == ([9, 0, 0], [1, 2])


def test_Q19_all_who_tie_for_the_lowest_sum_score_nothing() -> None:
    table = at(
        [["9/1", "0/2"], ["0/3"], ["0/4", "0/6"]], draw=["0/5"], options={"target": 1}, points=[0, 0, 0]
    )
    play(table, "pick 9/?", "take visible")
    assert table.position()["points"] == [0, 0, 0]
    assert table.position()["dealer"] == 0


@pytest.mark.parametrize(
    ("option", "hand", "points"), [(False, "7/8", 7), (True, "7/8", 12), (False, "0/8", 0), (True, "0/8", 5)]
)
def test_Q21_a_knocker_when_the_round_ended_by_zeros(option: bool, hand: str, points: int) -> None:
    options = {"target": 1, "knock_penalty_after_zeros": option}
    table = at([["9/1", "0/2"], ["1/4"], [hand]], knocked=2, draw=["0/5"], options=options)
    play(table, "pick 9/?", "take visible")
    assert table.scores == [0, 1, points]


@pytest.mark.parametrize(("knocker", "penalty"), [(0, 0), (1, 5), (2, 5)])
def test_Q20_the_end_of_a_round_says_who_knocked_and_what_it_costs(knocker: int, penalty: int) -> None:
    turn = (knocker + 2) % 3  # whoever comes last
    table = at([["1/4"], ["3/5"], ["7/8"]], knocked=knocker, turn=turn, options={"target": 1})
    table.play(turn, "pass")
    (end,) = (event for event in table.events(0) if event["kind"] == "round_end")
    assert (end["knocked"], end["penalty"]) == (knocker, penalty)
    assert end["hands"] == [["1/?"], ["3/5"], ["7/8"]]


def test_Q22_the_target_is_checked_after_a_round_and_ties_share_the_win() -> None:
    options = {"target": 40}
    table = at([["9/1"], ["2/1"], ["1/3"]], knocked=2, turn=1, points=[30, 3, 5], options=options)
    play(table, "pass")
    assert (table.over, table.scores, table.winners) == (False, [39, 5, 5], [])
    table = at([["10/1"], ["2/1"], ["1/3"]], knocked=2, turn=1, points=[30, 3, 5], options=options)
    play(table, "pass")
    assert (table.over, table.scores, table.winners) == (True, [40, 5, 5], [1, 2])
    assert table.waiting == ()
    assert why(table, 0, "knock") == ("game_over", "Q22")


def test_the_end_of_a_round_lies_open_until_the_next_deal() -> None:
    table = at([["9/1"], ["2/1"]], knocked=1, turn=0, options={"target": 1})
    play(table, "pass")
    # Own backs stay unseen also when the fronts are laid open.
    assert table.view(0)["hands"] == [["9/?"], ["2/1"]]
    assert table.view(1)["hands"] == [["9/1"], ["2/?"]]
    assert table.view(None)["hands"] == [["9/?"], ["2/?"]]
    end = [event for event in table.events(None) if event["kind"] == "round_end"]
    assert [(event["by"], event["sums"], event["gained"]) for event in end] == [("knock", [9, 2], [9, 0])]
    assert [event["hands"] for event in end] == [[["9/?"], ["2/?"]]]


def test_an_illegal_action_says_its_clause_and_changes_nothing() -> None:
    table = at([["5/6"], ["7/8"]])
    before = table.position()
    with pytest.raises(IllegalAction, match="seat 1") as caught:
        table.play(1, "pick 7/?")
    assert (caught.value.code, caught.value.clause) == ("not_your_turn", "Q6")
    assert why(table, 0, "flip 5/?") == ("no_penalty", "Q13")
    assert table.position() == before


def test_Q2_a_round_may_end_with_both_piles_empty_and_all_cards_are_dealt_anew() -> None:
    position = {"game": "quando", "seats": 2, "hands": [["9/1"], ["2/1"]], "knocked": 1}
    table = GAME.at(position, chance=["2/1", "9/1"])
    play(table, "pass")
    assert table.position()["hands"] == [["9/1"], ["2/1"]]
    assert (table.position()["dealer"], table.waiting) == (0, (1,))


def test_a_card_that_is_not_in_the_pile_cannot_come_up() -> None:
    position = {
        "game": "quando",
        "seats": 2,
        "hands": [["9/1"], ["2/1"]],
        "draw": ["5/4", "3/6"],
        "draw_ordered": False,
    }
    table = GAME.at(position, chance=["2/9"])
    play(table, "pick 9/?")
    with pytest.raises(ChanceError, match="'2/9', cannot happen now; possible: 3/6, 6/3"):
        play(table, "take visible")
    assert table.position()["picked"] == ["9/1"]
