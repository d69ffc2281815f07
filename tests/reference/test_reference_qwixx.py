"""The reference's own tests: each names the clause it proves."""

import random
from collections import Counter
from typing import Any

import pytest

from .perft import after, perft
from .qwixx import COLOURED, JOKERS, ROWS, Reference, card_of

WITH_JOKERS = {"jokers": True}


class Script:
    """Chance that follows a list, and keeps what it was offered."""

    def __init__(self, *outcomes: str) -> None:
        self.left = list(outcomes)
        self.offered: list[list[str]] = []

    def __call__(self, outcomes: list[str]) -> str:
        assert self.left, f"chance was not expected here: {outcomes}"
        assert outcomes == sorted(outcomes)
        assert self.left[0] in outcomes
        self.offered.append(outcomes)
        return self.left.pop(0)


def sheet(misses: int = 0, **rows: list[int]) -> dict[str, Any]:
    return {**{colour: rows.get(colour, []) for colour in ROWS}, "misses": misses}


def at(hands: list[list[str]], *outcomes: str, **position: Any) -> Reference:
    """A table with these hands; without outcomes any chance is an error."""
    return Reference.at({"game": "qwixx", "seats": len(hands), "hands": hands, **position}, Script(*outcomes))


def for_all(top: str, *sheets: dict[str, Any], **position: Any) -> Reference:
    """A table in step 2 with this card on top, one sheet for each seat."""
    position = {"hands": [[] for _ in sheets], "display": ["y12"], **position}  # so that the next can take
    return at(draw=[top, "b9"], sheets=list(sheets), step=2, **position)


def choosing(hand: list[str], own: dict[str, Any] | None = None, **position: Any) -> Reference:
    """A table in step 3: seat 0 of two is active, holds this hand, and crossed nothing in step 2."""
    position = {"display": ["y12"], **position}
    return at([hand, ["b10"]], step=3, sheets=[own or sheet(), sheet()], **position)


def showing(cards: list[str], own: dict[str, Any] | None = None, **position: Any) -> Reference:
    """The same, after these cards were played and shown."""
    table = choosing([*(card_of(card) for card in cards), "y9"], own, **position)
    for card in cards:
        table.play(0, f"play {card}")
    table.play(0, "show")
    return table


def game_cards(table: Reference) -> Counter[str]:
    position = table.position()
    cards = [card for pile in [*position["hands"], position["draw"], position["discard"]] for card in pile]
    cards += [card for card in position["display"] if card is not None]
    cards += [] if position["shown"] else [card_of(card) for card in position["played"]]
    return Counter(cards)


# Material and setup


@pytest.mark.parametrize(("jokers", "deck"), [(False, COLOURED), (True, COLOURED + JOKERS)])
def test_X1_X15_the_deck(jokers: bool, deck: list[str]) -> None:
    table = Reference.new(5, {"jokers": jokers}, random.Random(1).choice)
    assert game_cards(table) == Counter(deck)
    assert len(deck) == (55 if jokers else 44)
    assert {card[0] for card in deck} == set("rygbj" if jokers else "rygb")
    assert len(table.draw) == len(deck) - 5 * 4 - 4


def test_X6_lot_then_hands_from_the_active_player_then_display_then_top() -> None:
    dealt = ["r2", "r3", "r4", "y2", "y3", "y4", "g2", "g3", "g4", "b2", "b3", "b4"]
    chance = Script("seat 2", *dealt, "r12", "y12", "g12", "b12", "r7")
    table = Reference.new(3, {}, chance)
    assert chance.left == []
    assert chance.offered[0] == ["seat 0", "seat 1", "seat 2"]
    assert [len(offered) for offered in chance.offered[1:]] == list(range(44, 27, -1))
    rest = [card for card in COLOURED if card not in dealt and card[1:] != "12" and card != "r7"]
    assert table.position() == {
        "game": "qwixx", "seats": 3, "options": {"jokers": False}, "turn": 2,
        "hands": [["r3", "y3", "g3", "b3"], ["r4", "y4", "g4", "b4"], ["r2", "y2", "g2", "b2"]],
        "display": ["r12", "y12", "g12", "b12"], "draw": ["r7", *rest], "draw_ordered": False, "discard": [],
        "sheets": [sheet(), sheet(), sheet()], "step": 1, "choices": [None, None, None],
        "crossed": {"step2": False, "numbers": []}, "played": [], "shown": False,
    }  # fmt: skip
    assert (table.waiting, table.scores, table.winners) == ((2,), [0, 0, 0], [])


