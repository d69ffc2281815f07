"""The Qwixx reference's own tests, from step 3 to the end: each names the clause it proves."""

import random
from collections import Counter

import pytest

from .perft import after, perft
from .qwixx import ROWS, Reference, card_of
from .qwixx_tables import WITH_JOKERS, at, choosing, for_all, game_cards, sheet, showing

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


@pytest.mark.parametrize(
    ("seats", "jokers"),
    [
        # In the short run each size once; tests/differential plays the others.
        pytest.param(seats, jokers, marks=[pytest.mark.long] if seats % 2 == jokers else [])
        for seats in range(2, 6)
        for jokers in (False, True)
    ],
)
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
