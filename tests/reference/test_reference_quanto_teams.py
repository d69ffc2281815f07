"""The reference's own tests, part 3: the game in two teams, and what a seat may know."""

from typing import Any

import pytest

from . import Script
from .quanto import Reference
from .quanto_tables import TEAMS, at, cards, now, quanto, say, why

# The exchange


def asked(hands: str, display: str = "", **position: Any) -> Reference:
    """A table of two teams at the start of a turn, so the partner is asked."""
    return at(hands, display, options=TEAMS, **position)


def test_N22_a_1_takes_nothing_from_the_partner() -> None:
    table = asked("1 / 5 / 5 / 5", "12", piles=[[], ["3"], ["4"], ["6"]])
    say(table, "no offer, card 1, discard")
    assert table.piles == [["3", "6"], [], ["4"], []]


@pytest.mark.parametrize("text", ["offer 5", "no offer", "return", "accept", "give 5", "serve partner"])
def test_N22_words_of_teams_only(text: str) -> None:
    table = at("5 / 5 / 5 / 5", "5")
    assert table.step == "card"
    assert why(table, text) == ("no_teams", "N22")
    assert why(say(table, "card 5"), text) == ("no_teams", "N22")
    assert table.why(1, text) == ("not_your_turn", "N4")


def test_N23_serve_the_partners_quanto() -> None:
    table = asked("5 9 / 1 / 1 / 1", "4 2 7", step="card", quantos=[None, None, quanto(9, "4 5"), None])
    chosen = say(table.copy(), "card 9")
    assert why(chosen, "claim") == ("no_quanto", "N8")  # not to be taken
    assert why(chosen, "serve partner") == ("no_serve", "N8")
    say(table, "card 5, serve partner")
    assert now(table) == {"pick 4"}
    say(table, "pick 4, pick 2, pick 7, done")
    assert table.quantos == [None, None, quanto(9, "4 5 5 4 2 7"), None]
    assert (table.piles[0], table.last_taker) == ([], None)


def test_N23_nor_stolen_with_a_joker() -> None:
    table = asked("J / 1 / 1 / 1", "4", step="card", quantos=[None, quanto(8, "4 4"), quanto(9, "4 5"), None])
    say(table, "card J")
    assert why(table, "steal 2") == ("no_steal", "N23")
    assert why(table, "steal 3") == ("no_steal", "N17")  # none there
    assert why(table, "steal 1") is None
    assert why(table, "serve partner") == ("wrong_step", "N5")  # a joker says its value
    assert why(table, "serve partner as 6") == ("no_serve", "N8")
    assert say(table, "serve partner as 5, pick 4, done").quantos[2] == quanto(9, "4 5 J 4")
    without = say(asked("5 / 1 / 1 / 1", "4", step="card"), "card 5")
    assert why(without, "serve partner") == ("no_quanto", "N23")


def test_N24_the_partner_decides_first() -> None:
    table = asked("5 6 / 1 / 7 8 / 1", "12")
    assert (table.step, table.waiting, now(table)) == ("offer", (2,), {"offer 7", "offer 8", "no offer"})
    assert table.why(0, "card 5") == ("not_your_turn", "N4")
    assert why(table, "offer 5") == ("not_in_hand", "N5")
    say(table, "offer 7")
    assert (table.step, table.waiting, now(table)) == ("answer", (0,), {"return", "accept"})
    assert (table.offer, table.hands[2]) == ({"from": 2, "card": "7"}, ["7", "8"])
    say(table, "return")
    assert (table.step, table.waiting, table.offer) == ("card", (0,), None)
    assert table.hands[0] == ["5", "6"]


def test_N24_accept_and_give_another() -> None:
    table = say(asked("5 6 / 1 / 7 8 / 1", "12"), "offer 7, accept")
    assert (table.step, table.waiting) == ("give", (0,))
    assert (table.hands[0], table.hands[2]) == (["5", "6", "7"], ["8"])
    assert now(table) == {"give 5", "give 6"}
    assert why(table, "give 7") == ("not_in_hand", "N5")  # the card just received
    assert table.position() == Reference.at(table.position(), Script()).position()
    say(table, "give 6")
    assert (table.hands[0], table.hands[2], table.step) == (["5", "7"], ["8", "6"], "card")


