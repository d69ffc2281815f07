"""The rules of thumb for Quando: what they say on small tables."""

from typing import Any

import pytest

from tischlein import simulate
from tischlein.bots.runtime import runtime
from tischlein.engine.play.table import Table
from tischlein.games.quando import GAME
from tischlein.games.quando.bots import heuristics

OTHERS = ["8/5", "7/6", "6/3"]
DRAW = ["5/4", "10/9", "9/8", "8/2", "4/3"]


def at(hand: list[str], others: list[str] | None = None, **more: Any) -> Table:
    position = {
        "game": "quando",
        "seats": 2,
        "turn": 0,
        "hands": [hand, others or OTHERS],
        "draw": DRAW,
        "draw_ordered": False,
    }
    return GAME.at({**position, **more}, seed=1)


def opinions(table: Table) -> dict[str, int]:
    seat = table.waiting[0]
    actions = table.actions(seat)
    data = GAME.layout.pack(table.conceal_for(seat))
    points = runtime(GAME).rate(data, seat, tuple(action.id for action in actions))
    return dict(zip((action.text for action in actions), points, strict=True))


def best(table: Table) -> str:
    found = opinions(table)
    return max(found, key=lambda text: found[text])


def turn(table: Table) -> list[str]:
    """What a seat does in its turn."""
    seat = table.waiting[0]
    said: list[str] = []
    while table.waiting == (seat,) and not (said and said[-1].startswith("take")):
        said.append(best(table))
        table.play(seat, said[-1])
        if said[-1] in ("knock", "pass"):
            break
    return said


# Laying cards


def test_of_single_cards_the_highest_goes() -> None:
    assert best(at(["1/4", "9/2", "5/0"])) == "pick 9/?"


def test_a_pair_goes_before_a_higher_single_card() -> None:
    assert turn(at(["9/2", "8/0", "8/1"]))[:2] == ["pick 8/?", "pick 8/?"]


def test_a_straight_is_begun_and_finished() -> None:
    said = turn(at(["10/1", "7/0", "6/0", "5/0", "1/4"]))
    assert sorted(said[:3]) == ["pick 5/?", "pick 6/?", "pick 7/?"]
    assert said[3].startswith("take")


def test_three_of_four_go_as_an_attack() -> None:
    said = turn(at(["2/0", "2/1", "2/9", "2/10", "9/1"]))
    assert said[:3] == ["pick 2/?"] * 3
    assert said[3].startswith("take")


def test_zeros_are_kept() -> None:
    assert best(at(["0/1", "0/2", "1/4"])) == "pick 1/?"


def test_only_zeros_end_the_round_which_is_better_than_an_attack() -> None:
    nines = ["9/2", "9/3", "9/4", "9/5"]
    assert turn(at(["0/1", *nines], draw=["0/8", "5/4"])) == ["pick 9/?"] * 4 + ["take visible"]
    assert turn(at(["0/1", *nines], draw=["1/8", "5/4"])) == ["pick 9/?"] * 3 + ["take visible"]


# Drawing


@pytest.mark.parametrize(("visible", "side"), [("2/7", "visible"), ("9/1", "hidden")])
def test_a_low_side_is_taken_and_a_high_one_turned_down(visible: str, side: str) -> None:
    table = at(["7/0", "3/0", "1/4"], draw=[visible, "5/4", "10/9", "9/3"])
    assert turn(table)[-1] == f"take {side}"


def test_a_hidden_side_that_was_seen_is_known() -> None:
    # The pile was turned over: everybody knows that there is a 1 under the 3.
    table = at(["9/0", "3/0", "2/4"], draw=[], discard=["1/3", "8/9", "7/2"])
    assert turn(table) == ["pick 9/?", "take hidden"]
    table = at(["9/0", "3/0", "2/4"], draw=["3/1", "9/8", "2/7"])
    assert turn(table) == ["pick 9/?", "take visible"]


def test_the_zero_with_the_lowest_back_is_flipped() -> None:
    table = at(["0/9", "0/2", "5/1"], turn=1, penalty=[0], seen=[["0/9", "0/2"], []])
    assert best(table) == "flip 0/2"


# Knocking


def knock(hand: list[str], others: list[str], **more: Any) -> bool:
    return best(at(hand, others, plays=[3, 3], cards_played=[5, 5], **more)) == "knock"


def test_a_low_hand_knocks_and_a_high_one_does_not() -> None:
    many = ["8/5", "7/6", "6/3", "9/7", "10/7"]
    assert knock(["1/4", "0/2"], many)
    assert not knock(["7/4", "6/2"], many)


def test_who_has_seen_a_lower_hand_does_not_knock() -> None:
    low = ["0/5", "0/6", "1/3"]
    assert knock(["1/4", "2/0"], ["8/5", "9/6", "5/3"], seen=[["5/8", "6/9", "3/5"], []])
    assert not knock(["1/4", "2/0"], low, seen=[["0/5", "0/6", "1/3"], []])


def test_in_the_last_round_a_low_hand_passes_and_a_high_card_goes() -> None:
    after: dict[str, Any] = {"knocked": 1, "plays": [3, 3], "cards_played": [5, 5]}
    assert turn(at(["1/4", "1/0", "0/5"], **after)) == ["pass"]
    assert turn(at(["10/4", "1/0", "0/5"], **after))[0] == "pick 10/?"


def random_table(seed: int) -> Table:
    return GAME.new(seats=2 + seed % 5, seed=seed)


def test_overlooked_actions_change_nothing_for_the_others() -> None:
    for seed in range(5):
        table = random_table(seed)
        for _ in range(40):
            seat = table.waiting[0]
            actions = tuple(action.id for action in table.actions(seat))
            data = GAME.layout.pack(table.conceal_for(seat))
            points = runtime(GAME).rate(data, seat, actions)
            for action, point in zip(actions, points, strict=True):
                assert runtime(GAME).rate(data, seat, (action,)) == [point]
            table.play(seat, actions[points.index(max(points))])


def worth(hand: list[str], others: list[str], points: list[int]) -> list[int]:
    out = [0] * 2
    heuristics.standing(at(hand, others, points=points).conceal_for(0), out)
    return out


def test_a_position_is_worth_points_and_hands() -> None:
    high, low, same = ["9/2", "5/0"], ["1/4", "0/5"], ["8/5", "7/6"]
    assert worth(low, same, [0, 0])[0] > worth(high, same, [0, 0])[0]
    few, many = worth(low, same, [3, 3]), worth(low, same, [3, 23])
    assert few[0] == many[0]
    assert few[1] - many[1] == 2000


def test_games_among_thumb_players_end() -> None:
    assert simulate(GAME, games=20, seats=6, bots="medium").finished.all()
