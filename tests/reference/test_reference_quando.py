"""The reference's own tests, turns and rounds: each names the clause it proves."""

import random

import pytest

from . import Script
from .quando import Reference
from .quando_cards import points_of_round
from .quando_tables import at, lay, lies

NUMBERS = range(11)
PAIRS = [f"{low}/{high}" for low in NUMBERS for high in NUMBERS if low < high]
TAKES = {"take visible", "take hidden"}


# Material and setup


def test_Q1_every_pair_of_different_numbers_once() -> None:
    hands, draw = lies(Reference.new(6, {}, random.Random(1).choice), "hands", "draw")
    cards = [card.split("/") for pile in [*hands, draw] for card in pile]
    assert sorted("/".join(sorted(card, key=int)) for card in cards) == sorted(PAIRS)
    assert len(cards) == 55


@pytest.mark.parametrize(("seats", "size"), [(2, 8), (3, 8), (4, 7), (5, 7), (6, 7)])
def test_Q2_seven_cards_each_and_eight_with_two_or_three(seats: int, size: int) -> None:
    table = Reference.new(seats, {}, random.Random(1).choice)
    assert [len(hand) for hand in table.hands] == [size] * seats
    assert len(table.draw) == 55 - seats * size


def test_Q2_Q3_Q5_Q6_lot_then_the_deal_from_the_dealers_left_then_the_top_card() -> None:
    dealt = ["1/0", *PAIRS[1:24]]
    chance = Script("seat 1", *dealt, "10/9")
    table = Reference.new(3, {"target": 40}, chance)
    assert chance.left == []
    assert chance.offered[0] == ["seat 0", "seat 1", "seat 2"]
    assert [len(offered) for offered in chance.offered[1:]] == [2 * cards for cards in range(55, 30, -1)]
    assert table.position() == {
        "game": "quando", "seats": 3,
        "options": {"knock_after": "two_plays", "knock_penalty_after_zeros": False, "target": 40},
        "dealer": 1, "turn": 2, "hands": [dealt[1::3], dealt[2::3], dealt[0::3]],
        "draw": ["10/9", *sorted(PAIRS[24:-1])], "draw_ordered": False, "discard": [],
        "plays": [0, 0, 0], "cards_played": [0, 0, 0], "knocked": None, "points": [0, 0, 0],
        "picked": [], "penalty": [], "seen": [[], [], []],
    }  # fmt: skip
    assert (table.waiting, table.scores, table.winners, table.over) == ((2,), [0, 0, 0], [], False)
    assert "pick 1/?" in table.actions(2)  # the first number of an outcome is the front


def test_Q6_left_of_the_dealer_begins_and_play_is_clockwise() -> None:
    table = at([["9/3"], ["8/3"], ["7/3"]], draw=["1/2", "1/3", "1/4"], dealer=0)
    for seat, card in [(1, "8/?"), (2, "7/?"), (0, "9/?")]:
        assert table.waiting == (seat,)
        lay(table, seat, card)
    assert table.waiting == (1,)
    assert table.why(0, "take visible") == ("not_your_turn", "Q6")
    assert table.why(3, "pass") == ("no_such_seat", "")
    with pytest.raises(ValueError, match="not_your_turn"):
        table.play(0, "pick 1/?")


def test_Q6_Q18_the_dealer_moves_on_without_a_lot_and_counting_starts_again() -> None:
    table = at(
        [["9/3"], ["8/3"], ["7/3"]], "3/8", "1/0", "9/3", "7/3", "0/2",
        dealer=0, draw=["0/1", "0/2"], plays=[2, 2, 2], cards_played=[4, 4, 4],
    )  # fmt: skip
    lay(table, 1, "8/?")
    assert lies(table, "dealer", "turn", "points") == [1, 2, [9, 0, 7]]
    # five cards for three hands: dealt until none is left, so there is no top card
    assert lies(table, "hands", "draw") == [[["1/0", "0/2"], ["9/3"], ["3/8", "7/3"]], []]
    assert lies(table, "plays", "cards_played", "knocked", "discard") == [[0, 0, 0], [0, 0, 0], None, []]


# A turn


