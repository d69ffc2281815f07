"""The reference's own tests, part 2: revealed cards, rainbow cards, jokers, the end, whole games."""

import random
from collections import Counter
from typing import Any

import pytest

from . import Script
from .perft import after, perft
from .quanto import Reference
from .quanto_captures import Capture, captures
from .quanto_cards import full_deck, in_order
from .quanto_tables import at, cards, cards_of, now, quanto, say, why

# Revealed cards


def revealing(draw: str, display: str = "11", hand: str = "12", **position: Any) -> Reference:
    """A table where seat 0 has discarded a 3 on this display, next to a hand that can do nothing."""
    table = at(f"3 {hand} / 5", display, draw=cards(draw), **position)
    return say(table, "card 3, discard")


def test_N14_choose_one_and_the_others_leave() -> None:
    table = revealing("5 11 11 9 9 9 9 9 9 9")
    assert (table.revealed, table.display, table.step) == (["5", "11", "11"], ["11", "3"], "card")
    assert now(table) == {"card 5", "card 11"}  # 5+3 forms 8
    assert why(table, "card 12") == ("not_revealed", "N14")  # only in the hand
    say(table, "card 11")
    assert (table.revealed, table.gone) == (["5", "11", "11"], [])
    say(table, "take")
    assert (table.revealed, table.gone, table.card) == ([], ["5", "11"], "11")
    say(table, "pick 11, done")
    assert (table.piles[0], table.last_taker, table.turn) == (["11", "11"], 0, 1)
    assert (table.revealed, table.hands[0]) == (None, ["12", "9", "9", "9"])  # refilled only now
    assert table.display == ["3", "9", "9", "9"]


def test_N14_fewer_when_fewer_are_left_and_then_nothing_is_refilled() -> None:
    table = revealing("12 10", display="11 11")
    assert table.revealed == ["12", "10"]
    say(table, "card 12, discard")
    assert (table.gone, table.display) == (["10"], ["11", "11", "3", "12"])
    assert (table.hands[0], table.turn) == (["12"], 1)


@pytest.mark.parametrize(("option", "discards"), [
    ("forced", {"3"}),  # the 5 forms 8 with the 3 in the display: so the 12 must not be discarded
    ("card", {"3", "12"}),
    ("free", {"3", "12", "5"}),
])  # fmt: skip
def test_N14_N11_judged_among_the_revealed_and_a_3_always(option: str, discards: set[str]) -> None:
    table = revealing("5 12 3 9", options={"discard": option})
    assert now(table) == {"card 5", "card 3"} | ({"card 12"} if option != "forced" else set())
    for card in table.revealed or []:
        chosen = table.copy()
        if chosen.why(0, f"card {card}") is None:
            assert ("discard" in now(say(chosen, f"card {card}"))) == (card in discards)


def test_N14_N11_the_revealed_3_counts_and_the_hand_does_not() -> None:
    table = revealing("12 12 3 9", hand="12")  # this 3 takes the one in the display
    assert why(table, "card 12") == ("no_action", "N11")
    table = at("9 / 5", "9", revealed=["12", "12"])  # what the hand could take does not matter
    assert now(table) == {"card 12"}
    assert now(say(table, "card 12")) == {"discard"}


def test_N14_always_is_for_a_revealed_3_only() -> None:
    assert why(say(at("3 / 5", "3", draw=["5"]), "card 3"), "discard") == ("must_act", "N11")


def test_N14_a_revealed_3_reveals_again() -> None:
    table = revealing("3 12 10 1 7 7 8")
    say(table, "card 3, discard")
    assert (table.revealed, table.position()["gone"]) == (["1", "7", "7"], ["10", "12"])
    assert (table.display, table.draw, table.turn) == (["11", "3", "3"], ["8"], 0)


def test_N14_N18_with_an_empty_pile_a_revealed_3_reveals_nothing() -> None:
    table = say(revealing("3 12"), "card 3, discard")
    assert (table.revealed, table.gone, table.turn) == (None, ["12"], 1)
    table = revealing("")  # and so does a 3 from the hand
    assert (table.revealed, table.turn, table.display) == (None, 1, ["11", "3"])


def test_N14_a_revealed_card_has_no_bonus_and_steals_nothing() -> None:
    table = revealing("11r J 12", quantos=[None, quanto(9, "4 5")])
    rainbow = say(table.copy(), "card 11r, take, pick 11")
    assert say(rainbow, "done").turn == 1
    joker = say(table, "card J")
    assert why(joker, "steal 1") == ("no_steal", "N17")
    assert why(joker, "take as 11") is None


