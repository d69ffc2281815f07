"""Quanto clause by clause, played at the table."""

from typing import Any

import pytest

from helpers.turns import legal, play, refused
from tischlein.engine.table import Table
from tischlein.games.quanto import GAME

EIGHT = {"tile": 8, "cards": ["5", "3"]}


def at(*hands: list[str], chance: list[str] | None = None, **position: Any) -> Table:
    """A table with these hands; seat 0 is to play."""
    return GAME.at(
        {"game": "quanto", "seats": len(hands), "hands": list(hands), **position}, chance=chance or []
    )


def dealt(seats: int, *display: str, **options: Any) -> Table:
    """A new game in which everybody is dealt ones, twos and threes; seat 1 deals."""
    hand = 4 if seats < 5 else 5
    cards = (["1"] * 9 + ["2"] * 9 + ["3"] * 9 + ["4"] * 8)[: hand * seats]
    return GAME.new(seats=seats, chance=["seat 1", *cards, *display], **options)


# Setup


def test_N2_N4_four_cards_each_and_left_of_the_dealer_begins() -> None:
    table = dealt(3, "5", "6", "7", "8")
    position = table.position()
    assert position["dealer"] == 1
    assert table.waiting == (2,)
    assert position["hands"] == [["1", "1", "1", "2"], ["1", "1", "1", "2"], ["1", "1", "1", "2"]]
    assert position["display"] == ["5", "6", "7", "8"]
    assert len(position["draw"]) == 110 - 16


def test_N2_five_cards_with_five_players() -> None:
    table = dealt(5, "5", "6", "7", "8", "9")
    assert [len(hand) for hand in table.position()["hands"]] == [5] * 5
    assert len(table.position()["display"]) == 5


def test_N3_every_rainbow_card_in_the_opening_display_brings_one_more() -> None:
    table = dealt(2, "5r", "6", "7", "8", "9r", "10")
    assert table.position()["display"] == ["5r", "6", "7", "8", "9r", "10"]


def test_N3_a_discarded_rainbow_card_raises_the_size_and_the_surplus_stays() -> None:
    table = at(["12r"], ["1"], display=["1", "1", "1", "1"], draw=["9", "10", "11", "12"])
    play(table, "card 12r", "discard")
    assert table.position()["display"] == ["1", "1", "1", "1", "12r"]
    assert table.position()["hands"][0] == ["9", "10", "11", "12"]
    table = at(["12"], ["5"], display=["5r", "1", "1", "1", "1", "1"], draw=["9"] * 8, turn=1)
    play(table, "card 5", "take", "pick 5r", "done")
    assert table.position()["display"] == ["1"] * 5


# Refilling


def test_N5_first_the_display_then_the_hand() -> None:
    table = at(["7"], ["1"], display=["3", "4", "11", "11"], draw=["8r", "9", "10", "12", "2"])
    play(table, "card 7", "take", "pick 3", "pick 4", "done")
    # The rainbow card that came up makes room for one more.
    assert table.position()["display"] == ["11", "11", "8r", "9", "10"]
    assert table.position()["hands"][0] == ["2", "12"]


def test_N5_a_pile_that_ends_with_the_display_leaves_nothing_for_the_hand() -> None:
    table = at(["7", "7"], ["1"], display=["7", "11"], draw=["9"])
    play(table, "card 7", "take", "pick 7", "done")
    assert table.position()["display"] == ["11", "9"]
    assert table.position()["hands"][0] == ["7"]


def test_N5_chance_names_every_card_of_an_unordered_pile_even_the_last() -> None:
    table = at(
        *(["7"], ["1"]),
        display=["7", "11", "11", "12"],
        draw=["9", "10"],
        draw_ordered=False,
        chance=["10", "9"],
    )
    play(table, "card 7", "take", "pick 7", "done")
    assert table.position()["display"] == ["11", "11", "12", "10"]
    assert table.position()["hands"][0] == ["9"]
    assert table.history[-2:] == [(-1, "10"), (-1, "9")]


# Action 1


def test_N6_order_on_the_win_pile() -> None:
    table = at(["7r"], ["1"], display=["3", "4", "7", "11"], piles=[["9"], []])
    play(table, "card 7r", "take", "pick 7", "pick 4", "pick 3", "done", "bonus 11")
    assert table.position()["piles"][0] == ["9", "7r", "7", "4", "3", "11"]


def test_N6_at_least_one_group_and_none_left_open() -> None:
    table = at(["7"], ["1"], display=["3", "4", "5"])
    play(table, "card 7", "take")
    assert legal(table) == {"pick 3", "pick 4"}
    assert refused(table, "done") == ("not_done", "N6")
    assert refused(table, "pick 5") == ("no_group", "N6")
    assert refused(table, "pick 7") == ("not_in_display", "N6")
    play(table, "pick 3")
    assert legal(table) == {"pick 4"}
    play(table, "pick 4")
    assert legal(table) == {"done"}


def test_N6_no_capture() -> None:
    table = at(["7"], ["1"], display=["3", "5"])
    play(table, "card 7")
    assert refused(table, "take") == ("no_capture", "N6")


# Action 2


def test_N7_form_with_exactly_one_card_then_groups_worth_the_tile() -> None:
    table = at(
        ["5"], ["1"], display=["3", "8", "6", "2", "9"], quantos=[None, {"tile": 7, "cards": ["6", "1"]}]
    )
    play(table, "card 5", "form")
    # 5 + 2 would be the other seat's tile, 5 + 8 and 5 + 9 are none.
    assert legal(table) == {"pick 3", "pick 6"}
    assert refused(table, "pick 2") == ("no_group", "N6")
    play(table, "pick 3")
    assert legal(table) == {"pick 8", "pick 6", "pick 2", "done"}
    play(table, "pick 6", "pick 2", "pick 8", "done")
    assert table.position()["quantos"][0] == {"tile": 8, "cards": ["5", "3", "6", "2", "8"]}
    assert table.position()["last_taker"] is None


