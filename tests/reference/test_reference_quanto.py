"""The reference's own tests, part 1: setup and actions. Each names the clause it proves."""

import random
from collections import Counter
from typing import Any

import pytest

from . import Script
from .quanto import Reference
from .quanto_cards import FACES, RAINBOW_NUMBERS, full_deck
from .quanto_tables import at, cards, cards_of, now, quanto, say, why

# Material and setup


def test_N1_the_deck() -> None:
    deck = Counter(full_deck())
    assert deck.total() == 110
    assert [deck[str(number)] for number in range(1, 13)] == [9, 9, 9] + [8] * 9
    assert [deck[f"{number}r"] for number in RAINBOW_NUMBERS] == [1] * 9
    assert (deck["J"], len(deck), set(deck)) == (2, 22, set(FACES))


@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_N2_N3_hands_and_display(seats: int, size: int) -> None:
    for seed in range(20):
        table = Reference.new(seats, {}, random.Random(seed).choice)
        rainbow = [card for card in table.display if card.endswith("r")]
        assert [len(hand) for hand in table.hands] == [size] * seats
        assert len(table.display) == size + len(rainbow)
        assert cards_of(table) == Counter(full_deck())


def test_N2_N3_N4_lot_then_hands_from_the_dealers_left_then_display() -> None:
    dealt = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
    chance = Script("seat 1", *dealt, "9", "4r", "1", "1", "J")
    table = Reference.new(3, {}, chance)
    assert chance.left == []
    assert chance.offered[0] == ["seat 0", "seat 1", "seat 2"]
    assert [len(offered) for offered in chance.offered[1:]] == list(range(110, 93, -1))
    position = table.position()
    draw = position.pop("draw")
    assert Counter(draw) == Counter(full_deck()) - Counter([*dealt, "9", "4r", "1", "1", "J"])
    assert position == {
        "game": "quanto", "seats": 3, "options": {"teams": False, "discard": "forced"}, "dealer": 1, "turn": 2,
        "hands": [["2", "5", "8", "11"], ["3", "6", "9", "12"], ["1", "4", "7", "10"]],
        "display": ["9", "4r", "1", "1", "J"], "draw_ordered": False, "piles": [[], [], []],
        "quantos": [None, None, None], "gone": [], "last_taker": None, "step": "card", "second": False,
        "card": None, "verb": None, "picked": [], "revealed": None, "offer": None, "seen": None,
    }  # fmt: skip
    assert (table.waiting, table.scores, table.winners) == ((2,), [0, 0, 0], [])


# A turn


@pytest.mark.parametrize(("display", "draw", "refilled"), [
    ("7 1 1 1", "2 3 5", "1 1 1 2"),  # up to four
    ("7 1 1 1", "4r 6r 2 3 5", "1 1 1 4r 6r 2"),  # what comes up makes it larger
    ("7 1 1 1 1 1", "2 3 5", "1 1 1 1 1"),  # surplus stays
    ("7 4r 1 1 1", "2 3 5", "4r 1 1 1 2"),  # it lies there already
    ("7r 1 1 1", "2 3 5", "1 1 1 2"),  # and is taken away
])  # fmt: skip
def test_N3_the_displays_size(display: str, draw: str, refilled: str) -> None:
    pick = cards(display)[0]
    table = at("7 12 12 12 / 1", display, draw=cards(draw))
    say(table, "card 7, take", f"pick {pick}", "done")
    assert table.display == cards(refilled)
    assert len(table.hands[0]) == 4


def test_N3_a_discarded_rainbow_card_makes_the_display_larger() -> None:
    table = at("12r / 1", "1", draw=cards("2 3 5 6 7 8 9 10 11"))
    say(table, "card 12r, discard")
    assert table.display == cards("1 12r 2 3 5")
    assert table.hands[0] == cards("6 7 8 9")


def test_N4_N21_clockwise_and_without_a_card_no_turn() -> None:
    table = at("12 12 / / 11 / 12", dealer=3)
    turns = []
    while not table.over:
        turns.append(table.turn)
        say(table, "card 12" if table.turn != 2 else "card 11")
        say(table, "take, pick 12, done" if "take" in now(table) else "discard")
    assert turns == [0, 2, 3, 0]
    assert at("12 / 12 / 12", turn=1).why(0, "card 12") == ("not_your_turn", "N4")