@pytest.mark.parametrize("numbers", [(0, 1, 2), (2, 0, 1), (8, 9, 10), (4, 6, 5), (5, 4, 6)])
def test_Q7_a_straight_is_laid_in_any_order_and_is_no_triplet(numbers: tuple[int, int, int]) -> None:
    back = 7 if numbers[0] < 3 else 2
    hand = [f"{number}/{back}" for number in numbers]
    table = at([[*hand, "0/9"], ["0/10"]], draw=["1/3", "1/4"])
    first, second, third = (f"pick {number}/?" for number in numbers)
    table.play(0, first)
    table.play(0, second)
    assert table.why(0, "take visible") == ("incomplete", "Q7")
    assert table.actions(0) == {third}
    table.play(0, third)
    assert table.actions(0) == TAKES
    table.play(0, "take visible")
    assert lies(table, "hands", "discard", "penalty", "turn") == [[["0/9", "1/3"], ["0/10"]], hand, [], 1]
    assert lies(table, "plays", "cards_played", "picked") == [[1, 0], [3, 0], []]


@pytest.mark.parametrize(("hand", "laid", "impossible"), [
    (["3/0", "4/0", "5/0", "6/0"], ["3", "4", "5"], "6"),  # never more than three
    (["9/3", "10/3", "0/3", "1/3"], ["10"], "0"),  # nor round the corner
    (["9/3", "10/3", "0/3"], ["9"], "10"),
    (["5/0", "6/0", "8/0"], ["5"], "6"),  # neither the 4 nor the 7
    (["5/0", "7/0", "8/0", "4/0"], ["5"], "7"),  # the 6 is missing
    (["5/0", "5/1", "4/0", "6/0"], ["5", "5"], "6"),  # a pair is no part of a straight
    (["5/0", "5/1", "4/0", "6/0"], ["5", "4"], "5"),
    (["5/0", "8/0"], ["5"], "8"),
])  # fmt: skip
def test_Q7_Q8_no_card_that_can_never_become_a_play(
    hand: list[str], laid: list[str], impossible: str
) -> None:
    table = at([hand, ["7/9"]], draw=["1/2"])
    for number in laid:
        table.play(0, f"pick {number}/?")
    assert table.why(0, f"pick {impossible}/?") == ("no_set", "Q8")


def test_Q7_the_cards_that_can_complete_a_straight() -> None:
    table = at([["5/0", "6/0", "7/0", "8/0", "4/0", "9/0"], ["7/9"]], draw=["1/2"])
    table.play(0, "pick 6/?")
    assert table.actions(0) == TAKES | {"pick 4/?", "pick 5/?", "pick 7/?", "pick 8/?"}
    table.play(0, "pick 7/?")
    assert table.actions(0) == {"pick 5/?", "pick 8/?"}


@pytest.mark.parametrize("count", range(1, 6))
def test_Q8_any_count_of_equal_numbers_and_Q13_only_three_are_a_triplet(count: int) -> None:
    hand = ["6/0", "6/1", "6/2", "6/3", "6/4"]
    table = at([[*hand, "9/0"], ["7/9"]], draw=["1/2", "1/3"])
    lay(table, 0, *["6/?"] * count)
    assert lies(table, "discard", "cards_played") == [hand[:count], [count, 0]]
    assert lies(table, "penalty", "turn") == ([[1], 0] if count == 3 else [[], 1])


def test_Q9_only_fronts_count() -> None:
    table = at([["5/6", "7/9", "9/5"], ["7/8"]], draw=["1/2"])
    table.play(0, "pick 5/?")
    assert table.actions(0) == TAKES
    assert table.why(0, "pick 6/?") == ("not_in_hand", "Q9")
    assert table.why(0, "pick 5/9") == ("not_in_hand", "Q9")


def test_Q9_chosen_by_known_backs_else_the_oldest_and_laid_in_the_order_chosen() -> None:
    table = at([["9/3", "9/5", "9/4", "1/2"], ["7/8"]], draw=["1/3", "1/4"], seen=[["5/9"], []])
    assert table.actions(0) == {"pick 9/?", "pick 9/5", "pick 1/?"}
    assert table.why(0, "pick 9/3") == ("not_in_hand", "Q9")  # it is, but the seat cannot know
    for card in ("9/?", "9/5", "9/?"):
        table.play(0, f"pick {card}")
    assert lies(table, "hands", "discard", "picked") == [
        [["1/2"], ["7/8"]], ["9/3", "9/5", "9/4"], ["9/3", "9/5", "9/4"],
    ]  # fmt: skip


