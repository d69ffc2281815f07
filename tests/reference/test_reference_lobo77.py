"""The reference's own tests: each names the clause it proves."""

import random
from collections import Counter
from typing import Any

import pytest

from . import Script
from .lobo77 import Reference
from .perft import after, perft

DRAW_BY_HAND = {"manual_draw": True}


def at(hands: list[list[str]], *outcomes: str, **position: Any) -> Reference:
    """A table with these hands; without outcomes any chance is an error."""
    return Reference.at(
        {"game": "lobo77", "seats": len(hands), "hands": hands, **position}, Script(*outcomes)
    )


def game_cards(table: Reference) -> Counter[str]:
    position = table.position()
    piles = [*position["hands"], position["draw"], position["discard"], position["set_aside"]]
    return Counter(card for pile in piles for card in pile)


# Setup


@pytest.mark.parametrize(("reverse_cards", "size"), [(4, 55), (5, 56)])
def test_L1_L2_the_deck(reverse_cards: int, size: int) -> None:
    table = Reference.new(2, {"reverse_cards": reverse_cards}, random.Random(1).choice)
    cards = game_cards(table)
    assert cards.total() == size
    assert cards["reverse"] == reverse_cards
    assert [cards[card] for card in ("0", "-10", "x2")] == [4, 4, 4]
    assert [cards[str(number)] for number in range(2, 11)] == [3, 3, 3, 3, 3, 3, 3, 3, 8]
    assert [cards[card] for card in ("11", "22", "33", "44", "55", "66", "76")] == [1] * 7


def test_L3_L4_lot_then_deal_from_the_starter_one_card_at_a_time() -> None:
    chance = Script("seat 2", "2", "3", "4", "2", "3", "4", "2", "3", "4", "5", "5", "5", "6", "6", "6")
    table = Reference.new(3, {}, chance)
    assert chance.left == []
    assert chance.offered[0] == ["seat 0", "seat 1", "seat 2"]
    assert len(chance.offered[1]) == 55
    position = table.position()
    assert position["hands"] == [
        ["3", "3", "3", "5", "6"],
        ["4", "4", "4", "5", "6"],
        ["2", "2", "2", "5", "6"],
    ]
    assert (position["starter"], position["turn"], position["owed"]) == (2, 2, 1)
    assert (len(position["draw"]), position["draw_ordered"]) == (40, False)
    assert table.scores == [3, 3, 3]
    assert table.winners == []


def test_L4_a_given_starter_needs_no_lot() -> None:
    chance = Script(*["10"] * 8, "9", "9")
    assert Reference.new(2, {"starter": 1}, chance).waiting == (1,)


# A turn


def test_L5_L10_L12_L14_the_documents_example() -> None:
    table = at(
        [["5", "x2", "11"], ["10", "reverse", "10"], ["3", "5", "7"]],
        draw=["2", "2", "2", "3", "3", "4", "4", "4"],
    )
    joe, reinhard, andre = 0, 1, 2
    told = []
    for seat, card in [
        (joe, "5"),
        (reinhard, "10"),
        (andre, "3"),
        (joe, "x2"),
        (reinhard, "reverse"),
        (reinhard, "10"),
        (joe, "11"),
        (andre, "5"),
    ]:
        assert table.waiting == (seat,)
        table.play(seat, card)
        told.append(table.total)
    assert told == [5, 15, 18, 18, 18, 28, 39, 44]
    assert table.scores == [3, 3, 2]
    assert table.waiting == (reinhard,)
    assert [len(hand) for hand in table.hands] == [3, 3, 3]


def test_L5_only_own_cards_in_turn() -> None:
    table = at([["5"], ["7"]])
    assert table.why(1, "7") == ("not_your_turn", "L5")
    assert table.why(0, "7") == ("not_in_hand", "L5")
    assert table.why(0, "draw") == ("no_manual_draw", "L7")
    assert table.why(0, "12") == ("unknown_action", "")
    assert table.why(2, "5") == ("no_such_seat", "")
    with pytest.raises(ValueError, match="not_in_hand"):
        table.play(0, "7")


def test_L6_the_total_may_be_negative_and_L15_that_costs_nothing() -> None:
    table = at([["-10", "9"], ["0", "9"], ["-10", "9"]], draw=["2", "2", "2"], total=-1)
    table.play(0, "-10")
    assert table.total == -11
    table.play(1, "0")
    assert table.scores == [3, 3, 3]