def test_N5_first_the_display_then_the_hand() -> None:
    table = at("7 12 12 / 1", "7 1 1", draw=cards("2 3 4r 5 6"))
    say(table, "card 7, take, pick 7, done")
    assert table.display == cards("1 1 2 3")
    assert table.hands[0] == cards("12 12 4r 5")  # a rainbow card in the hand changes no size
    assert table.draw == ["6"]


def test_N5_a_pile_that_ends_in_the_display_leaves_nothing_for_the_hand() -> None:
    table = at("7 12 / 1", "7 1 1", draw=["4r", "2"])
    say(table, "card 7, take, pick 7, done")
    assert (table.display, table.hands[0], table.draw) == (["1", "1", "4r", "2"], ["12"], [])


def test_N5_one_chance_outcome_for_each_card_also_for_the_last() -> None:
    table = at("7 12 12 / 1", "7 1 1 1", "4", "3", "2", draw=["2", "3", "4"], draw_ordered=False)
    say(table, "card 7, take, pick 7, done")
    assert isinstance(table.chance, Script)
    assert table.chance.offered == [["2", "3", "4"], ["2", "3"], ["2"]]
    assert (table.display[-1], table.hands[0]) == ("4", ["12", "12", "3", "2"])


def test_N5_one_step_after_the_other() -> None:
    table = at("7 J / 1", "7 3 4")
    for text in ("take", "pick 7", "done", "bonus 3", "no bonus"):
        assert why(table, text) == ("wrong_step", "N5")
    assert why(table, "card 6") == ("not_in_hand", "N5")
    say(table, "card 7")
    assert (table.step, table.card, table.verb, table.hands[0]) == ("verb", "7", None, ["7", "J"])
    assert why(table, "card J") == ("wrong_step", "N5")
    assert why(table, "take as 7") == ("wrong_step", "N5")  # that is how a joker speaks
    say(table, "take, pick 3")
    assert (table.step, table.verb, table.picked, table.hands[0]) == ("pick", "take", [["3"]], ["J"])
    assert table.display == ["7", "3", "4"]  # until the action has ended
    assert table.position() == Reference.at(table.position(), Script()).position()


# Action 1


def test_N6_singles_and_groups_each_card_once() -> None:
    table = at("7 / 1", "7 3 4 7r 2 2 12")
    say(table, "card 7, take")
    assert now(table) == {"pick 7", "pick 3", "pick 4", "pick 7r", "pick 2"}
    assert why(table, "pick 12") == ("no_group", "N6")
    assert why(table, "pick 5") == ("not_in_display", "N6")
    assert why(table, "done") == ("not_done", "N6")  # at least one
    say(table, "pick 2")
    assert now(table) == {"pick 2", "pick 3"}  # 2+2+3, not 2+4
    assert why(table, "done") == ("not_done", "N6")
    say(table, "pick 3, pick 2")
    assert table.picked == [["2", "3", "2"]]
    assert now(table) == {"pick 7", "pick 7r", "done"}
    assert why(table, "pick 4") == ("no_group", "N6")  # its 3 is in the other group
    assert why(table, "pick 2") == ("not_in_display", "N6")
    say(table, "pick 7r, done")  # the 7 may stay
    assert table.display == ["7", "4", "12"]
    assert table.piles[0] == cards("7 2 3 2 7r")  # the last pick is on top
    assert (table.last_taker, table.scores) == (0, [5, 0])


def test_N6_a_card_that_takes_nothing() -> None:
    table = say(at("7 5 / 1", "8 9"), "card 5")
    assert why(table, "take") == ("no_capture", "N6")


# Action 2


def test_N7_form_with_exactly_one_card_then_groups_worth_the_tile() -> None:
    table = say(at("5 / 1", "3 8 4r 4 10 5"), "card 5, form")
    assert why(table, "done") == ("not_done", "N6")
    assert now(table) == {"pick 3", "pick 4", "pick 4r", "pick 5"}  # 5+8 and 5+10 are above 12
    say(table, "pick 3")
    assert now(table) == {"pick 8", "pick 4", "pick 4r", "done"}  # 5+3 again has no 3 any more
    say(table, "pick 4, pick 4r, pick 8, done")
    assert table.quantos[0] == quanto(8, "5 3 4 4r 8")
    assert (table.piles[0], table.display, table.last_taker) == ([], ["10", "5"], None)