def test_N14_N11_stealing_does_not_count_among_the_revealed() -> None:
    position: dict[str, Any] = {"quantos": [None, quanto(9, "4 5")], "revealed": ["J", "12"]}
    table = at("12 / 5", "", **position)  # with an empty display the joker can do nothing else
    assert now(table) == {"card J", "card 12"}
    assert now(at("J 12 / 5", "", quantos=position["quantos"])) == {"card J"}


def test_N14_a_revealed_card_forms_serves_and_claims() -> None:
    table = say(revealing("6 12 12"), "card 6, form, pick 3, done")
    assert table.quantos[0] == quanto(9, "6 3")
    table = say(revealing("6 9 12", quantos=[quanto(9, "4 5"), None]), "card 6, serve, pick 3, done")
    assert table.quantos[0] == quanto(9, "4 5 6 3")
    table = say(revealing("6 9 12", quantos=[quanto(9, "4 5"), None]), "card 9, claim, done")
    assert (table.piles[0], table.last_taker) == (["4", "5", "9"], None)


def test_N14_N12_N13_a_chosen_1_or_2_has_its_special() -> None:
    table = revealing("1 12 12", hand="12", display="12", piles=[[], ["6", "7"]], options={"discard": "free"})
    assert say(table, "card 1, discard").piles == [["7"], ["6"]]
    table = revealing("2 12 12", hand="11 11", options={"discard": "free"})
    say(table, "card 2, discard")
    assert (table.second, table.revealed, table.turn) == (True, None, 0)
    assert now(table) == {"card 11"}


def test_N13_N14_a_2_among_the_cards_of_a_further_3_is_no_further_2() -> None:
    table = at("2 3 12 / 5", "11", draw=["2", "12", "12"], quantos=[quanto(9, "4 5"), None])
    say(table, "card 2, discard, card 3, discard")
    assert (table.second, table.revealed, table.display) == (False, ["2", "12", "12"], ["11", "2", "3"])
    assert why(say(table, "card 2"), "discard") == ("must_act", "N11")  # it takes the other 2


# Rainbow cards and jokers


def test_N15_a_bonus_after_taking() -> None:
    table = say(at("7r 12 / 5", "3 4 9 4"), "card 7r, take, pick 3, pick 4, done")
    assert (table.step, table.display, now(table)) == (
        "bonus",
        cards("3 4 9 4"),
        {"bonus 9", "bonus 4", "no bonus"},
    )
    assert why(table, "bonus 3") == ("no_bonus", "N15")  # picked already
    declined = say(table.copy(), "no bonus")
    assert (declined.piles[0], declined.display) == (["7r", "3", "4"], ["9", "4"])
    say(table, "bonus 9")
    assert (table.piles[0], table.display, table.last_taker) == (["7r", "3", "4", "9"], ["4"], 0)


def test_N15_a_bonus_after_claiming_and_asked_with_an_empty_display() -> None:
    table = say(at("9r / 5", "6", quantos=[quanto(9, "4 5"), None]), "card 9r, claim, done, bonus 6")
    assert (table.piles[0], table.last_taker) == (["4", "5", "9r", "6"], None)  # N19: a bonus is not action 1
    table = say(at("9r / 5", "", quantos=[quanto(9, "4 5"), None]), "card 9r, claim, done")
    assert now(table) == {"no bonus"}


def test_N15_none_for_forming_serving_or_other_cards() -> None:
    assert say(at("7r / 5", "4 9"), "card 7r, form, pick 4, done").turn == 1
    assert (
        say(at("7r / 5", "2 9", quantos=[quanto(9, "4 5"), None]), "card 7r, serve, pick 2, done").turn == 1
    )
    assert say(at("7 / 5", "7r 9"), "card 7, take, pick 7r, done").turn == 1
    assert say(at("J / 5", "7r 9"), "card J, take as 7, pick 7r, done").turn == 1


def test_N16_a_played_joker_says_its_value() -> None:
    table = say(at("J / 5", "3 9", quantos=[None, quanto(8, "4 4")]), "card J")
    forms = {f"form as {value}" for value in (1, 2, 3, 4, 6, 7, 8, 9)}  # all but 5+3
    assert now(table) == {"take as 3", "take as 9", "take as 12", "steal 1"} | forms
    assert why(table, "take") == ("wrong_step", "N5")
    say(table, "form as 9")
    assert now(table) == {"pick 3"}
    say(table, "pick 3, done")
    assert table.quantos[0] == quanto(12, "J 3")


