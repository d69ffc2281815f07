"""A net that goes on with other questions keeps what it has learned."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tischlein.engine.rules.features import MOST
from tischlein.train.carry import answered, carried, most_telling
from tischlein.train.inputs import Inputs

RNG = np.random.default_rng(3)
# Two numbers, evenly from 0 to 49, and a category that is nearly always 1.
SAMPLE = np.stack(
    [RNG.integers(0, 50, 2000), RNG.integers(0, 50, 2000), (RNG.random(2000) < 0.99).astype(int)], 1
).astype(np.int16)
OLD = Inputs(*np.array([(0, 10, MOST), (0, 36, MOST), (1, 20, MOST), (2, 1, 1)], np.int16).T)
FINER = Inputs(*np.array([(0, low, MOST) for low in range(2, 50, 2)] + [(1, 20, MOST)], np.int16).T)
LEARNED: dict[str, NDArray[np.float32]] = {
    "first": np.array([[1, -2], [3, 1], [-1, 4], [2, 5]], np.float32),
    "first_bias": np.array([0.5, -0.5], np.float32),
    "lean": np.array([0.3], np.float32),
}


def first_layer(inputs: Inputs, learned: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    found: NDArray[np.float32] = answered(inputs, SAMPLE) @ learned["first"] + learned["first_bias"]
    return found


def test_the_same_questions_get_the_same_answers() -> None:
    known = carried(OLD, LEARNED, OLD, SAMPLE)
    assert np.array_equal(first_layer(OLD, known), first_layer(OLD, LEARNED))
    assert known["lean"] is LEARNED["lean"]


def test_finer_steps_say_nearly_the_same_and_have_room_for_more() -> None:
    known = carried(OLD, LEARNED, FINER, SAMPLE)
    before, after = first_layer(OLD, LEARNED), first_layer(FINER, known)
    # What was asked about the category is gone but for its usual answer: 1 in 100 differs by its weights.
    assert np.abs(after - before).mean() < 0.15
    assert after.mean(0) == pytest.approx(before.mean(0), abs=1e-3)
    used = np.abs(known["first"]).sum(1) > 0
    assert [int(low) for low in FINER.low[used]] == [10, 36, 20]


def test_what_hardly_ever_differs_is_left_out_first() -> None:
    kept = most_telling(OLD, SAMPLE, 3)
    assert [(int(one), int(low)) for one, low in zip(kept.feature, kept.low, strict=True)] == [
        (0, 10), (0, 36), (1, 20),
    ]  # fmt: skip
    assert len(most_telling(OLD, SAMPLE, 9)) == len(OLD)
