"""Taking back: what goes without asking, what needs everybody's consent, and that luck is never rolled again."""

from contextlib import suppress
from copy import copy
from random import Random
from typing import Any

import pytest

from tischlein import ChanceError, Table, UndoError, game, games

LOBO77 = game("lobo77")
ASK = "everyone at the table has to agree"


def at(*hands: list[str], chance: list[str] | None = None, **position: Any) -> Table:
    return LOBO77.at(
        {"game": "lobo77", "seats": len(hands), "hands": list(hands), **position}, chance=chance or []
    )


# Cards are drawn by hand, so playing one makes nothing known.
BY_HAND: dict[str, Any] = {"options": {"manual_draw": True}}


def by_hand(*hands: list[str], **position: Any) -> Table:
    return at(*hands, **BY_HAND, **position)


# Without consent
def test_the_first_of_two_owed_cards() -> None:
    table = at(["7", "3", "4"], ["8"], discard=["x2"], draw=["2", "5"])
    before = table.position()
    table.play(0, "7")
    table.undo(0)
    assert table.position() == before
    assert table.history == [(0, "7"), (0, "undo")]
    table.play(0, "3")
    assert (table.position()["owed"], table.position()["total"]) == (1, 3)


def test_the_last_card_of_a_game() -> None:
    table = at(["7", "3"], ["8"], total=4, chips=[0, 1])
    table.play(0, "7")
    assert table.winners == [1]
    table.undo(0)
    assert (table.over, table.winners, table.waiting) == (False, [], (0,))


def test_several_own_decisions_one_after_the_other() -> None:
    table = by_hand(["x2", "3", "4"], [], draw=["2"])
    before = table.position()
    table.play(0, "x2")  # nobody else has a card, so the debt comes back
    table.play(0, "3")
    table.undo(0)
    table.undo(0)
    assert table.position() == before
    with pytest.raises(UndoError, match="seat 0 has made no decision"):
        table.undo(0)
    assert table.history == [(0, "x2"), (0, "3"), (0, "undo"), (0, "undo")]


def test_a_person_alone_with_bots_may_undo_across_them() -> None:
    table = by_hand(["7", "3"], ["8", "9"], ["6"], draw=["2"])
    table.bots = {1, 2}
    before = table.position()
    table.play(0, "7")
    table.play(1, "8")
    table.undo(0)
    assert table.position() == before
    assert table.events(2)[-1] == {"seq": 4, "seat": 0, "kind": "undo", "steps": 2, "since": 1}


# Refused without consent


def refused(table: Table, seat: int, because: str) -> None:
    """Refused, and the table is as before; with consent it goes."""
    before, history = table.position(), table.history
    with pytest.raises(UndoError, match=because) as error:
        table.undo(seat)
    assert ASK in str(error.value)
    assert (table.position(), table.history) == (before, history)
    table.undo(seat, consent=True)
    assert table.history == [*history, (seat, "undo")]


HIDDEN: dict[str, tuple[dict[str, Any], list[tuple[int, str]]]] = {
    "a draw by chance": ({"draw": ["2", "5"], "draw_ordered": False, "chance": ["5"]}, [(0, "7")]),
    "a draw from a stacked pile": ({"draw": ["2", "5"]}, [(0, "7")]),
    "a new deal": ({"total": 70, "chance": ["7", "3", "8", "9"]}, [(0, "7")]),
    "a draw by hand": ({**BY_HAND, "draw": ["2"]}, [(0, "7"), (0, "draw")]),
    "a draw of a bot": ({**BY_HAND, "draw": ["2"]}, [(0, "7"), (1, "8"), (1, "draw")]),
}


@pytest.mark.parametrize("what", HIDDEN)
def test_not_after_something_hidden_has_become_known(what: str) -> None:
    position, moves = HIDDEN[what]
    table = at(["7", "3"], ["8", "9"], **position)
    table.bots = {1}
    for seat, text in moves:
        table.play(seat, text)
    refused(table, 0, "hidden has become known")