def test_Q10_always_play_then_draw_one_so_no_hand_is_ever_empty() -> None:
    table = at([["9/3"], ["7/8"]], draw=["1/3", "1/4"])
    assert table.why(0, "take visible") == ("nothing_picked", "Q10")
    assert table.actions(0) == {"pick 9/?"}
    table.play(0, "pick 9/?")
    assert lies(table, "plays", "cards_played", "turn") == [[0, 0], [0, 0], 0]
    table.play(0, "take visible")
    assert lies(table, "hands", "turn") == [[["1/3"], ["7/8"]], 1]


@pytest.mark.parametrize("text", ["pick 9/9", "pick 11/2", "pick ?/3", "pick 9", "take", "flip", "draw", ""])
def test_Q9_Q11_what_is_no_action_at_all(text: str) -> None:
    assert at([["9/3"], ["7/8"]], draw=["1/3"]).why(0, text) == ("unknown_action", "")


@pytest.mark.parametrize(("take", "drawn"), [("visible", "5/2"), ("hidden", "2/5")])
def test_Q11_the_visible_or_the_hidden_side_becomes_the_front(take: str, drawn: str) -> None:
    table = at([["9/3", "1/0"], ["7/8"]], draw=["5/2", "6/8"])
    lay(table, 0, "9/?", take=take)
    assert lies(table, "hands", "draw") == [[["1/0", drawn], ["7/8"]], ["6/8"]]


def test_Q11_Q25_chance_chooses_the_next_top_card_and_its_side_also_of_the_last_card() -> None:
    table = at([["9/3"], ["8/3"]], "6/4", "7/0", draw=["5/2", "0/7", "4/6"], draw_ordered=False)
    lay(table, 0, "9/?")
    assert lies(table, "draw", "draw_ordered") == [["6/4", "0/7"], False]
    lay(table, 1, "8/?")
    assert lies(table, "hands", "draw") == [[["5/2"], ["6/4"]], ["7/0"]]
    assert isinstance(table.chance, Script)
    assert table.chance.offered == [["0/7", "4/6", "6/4", "7/0"], ["0/7", "7/0"]]


@pytest.mark.parametrize("ordered", [True, False])
def test_Q12_the_discard_pile_is_turned_over_when_the_last_card_is_drawn(ordered: bool) -> None:
    table = at([["9/3", "1/2"], ["8/3"]], draw=["5/2"], draw_ordered=ordered, discard=["7/4", "6/4"])
    table.play(0, "pick 9/?")
    assert lies(table, "draw", "discard") == [["5/2"], ["7/4", "6/4", "9/3"]]
    table.play(0, "take visible")
    assert lies(table, "draw", "discard", "draw_ordered") == [["4/7", "4/6", "3/9"], [], True]
    lay(table, 1, "8/?", take="hidden")
    assert lies(table, "hands", "draw", "discard") == [[["1/2", "5/2"], ["7/4"]], ["4/6", "3/9"], ["8/3"]]


def test_Q12_with_both_piles_empty_the_first_card_laid_is_the_draw_pile() -> None:
    table = at([["9/3", "9/4", "1/2"], ["8/3"]], draw_ordered=False)
    table.play(0, "pick 9/?")
    assert lies(table, "draw", "discard", "picked", "draw_ordered") == [["3/9"], [], ["9/3"], True]
    table.play(0, "pick 9/?")
    assert lies(table, "draw", "discard", "picked") == [["3/9"], ["9/4"], ["9/3", "9/4"]]
    table.play(0, "take hidden")
    assert lies(table, "hands", "draw", "discard") == [[["1/2", "9/3"], ["8/3"]], ["4/9"], []]
    assert lies(table, "cards_played", "turn") == [[2, 0], 1]


def test_Q12_a_position_without_a_draw_pile_is_turned_over_when_loaded() -> None:
    table = at([["9/3"], ["8/3"]], discard=["7/4", "6/5"], draw_ordered=False)
    assert lies(table, "draw", "discard", "draw_ordered") == [["4/7", "5/6"], [], True]


