"""The rules of thumb of Qwixx: what they like and dislike."""

from typing import Any

import pytest

import tischlein
from tischlein.engine.play.table import Table
from tischlein.games.qwixx import rules
from tischlein.games.qwixx.bots import heuristics

QWIXX = tischlein.game("qwixx")
COLOURS = ("red", "yellow", "green", "blue")


def sheet(misses: int = 0, **rows: list[int]) -> dict[str, Any]:
    return {**{colour: rows.get(colour, []) for colour in COLOURS}, "misses": misses}


def at(hand: list[str], own: dict[str, Any], step: int, top: str = "b6", **more: Any) -> Table:
    """Seat 0 of two is active, unless told otherwise; the cards that nobody names lie in the pile."""
    position: dict[str, Any] = {
        "game": "qwixx",
        "seats": 2,
        "turn": 0,
        "step": step,
        "hands": [hand, ["r8", "y8", "g8", "b8"]],
        "display": ["r9", "y9", "g9", "b9"],
        "discard": [],
        "sheets": [own, sheet()],
        **more,
    }
    used = {top, *position["display"], *position["discard"], *position["hands"][0], *position["hands"][1]}
    used |= {card.partition(" ")[0] for card in position.get("played", [])}
    letters = "rygbj" if position.get("options", {}).get("jokers") else "rygb"
    rest = [f"{letter}{number}" for number in range(2, 13) for letter in letters]
    position["draw"] = [top, *(card for card in rest if card not in used)]
    return QWIXX.at(position, seed=1)


def rated(table: Table, seat: int = 0) -> dict[str, int]:
    s = table.conceal_for(seat)
    out = [0] * (rules.ACTIONS + 1)
    n = rules.legal(s, seat, out, [])
    points = [0] * n
    heuristics.rate(s, seat, out, n, points, [0] * heuristics.WORK)
    texts = [action.text for action in table.actions(seat)]
    return dict(zip(texts, points, strict=True))


def best(table: Table, seat: int = 0) -> str:
    points = rated(table, seat)
    return max(points, key=lambda text: points[text])


def turn(table: Table) -> list[str]:
    """What the active player does in step 3, the cards played in order of their names."""
    said = []
    active = table.position()["turn"]
    while not table.over and table.position()["turn"] == active:
        said.append(best(table, active))
        table.play(active, said[-1])
    shown = said.index("show")
    return [*sorted(said[:shown]), *said[shown + 1 :]]


# Step 2


def test_the_next_number_is_better_than_a_gap() -> None:
    own = sheet(red=[2, 3], yellow=[2, 3], green=[12, 11])
    assert best(at(["r10", "y10", "g2", "b2"], own, 2, top="y4", turn=1)) in (
        "cross red",
        "cross yellow",
    )
    assert best(at(["r10", "y10", "g2", "b2"], own, 2, top="b10", turn=1)) == "cross green"


def test_a_wide_gap_is_left_alone_while_it_costs_nothing() -> None:
    assert best(at(["r10", "y10", "g2", "b2"], sheet(), 2, top="y7", turn=1)) == "skip"


def test_a_gap_is_better_than_a_miss() -> None:
    far = ["r10", "y10", "g3", "b3"]
    assert best(at([*far, "b2"], sheet(), 2, top="b6")) in ("cross red", "cross yellow")
    assert best(at(far, sheet(), 2, top="b6", turn=1)) == "skip"


def test_the_longer_row_is_the_one_to_go_on_with() -> None:
    own = sheet(red=[2, 3, 4, 5, 6], yellow=[6], green=[3], blue=[3])
    assert best(at(["y10", "y11", "b12", "g12"], own, 2, top="b7", turn=1)) == "cross red"


def test_a_number_does_not_pass_over_the_cards_in_hand() -> None:
    own = sheet(red=[2, 3], yellow=[2, 3], green=[4], blue=[4])
    assert best(at(["r4", "r5", "g12", "b12"], own, 2, top="b6", turn=1)) == "cross yellow"
    assert best(at(["y4", "y5", "g12", "b12"], own, 2, top="b6", turn=1)) == "cross red"


def test_of_two_pairs_in_hand_the_better_one_is_not_passed_over() -> None:
    own = sheet(red=[2, 3], yellow=[2, 3], green=[4], blue=[4])
    points = rated(at(["r4", "r5", "y5", "y6"], own, 2, top="b7", turn=1))
    assert points["cross yellow"] > points["cross red"]


def test_a_first_row_is_closed_rather_than_filled_up() -> None:
    own = sheet(red=[2, 3, 4, 5, 6, 10], green=[11], blue=[11])
    assert best(at(["y4", "y5", "g3", "b3"], own, 2, top="g12", turn=1)) == "cross red"


# Step 3


def test_three_cards_are_planned_from_left_to_right() -> None:
    own = sheet(red=[2, 3], blue=[12])
    said = turn(at(["r4", "r5", "r7", "y9", "b11"], own, 3, display=["r9", "g9", "b9", "g2"]))
    assert said == ["play r4", "play r5", "play r7", "cross 4", "cross 5", "cross 7", "stop"]