# Crossing


@pytest.mark.parametrize(("number", "colours"), [
    (4, {"green", "blue"}),
    (6, {"blue"}),
    (8, {"red", "blue"}),
    (10, {"red"}),
    (11, {"red", "yellow"}),
])  # fmt: skip
def test_X2_X3_the_documents_sheet(number: int, colours: set[str]) -> None:
    own = sheet(red=[5, 7], yellow=[10], green=[6], blue=[10])
    table = for_all(f"r{number}", own, sheet())
    assert table.actions(0) == {"skip", *(f"cross {colour}" for colour in colours)}
    for colour in set(ROWS) - colours:
        assert table.why(0, f"cross {colour}") == ("left_of_cross", "X3")


def test_X4_X5_the_documents_lock_closes_the_row_for_that_player_only() -> None:
    laura, other = sheet(green=[11, 9, 8, 5, 3]), sheet(green=[11, 9, 8, 5])
    table = for_all("r2", laura, other)
    assert table.why(1, "cross green") == ("needs_five", "X4")
    table.play(0, "cross green")
    table.play(1, "skip")
    assert table.position()["sheets"] == [sheet(green=[11, 9, 8, 5, 3, 2]), other]
    assert table.scores == [28, 10]  # six numbers and the lock
    later = for_all("r4", *table.position()["sheets"])
    assert later.why(0, "cross green") == ("row_closed", "X5")
    assert later.why(1, "cross green") is None


@pytest.mark.parametrize(("colour", "last"), [("red", 12), ("yellow", 12), ("green", 2), ("blue", 2)])
def test_X4_every_row_has_its_last_number(colour: str, last: int) -> None:
    four, five = ({**sheet(), colour: ROWS[colour][:crosses]} for crosses in (4, 5))
    table = for_all(f"r{last}", four, five)
    assert table.why(0, f"cross {colour}") == ("needs_five", "X4")
    assert table.why(1, f"cross {colour}") is None


def test_X4_crosses_of_the_same_action_count() -> None:
    table = showing(["r11", "r12"], sheet(red=[2, 3, 4, 5]))
    assert table.why(0, "cross 12") == ("needs_five", "X4")
    table.play(0, "cross 11")
    table.play(0, "cross 12")
    assert table.scores[0] == 28


# Step 1


def test_X7_the_documents_example() -> None:
    anna = 0
    table = at([["g9", "g3", "r5", "b6"], ["b9"]], display=["r11", "y2", "g3", "b3"], draw=["y8", "b4", "r6"])
    assert table.actions(anna) == {"slot 1", "slot 2", "slot 3", "slot 4"}
    table.play(anna, "slot 1")
    assert table.position()["hands"][anna] == ["r5", "r11", "g3", "g9", "b6"]
    assert table.display == ["y8", "y2", "g3", "b3"]
    assert (table.draw, table.step) == (["b4", "r6"], 2)


def test_X7_cards_are_taken_one_by_one_and_refilled_after_the_last_lowest_slot_first() -> None:
    table = at([["r2", "r3"], ["b9"]], display=["g5", "b5", "y5", "r5"], draw=["b2", "b3", "b4", "r6"])
    table.play(0, "slot 4")
    table.play(0, "slot 2")  # equal numbers: the slots are still separate choices
    assert table.display == ["g5", None, "y5", None]
    assert table.why(0, "slot 2") == ("slot_empty", "X7")
    assert table.actions(0) == {"slot 1", "slot 3"}
    assert table.draw == ["b2", "b3", "b4", "r6"]
    table.play(0, "slot 1")
    assert (table.display, table.draw) == (["b2", "b3", "y5", "b4"], ["r6"])
    assert table.hands[0] == ["r2", "r3", "r5", "b5", "g5"]