def test_L8_the_discard_is_shuffled_only_when_a_card_has_to_be_drawn() -> None:
    table = at([["2", "9"], ["3", "9"]], "5", draw=["4"], discard=["5", "6"])
    table.play(0, "2")
    assert (table.draw, table.draw_ordered, table.discard) == ([], True, ["5", "6", "2"])
    table.play(1, "3")
    assert (sorted(table.draw), table.draw_ordered, table.discard) == (["2", "6"], False, ["3"])


def test_L8_nothing_to_draw_and_L7_players_without_cards_are_skipped() -> None:
    table = at([["2"], [], ["3"]], "2")
    table.play(0, "2")
    assert table.turn == 2
    table.play(2, "3")  # shuffles the 2 in and draws it: only seat 2 can go on
    assert (table.hands, table.turn) == ([[], [], ["2"]], 2)


def test_L7_L20_nobody_can_go_on_so_the_next_round_is_dealt_without_payment() -> None:
    table = at([["5"], [], []], "5", total=6, discard=[])
    table.play(0, "5")
    assert table.scores == [2, 3, 3]  # for the 11 alone
    assert (table.starter, table.turn, table.total, table.hands) == (1, 1, 0, [[], ["5"], []])


# Drawing by hand


def test_L7_manual_draw_is_lost_when_the_next_player_plays() -> None:
    table = at([["2", "9"], ["3", "9"]], draw=["4", "5"], options=DRAW_BY_HAND)
    assert table.why(0, "draw") == ("no_draw_open", "L7")
    table.play(0, "2")
    assert table.may_draw == [0, 1]
    assert table.waiting == (0, 1)
    assert table.actions(0) == {"draw"}
    assert table.actions(1) == {"3", "9"}
    table.play(1, "3")
    assert table.may_draw == [1, 1]
    assert table.why(0, "draw") == ("no_draw_open", "L7")
    assert table.hands[0] == ["9"]


def test_L7_two_draws_one_by_one_and_the_first_of_two_cards_ends_them() -> None:
    table = at([["2", "3"], ["4", "x2"]], draw=["6", "7", "8"], discard=["x2"], options=DRAW_BY_HAND)
    table.play(0, "2")
    assert (table.waiting, table.owed, table.played, table.may_draw) == ((0,), 1, 1, None)
    table.play(0, "3")
    assert (table.waiting, table.owed, table.played, table.may_draw) == ((0, 1), 1, 0, [0, 2])
    table.play(0, "draw")
    assert table.may_draw == [0, 1]
    table.play(1, "x2")
    assert table.hands[0] == ["6"]
    assert (table.may_draw, table.owed) == ([1, 1], 2)


def test_L7_L8_not_more_is_offered_than_there_is_to_draw() -> None:
    table = at([["2", "3"], ["4"]], "x2", discard=["x2"], options=DRAW_BY_HAND)
    table.play(0, "2")
    table.play(0, "3")
    assert table.may_draw == [0, 2]
    table.play(0, "draw")
    assert (table.draw, table.discard, table.may_draw) == (["2"], ["3"], [0, 1])
    alone = at([["2", "3"], ["4"]], options=DRAW_BY_HAND)
    alone.play(0, "2")
    assert (alone.may_draw, alone.waiting) == (None, (1,))


def test_L7_the_table_waits_for_the_only_one_who_can_still_draw() -> None:
    table = at([["2"], [], []], draw=["4", "5"], options=DRAW_BY_HAND)
    table.play(0, "2")
    assert (table.waiting, table.turn, table.actions(0)) == ((0,), 0, {"draw"})
    assert table.why(0, "2") == ("not_in_hand", "L5")
    table.play(0, "draw")
    assert (table.waiting, table.may_draw, table.actions(0)) == ((0,), None, {"4"})


def test_L7_L13_who_follows_himself_loses_his_own_draws_too() -> None:
    table = at([["2", "x2", "3"], []], draw=["4", "5", "6"], discard=["9"], options=DRAW_BY_HAND)
    table.play(0, "x2")
    assert (table.turn, table.owed, table.actions(0)) == (0, 2, {"draw", "2", "3"})
    table.play(0, "2")
    assert (table.may_draw, table.actions(0)) == (None, {"3"})
    table.play(0, "3")
    assert table.may_draw == [0, 2]
    table.play(0, "draw")
    table.play(0, "4")
    assert table.may_draw == [0, 1]


def test_L13_two_owed_but_one_in_hand() -> None:
    table = at([["2"], ["3", "9"]], draw=["4", "5"], discard=["x2"], options=DRAW_BY_HAND)
    assert table.owed == 2
    table.play(0, "2")
    assert (table.turn, table.owed, table.may_draw) == (1, 1, [0, 1])


