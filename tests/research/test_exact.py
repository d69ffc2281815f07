"""Exact values of tiny positions: against values computed by hand, and against what bots choose."""

from typing import Any

import pytest

import tischlein
from research.exact import packed, regret, solve
from research.tiny import OPEN
from tischlein.adapters.worlds import NotSolvable, worlds
from tischlein.bots import bot
from tischlein.games.lobo77.rules.material import NAMES

pytestmark = pytest.mark.long  # test_solvers.py solves tiny positions in the short run

LOBO = tischlein.game("lobo77")
QUANDO = tischlein.game("quando")


def lobo(**changes: Any) -> dict[str, Any]:
    return {"game": "lobo77", "seats": 2, "chips": [0, 0], "draw_ordered": False, **changes}


def values(position: dict[str, Any]) -> dict[str, float]:
    """What each card is worth to the seat that plays."""
    return {NAMES[action]: value for action, value in solve(LOBO, packed(LOBO, position)).actions.items()}


def test_the_better_of_two_cards() -> None:
    # 9 makes 78: out. After x2 the other must play two cards, and already the first makes 77 or 79.
    assert values(lobo(hands=[["x2", "9"], ["8", "10"]], total=69)) == {"x2": 1, "9": 0}


def test_a_mean_over_what_chance_can_bring() -> None:
    # 2 makes 72, 3 makes 75. One has drawn the 0, the other the 10; the one with the 10 makes 85.
    solved = solve(LOBO, packed(LOBO, lobo(hands=[["2"], ["3"]], draw=["0", "10"], total=70)))
    assert solved.shares == (0.5, 0.5)
    assert solved.stakes == 0


def test_what_one_seat_gains_the_other_loses() -> None:
    position = lobo(turn=1, hands=[["8", "10"], ["x2", "9"]], total=69)
    assert values(position) == {"x2": 1, "9": 0}
    assert solve(LOBO, packed(LOBO, position)).shares == (0, 1)


def test_the_last_turn_of_quando() -> None:
    # Seat 1 has knocked with 5 + 4 = 9; seat 0 has 1 + 7 + 5 = 13 and gets rid of a 7 or a 5 for a 1: 7 or 9, or for a 0.
    position = OPEN["quando"][0]
    solved = solve(QUANDO, packed(QUANDO, position))
    table = QUANDO.at(position, seed=1)
    named = {action.text: solved.actions[action.id] for action in table.actions(0)}
    assert named["pass"] == 0
    assert {text for text, value in named.items() if value == 1} == {"pick 7/3", "pick 5/1"}


def test_whether_to_knock() -> None:
    """A round of Quando could go on for ever; what a player can force is known all the same."""
    asked = [position for position in OPEN["quando"] if position["knocked"] is None]
    gains = []
    for position in asked:
        solved = solve(QUANDO, packed(QUANDO, position))
        named = {action.text: solved.actions[action.id] for action in QUANDO.at(position, seed=1).actions(0)}
        gains.append(named.pop("knock") - max(named.values()))
        found = tischlein.analyse(QUANDO.at(position, seed=1), 0)
        assert solved.actions[found.best.action] == 1
    assert gains == [1, -1, -1]


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (lobo(seats=3, chips=[0, 0, 0], hands=[["2"], ["3"], ["4"]], total=70), "two seats"),
        (lobo(hands=[["2", "3"], ["4"]], draw=["5", "6"], total=60), "without knowing everything"),
        (lobo(hands=[["0"], ["0"]], total=10), "go on for too long"),
    ],
    ids=["three seats", "hidden cards", "for ever"],
)
def test_what_cannot_be_said_is_refused(position: dict[str, Any], why: str) -> None:
    with pytest.raises(NotSolvable, match=why):
        solve(LOBO, packed(LOBO, position))


def test_too_many_positions_are_refused() -> None:
    data = packed(LOBO, OPEN["lobo77"][-1])
    assert solve(LOBO, data).nodes > 100
    with pytest.raises(NotSolvable, match="more than 100 positions"):
        solve(LOBO, data, most=100)


@pytest.mark.parametrize("name", OPEN)
def test_tiny_positions_are_solved_and_it_matters_what_is_done(name: str) -> None:
    game = tischlein.game(name)
    for position in OPEN[name]:
        solved = solve(game, packed(game, position), looks=10)
        assert solved.seat == 0
        assert solved.stakes > 0.1
        assert max(solved.actions.values()) == pytest.approx(solved.shares[0])


# Bots


@pytest.mark.parametrize("name", OPEN)
def test_who_always_takes_the_best_has_no_regret(name: str) -> None:
    game = tischlein.game(name)

    class Perfect:
        def choose(self, situation: Any) -> int:
            world = next(iter(worlds(game, situation.data, situation.seat)))
            actions = solve(game, world).actions
            return max(actions, key=lambda action: actions[action])

    assert regret(game, Perfect(), OPEN[name][:3]) == [0, 0, 0]
    assert min(regret(game, bot("random"), OPEN[name], seeds=16)) >= 0


@pytest.mark.parametrize("name", OPEN)
def test_hard_gives_away_little(name: str) -> None:
    game = tischlein.game(name)
    # Whether to knock it decides as its rules of thumb say, which are wrong there; bench/RESULTS.md has what each level gives away.
    positions = [position for position in OPEN[name] if position.get("knocked", 1) is not None]
    lost = mean(regret(game, bot("search"), positions, iterations=400))
    assert lost <= 0.07
    assert lost <= mean(regret(game, bot("random"), positions, seeds=16))


def mean(lost: list[float]) -> float:
    return sum(lost) / len(lost)