def test_X7_a_top_card_is_chosen_by_chance_as_soon_as_it_becomes_visible() -> None:
    table = at(
        [["r2", "r3", "r4"], ["b9"]], "y12", "r6",
        display=["g5", "b5", "y5", "r5"], draw=["b2", "r6", "y12"], draw_ordered=False,
    )  # fmt: skip
    chance = table.chance
    assert isinstance(chance, Script)
    table.play(0, "slot 1")
    assert chance.offered == []
    table.play(0, "slot 2")
    assert table.display == ["b2", "y12", "y5", "r5"]
    assert chance.offered == [["r6", "y12"], ["r6"]]  # asked also when only one card is left
    assert (table.draw, table.draw_ordered) == (["r6"], False)


def test_X7_the_discard_pile_is_shuffled_when_the_pile_is_used_up_in_the_middle_of_refilling() -> None:
    table = at(
        [["r2", "r3", "r4"], ["b9"]], "y3", "y2",
        display=["g5", "b5", "y5", "r5"], draw=["b2"], discard=["y2", "y3"],
    )  # fmt: skip
    table.play(0, "slot 1")
    assert (table.draw, table.discard) == (["b2"], ["y2", "y3"])
    table.play(0, "slot 2")
    assert table.display == ["b2", "y3", "y5", "r5"]
    assert (table.draw, table.draw_ordered, table.discard) == (["y2"], False, [])


def test_X7_the_discard_pile_is_shuffled_once_more_after_the_last_slot() -> None:
    table = at(
        [["r2", "r3", "r4", "r6"], ["b9"]], "y3",
        display=["g5", "b5", "y5", "r5"], draw=["b2"], discard=["y2", "y3", "y4"],
    )  # fmt: skip
    table.play(0, "slot 1")
    assert (table.display[0], table.discard, table.step) == ("b2", [], 2)
    assert table.position()["draw"] == ["y3", "y2", "y4"]
    assert table.known(0)["top"] == "?3"


def test_X7_a_full_hand_takes_nothing_and_the_display_is_refilled_all_the_same() -> None:
    table = at(
        [["r2", "r3", "r4", "r5", "r6"], ["b9"]], "y3", "y4",
        display=["g5", None, "y5", "g6"], discard=["y3", "y4"],
    )  # fmt: skip
    assert (table.step, table.display, table.draw) == (2, ["g5", "y3", "y5", "g6"], ["y4"])
    no_slot_empty = at(
        [["r2", "r3", "r4", "r5", "r6"], ["b9"]], "y3", display=["g5", "b5", "y5", "g6"], discard=["y3"]
    )
    assert (no_slot_empty.step, no_slot_empty.draw, no_slot_empty.discard) == (2, ["y3"], [])
    empty_display = at([["r2"], ["b9"]], draw=["y3", "y4", "y5"])
    assert (empty_display.hands[0], empty_display.waiting) == (["r2"], (0,))
    assert (empty_display.display, empty_display.step) == (["y3", "y4", "y5", None], 3)


def test_X7_who_cannot_reach_five_takes_what_there_is_and_without_a_pile_there_is_no_step_2() -> None:
    table = at([["r2"], []], display=["g5", None, "y5", None])
    table.play(0, "slot 1")
    assert (table.step, table.actions(0)) == (1, {"slot 3"})
    table.play(0, "slot 3")
    assert (table.step, table.waiting, table.display) == (3, (0,), [None] * 4)
    assert table.actions(0) == {"play r2", "play g5", "play y5"}