def test_L13_the_debt_skips_who_has_no_card() -> None:
    table = at([["x2", "9"], [], ["3", "4", "9"]], draw=["5", "6", "7"])
    table.play(0, "x2")
    assert (table.turn, table.owed) == (2, 2)
    table.play(2, "3")
    table.play(2, "4")
    assert sorted(table.hands[2]) == ["6", "7", "9"]


# Special cards


@pytest.mark.parametrize(("seats", "out", "direction", "follower"), [
    (2, [], 1, 1),
    (3, [], -1, 2),
    (3, [1], -1, 2),
])  # fmt: skip
def test_L9_reverse(seats: int, out: list[int], direction: int, follower: int) -> None:
    is_out = [seat in out for seat in range(seats)]
    hands = [[] if gone else ["reverse", "9"] for gone in is_out]
    table = at(hands, draw=["4"], out=is_out)
    table.play(0, "reverse")
    assert (table.direction, table.turn) == (direction, follower)


def test_L11_no_x2_on_a_x2_but_as_second_card() -> None:
    table = at([["x2", "2"], ["3", "4"]], draw=["5", "6"], discard=["x2"])
    assert table.why(0, "x2") == ("double_on_double", "L11")
    table.play(0, "2")
    table.play(0, "x2")
    assert (table.turn, table.owed) == (1, 2)


def test_L11_who_holds_nothing_else_may_play_it_twice_and_two_are_owed() -> None:
    table = at([["x2", "x2", "x2"], ["3", "4"]], draw=["5", "6"], discard=["x2"])
    table.play(0, "x2")
    assert (table.turn, table.owed, table.played, table.actions(0)) == (0, 1, 1, {"x2"})
    table.play(0, "x2")
    assert (table.turn, table.owed) == (1, 2)


# Chips


@pytest.mark.parametrize(("total", "card", "cost"), [
    (28, "11", 0), (1, "10", 1), (32, "-10", 1), (22, "x2", 1), (22, "reverse", 1), (22, "0", 1),
    (0, "x2", 0), (0, "66", 1), (0, "76", 0),
])  # fmt: skip
def test_L14_L15_what_is_announced_costs(total: int, card: str, cost: int) -> None:
    table = at([[card, "9"], ["9"]], draw=["2"], total=total)
    table.play(0, card)
    assert table.scores == [3 - cost, 3]


def test_L16_both_owed_cards_can_cost() -> None:
    table = at([["11", "0"], ["9"]], draw=["2", "3"], discard=["x2"])
    table.play(0, "11")
    table.play(0, "0")
    assert table.scores == [1, 3]


def test_L17_L18_elimination_in_the_middle_of_a_turn() -> None:
    table = at([["reverse", "9", "8"], ["3"], ["4"]], draw=["2"], total=22, discard=["x2"], chips=[0, 1, 1])
    assert table.known(1)["swims"] == [True, False, False]
    table.play(0, "reverse")
    position = table.position()
    assert (position["out"], position["chips"], table.scores) == ([True, False, False], [0, 1, 1], [-1, 1, 1])
    assert (position["hands"][0], position["set_aside"], position["draw"]) == ([], ["8", "9"], ["2"])
    assert (position["direction"], position["turn"], position["owed"], position["played"]) == (-1, 2, 1, 0)
    assert table.why(0, "9") == ("not_your_turn", "L5")


def test_L18_a_x2_played_while_being_eliminated_binds_the_next() -> None:
    table = at([["x2", "9"], ["3"], ["4"]], draw=["2"], total=22, chips=[0, 1, 1], options=DRAW_BY_HAND)
    table.play(0, "x2")
    assert (table.turn, table.owed, table.may_draw, table.set_aside) == (1, 2, None, ["9"])


# Round and game


@pytest.mark.parametrize("card", ["7", "10"])
def test_L19_L20_77_or_more_ends_the_round_at_once(card: str) -> None:
    deal = ["9", "9", "8", "x2", "5", card]
    table = at(
        [["9"], [card, "8"], ["9"]], *deal, turn=1, direction=-1, total=70, owed=2, discard=["x2"], draw=["5"]
    )
    table.play(1, card)
    assert table.scores == [3, 2, 3]
    assert table.hands == [["8", card], ["9", "x2"], ["9", "5"]]  # from seat 1, clockwise
    assert table.position() | {"hands": 0, "options": 0} == {
        "game": "lobo77", "seats": 3, "options": 0, "starter": 1, "turn": 1, "direction": 1, "total": 0,
        "owed": 1, "played": 0, "may_draw": None, "chips": [3, 2, 3], "out": [False] * 3, "hands": 0,
        "draw": [], "draw_ordered": False, "discard": [], "set_aside": [],
    }  # fmt: skip