def test_N24_another_card_may_look_the_same() -> None:
    table = say(asked("7 / 1 / 7 / 1", "12"), "offer 7, accept")
    assert now(table) == {"give 7"}
    say(table, "give 7")
    assert (table.hands[0], table.hands[2], table.seen) == (["7"], ["7"], [["7"], None, ["7"], None])


def test_N24_once_a_turn_before_its_first_card() -> None:
    table = say(asked("2 11 / 12 / 7 / 12"), "no offer, card 2, discard")
    assert (table.second, table.step) == (True, "card")
    assert say(table, "card 11, discard").waiting == (3,)  # the next turn's partner


def test_N24_N21_a_partner_without_a_card_is_not_asked() -> None:
    assert asked("5 / 1 / / 1").waiting == (0,)
    table = say(asked("5 / / 7 / 1"), "offer 7, accept, give 5")  # the last card may be offered
    assert (table.hands[0], table.hands[2], table.turn) == (["7"], ["5"], 0)
    say(table, "card 7, discard")
    assert (table.turn, table.waiting) == (2, (2,))  # seat 1 is skipped, seat 0 has nothing to offer


def test_N24_nobody_is_asked_in_the_middle_of_a_turn() -> None:
    assert asked("5 / 1 / 7 / 1", second=True).waiting == (0,)
    assert asked("5 / 1 / 7 / 1", revealed=["8"]).waiting == (0,)


def test_N24_every_turn_begins_with_the_question() -> None:
    table = say(asked("12 / 12 / 11 / 11"), "no offer, card 12, discard")
    assert (table.turn, table.step, table.waiting) == (1, "offer", (3,))


# What partners remember


def test_N24_an_offer_that_is_returned_is_remembered() -> None:
    table = say(asked("5 / 1 / 7 7 / 1"), "offer 7, return")
    assert table.seen == [["7"], None, None, None]
    again = asked("5 / 1 / 7 7 / 1", seen=table.seen)
    assert say(again, "offer 7, return").seen[0] == ["7"]  # it may be the same card


def test_N24_an_exchange_is_remembered_by_both() -> None:
    table = say(asked("5 6 / 1 / 7 8 / 1", "12"), "offer 7, accept")
    assert table.seen == [[], None, ["7"], None]
    assert say(table, "give 6").seen == [["6"], None, ["7"], None]


def test_N24_what_was_known_and_comes_over_is_known_no_more() -> None:
    table = asked("5 6 / 1 / 7 8 / 1", seen=[["7", "8"], None, ["5"], None])
    say(table, "offer 8, accept, give 5")
    assert table.position()["seen"] == [["5", "7"], None, ["8"], None]


def test_N24_an_equal_card_given_back_leaves_what_was_known() -> None:
    for known, left in (([], ["7"]), (["7"], ["7"]), (["7", "7"], ["7", "7"])):
        table = asked("7 7 / 1 / 7 / 1", seen=[None, None, known, None])
        assert say(table, "offer 7, accept, give 7").seen[2] == left


def test_N24_a_played_card_is_taken_for_the_known_one() -> None:
    table = asked("5 5 / 1 / 7 / 1", "12", step="card", seen=[None, None, ["5", "5"], None])
    say(table, "card 5")
    assert table.seen[2] == ["5", "5"]  # until the verb is said
    assert say(table, "discard").seen[2] == ["5"]


# The result


@pytest.mark.parametrize(("piles", "scores", "winners"), [
    (["3 4", "3", "", ""], [2, 1, 2, 1], [0, 2]),
    (["", "3 3 3", "4", "3"], [1, 4, 1, 4], [1, 3]),
    (["3", "3 3", "4", ""], [2, 2, 2, 2], [0, 1, 2, 3]),
])  # fmt: skip
def test_N25_partners_add_their_piles(piles: list[str], scores: list[int], winners: list[int]) -> None:
    table = asked("/ / / ", piles=[cards(pile) for pile in piles])
    assert (table.over, table.scores, table.winners) == (True, scores, winners)


