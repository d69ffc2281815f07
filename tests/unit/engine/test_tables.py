"""A table's doors: actions in all their forms, reasons, and errors that say what was wrong."""

import json
import pickle
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.games.strategies import decide
from tischlein import (
    Action,
    ChanceError,
    IllegalAction,
    OptionError,
    PositionError,
    RecordError,
    Table,
    TischleinError,
    UndoError,
    game,
    games,
)
from tischlein.cards import CHANCE, OVER
from tischlein.engine.play.chance import Outcomes
from tischlein.games import GAMES

LOBO77 = game("lobo77")
# What calculations come out as.
NUMPYS = [np.int64, np.int8, np.uint64, np.array]


def at(*hands: list[str], **position: Any) -> Table:
    return LOBO77.at({"game": "lobo77", "seats": len(hands), "hands": list(hands), **position}, seed=1)


def test_the_games() -> None:
    assert list(games()) == sorted(GAMES)
    assert {"lobo77", "quando", "quanto", "qwixx"} <= set(games())
    assert games()["lobo77"] is LOBO77
    assert (LOBO77.id, LOBO77.name, LOBO77.seats) == ("lobo77", "LOBO 77", range(2, 9))
    assert {name: option.default for name, option in LOBO77.options.items()} == {
        "reverse_cards": 4,
        "starter": "lot",
        "manual_draw": False,
    }
    with pytest.raises(OptionError, match="there is no game 'chess'; there are lobo77"):
        game("chess")


@pytest.mark.parametrize("form", ["text", "id", "action"])
def test_an_action_may_be_given_as_text_id_or_action(form: str) -> None:
    table = at(["7", "x2"], ["8"])
    action = next(action for action in table.actions(0) if action.text == "x2")
    forms: dict[str, Action | int | str] = {"text": "x2", "id": action.id, "action": action}
    table.play(0, forms[form])
    assert table.history[0] == (0, "x2")
    assert table.position()["owed"] == 2


def test_equal_cards_are_one_action() -> None:
    table = at(["7", "7", "10"], ["8"])
    assert sorted(action.text for action in table.actions(0)) == ["10", "7"]


# Why not


@pytest.mark.parametrize(
    ("seat", "text", "code", "clause", "parts"),
    [
        (0, "x2", "double_on_double", "L11", ["seat 0", "x2", "7"]),
        (0, "9", "not_in_hand", "L5", ["seat 0", "9", "7"]),
        (1, "8", "not_your_turn", "L5", ["seat 1", "seat 0"]),
        (0, "draw", "no_manual_draw", "L7", ["by hand", "7"]),
        (0, "knock", "unknown_action", "", ["'knock' is not an action of LOBO 77"]),
        (2, "7", "no_such_seat", "", ["there is no seat 2; seats are 0 to 1"]),
    ],
)
def test_a_reason_has_code_clause_and_names_what_it_is_about(
    seat: int, text: str, code: str, clause: str, parts: list[str]
) -> None:
    """The seat, the card, and what would be possible."""
    table = at(["7", "x2"], ["8"], discard=["x2"], draw=["2"])
    before = table.position()
    reason = table.why(seat, text)
    assert reason is not None
    assert (reason.code, reason.clause) == (code, clause)
    assert all(part in reason.text for part in parts), reason.text
    assert "{" not in reason.text
    with pytest.raises(IllegalAction) as illegal:
        table.play(seat, text)
    assert (illegal.value.code, illegal.value.clause, str(illegal.value)) == reason
    assert (table.position(), table.history) == (before, [])


NO_NUMBERS = [np.bool_(True), np.float64(1.0), np.array([1])]


@pytest.mark.parametrize("seat", [2, -1, "0", 0.0, True, None, *NO_NUMBERS])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    table = at(["7"], ["8"])
    for ask in (table.actions, table.undo, *((table.view, table.events) if seat is not None else ())):
        with pytest.raises(OptionError, match="seats are 0 to 1"):
            ask(seat)
    reason = table.why(seat, "7")
    assert reason is not None
    assert reason.code == "no_such_seat"


def test_an_action_of_another_kind_is_none() -> None:
    table = at(["7"], ["8"])
    for action in (-1, 21, 2**70, 1.0, None, True, ["7"], Action([], "7"), Action(-5, "7")):  # type: ignore[arg-type]
        reason = table.why(0, action)  # type: ignore[arg-type]  # that is the point
        assert reason is not None
        assert reason.code == "unknown_action"


# New games