def test_N24_N26_not_after_a_card_was_offered_or_given_to_a_partner() -> None:
    table = game("quanto").new(4, seed=3, teams=True)
    for verbs in (["offer"], ["accept", "give"]):
        for verb in verbs:
            (seat,) = table.waiting
            action = next(one.text for one in table.actions(seat) if one.text.split()[0] == verb)
            table.play(seat, action)
        refused(table, seat, "hidden has become known")
        table.play(seat, action)


def test_not_after_another_persons_decision() -> None:
    table = by_hand(["7", "3"], ["8", "9"], draw=["2"])
    table.play(0, "7")
    table.play(1, "8")
    refused(table, 0, "seat 1 has decided since")


def test_in_every_game_a_bots_decision_counts_as_made_known() -> None:
    """Also where nothing was drawn: then it is free alone with bots, and asks for consent beside another person."""
    free, rng = set(), Random(1)
    for name in games():
        options: dict[str, Any] = {"manual_draw": True} if name == "lobo77" else {}
        table = game(name).new(3, seed=1, **options)
        while not table.over:
            seat = rng.choice(table.waiting)
            table.play(seat, rng.choice(table.actions(seat)))
            place = table.last_decision(0)
            since = {table.past.steps[k].seat for k in table.past.line[place:]}
            if place is None or since != {0, 1}:
                continue
            alone, beside = copy(table), copy(table)
            alone.bots, beside.bots = {1, 2}, {1}
            with suppress(UndoError):
                alone.undo(0)
                free.add(name)
            with pytest.raises(UndoError, match="hidden has become known"):
                beside.undo(0)
    assert free >= {"lobo77", "quando", "quanto"}


def test_it_is_the_others_who_count_not_the_one_who_asks() -> None:
    table = by_hand(["7", "3"], ["8", "9"], draw=["2"])
    table.bots = {0, 1}  # a bot stands in for the one who asks
    table.play(0, "7")
    table.play(1, "8")
    table.undo(0)
    assert table.history[-1] == (0, "undo")


def test_not_after_a_persons_decision_behind_a_bots() -> None:
    table = by_hand(["7", "3"], ["8", "9"], ["6", "2"], draw=["2"])
    table.bots = {1}
    table.play(0, "7")
    table.play(1, "8")
    table.play(2, "6")
    refused(table, 0, "seat 2 has decided since")


# Luck


def test_an_outcome_that_is_impossible_now_is_left_out() -> None:
    """The 7 was drawn from the reshuffled discard pile; after the undo it is still in the hand."""
    table = at(["7", "3"], ["8", "4"], ["6"], discard=["10"], draw_ordered=False, chance=["10", "7", "3"])
    table.play(0, "7")  # draws the 10
    table.play(1, "8")  # draws the 7
    table.undo(0, consent=True)
    table.play(0, "3")  # draws the 10 again
    assert table.history[-1] == (-1, "10")
    table.play(1, "8")  # the 7 is not in the pile: what is new comes from the list
    assert table.history[-1] == (-1, "3")


def test_a_play_that_fails_keeps_the_luck_that_was_taken_back() -> None:
    table = at(["7", "2"], ["8"], draw=["5", "6"], draw_ordered=False, total=70, chance=["5"])
    table.play(0, "2")
    table.undo(0, consent=True)
    before, history = table.position(), table.history
    with pytest.raises(ChanceError, match="has run out"):
        table.play(0, "7")  # 77: a new deal, for which one known outcome is not enough
    assert (table.position(), table.history) == (before, history)
    table.play(0, "2")
    assert table.history[-1] == (-1, "5")


def test_luck_that_was_taken_back_twice_comes_in_its_first_order() -> None:
    table = at(["7", "3"], ["8", "4"], draw=["2", "5", "6", "9"], draw_ordered=False, chance=["5", "9"])
    table.play(0, "7")
    table.play(1, "8")
    table.undo(1, consent=True)
    table.undo(0, consent=True)
    table.play(0, "3")
    table.play(1, "4")
    assert [text for seat, text in table.history if seat == -1] == ["5", "9", "5", "9"]
