"""A turn of Quando, its penalties, and how rounds and games end: the rulebook's sentences on small tables."""

from typing import Any

import pytest

from helpers.turns import play, why
from tischlein.engine.table import Table
from tischlein.games.quando import GAME

# Cards that no test plays with, to draw from and to hold.
SPARE = ["10/9", "10/8", "10/7", "10/6", "10/5"]


def at(hands: list[list[str]], chance: list[str] | None = None, **rest: Any) -> Table:
    position = {"game": "quando", "seats": len(hands), "dealer": len(hands) - 1, "hands": hands, **rest}
    return GAME.at(position, chance=chance if chance is not None else [])


def texts(table: Table, seat: int) -> set[str]:
    return {action.text for action in table.actions(seat)}


# The deal


@pytest.mark.parametrize(("seats", "cards"), [(2, 8), (3, 8), (4, 7), (5, 7), (6, 7)])
def test_Q2_seven_cards_each_eight_with_two_or_three(seats: int, cards: int) -> None:
    table = GAME.new(seats, seed=1)
    assert [len(hand) for hand in table.position()["hands"]] == [cards] * seats
    assert len(table.position()["draw"]) == 55 - seats * cards


def test_Q6_the_lot_names_the_dealer_and_the_next_seat_gets_the_first_card_and_begins() -> None:
    table = GAME.new(3, seed=1, chance=["seat 1", "9/3", "0/4"])
    position = table.position()
    assert (position["dealer"], table.waiting) == (1, (2,))
    assert (position["hands"][2][0], position["hands"][0][0]) == ("9/3", "0/4")


def test_Q3_the_holder_sees_the_front_and_all_others_the_back() -> None:
    table = GAME.new(2, seed=1, chance=["seat 1", "9/3"])
    assert table.view(0)["hands"][0][0] == "9/?"
    assert table.view(1)["hands"][0][0] == "?/3"
    assert table.view(None)["hands"][0][0] == "?/?"


def test_Q2_few_cards_are_dealt_from_the_first_player_on_until_none_is_left() -> None:
    table = at([["0/1"], ["9/8"]], draw=["0/2"], chance=["2/0", "1/0", "8/9"])
    play(table, "pick 0/?", "take visible")
    assert table.position()["hands"] == [["1/0"], ["2/0", "8/9"]]
    assert (table.position()["draw"], table.waiting) == ([], (1,))


def test_a_player_without_a_card_is_passed_over() -> None:
    table = at([["5/6"], [], ["7/8"]], draw=SPARE)
    play(table, "pick 5/?", "take visible")
    assert table.waiting == (2,)


# Laying cards


def test_Q8_any_number_of_equal_cards_from_one_up() -> None:
    table = at([["4/1", "4/2", "4/3", "4/5", "9/8"], ["7/8"]], draw=SPARE)
    for _ in range(4):
        play(table, "pick 4/?")
        assert {"take visible", "take hidden"} <= texts(table, 0)
    play(table, "take visible")
    assert table.position()["cards_played"] == [4, 0]


@pytest.mark.parametrize("order", ["345", "354", "435", "453", "534", "543"])
def test_Q7_a_straight_of_three_in_any_order(order: str) -> None:
    table = at([["3/0", "4/0", "5/0", "6/0", "9/8"], ["7/8"]], draw=SPARE)
    first, second, third = (f"pick {number}/?" for number in order)
    play(table, first)
    assert "take visible" in texts(table, 0)
    play(table, second)
    assert why(table, 0, "take visible") == ("incomplete", "Q7")
    assert third in texts(table, 0)
    play(table, third)
    assert texts(table, 0) == {"take visible", "take hidden"}


@pytest.mark.parametrize(
    ("hand", "first", "fits"),
    [
        (["0/9", "1/9", "2/9"], "0", {"1", "2"}),
        (["10/9", "9/8", "8/2"], "10", {"9", "8"}),
        (["4/9", "5/9", "6/9", "8/9"], "5", {"4", "6"}),
        (["4/9", "5/9", "3/9"], "5", {"4", "3"}),
        (["4/9", "5/9", "7/9"], "5", set()),
        (["5/9", "7/9", "6/9"], "5", {"6", "7"}),
        (["5/9", "5/8", "6/9"], "5", {"5"}),
        (["2/9", "3/9", "4/9", "5/9", "6/9"], "4", {"2", "3", "5", "6"}),
    ],
)
def test_Q7_only_what_can_still_become_a_straight_is_picked(
    hand: list[str], first: str, fits: set[str]
) -> None:
    table = at([hand, ["7/1"]], draw=["10/4", "10/5"])
    play(table, f"pick {first}/?")
    assert texts(table, 0) == {"take visible", "take hidden"} | {f"pick {number}/?" for number in fits}