def test_N7_only_tiles_that_lie_in_the_middle() -> None:
    others = [None, quanto(8, "4 4"), quanto(9, "4 5")]
    table = say(at("5 / 1 / 1", "3 4 6", quantos=others), "card 5, form")
    assert now(table) == {"pick 6"}
    assert table.known(0)["tiles"] == [5, 6, 7, 10, 11, 12]
    stuck = say(at("5 / 1 / 1", "3 4 8", quantos=others), "card 5")
    assert why(stuck, "form") == ("no_tile", "N7")
    low = say(at("2 / 1", "2"), "card 2")
    assert why(low, "form") == ("no_tile", "N7")  # there is no 4


def test_N8_serve_completes_the_tile_first() -> None:
    table = at("5 / 1", "2 3 6 2 9", quantos=[quanto(9, "4 5"), None])
    say(table, "card 5, serve")
    assert now(table) == {"pick 2"}  # 2+2 are missing; 9 alone is no group with the played card
    assert why(table, "done") == ("not_done", "N6")
    say(table, "pick 2, pick 2")
    assert now(table) == {"pick 3", "pick 6", "pick 9", "done"}
    say(table, "pick 9, pick 6, pick 3, done")
    assert table.quantos[0] == quanto(9, "4 5 5 2 2 9 6 3")
    assert (table.piles[0], table.last_taker) == ([], None)


@pytest.mark.parametrize(("card", "own", "reason"), [
    ("5", None, ("no_quanto", "N8")),
    ("9", quanto(9, "4 5"), ("no_serve", "N8")),  # of the tile's value: that is a claim
    ("12", quanto(9, "4 5"), ("no_serve", "N8")),
    ("8", quanto(9, "4 5"), ("no_serve", "N8")),  # no 1 in the display
    ("7", quanto(9, "4 5"), None),
])  # fmt: skip
def test_N8_what_can_serve(card: str, own: dict[str, Any] | None, reason: tuple[str, str] | None) -> None:
    table = at(f"{card} / 1", "2 10", quantos=[own, None], options={"discard": "free"})
    assert why(say(table, f"card {card}"), "serve") == reason


def test_N8_a_joker_in_the_display_cannot_be_nothing() -> None:
    table = say(at("9 / 1", "J", quantos=[quanto(9, "4 5"), None]), "card 9")
    assert why(table, "serve") == ("no_serve", "N8")


def test_N9_claim_takes_all_and_frees_the_tile() -> None:
    table = at("9 8 / 1", "2 7 10", quantos=[quanto(9, "4 5"), None], piles=[["12"], []])
    say(table, "card 9, claim")
    assert now(table) == {"pick 2", "pick 7", "done"}
    say(table, "pick 7, pick 2, done")
    assert table.piles[0] == cards("12 4 5 9 7 2")  # N6: the quanto, the played card, the picks
    assert (table.quantos, table.display, table.last_taker) == ([None, None], ["10"], None)
    assert 9 in table.known(1)["tiles"]


def test_N9_claim_needs_the_tiles_value_and_an_own_quanto() -> None:
    table = at("8 9 / 1", "1", quantos=[quanto(9, "4 5"), None])
    assert why(say(table, "card 8"), "claim") == ("not_the_tile", "N9")
    table = at("9 / 1", "1", quantos=[None, quanto(9, "4 5")])
    assert why(say(table, "card 9"), "claim") == ("no_quanto", "N8")
    alone = at("9 / 1", "", quantos=[quanto(9, "4 5"), None])  # nothing need be added
    assert say(alone, "card 9, claim, done").piles[0] == ["4", "5", "9"]


def test_N10_one_quanto_each() -> None:
    table = at("5 / 1", "3 5", quantos=[quanto(9, "4 5"), None])
    assert why(say(table, "card 5"), "form") == ("has_quanto", "N10")


# Action 3


@pytest.mark.parametrize(("option", "playable", "discards"), [
    ("forced", {"7"}, set()),
    ("card", {"7", "12"}, {"12"}),
    ("free", {"7", "12"}, {"7", "12"}),
])  # fmt: skip
def test_N11_when_a_card_may_be_discarded(option: str, playable: set[str], discards: set[str]) -> None:
    table = at("7 12 / 1", "7", options={"discard": option})
    assert now(table) == {f"card {card}" for card in playable}
    assert table.why(0, "card 12") == (("no_action", "N11") if option == "forced" else None)
    for card in playable:
        chosen = say(table.copy(), f"card {card}")
        assert why(chosen, "discard") == (None if card in discards else ("must_act", "N11"))


