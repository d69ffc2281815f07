"""The Qwixx reference's own tests, up to step 2: each names the clause it proves."""

import random
from collections import Counter

import pytest

from . import Script
from .qwixx import COLOURED, JOKERS, ROWS, Reference
from .qwixx_tables import at, for_all, game_cards, sheet, showing

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
