"""The tests for two lists of numbers say what the books say."""

import pytest

from helpers.alike import as_early, as_spread

LEFT, RIGHT = [0.1, 0.4, 0.7, 0.75], [0.2, 0.5, 0.6, 0.9, 0.95, 1.3]


def test_lists_apart_have_two_orders_of_all() -> None:
    assert as_early([1, 2, 3, 4, 5, 6], range(10, 34)) == pytest.approx(2 / 593_775)
    assert as_spread([1, 2, 3, 4, 5, 6], range(10, 34)) == pytest.approx(2 / 593_775)


def test_lists_between() -> None:
    """By scipy.stats, with method="exact"."""
    assert as_early(LEFT, RIGHT) == pytest.approx(74 / 210)
    assert as_spread(LEFT, RIGHT) == pytest.approx(116 / 210)
    assert (as_early(RIGHT, LEFT), as_spread(RIGHT, LEFT)) == (as_early(LEFT, RIGHT), as_spread(LEFT, RIGHT))


def test_the_same_list_twice() -> None:
    assert (as_early(LEFT, LEFT), as_spread(LEFT, LEFT)) == (1, 1)
