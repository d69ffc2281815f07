"""Two runs on the same deals are compared game by game, with the interval of the difference."""

import re

import numpy as np
import pytest

import tischlein
from tischlein import OptionError
from tischlein.lab.simulate.paired import difference

RUNS = 2_000


@pytest.mark.parametrize(("n", "size"), [(10, 1), (40, 16)])
def test_the_interval_of_a_difference_holds_the_truth(n: int, size: int) -> None:
    """Also if only the means of ``size`` games each are known."""
    rng = np.random.default_rng(1)
    deals = rng.normal(0, 3, (RUNS, n * size))
    ours, theirs = (deals + rng.normal(mean, 1, deals.shape) for mean in (0.5, 0.0))
    held, saved = 0, []
    for one, other in zip(ours, theirs, strict=True):
        mine, yours = (side.reshape(n, size).mean(axis=1) for side in (one, other))
        found = difference(mine, yours, sizes=np.full(n, size))
        held += abs(found.value - 0.5) <= found.half_width
        saved.append(found.saved)
    assert 0.94 <= held / RUNS <= 0.96
    assert np.mean(saved) == pytest.approx(0.9, abs=0.03)  # the deals make 9 of 10 parts of the variance


def test_games_that_do_not_differ_may_do_so_seldom() -> None:
    same = np.ones(100)
    found = difference(same, same, reach=1.0)
    assert (found.value, found.half_width) == (0.0, 0.03)  # the rule of three
    assert difference(same[:1], same[:1], reach=1.0).half_width == 1.0  # a single game tells nothing


def test_a_run_is_compared_with_another_on_the_same_deals() -> None:
    usual, changed = (
        tischlein.simulate("qwixx", 300, 4, bots)
        for bots in ("medium", ["easy", "medium", "medium", "medium"])
    )
    found = changed.compare(usual)
    expected = (changed.shares[:, 0] - usual.shares[:, 0]).mean()
    assert found["win_share_0"].value == pytest.approx(expected)
    assert found["win_share_0"].value + found["win_share_0"].half_width < 0
    assert found["score_2"].saved > 0.1  # seat 2 has the same player and the same cards
    assert found["points"].value == pytest.approx((changed.scores - usual.scores).mean())
    assert "wins %, seat 0" in str(found)
    with pytest.raises(KeyError, match="there is no difference 'luck'; there are win_share_0"):
        found["luck"]


@pytest.mark.parametrize(
    ("games", "seats", "seed", "said"),
    [(10, 2, 2, "seed differs"), (20, 2, 1, "games differs"), (10, 3, 1, "seats differs")],
)
def test_other_deals_are_not_compared(games: int, seats: int, seed: int, said: str) -> None:
    one = tischlein.simulate("lobo77", 10, 2, "random", 1)
    other = tischlein.simulate("lobo77", games, seats, "random", seed)
    with pytest.raises(OptionError, match=said):
        one.compare(other)
    with pytest.raises(OptionError, match="takes the result of another simulate, not int"):
        one.compare(3)  # type: ignore[arg-type]


def test_a_sweep_says_what_each_case_has_more_than_the_first() -> None:
    found = tischlein.simulate("lobo77", 60, sweep={"bots": ["random", ["easy", "random"]], "seats": [2, 3]})
    assert found.cases[3] == {"bots": "easy+random+easy", "seats": 3}
    other_seats, less_random, neither = found.differences()
    assert other_seats is neither is None
    assert less_random is not None
    assert less_random["win_share_0"].value == found[2].compare(found[0])["win_share_0"].value
    printed = str(found)
    assert re.search(r"minus 2 seats, random +2 seats, easy\+random\n", printed)
    assert re.search(r"wins %, seat 0 +\+\d+\.\d ± ", printed)