def test_N7_no_tile_and_N10_only_one_quanto() -> None:
    table = at(["5"], ["1"], display=["9"])
    assert refused(play(table, "card 5"), "form") == ("no_tile", "N7")
    table = at(["5"], ["1"], display=["4"], quantos=[EIGHT, None], options={"discard": "free"})
    assert refused(play(table, "card 5"), "form") == ("has_quanto", "N10")


def test_N8_serve_makes_up_the_tile_first() -> None:
    table = at(
        ["5", "9", "8"],
        ["1"],
        display=["1", "2", "8", "3"],
        quantos=[EIGHT, None],
        options={"discard": "free"},
    )
    play(table, "card 5", "serve")
    assert legal(table) == {"pick 1", "pick 2", "pick 3"}
    play(table, "pick 1")
    assert legal(table) == {"pick 2"}
    play(table, "pick 2", "pick 8", "done")
    assert table.position()["quantos"][0] == {"tile": 8, "cards": ["5", "3", "5", "1", "2", "8"]}
    table = at(["9"], ["1"], display=["1"], quantos=[EIGHT, None], options={"discard": "free"})
    assert refused(play(table, "card 9"), "serve") == ("no_serve", "N8")
    table = at(["9"], ["1"], display=["1"], options={"discard": "free"})
    assert refused(play(table, "card 9"), "serve") == ("no_quanto", "N8")


def test_N9_claim_puts_the_quanto_below_the_played_card_and_frees_the_tile() -> None:
    table = at(["8", "7"], ["1"], display=["8", "5", "3"], quantos=[EIGHT, None], piles=[["9"], ["2", "2"]])
    assert refused(play(table, "card 8"), "steal 0") == ("no_steal", "N17")
    play(table, "claim", "pick 5", "pick 3", "done")
    assert table.position()["piles"] == [["9", "5", "3", "8", "5", "3"], ["2", "2"]]
    assert table.position()["quantos"] == [None, None]
    assert table.position()["last_taker"] is None
    assert 8 in table.view(1)["tiles"]
    table = at(["7"], ["1"], display=["9"], quantos=[EIGHT, None])
    assert refused(play(table, "card 7"), "claim") == ("not_the_tile", "N9")
    assert refused(play(at(["7"], ["1"]), "card 7"), "claim") == ("no_quanto", "N8")


# Action 3


def test_N11_forced_only_if_no_card_can_act() -> None:
    table = at(["7", "9"], ["1"], display=["7"])
    assert legal(table) == {"card 7"}
    assert refused(table, "card 9") == ("no_action", "N11")
    assert refused(table, "card 3") == ("not_in_hand", "N5")
    play(table, "card 7")
    assert legal(table) == {"take"}
    assert refused(table, "discard") == ("must_act", "N11")
    assert legal(at(["9", "10"], ["1"], display=["7"])) == {"card 9", "card 10"}
    for special in ("1", "2", "3"):
        assert "discard" not in legal(play(at([special], ["1"], display=[special]), f"card {special}"))


def test_N11_card_looks_at_this_card_and_free_at_none() -> None:
    table = at(["7", "9"], ["1"], display=["7"], options={"discard": "card"})
    assert legal(table) == {"card 7", "card 9"}
    assert refused(play(table, "card 7"), "discard") == ("must_act", "N11")
    assert legal(play(at(["7", "9"], ["1"], display=["7"], options={"discard": "card"}), "card 9")) == {
        "discard"
    }
    free = play(at(["7"], ["1"], display=["7"], options={"discard": "free"}), "card 7")
    assert legal(free) == {"take", "discard"}


@pytest.mark.parametrize(
    ("hand", "display", "quantos"),
    [
        (["3"], ["5"], [None, None]),  # form 8
        (["3"], ["1", "4"], [EIGHT, None]),  # serve
        (["8"], [], [EIGHT, None]),  # claim
        (["J"], [], [None, EIGHT]),  # steal
        (["J"], [], [EIGHT, None]),  # claim
        (["J"], ["12"], [None, None]),  # take as 12
    ],
)
def test_N11_everything_else_counts_as_an_action(
    hand: list[str], display: list[str], quantos: list[Any]
) -> None:
    table = at([*hand, "11"], ["1"], display=display, quantos=quantos)
    assert legal(table) == {f"card {hand[0]}"}


# The end


def test_N18_N19_nothing_is_refilled_and_the_rest_goes_to_the_last_taker() -> None:
    table = at(["7"], ["11"], display=["7", "12"])
    play(table, "card 7", "take", "pick 7", "done")
    assert table.waiting == (1,)
    play(table, "card 11", "discard")
    assert table.over
    assert table.scores == [4, 0]
    assert table.position()["piles"][0] == ["7", "7", "12", "11"]
    assert table.winners == [0]


def test_N19_quantos_do_not_count_and_without_a_taker_the_rest_goes_to_nobody() -> None:
    table = at(["3"], [], display=["5", "12"])
    play(table, "card 3", "form", "pick 5", "done")
    assert table.over
    assert table.scores == [0, 0]
    assert table.position()["display"] == ["12"]


def test_N20_ties_share_the_win_and_N21_players_without_cards_are_skipped() -> None:
    table = at(["7"], [], ["7"], [], display=["7", "7"])
    play(table, "card 7", "take", "pick 7", "done")
    assert table.waiting == (2,)
    play(table, "card 7", "take", "pick 7", "done")
    assert (table.scores, table.winners) == ([2, 0, 2, 0], [0, 2])