def test_Q10_who_has_no_card_has_no_turn() -> None:
    table = at([["9/3"], [], ["8/3"]], plays=[2, 2, 2], options={"target": 8})
    lay(table, 0, "9/?")
    assert (table.waiting, table.why(1, "knock")) == ((2,), ("not_your_turn", "Q6"))
    table.play(2, "knock")
    table.play(0, "pass")
    assert (table.over, table.scores) == (True, [3, 0, 13])


# Triplet


def test_Q13_the_documents_example() -> None:
    tim, sarah, maria, linus = range(4)
    table = at(
        [["8/1", "8/2", "8/3", "5/1"], ["0/4", "0/5", "7/1"], ["6/1"], ["6/2"]],
        draw=["9/1", "9/2", "9/3", "9/4"],
    )
    lay(table, tim, "8/?", "8/?", "8/?")
    assert lies(table, "turn", "penalty") == [tim, [sarah, maria, linus]]
    assert (table.waiting, table.actions(sarah)) == ((sarah,), {"flip 0/?"})
    table.play(sarah, "flip 0/?")
    assert (table.waiting, table.actions(maria)) == ((maria,), TAKES)
    table.play(maria, "take visible")
    assert lies(table, "turn", "penalty") == [tim, [linus]]
    table.play(linus, "take hidden")
    assert lies(table, "turn", "penalty") == [sarah, []]
    assert lies(table, "hands", "draw", "plays") == [
        [["5/1", "9/1"], ["4/0", "0/5", "7/1"], ["6/1", "9/2"], ["6/2", "3/9"]], ["9/4"], [1, 0, 0, 0],
    ]  # fmt: skip


def test_Q13_a_zero_of_ones_choice_is_flipped_in_its_place() -> None:
    table = at(
        [["8/1"], ["0/4", "0/5", "7/1"], ["0/6"]], draw=["9/1"],
        turn=0, penalty=[1, 2], seen=[[], ["0/5"], []],
    )  # fmt: skip
    assert table.actions(1) == {"flip 0/?", "flip 0/5"}
    assert table.why(1, "take visible") == ("must_flip", "Q13")
    assert table.why(1, "flip 7/?") == ("no_zero", "Q13")
    assert table.why(1, "flip 3/?") == ("not_in_hand", "Q9")
    assert table.why(1, "flip 0/4") == ("not_in_hand", "Q9")
    for text in ("pick 7/?", "knock", "pass"):
        assert table.why(1, text) == ("penalty_first", "Q13")
    assert table.why(0, "pick 8/?") == table.why(2, "flip 0/?") == ("not_your_turn", "Q13")
    table.play(1, "flip 0/5")
    assert table.hands[1][1].text == "5/0"
    table.play(2, "flip 0/?")
    assert table.why(1, "flip 0/?") == ("no_penalty", "Q13")
    assert lies(table, "turn", "draw") == [1, ["9/1"]]


def test_Q14_it_hits_the_knocker_and_who_had_the_last_turn_before_the_round_ends() -> None:
    table = at(
        [["0/4"], ["6/1"], ["8/1", "8/2", "8/3", "3/1"]], draw=["2/9", "10/2", "5/1"],
        turn=2, knocked=0, options={"target": 16},
    )  # fmt: skip
    lay(table, 2, "8/?", "8/?", "8/?")
    assert lies(table, "penalty") == [[0, 1]]
    table.play(0, "flip 0/?")
    table.play(1, "take visible")
    assert (table.over, table.scores) == (True, [0, 16, 5])


def test_Q14_who_has_nothing_to_draw_is_skipped_for_good_but_a_zero_is_flipped() -> None:
    table = at(
        [["8/1", "8/2", "8/3", "3/1"], ["7/1"], ["7/2"], ["7/3"], ["7/4"], ["7/5", "0/5"]], draw=["2/9"]
    )
    lay(table, 0, "8/?", "8/?", "8/?")
    for seat in (1, 2, 3):
        table.play(seat, "take visible")  # the three 8s, turned over
    assert lies(table, "draw", "discard", "penalty") == [[], [], [5]]
    assert table.actions(5) == {"flip 0/?"}
    table.play(5, "flip 0/?")
    assert lies(table, "turn", "penalty") == [1, []]
    lay(table, 1, "7/?")
    assert table.waiting == (2,)
    assert lies(table, "hands")[0][4] == ["7/4"]


