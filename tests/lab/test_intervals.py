"""Intervals hold the true value as often as they say, also with few cases."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import stdtrit

from tischlein.engine.intervals import student
from tischlein.engine.rules.columns import Question
from tischlein.lab import run_files
from tischlein.lab.intervals import Moments, ends_of_share
from tischlein.lab.report.experiment import Trial, _compare_outcomes
from tischlein.lab.report.trials import CELLS, DONE, OF, PART
from tischlein.lab.simulate.display import mean, percent

RUNS = 20_000
Draw = Callable[[NDArray[np.float64]], NDArray[np.float64]]


@pytest.mark.parametrize("n", [2, 3, 4, 5, 10, 30, 1000])
def test_few_cases_make_intervals_wider_as_student_says(n: int) -> None:
    assert student(n) == pytest.approx(stdtrit(n - 1, 0.975), rel=0.01)


@pytest.mark.parametrize("n", [10, 30, 100])
@pytest.mark.parametrize(
    ("true", "draw"),
    [
        pytest.param(0.25, lambda u: (u < 0.25) * 1.0, id="one of four wins"),
        pytest.param(0.02, lambda u: (u < 0.02) * 1.0, id="rare"),
        pytest.param(0.25, lambda u: (u < 0.2) * 1.0 + ((u >= 0.2) & (u < 0.3)) * 0.5, id="wins and ties"),
        pytest.param(0.6, lambda u: (u < 0.3) * 0.5 + (u < 0.9) * 0.5, id="pairs of games"),
    ],
)
def test_the_interval_of_a_share_holds_the_truth(n: int, true: float, draw: Draw) -> None:
    cases = draw(np.random.default_rng(1).random((RUNS, n)))
    low, high = ends_of_share(cases.mean(axis=1), cases.std(axis=1, ddof=1), n)
    assert 0.95 <= np.mean((low <= true) & (true <= high)) <= 0.999
    assert low.min() >= 0
    assert high.max() <= 1


@pytest.mark.parametrize("n", [10, 30, 60, 200, 1000])
def test_the_interval_of_a_share_holds_the_truth_wherever_it_lies(n: int) -> None:
    """Also near 0 and 1, where one bot wins nearly always: the coverage is exact, from all outcomes of n games."""
    from scipy.stats import binom

    wins = np.arange(n + 1)
    shares = wins / n
    low, high = ends_of_share(shares, np.sqrt(shares * (1 - shares) * n / (n - 1)), n)
    true = np.concatenate([np.linspace(0.0005, 0.05, 200), np.linspace(0.05, 0.5, 100)])
    for truth in (true, 1 - true, np.array([0.998])):
        chances = binom.pmf(wins[:, None], n, truth[None])
        held = (low[:, None] <= truth) & (truth <= high[:, None])
        assert (chances * held).sum(axis=0).min() >= 0.95


@pytest.mark.parametrize("n", [3, 8, 40])
def test_the_interval_of_a_mean_holds_the_truth(n: int) -> None:
    values = np.random.default_rng(2).normal(1_000, 300, (n, RUNS)).round()
    found = Moments.of(values)
    assert 0.94 <= np.mean(np.abs(found.mean - 1_000) <= found.half_width) <= 0.96


@pytest.mark.parametrize(("without", "done"), [(0.02, 0.05), (0.25, 0.5), (0.97, 0.4)])
def test_the_interval_of_a_gain_holds_the_truth(without: float, done: float) -> None:
    rng = np.random.default_rng(3)
    shares = np.repeat([without, done], 30)
    held = 0
    for _ in range(500):
        found = compared(rng.random(60) < shares)
        held += abs(found.gain[0] - (done - without)) <= found.half_width[0]
    assert held >= 470  # rare things come in lumps: their intervals hold the truth more often


def test_a_gain_in_all_of_thirty_games_is_not_certain() -> None:
    found = compared(np.repeat([False, True], 30))
    assert found.gain[0] == 1
    assert 0.1 < found.half_width[0] < 0.25
    assert np.isnan(compared(np.repeat([False, True], 29)).half_width[0])


def compared(won: NDArray[np.bool_]) -> Trial:
    """An experiment in whose second half something was done."""
    rows = np.zeros((len(won), CELLS), np.int32)
    rows[:, PART], rows[:, OF] = won, 1
    rows[len(won) // 2 :, DONE] = 1
    return _compare_outcomes(Question("pay", ("always",)), 2, rows)


def test_where_all_agree_there_is_still_an_interval() -> None:
    found = Moments.of(np.ones((20, 1), np.int64))
    ends = [float(end[0]) for end in found.share_ends]
    assert ends[1] == pytest.approx(1)
    assert 0.1 < found.share_half_width[0] < 0.25
    assert 1 - ends[0] == pytest.approx(found.share_half_width[0])
    assert Moments.of(np.ones((1, 1), np.int64)).share_half_width[0] == 1


def test_what_is_printed_stays_between_0_and_100() -> None:
    for won in range(11):
        cases = Moments.of(np.array([[1]] * won + [[0]] * (10 - won)))
        (low,), (high,) = cases.share_ends
        value, _, told = percent(cases, 0).partition(" ")
        assert value == f"{10 * won:.1f}"
        if told.startswith("±"):
            half_width = float(told[1:])
            assert 0 <= 10 * won - half_width <= 100 * low + 0.1
            assert 100 * high - 0.1 <= 10 * won + half_width <= 100
        else:
            assert told == f"({100 * low:.1f}–{100 * high:.1f})"
    assert percent(Moments.of(np.array([[1]] * 5 + [[0]] * 5)), 0).startswith("50.0 ± ")


def test_a_single_game_has_no_interval() -> None:
    one = Moments.of(np.array([[1]]))
    assert mean(one, 0) == "1.00"
    assert percent(one, 0) == "100.0 (0.0–100.0)"


@pytest.mark.parametrize("n", [10, 30, 60])
def test_the_interval_of_few_skewed_points_holds_the_truth(n: int) -> None:
    """As where one bot nearly always has the same points: Student's interval would be empty in many samples."""
    rare = 0.08
    lost = (np.random.default_rng(4).random((n, RUNS)) < rare) * np.array(4)
    found = Moments.of(lost)
    missed = np.abs(found.mean - 4 * rare)
    held = np.mean(missed <= found.half_width)
    assert held >= 0.95
    assert held > np.mean(missed <= student(n) * found.deviation / n**0.5)


def test_the_bounds_of_chunks_are_those_of_all_values() -> None:
    values = np.array([[1, 5], [2, 9], [0, 3], [7, 7]])
    whole, chunks = Moments.of(values), Moments.of(values[:1]) + Moments.of(values[1:])
    assert (chunks.low, chunks.high) == (whole.low, whole.high) == (0, 9)
    (read,) = run_files.entries([run_files.encode_entry(chunks)], Moments)
    assert (read.half_width == whole.half_width).all()
    assert (Moments.of(values[:0]) + whole).low == 0


def test_rounding_does_not_exclude_where_all_cases_lie() -> None:
    for n in range(2, 400):
        low, high = ends_of_share(np.array([0.0, 1.0]), np.zeros(2), n)
        assert (low[0], high[1]) == (0.0, 1.0)
