"""A net goes on with other questions than before: what it has learned about the old ones is carried over to the new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tischlein.engine.rules.features import MOST
from tischlein.train.inputs import Inputs

if TYPE_CHECKING:
    from numpy.typing import NDArray

# An old question becomes a new one where both have the same answer at least so often; otherwise only its usual answer is kept.
ALIKE = 0.8


def answered(inputs: Inputs, sample: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return the answers to all questions, as an array of rows × questions."""
    found = sample[:, inputs.feature]
    answers: NDArray[np.bool_] = (found >= inputs.low) & (found <= inputs.high)
    return answers


def most_telling(inputs: Inputs, sample: NDArray[np.int16], most: int) -> Inputs:
    """Return at most ``most`` questions: those with the same answer nearly everywhere are left out."""
    yes = answered(inputs, sample).mean(0)
    kept = np.sort(np.argsort(-yes * (1 - yes), kind="stable")[:most])
    return Inputs(*(column[kept] for column in inputs))


def carried(
    old: Inputs, learned: dict[str, NDArray[np.float32]], new: Inputs, sample: NDArray[np.int16]
) -> dict[str, NDArray[np.float32]]:
    """Return a net's weights for its new questions: nearly the same answers as before, and exactly the same to equal questions."""
    before, after = answered(old, sample), answered(new, sample)
    first = np.zeros((len(new), learned["first"].shape[1]), np.float32)
    bias = learned["first_bias"].astype(np.float64)
    for k in range(len(old)):
        usual = before[:, k].mean()
        like = _alike(old, k, new, before[:, k], after)
        if like is not None:
            first[like] += learned["first"][k]
            usual -= after[:, like].mean()
        bias += usual * learned["first"][k]
    return {**learned, "first": first, "first_bias": bias.astype(np.float32)}


def _alike(
    old: Inputs, k: int, new: Inputs, before: NDArray[np.bool_], after: NDArray[np.bool_]
) -> int | None:
    """Return the new question about the same feature and of the same kind whose answers are most like the k-th old one's."""
    near = np.nonzero((new.feature == old.feature[k]) & ((new.high == MOST) == (old.high[k] == MOST)))[0]
    if len(near) == 0:
        return None
    agree = (after[:, near] == before[:, None]).mean(0)
    # Where a sample cannot tell them apart, the nearest.
    best = min(range(len(near)), key=lambda j: (-agree[j], abs(int(new.low[near[j]]) - int(old.low[k]))))
    return int(near[best]) if agree[best] >= ALIKE else None