def test_Q14_a_loaded_penalty_that_cannot_be_served_is_skipped_too() -> None:
    table = at([["8/1"], ["7/1"], ["6/1"]], turn=0, penalty=[1, 2])
    assert lies(table, "turn", "penalty") == [1, []]


# End of a round


def test_Q15_Q16_the_documents_example() -> None:
    table = at(
        [["9/1", "9/2", "9/3", "0/4"], ["0/6", "7/1"], ["6/1"]], draw=["0/5", "7/2"], options={"target": 7}
    )
    lay(table, 0, "9/?", "9/?", "9/?")
    assert (table.over, table.scores, table.winners) == (True, [0, 7, 6], [0])
    assert lies(table, "hands", "penalty") == [[["0/4", "0/5"], ["0/6", "7/1"], ["6/1"]], []]


@pytest.mark.parametrize("zeros", [[], ["0/4"], ["0/4", "0/6", "0/8"]])
def test_Q16_any_number_of_zeros_ends_the_round_also_the_last_one(zeros: list[str]) -> None:
    table = at(
        [["9/1", *zeros], ["7/1"], ["6/1"]], "9/2", draw=["5/0", "7/2", "2/9"], draw_ordered=False,
        knocked=2, options={"target": 7},
    )  # fmt: skip
    lay(table, 0, "9/?", take="hidden")
    assert (table.over, table.scores) == (True, [0, 7, 6])
    assert lies(table, "draw") == [["9/2", "2/7"]]  # the next top card is chosen before the round ends


def test_Q16_a_penalty_draw_does_not_end_the_round_nor_does_a_turn_that_begins_with_zeros() -> None:
    table = at([["8/1"], [], ["9/2"]], draw=["0/5", "7/2", "4/1", "5/1"], turn=0, penalty=[1, 2])
    table.play(1, "take visible")
    table.play(2, "take visible")
    assert lies(table, "hands", "turn", "points") == [[["8/1"], ["0/5"], ["9/2", "7/2"]], 1, [0, 0, 0]]
    lay(table, 1, "0/?")
    assert table.waiting == (2,)


def test_Q16_a_pass_with_only_zeros_does_not_end_the_round() -> None:
    table = at([["0/5"], ["8/1"], ["9/2"]], draw=["7/2"], turn=0, knocked=2)
    table.play(0, "pass")
    assert (table.waiting, table.scores) == ((1,), [0, 0, 0])


def test_Q17_after_a_knock_all_others_have_one_more_turn_and_may_pass() -> None:
    table = at(
        [["1/2"], ["8/3"], ["7/3"]], draw=["5/4", "6/4"], turn=0, plays=[2, 2, 2], options={"target": 8}
    )
    assert table.actions(0) == {"pick 1/?", "knock"}
    assert table.why(0, "pass") == ("no_pass", "Q17")
    table.play(0, "knock")
    assert lies(table, "knocked", "turn") == [0, 1]
    assert table.actions(1) == {"pick 8/?", "pass"}
    assert table.why(1, "knock") == ("already_knocked", "Q17")
    table.play(1, "pass")
    lay(table, 2, "7/?")
    assert (table.over, table.scores) == (True, [0, 8, 5])
    assert lies(table, "hands", "plays", "turn", "knocked") == [[["1/2"], ["8/3"], ["5/4"]], [2, 2, 3], 2, 0]


def test_Q17_a_knock_ends_with_its_round() -> None:
    table = at([["1/2"], ["8/3"]], "1/2", "8/3", turn=0, plays=[2, 2], dealer=1)
    table.play(0, "knock")
    table.play(1, "pass")
    assert lies(table, "knocked", "points", "turn", "dealer") == [None, [0, 8], 1, 0]
    assert table.why(1, "pass") == ("no_pass", "Q17")


def test_Q17_neither_knock_nor_pass_after_a_pick() -> None:
    table = at([["1/2", "3/2"], ["8/3"]], draw=["5/4"], plays=[2, 2])
    table.play(0, "pick 1/?")
    assert table.why(0, "knock") == table.why(0, "pass") == ("already_picked", "Q17")