def test_the_gap_of_one_is_spent_where_it_brings_most() -> None:
    # 4, 6 and 8 leave out two numbers; 4 and 6 lose less than 6 and 8.
    hands = [["y4", "y6", "y8", "r12", "b2"], ["r8", "y5", "g8", "b8"]]
    said = turn(at(hands[0], sheet(yellow=[2, 3]), 3, hands=hands))
    assert said == ["play y4", "play y6", "cross 4", "cross 6", "stop"]


def test_a_dead_card_goes_with_its_colour_and_a_live_one_stays() -> None:
    own = sheet(yellow=[3, 4])
    said = turn(at(["y2", "y5", "y11", "r12", "b2"], own, 3))
    assert said == ["play y2", "play y5", "cross 5", "stop"]
    chosen = rated(at(["y2", "y11", "r12", "b2"], own, 3, played=["y5"]))
    assert chosen["play y2"] > max(chosen["show"], chosen["play y11"])


def test_who_need_not_cross_far_ahead_does_not() -> None:
    own = sheet(red=[2], yellow=[2], green=[12], blue=[12])
    far = ["r10", "y10", "g4", "b4", "b3"]
    said = turn(at(far, own, 3, crossed={"step2": True, "numbers": []}))
    assert [text.partition(" ")[0] for text in said] == ["play", "stop"]


def test_who_would_have_a_miss_crosses_what_there_is() -> None:
    hand = ["r6", "y10", "y11", "g3", "b2"]
    said = turn(at(hand, sheet(), 3, top="b7"))
    assert said == ["play r6", "cross 6", "stop"]
    assert "cross 6" not in turn(at(hand, sheet(), 3, top="b7", crossed={"step2": True, "numbers": []}))


def test_a_joker_gets_the_colour_that_it_helps_most() -> None:
    own = sheet(red=[2], yellow=[2, 3, 4, 5, 6], green=[5], blue=[5])
    jokers = at(["j7", "r12", "g12", "b12"], own, 3, options={"jokers": True})
    assert best(jokers) == "play j7 as yellow"


def test_a_joker_joins_cards_of_a_colour() -> None:
    own = sheet(red=[2, 3], yellow=[2, 3], green=[5], blue=[5])
    said = turn(at(["r4", "r6", "j5", "g12", "b12"], own, 3, options={"jokers": True}))
    assert said == ["play j5 as red", "play r4", "play r6", "cross 4", "cross 5", "cross 6", "stop"]


# Step 1


def test_a_number_is_worth_the_colours_that_it_may_have() -> None:
    own = sheet(red=[2, 3, 4], yellow=[11], green=[3], blue=[3])
    hand = ["y2", "y3", "g12", "b12"]
    display = ["g5", "g6", "b10", "y4"]
    assert best(at(hand, own, 1, display=display)) == "slot 1"
    # The red five lies open, so this five cannot be red.
    assert best(at(hand, own, 1, display=display, discard=["r5"])) == "slot 2"


def test_a_card_is_taken_that_goes_with_those_in_hand() -> None:
    own = sheet(red=[2, 3, 4], yellow=[11], green=[3], blue=[3])
    assert best(at(["r5", "y3", "g12", "b12"], own, 1, display=["g10", "g6", "b11", "y4"])) == "slot 2"


# The end


CLOSING = sheet(red=[2, 3, 4, 5, 6, 7, 12], yellow=[2, 3, 4, 5, 6])
STRONG = sheet(red=[2, 3, 4, 5, 6, 7, 8, 9, 10, 11], yellow=[2, 3, 4, 5, 6, 7, 8])


@pytest.mark.parametrize("step", [2, 3])
def test_the_second_row_is_closed_by_who_is_ahead_only(step: int) -> None:
    hand = ["y12", "g11", "g12", "b12"] if step == 3 else ["y10", "g11", "g12", "b12"]
    top = "b11" if step == 3 else "r12"
    close = "play y12" if step == 3 else "cross yellow"
    ahead = at(hand, CLOSING, step, top=top)
    behind = at(hand, CLOSING, step, top=top, sheets=[CLOSING, STRONG])
    assert best(ahead) == close
    assert best(behind) != close


def test_the_fourth_miss_is_taken_by_the_leader_only() -> None:
    own = sheet(misses=3, red=[2, 3, 4, 5, 6, 7, 8])
    hand = ["r9", "g2", "g3", "b2", "b3"]
    leader = at(hand, own, 3, display=["r12", "y9", "g9", "b9"])
    assert "cross 9" not in turn(leader)
    assert leader.winners == [0]
    behind = at(hand, own, 3, display=["r12", "y9", "g9", "b9"], sheets=[own, STRONG])
    assert "cross 9" in turn(behind)


def test_standing_counts_the_future_and_at_the_end_the_points() -> None:
    out = [0, 0]
    heuristics.standing(
        at(["r7"], sheet(red=[2, 3, 4]), 3, sheets=[sheet(red=[2, 3, 4]), sheet(red=[8, 9, 10])]).conceal_for(
            0
        ),
        out,
    )
    assert out[0] > out[1] + 300
    over = at(["r7"], sheet(misses=4), 3)
    heuristics.standing(over.conceal_for(0), out)
    assert over.over
    assert out == [-2000, 0]