def test_Q7_never_more_than_three_and_no_straight_after_a_pair() -> None:
    table = at([["3/0", "4/0", "5/0", "6/0", "4/1"], ["7/8"]], draw=SPARE)
    play(table, "pick 4/?", "pick 4/?")
    assert why(table, 0, "pick 5/?") == ("no_set", "Q8")
    table = at([["3/0", "4/0", "5/0", "6/0", "4/1"], ["7/8"]], draw=SPARE)
    play(table, "pick 3/?", "pick 4/?", "pick 5/?")
    assert why(table, 0, "pick 6/?") == ("no_set", "Q8")


def test_Q9_of_cards_that_look_the_same_the_oldest_is_laid() -> None:
    table = at([["9/3", "9/5", "9/4", "2/1"], ["7/8"]], draw=SPARE, seen=[["5/9"], []])
    assert texts(table, 0) == {"pick 9/?", "pick 9/5", "pick 2/?"}
    assert why(table, 0, "pick 9/3") == ("not_in_hand", "Q9")
    play(table, "pick 9/?")
    assert table.position()["hands"][0] == ["9/5", "9/4", "2/1"]
    play(table, "pick 9/5", "pick 9/?")
    assert table.position()["discard"] == ["9/3", "9/5", "9/4"]


# Drawing


def test_Q11_the_visible_side_or_the_hidden_one_becomes_the_front() -> None:
    for action, card in (("take visible", "10/9"), ("take hidden", "9/10")):
        table = at([["5/6", "5/7"], ["7/8"]], draw=["10/9", "10/8"])
        play(table, "pick 5/?", action)
        assert table.position()["hands"][0] == ["5/7", card]


def test_Q10_a_card_is_always_drawn_and_only_after_a_play() -> None:
    table = at([["5/6"], ["7/8"]], draw=SPARE)
    assert why(table, 0, "take visible") == ("nothing_picked", "Q10")
    play(table, "pick 5/?")
    assert texts(table, 0) == {"take visible", "take hidden"}


def test_Q12_the_discard_pile_is_turned_over_when_the_last_card_is_drawn() -> None:
    table = at([["5/6", "4/1"], ["7/8"]], draw=["10/9"], discard=["3/2", "8/4"])
    play(table, "pick 5/?", "take visible")
    position = table.position()
    assert position["draw"] == ["2/3", "4/8", "6/5"]
    assert (position["draw_ordered"], position["discard"]) == (True, [])
    # Everybody has seen the sides that were played; what faces up below the top, seat 0 has not.
    assert table.view(0)["draw"] == ["2/3", "?/8", "?/5"]
    assert table.view(1)["draw"] == ["2/3", "?/8", "6/5"]


def test_Q12_with_both_piles_empty_the_first_card_laid_is_the_draw_pile() -> None:
    table = at([["5/6", "5/2", "1/0"], ["7/8"]])
    play(table, "pick 5/?")
    assert (table.position()["draw"], table.position()["discard"]) == (["6/5"], [])
    assert table.view(None)["draw"] == ["6/5"]
    play(table, "pick 5/?")
    assert (table.position()["draw"], table.position()["discard"]) == (["6/5"], ["5/2"])
    assert table.position()["picked"] == ["5/6", "5/2"]
    play(table, "take visible")
    assert table.position()["hands"][0] == ["1/0", "6/5"]
    assert (table.position()["draw"], table.position()["discard"]) == (["2/5"], [])


def test_Q12_an_empty_draw_pile_is_made_anew_when_a_position_is_opened() -> None:
    table = at([["5/6"], ["7/8"]], discard=["3/2", "8/4"])
    assert (table.position()["draw"], table.position()["discard"]) == (["2/3", "4/8"], [])


def test_chance_names_the_next_card_of_a_shuffled_pile_and_its_side() -> None:
    table = at([["5/6", "4/1"], ["7/8"]], draw=["10/9", "8/10", "7/10"], draw_ordered=False, chance=["10/8"])
    play(table, "pick 5/?", "take visible")
    assert table.position()["draw"] == ["10/8", "7/10"]
    assert table.history[-1] == (-1, "10/8")


# The triplet


def triplet(hands: list[list[str]], **rest: Any) -> Table:
    table = at([["8/1", "8/2", "8/3", "6/5"], *hands], **{"draw": SPARE, **rest})
    play(table, "pick 8/?", "pick 8/?", "pick 8/?", "take visible")
    return table


def test_Q13_the_example_of_the_rules() -> None:
    # Tim plays three 8s; Sarah turns over one of two zeros, Maria and Linus draw; then it is Sarah's turn.
    table = triplet([["0/4", "0/5", "7/2"], ["9/3"], ["9/1"]])
    assert (table.waiting, table.position()["penalty"]) == ((1,), [1, 2, 3])
    assert texts(table, 1) == {"flip 0/?"}
    play(table, "flip 0/?")
    assert table.position()["hands"][1] == ["4/0", "0/5", "7/2"]
    play(table, "take visible", "take hidden")
    assert [len(hand) for hand in table.position()["hands"]] == [2, 3, 2, 2]
    assert (table.waiting, table.position()["turn"]) == ((1,), 1)