@pytest.mark.parametrize("seats", [0, 1, 9, -2, 2.0, "2", True, None, [2], *NO_NUMBERS])
def test_seats_that_cannot_be(seats: Any) -> None:
    with pytest.raises(OptionError, match="seats: LOBO 77 is for 2 to 8, not "):
        LOBO77.new(seats=seats)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reverse_cards": 6}, "reverse_cards: 6 is not one of 4, 5"),
        ({"reverse_cards": 4.0}, "reverse_cards: 4.0 is not one of 4, 5"),
        ({"manual_draw": "yes"}, "manual_draw: 'yes' is not one of False, True"),
        ({"starter": 8}, "starter: 8 is not one of 'lot', 0, 1, 2, 3, 4, 5, 6, 7"),
        ({"starter": 3}, "starter: there is no seat 3 at a table of 3"),
        ({"starter": True}, "starter: True is not one of"),
        ({"target": 40}, "target: LOBO 77 has no such option; it has reverse_cards, starter, manual_draw"),
        ({"seed": "x"}, "seed: 'x' is not a whole number"),
        ({"seed": True}, "seed: True is not a whole number"),
        ({"seed": 1.5}, "seed: 1.5 is not a whole number"),
        *(({"seed": bad}, "seed: .* is not a whole number") for bad in NO_NUMBERS),
        ({"chance": "seat 0"}, "chance: 'seat 0' is neither a list of outcome texts nor a source"),
        ({"chance": np.int64(7)}, r"chance: np\.int64\(7\) is neither a list of outcome texts nor a source"),
        ({"chance": 7}, "chance: 7 is neither a list"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        LOBO77.new(seats=3, **options)


# Errors


@pytest.mark.parametrize("error", [OptionError, PositionError, UndoError, ChanceError, RecordError])
def test_errors_have_one_base_and_survive_pickling(error: type[TischleinError]) -> None:
    again = pickle.loads(pickle.dumps(error("said")))  # noqa: S301 — what is read was written here
    assert type(again) is error
    assert isinstance(again, TischleinError)
    assert str(again) == "said"


def test_an_illegal_action_survives_pickling() -> None:
    table = at(["7"], ["8"])
    with pytest.raises(IllegalAction) as illegal:
        table.play(1, "8")
    again = pickle.loads(pickle.dumps(illegal.value))  # noqa: S301 — what is read was written here
    assert (type(again), str(again)) == (IllegalAction, str(illegal.value))
    assert (again.code, again.clause) == ("not_your_turn", "L5")
    assert isinstance(again, TischleinError)


# Whole numbers of other libraries


class First:
    """A source of luck that answers with a number of this kind."""

    def __init__(self, kind: Callable[[int], Any]) -> None:
        self.kind = kind

    def choose(self, outcomes: Outcomes) -> Any:
        return self.kind(0)


@pytest.mark.parametrize("kind", NUMPYS, ids=lambda kind: kind.__name__)
def test_numbers_of_numpy_are_as_good_as_pythons(kind: Callable[[int], Any]) -> None:
    usual, table = LOBO77.new(seats=2, seed=1), LOBO77.new(seats=kind(2), seed=kind(1))
    seat = table.waiting[0]
    assert table.actions(kind(seat)) == usual.actions(seat)
    action = usual.actions(seat)[0].id
    assert table.why(kind(seat), kind(action)) is None
    usual.play(seat, action)
    table.play(kind(seat), kind(action))
    assert json.dumps(table.view(kind(seat))) == json.dumps(usual.view(seat))
    assert table.events(kind(seat), kind(3)) == usual.events(seat, 3)
    for one, who in ((usual, seat), (table, kind(seat))):
        one.undo(who, consent=True)
    assert json.dumps(table.record()) == json.dumps(usual.record())
    history = [[kind(who) if who >= 0 else np.int64(who), text] for who, text in usual.history]
    replayed = LOBO77.replay({**usual.record(), "history": history})
    assert json.dumps(replayed.record()) == json.dumps(usual.record())


@pytest.mark.parametrize("kind", NUMPYS, ids=lambda kind: kind.__name__)
def test_numbers_of_numpy_in_luck_and_in_positions(kind: Callable[[int], Any]) -> None:
    usual, table = (LOBO77.new(seats=2, chance=First(each)) for each in (int, kind))
    assert json.dumps(table.record()) == json.dumps(usual.record())
    qwixx, hands, pile = game("qwixx"), [["r2"], ["g3"]], ["y7", "b8", "g9", "r10"]
    position = {"game": "qwixx", "seats": kind(2), "hands": hands, "draw": pile, "draw_ordered": False}
    sheets = [{"misses": kind(1)}, {"red": [kind(2)]}]
    record = json.loads(json.dumps(qwixx.at({**position, "sheets": sheets}, seed=1).record()))
    assert record["start"]["sheets"] == [{"misses": 1}, {"red": [2]}]


def test_truths_and_numbers_of_numpy_in_positions_and_records() -> None:
    table = LOBO77.new(seats=3, seed=1)
    usual = table.position()
    given = {**usual, "direction": np.int64(1), "draw_ordered": np.bool_(False), "out": [np.False_] * 3}
    assert json.dumps(LOBO77.at(given, seed=1).position()) == json.dumps(LOBO77.at(usual, seed=1).position())
    assert LOBO77.replay({**table.record(), "version": np.int64(LOBO77.version)}).position() == usual
    for bad in (np.float64(1.0), np.int64(2), np.True_):
        with pytest.raises(PositionError, match="direction"):
            LOBO77.at({**usual, "direction": bad})


COPIES: list[Callable[[Table], Table]] = [
    copy,
    deepcopy,
    Table.clone,
    lambda table: pickle.loads(pickle.dumps(table)),  # noqa: S301 — our own
]


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_table_goes_its_own_way(name: str, copied: Callable[[Table], Table]) -> None:
    table, rng = game(name).new(seats=game(name).seats[0], seed=3), Random(name)
    for _ in range(3):
        decide(table, rng)
    before = table.record(), table.position(), table.events(0)
    twin = copied(table)
    assert twin.game is table.game
    assert (twin.record(), twin.position(), twin.events(0)) == before
    for _ in range(5):
        if not twin.over:
            decide(twin, rng)
    assert len(twin.history) > len(table.history)
    assert (table.record(), table.position(), table.events(0)) == before
    # The same moves bring the same luck.
    for seat, text in twin.history[len(table.history) :]:
        if seat != CHANCE:
            table.play(seat, text)
    assert table.record() == twin.record()


@pytest.mark.parametrize("copied", COPIES[:3])
def test_a_copy_shares_nothing_that_changes(copied: Callable[[Table], Table]) -> None:
    table = LOBO77.new(seats=2, starter=0, seed=3)
    table.events(0)
    twin = copied(table)
    twin.bots.add(1)
    twin.play(0, twin.actions(0)[0])
    twin.events(0)
    twin.undo(0, consent=True)
    assert (table.bots, len(table.events_for(0)), len(table.history)) == (set(), 10, 10)


def test_a_copy_has_the_same_luck_to_come_even_from_a_generator() -> None:
    cards = (card for card in "7654")
    table = LOBO77.at(
        {"game": "lobo77", "seats": 2, "hands": [["2"] * 2, ["3"] * 2], "draw": list("7654"),
         "draw_ordered": False}, chance=cards,
    )  # fmt: skip
    twin = table.clone()
    for one in (table, twin):
        one.play(0, "2")
        one.play(1, "3")
    assert table.history == twin.history == [(0, "2"), (-1, "7"), (1, "3"), (-1, "6")]


def test_a_copy_late_in_the_game_takes_as_many_calls_as_an_early_one() -> None:
    table = GAMES["quanto"].new(seats=2, seed=3)
    early = calls(table.clone)
    for _ in range(100):
        decide(table, Random(3))
        table.events(0)
    late = calls(table.clone)
    assert late <= early + 4  # two for each list of what was told to seats and spectators


def calls(function: Callable[[], object]) -> int:
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return counted


def test_a_table_says_what_it_is() -> None:
    table = LOBO77.new(seats=2, seed=1, starter=1, manual_draw=True)
    assert repr(table) == "<Table of LOBO 77: 2 seats, scores 3, 3, waiting for seat 1, 0 decisions>"
    table.play(1, next(action for action in table.actions(1) if action.text not in ("x2", "reverse")))
    assert (
        repr(table) == "<Table of LOBO 77: 2 seats, scores 3, 3, waiting for seat 0 and seat 1, 1 decisions>"
    )
    while not table.over:
        table.play(table.actor, table.actions(table.actor)[0])
    assert f"won by seat {table.winners[0]}" in repr(table)


def test_a_game_that_is_not_in_the_list_cannot_travel_and_says_so() -> None:
    own = replace(LOBO77, name="Hoch")
    assert deepcopy(own) is own
    with pytest.raises(TypeError, match="Hoch is not in the list of games"):
        pickle.dumps(own)


def test_options_cannot_be_changed_afterwards() -> None:
    table = LOBO77.new(seats=2, seed=1)
    table.options["manual_draw"] = True
    assert table.record()["options"]["manual_draw"] is False


def test_who_comes_first_where_several_may_act() -> None:
    table = LOBO77.new(seats=2, seed=1, starter=1, manual_draw=True)
    assert (table.actor, table.waiting) == (1, (1,))
    table.play(1, next(action for action in table.actions(1) if action.text not in ("x2", "reverse")))
    # Seat 1 may still draw, and comes before seat 0 with its next card.
    assert (table.actor, table.waiting) == (1, (0, 1))
    while not table.over:
        table.play(table.actor, table.actions(table.actor)[0])
    assert table.actor == OVER


def test_options_of_numpy_are_as_good_as_pythons() -> None:
    quanto = game("quanto")
    for table in (
        LOBO77.new(seats=2, seed=1, starter=np.int64(1), manual_draw=np.bool_(True)),
        quanto.new(seats=2, seed=1, discard=np.str_("free")),
        quanto.at({**quanto.new(seats=2, seed=1).position(), "options": {"teams": np.bool_(False)}}),
    ):
        record = json.loads(json.dumps(table.record()))
        assert game(record["game"]).replay(record).options == table.options
    for bad in (np.float64(1.0), np.bool_(True), np.array([1])):
        with pytest.raises(OptionError, match=r"starter: .* is not one of"):
            LOBO77.new(seats=2, starter=bad)


def test_a_game_says_in_one_line_what_it_is_and_completion_finds_everything() -> None:
    assert repr(game("qwixx")).startswith("<Game qwixx: Qwixx – the card game, 2 to 5 seats, options: jokers")
    assert {"simulate", "vector", "analyse", "review", "game"} <= set(dir(tischlein))