# What a seat may know


def test_N26_the_view_of_a_seat() -> None:
    table = at("7 J / 4r 2", "3 4 7", draw=["1", "12"], piles=[["5", "5"], []], gone=["8"],
               quantos=[None, quanto(8, "5 3")], last_taker=0)  # fmt: skip
    assert say(table, "card 7, take, pick 3").known(1) == {
        "hand": ["2", "4r"], "hand_sizes": [1, 2], "display": ["3", "4", "7"], "quantos": [None, quanto(8, "5 3")],
        "tiles": [5, 6, 7, 9, 10, 11, 12], "piles": [["5", "5"], []], "draw_count": 2, "revealed": None,
        "gone": ["8"], "last_taker": 0, "dealer": 1, "turn": 0, "step": "pick", "second": False, "card": "7",
        "verb": "take", "picked": [["3"]], "offer": None, "partner_knows": None, "scores": [2, 0],
        "unseen": {"1": 1, "12": 1, "J": 1},
    }  # fmt: skip
    assert table.known(0)["unseen"] == {"1": 1, "2": 1, "4r": 1, "12": 1}
    assert table.known(None)["unseen"] == {"1": 1, "2": 1, "4r": 1, "12": 1, "J": 1}
    assert table.known(None)["hand"] is None


def test_N26_N5_a_chosen_card_is_announced() -> None:
    table = at("7 7 / 2", "7")
    assert table.known(1)["unseen"] == {"7": 2}
    say(table, "card 7")
    assert (table.known(1)["card"], table.known(1)["unseen"]) == ("7", {"7": 1})


def test_N26_revealed_cards_are_seen_by_all() -> None:
    table = say(at("3 / 2", "11", draw=["5", "6", "12", "9"]), "card 3, discard")
    assert (table.known(1)["revealed"], table.known(1)["unseen"]) == (["5", "6", "12"], {"9": 1})
    assert say(table, "card 5").known(1)["unseen"] == {"9": 1}


def test_N26_N24_only_the_partners_see_the_offered_card() -> None:
    table = say(asked("5 / 1 / 7 / 1", "12"), "offer 7")
    for seat in (0, 2):
        assert table.known(seat)["offer"] == {"from": 2, "card": "7"}
    for other in (1, 3, None):
        assert table.known(other)["offer"] == {"from": 2, "card": "?"}
        assert table.known(other)["unseen"]["7"] == 1
    assert table.known(0)["unseen"] == {"1": 2}
    assert table.offer == {"from": 2, "card": "7"}  # looking changes nothing


def test_N26_N24_what_partners_know_is_not_unseen() -> None:
    table = say(asked("5 6 / 1 / 7 8 / 1", "12"), "offer 7, accept, give 6")
    assert (table.known(0)["partner_knows"], table.known(0)["unseen"]) == (["6"], {"1": 2, "8": 1})
    assert (table.known(2)["partner_knows"], table.known(2)["unseen"]) == (["7"], {"1": 2, "5": 1})
    assert (table.known(1)["partner_knows"], table.known(None)["partner_knows"]) == ([], None)
    assert table.known(1)["unseen"] == {"1": 1, "5": 1, "6": 1, "7": 1, "8": 1}
    say(table, "card 7")  # announced to all, but to the partner it is the one already known
    assert table.known(2)["unseen"] == {"1": 2, "5": 1}
    assert table.known(1)["unseen"] == {"1": 1, "5": 1, "6": 1, "8": 1}


def test_texts_and_seats_that_do_not_exist() -> None:
    table = at("5 / 5")
    assert table.why(2, "card 5") == ("no_such_seat", "")
    for text in ("card 13", "card 3r", "steal 6", "take as 13", "pick", ""):
        assert table.why(0, text) == ("unknown_action", "")
    with pytest.raises(ValueError, match="not_in_hand"):
        table.play(0, "card 6")
