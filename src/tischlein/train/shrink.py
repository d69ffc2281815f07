"""Quantise a trained net to weights of one byte, as ``tischlein.bots.kernels.net`` uses them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.kernels.net import MOST_HANDED_ON
from tischlein.bots.weights import FIRST_SUMS, NetFile, encode_net
from tischlein.engine.game import Game
from tischlein.engine.types import Json
from tischlein.train.inputs import Inputs

LARGEST = 127
# Points of the rules of thumb that make an action 2.7 times as likely, before the net has learned how far to trust them. What looks
# much worse is not trusted less and less.
POINTS = 5.0
LEAST = -8.0
# Above this share of what a layer hands on, it is cut off.
CUT = 0.9998
EXACT = 1 << 24
# What one step of a layer is worth in a net that was made from a file.
STEP = 1 / 64


def shrunk(
    game: Game,
    inputs: Inputs,
    learned: dict[str, NDArray[np.float32]],
    sample: NDArray[np.int16],
    trained: Json,
) -> bytes:
    """Return the file of a net; ``sample`` are observations that show how strong its layers answer."""
    found = sample[:, inputs.feature]
    hidden = ((found >= inputs.low) & (found <= inputs.high)).astype(np.float32)
    arrays: dict[str, NDArray[Any]] = dict(inputs._asdict())
    before = 1.0  # what one step of the layer before is worth
    for name in ("first", "second"):
        weights, bias = learned[name], learned[f"{name}_bias"]
        hidden = np.maximum(hidden @ weights + bias, 0)
        step = max(float(np.quantile(hidden, CUT)), 1e-6) / MOST_HANDED_ON
        # The first layer's sums have little room: where many weights are large, they are counted in larger steps.
        sums = abs(weights).sum(0) + abs(bias) + step
        whole, unit = _whole(
            weights * before, 0, sums / (FIRST_SUMS - len(weights)) if name == "first" else 0.0
        )
        # Half a step more, since what is handed on is cut, not rounded.
        arrays |= {
            name: whole,
            f"{name}_bias": np.rint((bias + step / 2) / unit),
            f"{name}_scale": unit / step,
        }
        before = step
    for name in ("policy", "value"):
        whole, unit = _whole(learned[name].T * before, 1)
        arrays |= {
            name: whole,
            f"{name}_bias": np.rint(learned[f"{name}_bias"] / unit),
            f"{name}_scale": unit,
        }
    lean = float(learned["lean"][0]) if "lean" in learned else 0.0
    for name, axis in (("second", 0), ("policy", 1), ("value", 1)):
        most = MOST_HANDED_ON * abs(arrays[name].astype(float)).sum(axis) + abs(arrays[f"{name}_bias"])
        assert most.max() < EXACT, f"{name} would not be exact"  # noqa: S101 — by construction
    return encode_net(game, arrays, trained, (lean / POINTS, LEAST * POINTS) if lean else (0.0, 0.0))


def grown(file: NetFile) -> tuple[Inputs, dict[str, NDArray[np.float32]]]:
    """Return a net's questions and weights: the inverse of ``shrunk``, up to rounding."""
    arrays = file.arrays
    found: dict[str, NDArray[Any]] = {}
    before = 1.0
    for name in ("first", "second"):
        worth = arrays[f"{name}_scale"] * STEP
        found[name] = arrays[name] * worth / before
        # Half a step less: see above.
        found[f"{name}_bias"] = arrays[f"{name}_bias"] * worth - STEP / 2
        before = STEP
    for name in ("policy", "value"):
        scale = arrays[f"{name}_scale"]
        found[name] = (arrays[name] * scale[:, None] / STEP).T
        found[f"{name}_bias"] = arrays[f"{name}_bias"] * scale
    found["lean"] = np.array([file.header.get("lean", (0.0, 0.0))[0] * POINTS])
    inputs = Inputs(*(np.array(arrays[name], np.int16) for name in Inputs._fields))
    return inputs, {name: np.ascontiguousarray(one, np.float32) for name, one in found.items()}


def _whole(
    weights: NDArray[np.float32], axis: int, least: NDArray[np.float32] | float = 0.0
) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """Quantise values to int8: return the integers and their scale, which is at least ``least``."""
    unit = np.maximum(np.maximum(abs(weights).max(axis).astype(np.float64), 1e-9) / LARGEST, least)
    return np.rint(weights / (unit[None, :] if axis == 0 else unit[:, None])).astype(np.int8), unit
