"""Quanto clause by clause, played at the table: special cards, rainbow cards, jokers, and teams."""

from typing import Any

import pytest

from helpers.turns import legal, play, refused
from tischlein.engine.errors import OptionError
from tischlein.engine.table import Table
from tischlein.games.quanto import GAME

EIGHT = {"tile": 8, "cards": ["5", "3"]}


def at(*hands: list[str], chance: list[str] | None = None, **position: Any) -> Table:
    """A table with these hands; seat 0 is to play."""
    return GAME.at(
        {"game": "quanto", "seats": len(hands), "hands": list(hands), **position}, chance=chance or []
    )


def teams(*hands: list[str], **position: Any) -> Table:
    options = {"teams": True, **position.pop("options", {})}
    return at(*hands, options=options, **position)


# Specials of a discarded card


def test_N12_a_discarded_1_takes_the_top_cards_clockwise() -> None:
    piles = [["9"], ["2", "3"], [], ["4"]]
    table = at(["5"], ["1"], ["5"], ["5"], display=["12"], turn=1, piles=piles)
    play(table, "card 1", "discard")
    assert table.position()["piles"] == [[], ["2", "3", "4", "9"], [], []]
    assert table.position()["display"] == ["12", "1"]


def test_N13_after_a_2_a_further_card_and_a_further_2_may_always_be_discarded() -> None:
    table = at(["2", "2", "12"], ["1"], display=["11"], draw=["8"] * 8)
    play(table, "card 2", "discard")
    assert table.waiting == (0,)
    assert table.position()["second"] is True
    assert table.position()["display"] == ["11", "2"]
    # The 2 can take the 2 that lies there now, the 12 cannot do anything; and nothing has been refilled.
    assert legal(table) == {"card 2"}
    assert legal(play(table, "card 2")) == {"take", "discard"}
    play(table, "discard")
    assert legal(table) == {"card 12"}
    play(table, "card 12", "discard")
    assert table.waiting == (1,)
    assert table.position()["display"] == ["11", "2", "2", "12"]
    assert table.position()["hands"][0] == ["8"] * 4


def test_N13_without_a_hand_card_the_special_lapses() -> None:
    table = play(at(["2"], ["1"], display=["12"]), "card 2", "discard")
    assert table.waiting == (1,)


def test_N14_reveal_three_choose_one_the_others_leave() -> None:
    draw = ["10", "6r", "12", "12", "12", "12", "12", "12"]
    table = play(at(["3"], ["1"], display=["10", "11"], draw=draw), "card 3", "discard")
    assert table.position()["revealed"] == ["10", "6r", "12"]
    # 10 takes 10; 6r takes nothing but could form 9 with the 3; 12 can do nothing.
    assert legal(table) == {"card 10", "card 6r"}
    assert refused(table, "card 12") == ("no_action", "N11")
    assert refused(table, "card 3") == ("not_revealed", "N14")
    play(table, "card 10")
    assert table.position()["revealed"] == ["10", "6r", "12"]
    play(table, "take")
    assert (table.position()["revealed"], table.position()["gone"]) == ([], ["6r", "12"])
    play(table, "pick 10", "done")
    assert table.position()["piles"][0] == ["10", "10"]
    assert table.position()["last_taker"] == 0
    assert table.position()["display"] == ["11", "3", "12", "12"]
    assert table.position()["hands"][0] == ["12"] * 3


def test_N14_a_revealed_3_may_always_be_discarded_even_at_the_very_end() -> None:
    table = play(at(["3"], ["1"], display=["12"], draw=["3", "11"]), "card 3", "discard", "card 3")
    assert legal(table) == {"take", "form", "discard"}
    play(table, "discard")
    assert table.waiting == (1,)
    assert table.position()["gone"] == ["11"]


def test_N14_chain_of_specials() -> None:
    draw = ["3", "12", "12", "2", "10", "10", "8"]
    table = at(["3", "12"], ["1"], display=["11"], draw=draw, options={"discard": "free"})
    play(table, "card 3", "discard", "card 3", "discard")
    assert table.position()["revealed"] == ["2", "10", "10"]
    play(table, "card 2", "discard")
    assert table.position()["revealed"] is None
    assert table.position()["second"] is True
    assert legal(table) == {"card 12"}
    play(table, "card 12", "discard")
    assert table.position()["gone"] == ["10", "10", "12", "12"]
    assert table.position()["display"] == ["11", "3", "3", "2", "12"]
    assert table.position()["hands"][0] == ["8"]


def test_N14_a_revealed_2_is_no_further_2() -> None:
    quantos = [None, {"tile": 5, "cards": ["4", "1"]}]
    table = at(["2", "3", "11"], ["5"], display=["12"], draw=["2", "11", "1"], quantos=quantos)
    play(table, "card 2", "discard", "card 3", "discard")
    assert table.position()["second"] is False
    # The 2 could take the one that lies there; the 1 cannot act and has to stay.
    assert legal(table) == {"card 2"}
    assert refused(play(table, "card 2"), "discard") == ("must_act", "N11")


