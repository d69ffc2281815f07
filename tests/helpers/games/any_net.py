"""A net that has learned nothing, for any test."""

from typing import Any

import numpy as np

import tischlein
from tischlein.engine.game import Game
from tischlein.train.inputs import inputs_for
from tischlein.train.shrink import shrunk

WIDTH = 24


def anything(game: Game, lean: float = 0.0, more: float = 0.0, **trained: Any) -> bytes:
    """The file of a net that has learned nothing, with questions about all kinds of features; all its first weights may be larger."""
    rng = np.random.default_rng(7)
    features = tischlein.features(game)
    low, high = (
        np.array([max(-50, min(50, getattr(one, end))) for one in features]) for end in ("low", "high")
    )
    sample = rng.integers(low, high + 1, (400, len(features))).astype(np.int16)
    inputs = inputs_for(game, features, sample)
    shapes = {"first": (len(inputs), WIDTH), "second": (WIDTH, WIDTH), "policy": (WIDTH, game.rules.ACTIONS)}
    shapes["value"] = (WIDTH, game.seats[-1])
    weights = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    weights["first"] += more
    weights |= {
        f"{name}_bias": rng.normal(0, 0.1, shape[1]).astype(np.float32) for name, shape in shapes.items()
    }
    weights["lean"] = np.array([lean], np.float32)
    return shrunk(game, inputs, weights, sample, trained)
