"""The reference's own tests, what a seat may know and whole games: each names the clause it proves."""

import random

import pytest

from .perft import after, perft
from .quando import Reference
from .quando_tables import at, lay, lies

# What a seat may know


def test_Q4_Q23_at_the_start_own_fronts_and_the_others_backs() -> None:
    table = at(
        [["9/3", "9/4"], ["7/8"]], draw=["5/2", "1/6"], draw_ordered=False, discard=["0/1"], points=[3, 4]
    )
    assert table.known(0) == {
        "hands": [["9/?", "9/?"], ["?/8"]], "draw": ["5/?"], "draw_count": 2, "draw_ordered": False,
        "discard": ["0/?"], "dealer": 1, "turn": 0, "knocked": None, "plays": [0, 0], "cards_played": [0, 0],
        "points": [3, 4], "picked": [], "penalty": [],
        "unseen": ["0/1", "1/6", "2/5", "3/9", "4/9", "7/8"],
    }  # fmt: skip
    assert table.known(1)["hands"] == [["?/3", "?/4"], ["7/?"]]
    assert table.actions(0) == {"pick 9/?"}  # the two look the same


def test_Q4_nobody_sees_own_backs_during_the_deal() -> None:
    table = Reference.new(5, {}, random.Random(3).choice)
    for seat in range(5):
        for owner, hand in enumerate(table.known(seat)["hands"]):
            known_side, hidden_side = (0, 1) if owner == seat else (1, 0)
            assert all(card.split("/")[hidden_side] == "?" for card in hand)
            assert all(card.split("/")[known_side] != "?" for card in hand)


@pytest.mark.parametrize(("take", "drawer", "other"), [("visible", "5/?", "5/2"), ("hidden", "2/5", "?/5")])
def test_Q24_a_card_taken_is_known_by_what_was_seen_of_it(take: str, drawer: str, other: str) -> None:
    # The others see the hidden side of a card taken visible; the drawer sees both sides of one taken hidden,
    # whose back is what all saw on the pile.
    table = at([["9/3"], ["7/8"], ["7/9"]], draw=["5/2", "1/6"])
    lay(table, 0, "9/?", take=take)
    assert table.known(0)["hands"][0] == [drawer]
    assert table.known(1)["hands"][0] == table.known(2)["hands"][0] == [other]
    assert table.known(None)["hands"][0] == ["?/5" if take == "hidden" else "5/?"]


def test_Q24_the_back_of_a_played_card_is_remembered_by_those_who_saw_it_in_the_hand() -> None:
    table = at([["9/3", "1/2"], ["7/8"]], draw=["5/2", "1/6"])
    table.play(0, "pick 9/?")
    own, other, spectator = (table.known(seat) for seat in (0, 1, None))
    assert (own["discard"], other["discard"], spectator["discard"]) == (["9/?"], ["9/3"], ["9/?"])
    assert (own["picked"], other["picked"], spectator["picked"]) == (["9/?"], ["9/3"], ["9/?"])
    assert lies(table, "picked", "seen") == [["9/3"], [[], ["3/9"]]]


def test_Q13_Q24_everybody_knows_both_sides_of_a_flipped_card() -> None:
    table = at([["8/1"], ["0/4", "0/5"], ["9/2"]], draw=["9/1"], turn=0, penalty=[1, 2])
    table.play(1, "flip 0/?")
    assert table.known(1)["hands"][1] == ["4/0", "0/?"]
    assert table.known(0)["hands"][1] == ["4/0", "?/5"]
    assert table.known(None)["hands"][1] == ["4/0", "?/?"]
    assert lies(table, "seen") == [[["0/4"], ["0/4"], ["0/4"]]]


def test_Q12_Q24_the_order_of_a_turned_over_pile_is_known() -> None:
    table = at([["9/3", "1/2"], ["8/4"]], draw=["5/2", "6/1"])
    assert table.known(0)["draw"] == ["5/?", "?/?"]  # a stacked pile: nobody has seen what is below
    lay(table, 0, "9/?")
    lay(table, 1, "8/?")
    assert lies(table, "draw") == [["3/9", "4/8"]]
    assert table.known(0)["draw"] == ["3/9", "4/8"]
    assert table.known(1)["draw"] == ["3/9", "?/8"]  # its own card, whose back it never saw
    assert table.known(None)["draw"] == ["3/9", "?/8"]
    again = Reference.at(table.position(), table.chance)
    assert [again.known(seat) for seat in (0, 1, None)] == [table.known(seat) for seat in (0, 1, None)]