def test_N14_a_revealed_1_robs() -> None:
    table = at(["3"], ["5"], display=["12"], draw=["1"], piles=[[], ["6", "7"]], options={"discard": "card"})
    play(table, "card 3", "discard", "card 1", "discard")
    assert table.position()["piles"] == [["7"], ["6"]]


def test_N14_a_revealed_joker_does_not_steal_and_a_revealed_rainbow_card_has_no_bonus() -> None:
    table = at(["3"], ["5"], display=["12"], draw=["J"], quantos=[None, EIGHT])
    assert refused(play(table, "card 3", "discard", "card J"), "steal 1") == ("no_steal", "N17")
    assert "steal 1" not in legal(table)
    table = at(["3"], ["5"], display=["12", "12"], draw=["12r"])
    play(table, "card 3", "discard", "card 12r", "take", "pick 12", "done")
    assert table.waiting == (1,)
    assert table.position()["piles"][0] == ["12r", "12"]


# Rainbow cards and jokers


def test_N15_the_bonus_may_be_declined_and_is_asked_for_with_an_empty_display() -> None:
    table = play(at(["7r"], ["1"], display=["7"]), "card 7r", "take", "pick 7", "done")
    assert legal(table) == {"no bonus"}
    assert refused(table, "bonus 7") == ("no_bonus", "N15")
    play(table, "no bonus")
    assert table.position()["piles"][0] == ["7r", "7"]
    table = play(at(["8r"], ["1"], display=["3", "4r"], quantos=[EIGHT, None]), "card 8r", "claim", "done")
    assert legal(table) == {"bonus 3", "bonus 4r", "no bonus"}
    play(table, "bonus 3")
    assert table.position()["piles"][0] == ["5", "3", "8r", "3"]
    assert table.position()["last_taker"] is None


def test_N15_N19_a_bonus_with_the_very_last_card() -> None:
    table = play(at(["7r"], [], display=["7", "5", "6"]), "card 7r", "take", "pick 7", "done", "bonus 6")
    assert table.position()["piles"][0] == ["7r", "7", "6", "5"]
    assert [event["kind"] for event in table.events(1)][-4:] == ["bonus", "capture", "rest", "game_end"]
    table = play(at(["7r"], [], display=["7", "5", "6"]), "card 7r", "take", "pick 7", "done", "bonus 5")
    assert [event.get("card") for event in table.events(1) if event["kind"] == "bonus"] == ["5"]
    assert table.events(1)[-2]["cards"] == ["6"]


def test_N15_no_bonus_for_forming_and_serving() -> None:
    table = play(at(["5r"], ["1"], display=["3", "4"]), "card 5r", "form", "pick 3", "done")
    assert table.waiting == (1,)


def test_N16_a_joker_says_its_value_and_a_lying_one_closes_its_group() -> None:
    table = play(at(["J"], ["1"], display=["J", "5", "3"]), "card J")
    assert refused(table, "take") == ("wrong_step", "N5")
    assert {f"take as {value}" for value in range(1, 13)} < legal(table)
    assert {f"form as {value}" for value in range(1, 12)} < legal(table)
    play(table, "take as 9", "pick 5", "pick J")
    assert legal(table) == {"done"}
    table = play(at(["4"], ["1"], display=["J", "9"]), "card 4", "form")
    assert legal(table) == {f"pick J as {value}" for value in range(1, 9)}
    assert refused(table, "pick J") == ("no_group", "N6")
    play(table, "pick J as 5")
    assert table.position()["picked"] == [["J as 5"]]
    assert legal(table) == {"pick 9", "done"}


def test_N16_a_discarded_joker_has_no_special() -> None:
    table = play(at(["J"], ["1"], options={"discard": "free"}), "card J", "discard")
    assert table.position()["display"] == ["J"]
    assert table.waiting == (1,)


def test_N17_a_joker_steals_beside_an_own_quanto() -> None:
    quantos = [{"tile": 5, "cards": ["4", "1"]}, None, EIGHT]
    table = at(["J"], ["1"], ["1"], display=["8", "6"], quantos=quantos, piles=[["9"], [], ["10"]])
    play(table, "card J", "steal 2", "pick 8", "done")
    assert table.position()["piles"] == [["9", "5", "3", "J", "8"], [], ["10"]]
    assert table.position()["quantos"] == [quantos[0], None, None]
    assert table.position()["last_taker"] is None
    table = at(["J"], ["1"], ["1"], display=["8"])
    assert refused(play(table, "card J"), "steal 2") == ("no_steal", "N17")


# Teams