def test_L20_the_start_skips_who_is_out_and_L18_set_aside_cards_come_back() -> None:
    table = at(
        [["10"], [], ["9"], ["9"]], "8", "9", "9", "10",
        turn=3, starter=0, total=70, chips=[1, 0, 1, 1], out=[False, True, False, False], set_aside=["8"],
    )  # fmt: skip
    table.play(3, "9")
    assert (table.starter, table.turn, table.set_aside) == (2, 2, [])
    assert table.hands == [["9"], [], ["8", "10"], ["9"]]


@pytest.mark.parametrize(("total", "card"), [(12, "10"), (70, "10")])
def test_L21_the_last_one_in_wins_at_once(total: int, card: str) -> None:
    table = at([[card, "9"], ["3"]], total=total, chips=[0, 0], draw=["2"], draw_ordered=False)
    table.play(0, card)
    assert (table.over, table.winners, table.scores, table.waiting) == (True, [1], [-1, 0], ())
    assert (table.set_aside, table.hands, table.total) == (["9"], [[], ["3"]], total + 10)
    assert table.why(1, "3") == ("game_over", "L21")
    assert table.why(1, "draw") == ("game_over", "L21")


# What a seat may know


def test_L22_what_a_seat_knows() -> None:
    table = at([["9", "2"], ["3"]], draw=["7", "5"], discard=["4", "6"], set_aside=["8"], total=10)
    own = table.known(0)
    assert (own["hand"], own["hand_sizes"], own["discard"]) == (["2", "9"], [2, 1], ["4", "6"])
    assert (own["draw_count"], own["set_aside_count"]) == (2, 1)
    assert own["unseen"] == ["3", "5", "7", "8"]
    spectator = table.known(None)
    assert spectator["hand"] is None
    assert spectator["unseen"] == ["2", "3", "5", "7", "8", "9"]


# The reference as a whole


@pytest.mark.parametrize("manual_draw", [False, True])
@pytest.mark.parametrize("seats", range(2, 9))
def test_random_games_keep_their_cards_and_end(seats: int, manual_draw: bool) -> None:
    source = random.Random(seats)
    table = Reference.new(seats, {"manual_draw": manual_draw}, source.choice)
    cards = game_cards(table)
    for _ in range(10_000):
        if table.over:
            break
        acting = tuple(seat for seat in range(seats) if table.actions(seat))
        assert table.waiting == acting != ()
        assert table.copy().position() == table.position()
        seat = source.choice(table.waiting)
        table.play(seat, source.choice(sorted(table.actions(seat))))
        assert game_cards(table) == cards
    assert table.over
    assert table.scores.count(-1) == seats - 1


@pytest.mark.parametrize("manual_draw", [False, True])
@pytest.mark.parametrize("cards", [["0"], ["76", "x2"], ["x2", "x2", "reverse"], ["-10", "10", "x2", "5"]])
def test_L7_tables_with_few_cards_never_get_stuck(cards: list[str], manual_draw: bool) -> None:
    source = random.Random(1)
    table = at([cards[:1], cards[1:2], []], draw=cards[2:], options={"manual_draw": manual_draw})
    table.chance = source.choice
    for _ in range(300):
        assert table.over == (table.waiting == ())
        assert table.over or table.owed == 1 or table.played == 0
        if not table.over:
            seat = source.choice(table.waiting)
            table.play(seat, source.choice(sorted(table.actions(seat))))
        assert sorted(game_cards(table).elements()) == sorted(cards)


def test_perft_counts_decisions_and_distinct_chance() -> None:
    # The 2 brings a 4 or a 5; the 3 brings the other; the third card brings back the 2 or the 3.
    table = at([["2"], ["3"]], draw=["4", "5"], draw_ordered=False)
    assert [perft(table, depth) for depth in range(4)] == [1, 1 * 2, 2 * 1, 2 * 2]
    twins = at([["2"], ["3"]], draw=["4", "4", "5"], draw_ordered=False)
    assert [next_table.hands[0] for next_table in after(twins, 0, "2")] == [["4"], ["5"]]
    assert table.position() == at([["2"], ["3"]], draw=["5", "4"], draw_ordered=False).position()


def test_perft_counts_both_who_may_act_and_finished_games_once() -> None:
    race = at([["2", "9"], ["3"]], draw=["4"], options=DRAW_BY_HAND)
    assert [perft(race, depth) for depth in (1, 2)] == [2, 2 * 2]
    end = at([["10", "9"], ["3"]], total=12, chips=[0, 0], draw=["2"])
    end.play(0, "10")
    assert perft(end, 5) == 1