def test_Q12_Q24_a_position_turned_over_when_loaded_shows_its_top_card_and_what_was_played() -> None:
    table = at([["9/3"], ["8/3"]], discard=["7/4", "6/5"])
    for seat in (0, 1, None):
        assert table.known(seat)["draw"] == ["4/7", "?/6"]
    assert lies(table, "seen") == [[["4/7"], ["4/7"]]]


def test_Q12_Q24_the_first_card_laid_on_an_empty_table_is_seen_from_both_sides() -> None:
    table = at([["9/3", "9/4"], ["8/3"]])
    table.play(0, "pick 9/?")
    table.play(0, "pick 9/?")
    assert (table.known(0)["draw"], table.known(0)["picked"]) == (["3/9"], ["9/3", "9/?"])
    assert table.known(1)["picked"] == ["9/3", "9/4"]


def test_Q9_Q24_a_card_is_followed_from_hand_to_pile_to_hand() -> None:
    table = at([["9/3"], ["8/4"]], draw=["5/2"])
    lay(table, 0, "9/?")  # turned over: seat 1 saw its back in the hand, seat 0 sees it now
    lay(table, 1, "8/?", take="hidden")
    assert lies(table, "hands") == [[["5/2"], ["9/3"]]]
    assert table.known(1)["hands"][1] == table.known(0)["hands"][1] == ["9/3"]
    lay(table, 0, "5/?")
    assert table.actions(1) == {"pick 9/3"}


def test_Q24_only_what_was_seen_counts_not_what_could_be_inferred() -> None:
    table = at([["9/3"], ["8/4"]])  # seat 0 could tell its back: these are all the cards there are
    assert table.known(0)["hands"] == [["9/?"], ["?/4"]]
    assert table.known(0)["unseen"] == ["3/9", "4/8"]


def test_Q24_a_new_deal_erases_memory() -> None:
    table = at(
        [["9/1"], ["7/3"]], "0/2", "9/1", "7/3", draw=["0/2"], dealer=1, seen=[["3/7", "1/9"], ["1/9"]]
    )
    lay(table, 0, "9/1")
    assert lies(table, "points", "seen", "dealer") == [[0, 7], [[], []], 0]
    assert table.known(1)["hands"] == [["?/1"], ["0/?", "7/?"]]


def test_Q25_an_unordered_pile_shows_only_its_top_and_its_size() -> None:
    table = at([["9/3"], ["8/4"]], "6/1", draw=["5/2", "1/6", "0/7"], draw_ordered=False)
    lay(table, 0, "9/?")
    for seat in (0, 1, None):
        assert (table.known(seat)["draw"], table.known(seat)["draw_count"]) == (["6/?"], 2)
        assert {"0/7", "1/6"} <= set(table.known(seat)["unseen"])


def test_Q25_a_spectator_knows_only_what_every_seat_knows() -> None:
    table = at(
        [["9/3", "9/4"], ["8/4"]], draw=["5/2"], discard=["7/1", "6/1"], seen=[["3/9", "1/7"], ["1/7", "1/6"]]
    )
    spectator = table.known(None)
    assert spectator["hands"] == [["?/3", "?/?"], ["?/?"]]
    assert (spectator["draw"], spectator["discard"]) == (["5/?"], ["7/1", "6/?"])
    assert spectator["unseen"] == ["1/6", "2/5", "3/9", "4/8", "4/9"]


def test_Q16_Q24_the_end_lays_all_fronts_open_but_no_own_backs() -> None:
    table = at([["9/1"], ["7/3", "6/3"]], draw=["0/2", "5/2"], options={"target": 13})
    lay(table, 0, "9/?", take="visible")
    assert table.over
    assert table.known(0)["hands"] == [["0/?"], ["7/3", "6/3"]]
    assert table.known(1)["hands"] == [["0/2"], ["7/?", "6/?"]]
    assert table.known(None)["hands"] == [["0/?"], ["7/?", "6/?"]]
    assert Reference.at(table.position(), table.chance).known(0) == table.known(0)


# The reference as a whole


