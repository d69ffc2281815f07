"""What the coach takes a position for: by what the judged seat knows, and not by what others make of it."""

from collections.abc import Callable

import numpy as np
import pytest

import tischlein
from tischlein.bots import situation
from tischlein.coach import analysis
from tischlein.coach.analysis import ASKED_AGAIN, CONFIRMED, SECOND, analyse_concealed, second_opinion
from tischlein.coach.judge import judge_of, second_judge_of

QUANDO = tischlein.game("quando")


def test_a_knock_with_a_bad_hand_is_lost_even_if_the_others_cannot_know() -> None:
    """34 in the hand and 20 points: who knocks with that has lost the game, as soon as the round is counted."""
    table = QUANDO.at(
        {
            "game": "quando",
            "seats": 4,
            "turn": 0,
            "hands": [
                ["10/9", "9/8", "8/6", "7/5"],
                ["0/4", "1/3", "0/2", "2/5"],
                ["4/6", "5/6", "1/7", "2/8"],
                ["3/9", "0/10", "6/9", "4/1"],
            ],
            "draw": ["4/7", "6/0", "3/8", "9/1", "10/6", "7/8", "5/1", "2/3", "10/1", "5/9"],
            "draw_ordered": False,
            "plays": [2, 2, 2, 2],
            "cards_played": [3, 3, 3, 3],
            "points": [20, 20, 20, 20],
        },
        seed=1,
    )
    values = {choice.text: choice.value for choice in tischlein.analyse(table, 0).choices}
    assert values.pop("knock") < 0.03
    assert min(values.values()) > 0.1


def test_points_count_as_much_in_the_middle_of_a_game_as_at_its_end() -> None:
    """Ten points behind in the third round is much worse than two: a net that hears of points in steps of twenty took both for the same."""
    position = {
        "game": "quando",
        "seats": 4,
        "turn": 0,
        "hands": [["6/8", "5/4"], ["0/4", "1/3", "0/2"], ["4/6", "5/6", "1/7"], ["3/9", "0/10", "6/9"]],
        "draw": ["4/7", "6/0", "3/8", "9/1", "10/6", "7/8", "5/1", "2/3", "10/1", "5/9"],
        "draw_ordered": False,
        "plays": [6, 6, 6, 6],
        "cards_played": [8, 8, 8, 8],
    }
    even, behind = (
        tischlein.analyse(QUANDO.at({**position, "points": points}, seed=1), 0).best.value
        for points in ([24, 22, 23, 22], [30, 20, 20, 20])
    )
    assert behind < even - 0.06


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_is_the_favourite_when_a_game_begins(seats: int) -> None:
    """A net that has learned against weaker players takes the player who looks ahead for the stronger one, and the coach must not."""
    judge, found = judge_of(QUANDO, seats), []
    for seed in range(16):
        table = QUANDO.new(seats=seats, seed=seed)
        now = situation(table, table.actor, seed=1)
        found.append(judge.compare(now.data, now.seat, now.actions[:1], 16, "start").mean())
    assert np.mean(found) == pytest.approx(1 / seats, abs=0.05)


@pytest.mark.parametrize(("first", "found"), [(0.05, 0.05), (0.0, 0.075)])
def test_a_second_opinion_is_asked_again_before_it_takes_an_accusation_back(
    first: float, found: float
) -> None:
    worlds_asked = []

    def ask(worlds: int, label: str) -> np.ndarray:
        worlds_asked.append(worlds)
        return np.array([[0.5, 0.5 - (first if label == "confirmed" else 0.1)]] * worlds)

    assert second_opinion(ask, SECOND) == pytest.approx(found)
    assert worlds_asked == ([CONFIRMED] if first else [CONFIRMED, ASKED_AGAIN])


@pytest.mark.parametrize(
    ("game", "seats", "asks_the_net"),
    [
        ("quando", 4, False),
        ("lobo77", 4, False),
        ("quanto", 4, True),
        ("qwixx", 2, True),
        ("qwixx", 3, True),
        ("qwixx", 5, True),
        ("quando", 6, False),
    ],
)
def test_the_second_judge_knows_what_the_first_does_not(game: str, seats: int, asks_the_net: bool) -> None:
    second = second_judge_of(tischlein.game(game), seats)
    assert second is not None
    assert second.learned == asks_the_net
    assert judge_of(tischlein.game(game), seats).learned != asks_the_net


class Agreeable:
    """A bot to which all actions are the same."""

    def compare(self, data: bytes, seat: int, actions: tuple[int, ...], worlds: int, label: str) -> object:
        self.asked = actions
        return np.zeros((worlds, len(actions)))


def deadly_total() -> tischlein.Table:
    """With a net: who adds ten to 70 has lost."""
    position = {"game": "lobo77", "seats": 2, "total": 70, "chips": [0, 0]}
    return tischlein.game("lobo77").at({**position, "hands": [["0", "10"], ["8", "9"]]})


def middle_of_qwixx() -> tischlein.Table:
    """By rules of thumb."""
    table = tischlein.game("qwixx").new(seats=4, seed=5)
    for _ in range(30):
        table.play(table.actor, situation(table, table.actor, seed=1).actions[0])
    return table


@pytest.mark.parametrize("position", [deadly_total, middle_of_qwixx])
def test_nobody_is_accused_by_one_judge_alone(
    position: Callable[[], tischlein.Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst action is a mistake, unless another judge sees nothing in it."""
    table = position()
    now = situation(table, table.actor, seed=1)
    worst = tischlein.analyse(table, now.seat).choices[-1].action
    alone = analyse_concealed(table.game, now.data, now.seat, now.actions, worst)
    assert alone.is_mistake
    other = Agreeable()
    monkeypatch.setattr(analysis, "second_judge_of", lambda game, seats: other)
    assert not analyse_concealed(table.game, now.data, now.seat, now.actions, worst).is_mistake
    assert other.asked == (alone.best.action, worst)