def test_X7_X12_with_no_card_in_hand_there_is_no_step_3_and_nothing_crossed_is_a_miss() -> None:
    hands = [[], ["b10"], []]
    skips = for_all("r5", sheet(), sheet(), sheet(), hands=hands)
    crosses = skips.copy()
    for table, choice in ((skips, "skip"), (crosses, "cross red")):
        table.play(1, "skip")
        table.play(0, choice)
        table.play(2, "skip")
        assert (table.turn, table.step) == (1, 1)
    assert [row["misses"] for row in skips.position()["sheets"]] == [1, 0, 0]
    assert [row["misses"] for row in crosses.position()["sheets"]] == [0, 0, 0]
    assert at([[], []]).misses == [4, 3]  # without any card the table runs to its end by itself


# Step 2


def test_X8_the_documents_four_for_all() -> None:
    anna, max_, linus, laura = range(4)
    table = for_all("b4", sheet(), sheet(), sheet(), sheet(), hands=[["y9"], [], [], []])
    assert table.actions(laura) == {"skip", *(f"cross {colour}" for colour in ROWS)}
    table.play(max_, "cross red")
    table.play(laura, "skip")
    table.play(anna, "cross yellow")
    assert table.waiting == (linus,)
    assert table.scores == [0, 0, 0, 0]
    assert table.position()["choices"] == ["yellow", "red", None, "skip"]
    table.play(linus, "cross yellow")
    assert table.position()["sheets"] == [sheet(yellow=[4]), sheet(red=[4]), sheet(yellow=[4]), sheet()]
    assert table.position()["step"] == 3
    assert table.position()["choices"] == [None] * 4
    assert table.position()["crossed"] == {"step2": True, "numbers": []}
    assert table.draw[0] == "b4"  # counted, not taken


def test_X8_a_decision_is_final_and_who_can_only_skip_decides_too() -> None:
    full = sheet(red=[11], yellow=[11], green=[3], blue=[3])
    table = for_all("r7", sheet(), full)
    assert table.actions(1) == {"skip"}
    table.play(1, "skip")
    assert (table.waiting, table.actions(1)) == ((0,), set())
    assert table.why(1, "skip") == ("already_decided", "X8")
    assert table.why(1, "cross red") == ("already_decided", "X8")


def test_X8_any_order_of_arrival_gives_the_same_table() -> None:
    choices = {0: "skip", 1: "cross red", 2: "cross blue"}
    tables = []
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        table = for_all("r7", sheet(), sheet(), sheet())
        for seat in order:
            table.play(seat, choices[seat])
        tables.append(table.position())
    assert tables[0] == tables[1] == tables[2]


# Step 3


@pytest.mark.parametrize("cards", [
    ["r2", "r6", "r11"], ["y3", "y9"], ["g10", "g9", "g4"], ["b8", "b7"], ["b7", "b8"], ["y5"],
])  # fmt: skip
def test_X9_any_one_to_three_cards_of_one_colour_in_any_order(cards: list[str]) -> None:
    table = choosing(list(reversed(cards)), discard=["r9"])
    for card in cards:
        table.play(0, f"play {card}")
    assert (table.discard, table.hands[0], table.waiting) == (["r9"], [], (0,))
    table.play(0, "show")
    assert table.discard == ["r9", *cards]
    assert table.position()["played"] == cards
    assert table.actions(0) >= {"stop"}


def test_X9_one_colour_three_at_most_and_at_least_one() -> None:
    table = choosing(["r2", "r3", "r4", "r5", "b9"])
    assert table.why(0, "show") == ("nothing_played", "X9")
    assert table.why(0, "play y2") == ("not_in_hand", "X9")
    table.play(0, "play r4")
    assert table.why(0, "play b9") == ("other_colour", "X9")
    assert table.why(0, "play r4") == ("not_in_hand", "X9")
    table.play(0, "play r2")
    table.play(0, "play r5")
    assert table.why(0, "play r3") == ("three_at_most", "X9")
    assert table.why(0, "play b9") == ("other_colour", "X9")
    assert table.actions(0) == {"show"}