def test_Q26_no_rule_bounds_a_round() -> None:
    table = at([["9/3", "8/1"], ["7/4", "6/1"]])  # without a zero nothing can end it but a knock
    for _ in range(500):
        (seat,) = table.waiting
        table.play(seat, min(table.actions(seat) - {"knock"}))
    assert lies(table, "plays", "points") == [[125, 125], [0, 0]]


def pairs(table: Reference) -> list[str]:
    """All cards of the table, whichever way they lie."""
    piles = [*table.hands, table.draw, table.discard]
    return sorted(card.pair for pile in piles for card in pile)


def check_what_is_known(table: Reference) -> None:
    """Every number told is true and was told by the seat's own eyes; a spectator is told no more than a seat."""
    position = table.position()
    told = {seat: table.known(seat) for seat in [*range(table.seats), None]}
    for seat, known in told.items():
        for true_pile, pile in zip(
            [*position["hands"], position["discard"], position["picked"]],
            [*known["hands"], known["discard"], known["picked"]],
            strict=True,
        ):
            for true, card in zip(true_pile, pile, strict=True):
                for number, side in zip(true.split("/"), card.split("/"), strict=True):
                    assert side in (number, "?")
        both = set(pairs(table)) - set(known["unseen"])
        if seat is not None:
            assert both == set(position["seen"][seat])
            assert set(told[None]["unseen"]) >= set(known["unseen"])


@pytest.mark.parametrize(("seats", "knock_after"), [
    (3, "two_cards"), *(
        pytest.param(*table, marks=pytest.mark.long)
        for table in ((2, "two_plays"), (2, "two_cards"), (3, "two_plays"), (4, "two_cards"), (5, "two_plays"), (6, "two_cards"))
    ),
])  # fmt: skip
def test_random_games_keep_their_cards_and_end(seats: int, knock_after: str) -> None:
    source = random.Random(seats)
    table = Reference.new(seats, {"knock_after": knock_after}, source.choice)
    cards = pairs(table)
    last_round, seen = table.points, lies(table, "seen")[0]
    for _ in range(5_000):
        if table.over:
            break
        acting = tuple(seat for seat in range(seats) if table.actions(seat))
        assert table.waiting == acting
        assert len(acting) == 1
        table.play(acting[0], source.choice(sorted(table.actions(acting[0]))))
        assert pairs(table) == cards
        assert all(table.hands[seat] for seat in range(seats) if not table.picked)  # Q10
        assert len(table.draw) > 0
        again = table.copy()
        assert again.position() == table.position()
        assert again.known(acting[0]) == table.known(acting[0])
        assert again.known(None) == table.known(None)
        check_what_is_known(table)
        if table.points == last_round:
            memory = zip(seen, lies(table, "seen")[0], strict=True)
            assert all(set(before) <= set(now) for before, now in memory)  # Q24: nothing is forgotten
        elif not table.over:
            assert lies(table, "seen", "knocked") == [[[]] * seats, None]  # but by a new deal
        last_round, seen = list(table.points), lies(table, "seen")[0]
    assert table.over
    assert max(table.scores) >= 50
    assert table.winners == [seat for seat in range(seats) if table.scores[seat] == min(table.scores)]


@pytest.mark.parametrize(
    "cards", [["5/3"], ["0/3"], ["0/1", "0/2", "0/3"], ["9/1", "9/2", "9/3", "9/4", "0/5"]]
)
def test_Q12_Q14_tables_with_few_cards_never_get_stuck(cards: list[str]) -> None:
    source = random.Random(1)
    table = at([cards[:4], cards[4:], []], options={"target": 999}, plays=[2, 2, 2])
    table.chance = source.choice
    for _ in range(300):
        (seat,) = table.waiting
        table.play(seat, source.choice(sorted(table.actions(seat))))
        assert len(pairs(table)) == len(cards)
        assert table.copy().position() == table.position()
        if table.over:
            break


def test_perft_counts_decisions_and_card_with_side() -> None:
    # A pick; then two ways to take and two sides of the last card; the other's pick; two ways to take.
    table = at([["9/3"], ["8/4"]], draw=["1/2", "5/6"], draw_ordered=False)
    assert [perft(table, depth) for depth in range(5)] == [1, 1, 4, 4, 8]
    table.play(0, "pick 9/?")
    tops = [next_table.draw[0].text for next_table in after(table, 0, "take hidden")]
    assert tops == ["5/6", "6/5"]