def test_N16_a_played_joker_serves_and_claims() -> None:
    table = say(at("J / 5", "3 9", quantos=[quanto(9, "4 5"), None]), "card J")
    assert now(table) == {"take as 3", "take as 9", "take as 12", "serve as 6", "claim"}
    assert why(table, "serve as 9") == ("no_serve", "N8")
    assert say(table.copy(), "serve as 6, pick 3, done").quantos[0] == quanto(9, "4 5 J 3")
    assert say(table, "claim, pick 9, done").piles[0] == ["4", "5", "J", "9"]


def test_N16_N17_a_joker_in_the_display_closes_its_group() -> None:
    table = say(at("7 / 5", "J 3 J 9"), "card 7, take")
    assert now(table) == {"pick J", "pick 3"}
    say(table, "pick 3, pick J")
    assert (table.picked, now(table)) == ([["3", "J"]], {"pick J", "done"})
    assert why(table, "pick J as 7") == ("no_group", "N6")
    say(table, "pick J, done")
    assert table.piles[0] == ["7", "3", "J", "J"]


def test_N16_a_joker_as_partner_says_its_value() -> None:
    table = say(at("9 / 5", "J J", quantos=[None, quanto(11, "5 6")]), "card 9, form")
    assert now(table) == {"pick J as 1", "pick J as 3"}
    assert why(table, "pick J") == ("no_group", "N6")
    assert why(table, "pick J as 2") == ("no_group", "N6")
    say(table, "pick J as 3")
    assert (table.picked, now(table)) == ([["J as 3"]], {"pick J", "done"})
    assert table.position() == Reference.at(table.position(), Script()).position()
    say(table, "pick J, done")
    assert table.quantos[0] == quanto(12, "9 J J")


def test_N16_a_discarded_joker_has_no_special() -> None:
    table = say(at("J 5 / 5", "", draw=["6", "7"], piles=[[], ["9"]]), "card J, discard")
    assert (table.turn, table.piles, table.display) == (1, [[], ["9"]], ["J", "6", "7"])


def test_N17_steal_with_display_cards_and_an_own_quanto() -> None:
    own = quanto(6, "3 3")
    table = say(at("J 1 / 5 / 5", "9 2 7", quantos=[own, quanto(9, "4 5"), None]), "card J")
    for seat in (0, 2, 3, 5):
        assert why(table, f"steal {seat}") == ("no_steal", "N17")
    say(table, "steal 1, pick 2, pick 7, done")
    assert table.piles[0] == ["4", "5", "J", "2", "7"]
    assert (table.quantos, table.last_taker) == ([own, None, None], None)
    assert 9 in table.known(0)["tiles"]
    assert why(say(at("9 / 5", "9", quantos=[None, quanto(9, "4 5")]), "card 9"), "steal 1") == (
        "no_steal",
        "N17",
    )


def test_N17_who_sits_opposite_is_no_partner_without_teams() -> None:
    table = at("J / 5 / 5 / 5", "9", quantos=[None, None, quanto(9, "4 5"), None])
    assert say(table, "card J, steal 2, done").piles[0] == ["4", "5", "J"]


# The end


def test_N18_nothing_is_refilled_any_more() -> None:
    table = say(at("7 12 / 5", "7 11"), "card 7, take, pick 7, done")
    assert (table.hands[0], table.display) == (["12"], ["11"])


def test_N19_the_display_goes_to_who_last_took_by_action_1() -> None:
    table = at("7 9 / 11", "7 10", quantos=[quanto(9, "4 5"), quanto(8, "4 4")])
    say(table, "card 7, take, pick 7, done, card 11, discard, card 9, claim")
    assert not table.over  # no hand card any more, but the action goes on
    say(table, "done")
    assert (table.over, table.waiting, table.step) == (True, (), None)
    assert table.piles == [["7", "7", "4", "5", "9", "10", "11"], []]
    assert (table.quantos, table.display) == ([None, quanto(8, "4 4")], [])  # N19: does not count
    assert (table.scores, table.winners) == ([7, 0], [0])
    assert table.why(0, "done") == ("game_over", "N19")
    assert table.position() == Reference.at(table.position(), Script()).position()


def test_N19_to_nobody_if_nobody_took() -> None:
    table = say(at("9 / 12", "", quantos=[quanto(9, "4 5"), None]), "card 9, claim, done, card 12, discard")
    assert (table.over, table.display, table.scores) == (True, ["12"], [3, 0])


def test_N19_the_revealed_cards_are_played_before_the_end() -> None:
    table = say(at("3 /", "11", draw=["11", "12"]), "card 3, discard")
    assert (table.over, table.waiting) == (False, (0,))
    say(table, "card 11, take, pick 11, done")
    assert (table.over, table.last_taker, table.piles[0]) == (True, 0, ["11", "11", "3"])