def test_X9_only_shown_numbers_and_also_none_of_them() -> None:
    table = showing(["r5", "r6"], sheet(red=[2]), crossed={"step2": True, "numbers": []})
    assert table.actions(0) == {"cross 5", "cross 6", "stop"}
    assert table.why(0, "cross 7") == ("not_shown", "X9")
    assert table.why(0, "cross 2") == ("left_of_cross", "X3")  # the sheet's reasons come first
    assert table.why(0, "cross 12") == ("needs_five", "X4")
    table.play(0, "stop")
    assert table.position()["sheets"][0] == sheet(red=[2])
    assert (table.turn, table.played, table.shown) == (1, [], False)


def test_X9_row_closed_comes_before_everything_on_the_sheet() -> None:
    table = showing(["r5"], sheet(red=[2, 3, 4, 6, 7, 12]))
    assert table.why(0, "cross 5") == ("row_closed", "X5")
    assert table.actions(0) == {"stop"}


def test_X10_red_4_5_7_all_three_or_not_without_the_5() -> None:
    table = showing(["r7", "r4", "r5"])
    without_five = table.copy()
    for number in (4, 5, 7):
        table.play(0, f"cross {number}")
    assert table.position()["crossed"] == {"step2": False, "numbers": [4, 5, 7]}
    assert (table.scores[0], table.actions(0)) == (6, {"stop"})
    without_five.play(0, "cross 4")
    assert without_five.why(0, "cross 7") == ("gap", "X10")


def test_X10_yellow_2_4_6_not_all_three_but_two_neighbours() -> None:
    table = showing(["y2", "y4", "y6"])
    later = table.copy()
    table.play(0, "cross 2")
    assert table.why(0, "cross 6") == ("gap", "X10")
    table.play(0, "cross 4")
    assert table.why(0, "cross 6") == ("gap", "X10")
    later.play(0, "cross 4")
    later.play(0, "cross 6")
    assert later.actions(0) == {"stop"}


def test_X10_what_lies_before_the_first_cross_of_this_action_does_not_count() -> None:
    table = showing(["b5", "b3"], sheet(blue=[12]))
    table.play(0, "cross 5")
    table.play(0, "cross 3")
    assert table.position()["sheets"][0] == sheet(blue=[12, 5, 3])


def test_X10_X11_the_documents_green_11_9_3() -> None:
    table = showing(["g11", "g9", "g3"])
    assert table.actions(1) == set()
    assert table.why(1, "cross 11") == ("not_your_turn", "X7")
    table.play(0, "cross 11")
    assert table.why(0, "cross 3") == ("gap", "X10")
    table.play(0, "cross 9")
    assert table.why(0, "cross 11") == ("left_of_cross", "X3")
    table.play(0, "stop")
    assert table.discard == ["g11", "g9", "g3"]
    assert table.position()["sheets"] == [sheet(green=[11, 9]), sheet()]


@pytest.mark.parametrize(("step2", "step3", "misses"), [
    (False, False, 1), (True, False, 0), (False, True, 0), (True, True, 0),
])  # fmt: skip
def test_X12_a_miss_for_the_active_player_who_crosses_nothing_at_all(
    step2: bool, step3: bool, misses: int
) -> None:
    table = for_all("r4", sheet(), sheet(), hands=[["y9"], []])
    table.play(0, "cross red" if step2 else "skip")
    table.play(1, "skip")
    table.play(0, "play y9")
    table.play(0, "show")
    if step3:
        table.play(0, "cross 9")
    table.play(0, "stop")
    assert [row["misses"] for row in table.position()["sheets"]] == [misses, 0]
    assert table.scores == [step2 + step3 - 5 * misses, 0]
    assert (table.turn, table.position()["crossed"]) == (1, {"step2": False, "numbers": []})


# Reasons