def test_N11_forced_with_no_other_way() -> None:
    table = at("11 12 / 1", "7")
    assert now(table) == {"card 11", "card 12"}
    assert now(say(table, "card 12")) == {"discard"}
    assert say(table, "discard").display == ["7", "12"]


@pytest.mark.parametrize(("hand", "display", "quantos", "options"), [
    ("5", "3", [None] * 4, {}),  # form
    ("5", "4", [quanto(9, "4 5"), None, None, None], {}),  # serve
    ("9", "", [quanto(9, "4 5"), None, None, None], {}),  # claim
    ("J", "", [None, quanto(9, "4 5"), None, None], {}),  # steal
    ("5", "4", [quanto(12, "6 6"), None, quanto(9, "4 5"), None], {"teams": True}),  # serve the partner's
])  # fmt: skip
def test_N11_all_of_action_2_counts(
    hand: str, display: str, quantos: list[Any], options: dict[str, object]
) -> None:
    for choice, reason in (("forced", ("no_action", "N11")), ("card", None)):
        table = at(f"{hand} 11 / 1 / 1 / 1", display, quantos=quantos, options={**options, "discard": choice},
                   step="card")  # fmt: skip
        assert why(table, "card 11") == reason
        assert why(say(table, f"card {hand}"), "discard") == ("must_act", "N11")


def test_N11_N22_without_teams_nobody_can_be_served() -> None:
    quantos = [quanto(12, "6 6"), None, quanto(9, "4 5"), None]
    table = at("5 11 / 1 / 1 / 1", "4", quantos=quantos)
    assert now(table) == {"card 5", "card 11"}
    assert now(say(table, "card 5")) == {"discard"}


def test_N12_a_1_takes_the_top_card_of_each_pile_clockwise() -> None:
    table = at("5 / 1 / 5 / 5", "12", turn=1, piles=[["3", "4"], ["9"], [], ["6", "7"]])
    say(table, "card 1, discard")
    assert table.piles == [["3"], ["9", "7", "4"], [], ["6"]]
    assert (table.display, table.last_taker, table.turn) == (["12", "1"], None, 2)


def test_N12_only_with_action_3() -> None:
    table = at("1 / 1", "1", piles=[[], ["3"]])
    say(table, "card 1, take, pick 1, done")
    assert table.piles == [["1", "1"], ["3"]]


def test_N13_a_2_owes_a_further_card_and_refills_wait() -> None:
    table = at("2 12 12 7 / 5", "11 12", draw=cards("7 3 4 5 6"), options={"discard": "card"})
    say(table, "card 2, discard")
    assert (table.turn, table.step, table.second) == (0, "card", True)
    assert (table.display, table.hands[0]) == (["11", "12", "2"], ["12", "12", "7"])
    say(table, "card 12, take")
    assert table.second
    say(table, "pick 12, done")
    assert (table.turn, table.second) == (1, False)
    assert (table.display, table.hands[0]) == (cards("11 2 7 3"), cards("12 7 4 5"))


def test_N13_a_further_2_may_always_be_discarded() -> None:
    table = say(at("2 2 12 12 / 5", "11 11"), "card 2, discard")
    assert now(table) == {"card 2"}  # it takes the 2 that lies there; so N11 forbids to discard a 12
    assert now(say(table, "card 2")) == {"take", "discard"}
    say(table, "discard")
    assert (table.turn, table.second, now(table)) == (0, True, {"card 12"})
    first = say(at("2 12 / 5", "2"), "card 2")
    assert why(first, "discard") == ("must_act", "N11")  # only a further one


def test_N13_N11_the_hand_at_that_moment() -> None:
    table = say(at("2 7 12 / 5", "11"), "card 2, discard")
    assert now(table) == {"card 7"}  # it forms 9 with the 2 that lies there now
    table = say(at("2 11 12 / 5"), "card 2, discard")
    assert now(table) == {"card 11", "card 12"}
    assert now(say(table, "card 12")) == {"discard"}
    assert say(table, "discard").turn == 1


def test_N13_without_another_card_the_special_lapses() -> None:
    table = say(at("2 / 5", "11"), "card 2, discard")
    assert (table.turn, table.second, table.display) == (1, False, ["11", "2"])