@pytest.mark.parametrize(("knock_after", "plays", "cards_played", "allowed"), [
    ("two_plays", [2, 2], [2, 2], True),
    ("two_plays", [2, 1], [9, 9], False),
    ("two_plays", [1, 2], [9, 9], False),  # the one who would knock is included
    ("two_cards", [1, 1], [2, 2], True),
    ("two_cards", [2, 2], [2, 1], False),
    ("two_cards", [2, 2], [1, 2], False),
])  # fmt: skip
def test_Q18_when_knocking_is_allowed(
    knock_after: str, plays: list[int], cards_played: list[int], allowed: bool
) -> None:
    table = at(
        [["1/2"], ["8/3"]], plays=plays, cards_played=cards_played, options={"knock_after": knock_after}
    )
    assert table.why(0, "knock") == (None if allowed else ("knock_too_early", "Q18"))


def test_Q18_two_plays_is_the_default() -> None:
    table = at([["1/2"], ["8/3"]], plays=[1, 1], cards_played=[9, 9])
    assert table.why(0, "knock") == ("knock_too_early", "Q18")


# Scoring


@pytest.mark.parametrize(("hands", "points"), [
    ([["2/9"], ["10/2", "1/2"], ["6/2"], ["4/2"]], [0, 11, 6, 4]),  # the document's two examples
    ([["4/2"], ["10/1", "2/1"], ["7/1"], ["4/1"]], [9, 12, 7, 0]),
    ([["8/2"], ["10/1", "2/1"], ["7/1"], ["7/3"]], [13, 12, 0, 0]),
])  # fmt: skip
def test_Q19_Q20_seat_0_knocked(hands: list[list[str]], points: list[int]) -> None:
    table = at(hands, turn=0, plays=[2, 2, 2, 2], options={"target": 11})
    table.play(0, "knock")
    for seat in (1, 2, 3):
        table.play(seat, "pass")
    assert (table.scores, table.winners) == (points, [seat for seat in range(4) if points[seat] == 0])


def test_Q19_all_who_tie_for_the_lowest_sum_score_nothing() -> None:
    assert points_of_round([3, 8, 3], None) == [0, 8, 0]
    assert points_of_round([5, 5], 1) == [0, 10]


@pytest.mark.parametrize(("counts", "held", "points"), [
    (False, "3/4", [0, 3, 9]),
    (False, "0/3", [0, 0, 9]),
    (True, "3/4", [0, 8, 9]),
    (True, "0/3", [0, 5, 9]),
])  # fmt: skip
def test_Q21_zeros_after_a_knock(counts: bool, held: str, points: list[int]) -> None:
    table = at(
        [["9/1"], [held], ["9/4"]], draw=["0/2", "5/6"], knocked=1,
        options={"knock_penalty_after_zeros": counts, "target": 9},
    )  # fmt: skip
    lay(table, 0, "9/?")
    assert (table.over, table.scores) == (True, points)


def test_Q22_the_fewest_points_win_and_ties_share() -> None:
    table = at([["2/9"], ["8/3"], ["2/3"], ["1/4"]], plays=[2] * 4, points=[10, 42, 10, 11], turn=3)
    table.play(3, "knock")
    for seat in (0, 1, 2):
        table.play(seat, "pass")
    assert (table.scores, table.over, table.winners) == ([12, 50, 12, 11], True, [3])
    tie = at([["9/1"], ["7/3"], ["6/3"]], draw=["0/2"], points=[20, 43, 14])
    lay(tie, 0, "9/?")
    assert (tie.scores, tie.winners, tie.waiting) == ([20, 50, 20], [0, 2], ())
    assert tie.actions(1) == set()
    assert tie.why(1, "pick 7/?") == tie.why(0, "flip 0/?") == ("game_over", "Q22")


@pytest.mark.parametrize(("options", "over"), [({}, False), ({"target": 49}, True), ({"target": 50}, False)])
def test_Q22_the_target_is_an_option_of_50(options: dict[str, object], over: bool) -> None:
    table = at([["9/1"], ["7/3"]], draw=["0/2"], points=[0, 42], options=options)
    table.chance = random.Random(1).choice
    lay(table, 0, "9/?")
    assert (table.scores, table.over) == ([0, 49], over)