def test_reasons_name_the_step_first_then_the_seat() -> None:
    step1 = at([["r2"], ["b9"]], display=["g5"], draw=["y2", "y3"])
    assert step1.why(0, "cross red") == step1.why(1, "skip") == ("wrong_step", "X8")
    assert step1.why(0, "play r2") == step1.why(0, "cross 5") == ("wrong_step", "X9")
    assert step1.why(1, "slot 2") == ("not_your_turn", "X7")
    assert step1.why(0, "slot 2") == ("slot_empty", "X7")
    step2 = for_all("r5", sheet(), sheet())
    assert step2.why(1, "slot 1") == ("wrong_step", "X7")
    assert step2.why(0, "stop") == step2.why(0, "show") == ("wrong_step", "X9")
    step3 = choosing(["r5"])
    assert step3.why(0, "slot 1") == ("wrong_step", "X7")
    assert step3.why(1, "play b10") == ("not_your_turn", "X7")
    assert step3.why(0, "cross 5") == step3.why(0, "stop") == ("wrong_step", "X9")  # not before `show`
    shown = showing(["r5"])
    assert shown.why(0, "play y9") == shown.why(0, "show") == ("wrong_step", "X9")  # not after it
    for text in ("slot 5", "cross 13", "cross pink", "play j5", "play r5 as red", "play", ""):
        assert step1.why(0, text) == ("unknown_action", "")
    assert step1.why(2, "skip") == ("no_such_seat", "")
    with pytest.raises(ValueError, match="slot_empty"):
        step1.play(0, "slot 2")


# End and scoring


def test_X13_two_closed_rows_in_step_2_end_the_game_when_all_crosses_are_made() -> None:
    nearly = sheet(red=[2, 3, 4, 5, 6, 12], yellow=[2, 3, 4, 5, 6])
    table = for_all("b12", sheet(misses=3), nearly, sheet())
    table.play(1, "cross yellow")
    assert (table.over, table.waiting) == (False, (0, 2))
    table.play(0, "skip")
    table.play(2, "cross blue")
    assert (table.over, table.waiting, table.winners) == (True, (), [1])
    assert table.scores == [-15, 56, 1]  # no step 3, so no fourth miss; seat 2's cross stands
    position = table.position()
    assert (position["step"], position["choices"]) == (2, ["skip", "yellow", "blue"])
    assert table.known(None)["choices"] == position["choices"]
    assert at(**{key: position[key] for key in position if key != "game"}).position() == position
    assert table.why(0, "play y9") == table.why(1, "skip") == ("game_over", "X13")


def test_X13_the_cross_that_closes_the_second_row_in_step_3_ends_the_game() -> None:
    table = showing(["g3", "g2"], sheet(blue=[12, 11, 10, 9, 8, 2], green=[12, 11, 10, 9]), discard=["r9"])
    table.play(0, "cross 3")
    table.play(0, "cross 2")
    assert (table.over, table.waiting, table.winners, table.scores) == (True, (), [0], [56, 0])
    position = table.position()
    assert (position["step"], position["played"], position["shown"]) == (3, ["g3", "g2"], True)
    assert (position["discard"], position["crossed"]["numbers"]) == (["r9", "g3", "g2"], [3, 2])


def test_X13_the_fourth_miss_ends_the_game() -> None:
    table = showing(["r5"], sheet(misses=3, red=[2]))
    table.play(0, "stop")
    assert (table.over, table.scores, table.winners, table.step) == (True, [-19, 0], [1], 3)