def test_Q13_the_choice_of_zero_is_the_players() -> None:
    table = triplet([["0/4", "7/1", "0/5", "0/6"]], seen=[[], ["0/5"]])
    assert texts(table, 1) == {"flip 0/?", "flip 0/5"}
    play(table, "flip 0/5")
    assert table.position()["hands"][1] == ["0/4", "7/1", "5/0", "0/6"]


@pytest.mark.parametrize("cards", [2, 4])
def test_Q13_two_or_four_equal_cards_bring_no_penalty(cards: int) -> None:
    table = at([["8/1", "8/2", "8/3", "8/4", "6/5"], ["7/2"]], draw=SPARE)
    play(table, *["pick 8/?"] * cards, "take visible")
    assert (table.position()["penalty"], table.waiting) == ([], (1,))


def test_Q13_a_straight_brings_no_penalty() -> None:
    table = at([["7/1", "8/2", "9/3", "6/5"], ["7/2"]], draw=SPARE)
    play(table, "pick 7/?", "pick 8/?", "pick 9/?", "take visible")
    assert table.position()["penalty"] == []


def test_Q13_reasons_while_a_penalty_is_served() -> None:
    table = triplet([["0/4", "7/2"], ["9/3"]])
    assert why(table, 0, "pick 6/?") == ("not_your_turn", "Q13")
    assert why(table, 2, "take visible") == ("not_your_turn", "Q13")
    assert why(table, 1, "pick 7/?") == ("penalty_first", "Q13")
    assert why(table, 1, "knock") == ("penalty_first", "Q13")
    assert why(table, 1, "take hidden") == ("must_flip", "Q13")
    assert why(table, 1, "flip 7/?") == ("no_zero", "Q13")
    assert why(table, 1, "flip 0/4") == ("not_in_hand", "Q9")
    assert why(table, 1, "flip 9/?") == ("not_in_hand", "Q9")
    play(table, "flip 0/?")
    assert why(table, 2, "flip 9/?") == ("no_zero", "Q13")


def test_Q14_it_hits_the_knocker_and_those_who_had_their_last_turn() -> None:
    table = triplet([["9/4"], ["9/3"]], knocked=2, plays=[2, 2, 2])
    assert table.position()["penalty"] == [1, 2]
    play(table, "take visible", "take visible")
    assert table.waiting == (1,)
    table = at([["9/1"], ["8/1", "8/2", "8/3", "7/1"]], draw=SPARE, turn=1, knocked=0, seen=[["1/9"], []])
    play(table, "pick 8/?", "pick 8/?", "pick 8/?", "take visible")
    assert (table.waiting, table.position()["penalty"]) == ((0,), [0])


def test_Q14_who_has_nothing_to_draw_from_is_skipped_but_a_zero_is_flipped() -> None:
    # Both piles are empty: the first 8 is the draw pile, the second and third the pile after it; two cards for four players.
    table = triplet([["9/4"], ["9/5"], ["9/6"], ["0/7", "6/4"]], draw=[])
    assert table.position()["draw"] == ["2/8", "3/8"]
    assert table.position()["penalty"] == [1, 2, 3, 4]
    play(table, "take visible", "take visible")
    assert (table.waiting, table.position()["penalty"]) == ((4,), [4])
    play(table, "flip 0/?")
    assert (table.waiting, table.position()["penalty"]) == ((1,), [])


def test_Q14_the_game_goes_on_when_nobody_can_serve() -> None:
    table = at([["6/5"], ["9/4"], ["9/5"]], draw=[], penalty=[1, 2], turn=0)
    assert (table.waiting, table.position()["penalty"]) == ((1,), [])


def test_Q15_Q16_the_example_of_the_rules() -> None:
    # Maria holds 9 9 9 0, plays the 9s and draws a 0: the round ends without a penalty.
    table = at([["9/1", "9/2", "9/3", "0/4"], ["8/1", "0/2"], ["7/3"]], draw=["0/5"], options={"target": 1})
    play(table, "pick 9/?", "pick 9/?", "pick 9/?", "take visible")
    assert table.over
    assert (table.scores, table.winners) == ([0, 8, 7], [0])


def test_Q16_neither_a_flip_nor_a_pass_nor_the_start_of_a_turn_ends_the_round() -> None:
    table = triplet([["0/4"], ["9/3"]], draw=["0/9", "0/10", "10/9"])
    play(table, "flip 0/?")
    assert table.position()["points"] == [0, 0, 0]
    table = at([["0/1"], ["0/2"], ["7/3"]], draw=SPARE, knocked=2)
    play(table, "pass")
    assert (table.waiting, table.position()["hands"][0]) == ((1,), ["0/1"])