@pytest.mark.parametrize("middle", [
    {"revealed": ["11", "12"]},
    {"revealed": ["11", "12"], "step": "verb", "card": "11"},
    {"revealed": [], "step": "pick", "card": "11", "verb": "take"},
    {"step": "pick", "card": "11r", "verb": "take", "picked": [["11"]]},
    {"step": "bonus", "card": "11r", "verb": "take", "picked": [["11"]]},
])  # fmt: skip
def test_N19_without_hand_cards_but_in_the_middle_of_a_turn(middle: dict[str, Any]) -> None:
    table = at(" / ", "11 9", last_taker=1, **middle)
    assert (table.over, table.waiting, table.display) == (False, (0,), ["11", "9"])
    assert now(table)


def test_N19_a_position_without_any_card_to_play_is_over() -> None:
    table = at(" / ", "11 9", last_taker=1, piles=[["5"], []], draw=["7"])
    assert (table.over, table.piles, table.display, table.winners) == (True, [["5"], ["11", "9"]], [], [1])


def test_N20_ties_share_the_win() -> None:
    table = at("/ / ", piles=[["3", "4"], ["3"], ["5", "5"]])
    assert (table.over, table.winners) == (True, [0, 2])


# Captures, and whole games


def reached(table: Reference) -> set[Capture]:
    """The sets of cards that the picks can end with."""
    found = {tuple(in_order(table._picks()))} if table.why(0, "done") is None else set()
    for text in table.actions(0) - {"done"}:
        found |= reached(say(table.copy(), text))
    return found


DISPLAYS = ["1 2 3 4 5", "J J 3 4", "J 1 1 6", "2 2 4 J", "12 5 7 J"]


@pytest.mark.parametrize("display", DISPLAYS)
@pytest.mark.parametrize("worth", [1, 5, 7, 12])
def test_N6_N9_N16_N17_the_picks_reach_every_capture_and_no_other(display: str, worth: int) -> None:
    allowed = captures(cards(display), worth)
    taking = at(" / 5", display, step="pick", card=str(worth), verb="take")
    assert reached(taking) == allowed - {()}
    if worth >= 5:
        own = [quanto(worth, "4 4"), None]
        assert reached(at(" / 5", display, step="pick", card="J", verb="claim", quantos=own)) == allowed


@pytest.mark.parametrize("display", DISPLAYS)
@pytest.mark.parametrize(("value", "tile"), [(1, 5), (4, 7), (11, 12)])
def test_N8_N16_N17_the_picks_reach_every_way_to_serve(display: str, value: int, tile: int) -> None:
    serving = at(
        " / 5", display, step="pick", card=str(value), verb="serve", quantos=[quanto(tile, "4 4"), None]
    )
    assert reached(serving) == captures(cards(display), tile, first_worth=tile - value)


SIZES = [(2, False), (3, False), (4, False), (4, True), (5, False), (6, False)]
DISCARDS = ["forced", "card", "free"]


@pytest.mark.parametrize(
    ("seats", "teams", "discard"),
    [
        # In the short run each size with one way to discard; tests/differential plays the others.
        pytest.param(*size, discard, marks=[pytest.mark.long] if (k + n) % 3 else [])
        for k, size in enumerate(SIZES)
        for n, discard in enumerate(DISCARDS)
    ],
)
def test_whole_games_lose_no_card_and_end(seats: int, teams: bool, discard: str) -> None:
    rng = random.Random(seats * 2 + teams)
    table = Reference.new(seats, {"teams": teams, "discard": discard}, rng.choice)
    deck = Counter(full_deck())
    while not table.over:
        (seat,) = table.waiting
        legal = sorted(table.actions(seat))
        assert legal
        assert table.copy().position() == table.position()
        table.play(seat, rng.choice(legal))
        assert cards_of(table) == deck
        if teams:
            for player, known in enumerate(table.seen):
                assert Counter(known or []) <= Counter(table.hands[(player + 2) % 4])
        for player in range(seats):
            hidden = [card for other in range(seats) if other != player for card in table.hands[other]]
            assert Counter(table.known(player)["unseen"]) <= Counter(hidden + table.draw)
    assert table.draw == []
    assert table.winners


def test_perft_counts_distinct_cards_once() -> None:
    table = at("7 7 / 5", "7 3 4", draw=["1", "1", "2"], draw_ordered=False)
    assert len(list(after(say(table.copy(), "card 7, take, pick 7"), 0, "done"))) == 3  # 11, 12, 21
    assert perft(table, 1) == 1
    assert perft(table, 2) == 2  # take, or form with the 3 or the 4
    assert perft(table, 3) == 3 + 2