@pytest.mark.parametrize(("row", "points"), [
    ([], 0), ([2], 1), ([2, 3], 3), ([2, 3, 4], 6), ([2, 3, 4, 5], 10), ([2, 3, 4, 5, 6], 15),
    ([2, 3, 4, 5, 6, 7], 21), ([2, 3, 4, 5, 6, 12], 28), ([2, 3, 4, 5, 6, 7, 8, 9], 36),
    ([2, 3, 4, 5, 6, 7, 8, 9, 10], 45), ([2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 55),
    ([2, 3, 4, 5, 6, 7, 8, 9, 10, 12], 66), ([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 78),
])  # fmt: skip
def test_X14_points_of_a_row_with_its_lock(row: list[int], points: int) -> None:
    table = for_all("r7", sheet(red=row), sheet(yellow=row, blue=[9], misses=2))
    assert table.scores == [points, points + 1 - 10]


def test_X14_ties_share_the_win_and_nobody_wins_before_the_end() -> None:
    table = showing(["r5"], sheet(misses=3))
    assert table.winners == []
    table.play(0, "stop")
    tie = at([[], [], []], sheets=[sheet(misses=4), sheet(red=[2]), sheet(blue=[9])])
    assert (table.winners, tie.winners) == ([1], [1, 2])


# Jokers


def test_X15_a_jokers_colour_is_named_when_it_is_played_and_binds_the_rest() -> None:
    table = choosing(["j5", "j9", "r6", "g7"], options=WITH_JOKERS)
    assert table.actions(0) == {
        "play r6", "play g7", *(f"play {joker} as {colour}" for joker in ("j5", "j9") for colour in ROWS)
    }  # fmt: skip
    table.play(0, "play j5 as red")
    assert table.why(0, "play j9 as blue") == ("other_colour", "X9")
    assert table.why(0, "play g7") == ("other_colour", "X9")
    assert table.actions(0) == {"play r6", "play j9 as red", "show"}
    table.play(0, "play j9 as red")
    table.play(0, "play r6")
    table.play(0, "show")
    assert (table.position()["played"], table.discard) == (
        ["j5 as red", "j9 as red", "r6"],
        ["j5", "j9", "r6"],
    )
    assert table.actions(0) == {"cross 5", "cross 6", "cross 9", "stop"}


def test_X15_a_number_shown_twice_is_crossed_once() -> None:
    table = showing(["r5", "j5 as red"], options=WITH_JOKERS)
    table.play(0, "cross 5")
    assert table.why(0, "cross 5") == ("left_of_cross", "X3")
    assert table.actions(0) == {"stop"}


def test_X15_a_joker_on_top_counts_its_number_in_step_2() -> None:
    table = for_all("j5", sheet(), sheet(red=[5]), options=WITH_JOKERS)
    assert (table.known(1)["top"], table.why(1, "cross red")) == ("?5", ("left_of_cross", "X3"))
    table.play(0, "cross green")
    table.play(1, "skip")
    assert table.position()["sheets"][0] == sheet(green=[5])


# What a seat may know


def test_X16_numbers_are_public_and_colours_are_not() -> None:
    table = at(
        [["b12", "r2", "j5"], ["y10", "g3"]], draw=["g7", "r8"], display=["j9", None, "r4"],
        discard=["b3", "r3"], options=WITH_JOKERS,
    )  # fmt: skip
    own = table.known(0)
    assert own["hands"] == [["r2", "b12", "j5"], ["?3", "?10"]]
    assert (own["display"], own["top"], own["draw_count"]) == (["?9", None, "?4", None], "?7", 2)
    assert (own["discard"], own["unseen"]) == (["b3", "r3"], ["r4", "r8", "y10", "g3", "g7", "j9"])
    assert (own["turn"], own["step"], own["scores"]) == (0, 1, [0, 0])
    table.play(0, "slot 1")
    assert table.known(0)["hands"][0] == ["r2", "b12", "j5", "j9"]  # X7: the taker, and nobody else, sees it
    assert table.known(1)["hands"][0] == ["?2", "?5", "?9", "?12"]
    spectator = table.known(None)
    assert spectator["hands"] == [["?2", "?5", "?9", "?12"], ["?3", "?10"]]
    assert spectator["unseen"] == ["r2", "r4", "r8", "y10", "g3", "g7", "b12", "j5", "j9"]


def test_X8_X16_choices_stay_hidden_until_all_have_decided() -> None:
    table = for_all("b4", sheet(), sheet(), sheet())
    table.play(1, "cross red")
    table.play(0, "skip")
    assert table.known(0)["choices"] == ["skip", "decided", None]
    assert table.known(1)["choices"] == ["decided", "red", None]
    assert table.known(None)["choices"] == ["decided", "decided", None]
    assert table.known(0)["sheets"] == [sheet(), sheet(), sheet()]
    table.play(2, "skip")
    assert table.known(0)["sheets"][1] == sheet(red=[4])


def test_X9_X16_colours_of_chosen_cards_are_public_from_show_on() -> None:
    table = choosing(["j5", "r6", "g7"], options=WITH_JOKERS)
    table.play(0, "play j5 as red")
    table.play(0, "play r6")
    assert (table.known(0)["played"], table.known(1)["played"]) == (["j5 as red", "r6"], ["?5", "?6"])
    assert (table.known(0)["unseen"], table.known(1)["unseen"]) == (["y12", "b10"], ["r6", "y12", "g7", "j5"])
    table.play(0, "show")
    assert table.known(1)["played"] == ["j5 as red", "r6"]
    assert (table.known(1)["discard"], table.known(1)["unseen"]) == (["j5", "r6"], ["y12", "g7"])


def test_X16_a_shuffle_erases_memory() -> None:
    table = at(
        [["r2", "r3", "r4", "r6"], ["b9"]], "y3",
        display=["g5", "b5", "y5", "r5"], draw=["b2"], discard=["y2", "y3"],
    )  # fmt: skip
    assert table.known(0)["unseen"] == ["r5", "y5", "g5", "b2", "b5", "b9"]
    table.play(0, "slot 4")
    assert table.known(0)["unseen"] == ["y2", "y3", "y5", "g5", "b2", "b5", "b9"]


# The reference as a whole


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("seats", range(2, 6))
def test_random_games_keep_their_cards_and_secrets_and_end(seats: int, jokers: bool) -> None:
    source = random.Random(seats)
    table = Reference.new(seats, {"jokers": jokers}, source.choice)
    deck = game_cards(table)
    while not table.over:
        acting = tuple(seat for seat in range(seats) if table.actions(seat))
        assert table.waiting == acting != ()
        assert table.copy().position() == table.position()
        assert None not in table.display or table.step == 1
        for seat in [*range(seats), None]:
            known = table.known(seat)
            own = [] if seat is None else table.hands[seat]
            open_cards = Counter([*own, *known["discard"]])
            if seat == table.turn and not table.shown:
                open_cards.update(card_of(card) for card in table.played)
            assert Counter(known["unseen"]) + open_cards == deck
        seat = source.choice(table.waiting)
        table.play(seat, source.choice(sorted(table.actions(seat))))
        assert game_cards(table) == deck
    assert {table.scores[seat] for seat in table.winners} == {max(table.scores)}


@pytest.mark.parametrize(
    "cards", [[], ["r2"], ["r12", "b2", "g7"], ["r2", "r3", "y2", "j5", "b12", "g7", "g8"]]
)
def test_X7_tables_with_few_cards_never_get_stuck(cards: list[str]) -> None:
    for seed in range(20):
        source = random.Random(seed)
        position = {"seats": 2, "hands": [cards[:1], cards[1:2]], "draw": cards[2:], "draw_ordered": False}
        table = Reference.at(position, source.choice)
        while not table.over:
            assert table.waiting
            seat = source.choice(table.waiting)
            table.play(seat, source.choice(sorted(table.actions(seat))))
            assert game_cards(table) == Counter(cards)


def test_perft_counts_choices_in_every_order_and_chance() -> None:
    full = sheet(red=[11], yellow=[11], green=[3], blue=[3])
    table = for_all("r7", full, full)
    assert [perft(table, depth) for depth in range(3)] == [1, 2, 2]
    slots = at(
        [["r2", "r3", "r4", "r6"], []], display=["g5", "b5"], draw=["b2", "b3", "b4"], draw_ordered=False
    )
    # Three slots are empty then, the top fills the first of them, and the other two cards may come either way.
    assert [next_table.display for next_table in after(slots, 0, "slot 1")] == [
        ["b2", "b5", "b3", "b4"], ["b2", "b5", "b4", "b3"],
    ]  # fmt: skip
    assert perft(slots, 1) == 2 * 2