def test_N22_four_seats_only_and_a_1_takes_nothing_from_the_partner() -> None:
    with pytest.raises(OptionError):
        GAME.new(seats=3, teams=True)
    piles = [["9"], ["10"], ["11"], ["12"]]
    table = teams(["1"], ["5"], ["6"], ["7"], display=["12"], piles=piles)
    play(table, "no offer", "card 1", "discard")
    assert table.position()["piles"] == [["9", "10", "12"], [], ["11"], []]
    assert refused(at(["5"], ["1"]), "serve partner") == ("no_teams", "N22")
    assert refused(at(["5"], ["1"]), "no offer") == ("no_teams", "N22")


def test_N23_serve_the_partner_but_do_not_take_or_steal() -> None:
    quantos = [None, None, EIGHT, None]
    table = teams(["5", "J"], ["1"], ["6"], ["7"], display=["3"], quantos=quantos)
    play(table, "no offer", "card 5", "serve partner", "pick 3", "done")
    assert table.position()["quantos"][2] == {"tile": 8, "cards": ["5", "3", "5", "3"]}
    table = teams(["5", "J"], ["1"], ["6"], ["7"], display=["3"], quantos=quantos)
    play(table, "no offer", "card J")
    assert refused(table, "steal 2") == ("no_steal", "N23")
    assert {f"serve partner as {value}" for value in range(1, 13)} & legal(table) == {"serve partner as 5"}
    table = teams(["5"], ["1"], ["6"], ["7"], display=["3"])
    assert refused(play(table, "no offer", "card 5"), "serve partner") == ("no_quanto", "N23")


def test_N24_the_partner_offers_first_and_the_player_gives_another_card() -> None:
    table = teams(["4", "4", "9"], ["1"], ["4", "7"], ["7"], display=["12"])
    assert table.waiting == (2,)
    assert legal(table) == {"offer 4", "offer 7", "no offer"}
    play(table, "offer 4")
    assert table.waiting == (0,)
    assert legal(table) == {"return", "accept"}
    assert table.view(0)["offer"] == {"from": 2, "card": "4"}
    assert table.view(1)["offer"] == {"from": 2, "card": "?"}
    play(table, "accept")
    assert legal(table) == {"give 4", "give 9"}
    play(table, "give 4")
    assert table.waiting == (0,)
    assert table.view(0)["partner_knows"] == ["4"]
    assert table.view(2)["partner_knows"] == ["4"]
    assert table.position()["seen"] == [["4"], None, ["4"], None]


def test_N24_the_card_received_is_not_given_back() -> None:
    table = teams(["9"], ["1"], ["4"], ["7"], display=["12"])
    play(table, "offer 4", "accept")
    assert table.position()["hands"] == [["4", "9"], ["1"], [], ["7"]]
    assert refused(table, "give 4") == ("not_in_hand", "N5")
    assert legal(table) == {"give 9"}


def test_N24_memories_end_when_such_a_card_is_played() -> None:
    table = teams(["4", "9"], ["1"], ["4", "7"], ["7"], display=["12"], options={"discard": "free"})
    play(table, "offer 7", "accept", "give 4")
    assert table.position()["seen"] == [["4"], None, ["7"], None]
    play(table, "card 7", "discard")
    assert table.position()["seen"] == [["4"], None, [], None]
    play(table, "no offer", "card 1", "discard")
    play(table, "no offer", "card 4")
    assert table.position()["seen"][0] == ["4"]
    play(table, "discard")
    # There were two; that one more is left cannot be known from the exchange.
    assert table.position()["seen"][0] == []


def test_N24_a_returned_card_is_remembered_by_the_player_only() -> None:
    table = play(teams(["9"], ["1"], ["4", "4"], ["7"], display=["12"]), "offer 4", "return")
    assert table.position()["seen"] == [["4"], None, None, None]
    assert table.view(0)["unseen"] == {"1": 1, "4": 1, "7": 1}
    assert table.view(1)["unseen"] == {"4": 2, "7": 1, "9": 1}


def test_N24_a_card_that_looks_like_one_seen_before_may_be_the_same() -> None:
    table = teams(["9"], ["1"], ["4", "4"], ["7"], step="offer", seen=[["4"], None, None, None])
    assert play(table, "offer 4", "return").position()["seen"] == [["4"], None, None, None]


def test_N24_nobody_is_asked_for_a_further_card_or_without_cards() -> None:
    table = teams(["2", "9"], ["1"], ["4"], ["7"], display=["12"], options={"discard": "free"})
    play(table, "no offer", "card 2", "discard")
    assert table.waiting == (0,)
    assert teams(["2", "9"], ["1"], [], ["7"], display=["12"]).waiting == (0,)


def test_N25_team_piles_are_added_and_equal_is_a_draw() -> None:
    table = teams(["7"], [], [], [], display=["7"], piles=[[], ["5", "5"], ["6"], ["8"]])
    play(table, "card 7", "take", "pick 7", "done")
    assert (table.scores, table.winners) == ([3, 3, 3, 3], [0, 1, 2, 3])
