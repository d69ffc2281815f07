"""Learn LOBO 77 from what `hard` does: behaviour cloning from a trace, in plain NumPy, measured in the arena.

    python examples/clone_hard.py [GAMES]         needs pip install 'tischlein[frames]'

`tischlein.simulate` writes a row for each decision of `hard` to a file. A net with one hidden layer learns which action
`hard` takes; then it plays against `random` and `hard` in the arena, as a bot of its own. With 400 games that takes about
a minute on one core.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import tischlein
from tischlein.bots import Situation

GAME, WIDTH, EPOCHS, BATCH, RATE = "lobo77", 128, 8, 256, 2e-3
WEIGHTS = Path(tempfile.gettempdir()) / "clone_hard.npz"


def rows(path: Path) -> tuple[Any, Any, Any]:
    """Return observations, masks and actions; each batch is a view of the file until it is put with the others."""
    with pa.memory_map(str(path)) as source:
        file = pa.ipc.open_file(source)
        batches = [file.get_batch(k) for k in range(file.num_record_batches)]
        seen, masks = (
            np.concatenate([batch[name].flatten().to_numpy().reshape(len(batch), -1) for batch in batches])
            for name in ("observation", "mask")
        )
        return seen, masks, np.concatenate([batch["action"].to_numpy() for batch in batches])


def logits(layers: list[Any], seen: Any, masks: Any) -> tuple[Any, Any, Any]:
    """Return the inputs, the hidden layer and the logits of all actions; those of illegal ones are very low."""
    x = (seen - layers[4]) / layers[5]
    hidden = np.maximum(x @ layers[0] + layers[1], 0)
    return x, hidden, np.where(masks > 0, hidden @ layers[2] + layers[3], -1e9)


def cloned(seen: Any, masks: Any, actions: Any, rng: np.random.Generator) -> list[Any]:
    """Return the layers of a net that does what was done: cross-entropy with Adam, the gradient written out by hand."""
    inside, outside = seen.shape[1], masks.shape[1]
    layers = [
        rng.normal(0, inside**-0.5, (inside, WIDTH)).astype(np.float32), np.zeros(WIDTH, np.float32),
        rng.normal(0, 0.01, (WIDTH, outside)).astype(np.float32), np.zeros(outside, np.float32),
    ]  # fmt: skip
    layers += [seen.mean(axis=0), seen.std(axis=0) + 0.1]  # they stay: inputs of the size of 1
    means, squares = [np.zeros_like(one) for one in layers], [np.zeros_like(one) for one in layers]
    updates = 0
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(seen)), max(1, len(seen) // BATCH)):
            x, hidden, out = logits(layers, seen[part], masks[part])
            chances = np.exp(out - out.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            chances[np.arange(len(part)), actions[part]] -= 1
            chances /= len(part)
            inner = (chances @ layers[2].T) * (hidden > 0)
            updates += 1
            gradients = [x.T @ inner, inner.sum(axis=0), hidden.T @ chances, chances.sum(axis=0)]
            for layer, mean, square, gradient in zip(layers, means, squares, gradients, strict=False):
                mean[...] += 0.1 * (gradient - mean)
                square[...] += 0.001 * (gradient**2 - square)
                scale = np.sqrt(square / (1 - 0.999**updates)) + 1e-8
                layer[...] -= (RATE * mean / (1 - 0.9**updates) / scale).astype(np.float32)
    return layers


class Clone:
    """A bot that plays what the net likes best; the arena makes one for each game, by its name."""

    def __init__(self) -> None:
        with np.load(WEIGHTS) as kept:
            self.layers = [kept[name] for name in kept.files]

    def choose(self, situation: Situation) -> int:
        rules = situation.game.rules
        seen = [0] * rules.OBSERVED
        rules.observe(situation.record, situation.seat, seen)
        masks = np.zeros((1, rules.ACTIONS), np.uint8)
        masks[0, list(situation.actions)] = 1
        return int(logits(self.layers, np.array([seen]), masks)[2].argmax())


def main(games: int, deals: int = 200) -> dict[str, float]:
    """Return the clone's share of wins against random and hard."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.arrow"
        tischlein.simulate(GAME, games=games, seats=2, bots="hard", seed=1, trace=path)
        seen, masks, actions = rows(path)
    new = len(seen) // 10  # the last games are not learned from
    layers = cloned(seen[:-new], masks[:-new], actions[:-new], np.random.default_rng(1))
    same = np.mean(logits(layers, seen[-new:], masks[-new:])[2].argmax(axis=1) == actions[-new:])
    print(f"{len(seen):,} decisions; the clone does what hard did in {100 * same:.0f} % of {new:,} new ones")
    np.savez(WEIGHTS, *layers)
    sys.path.insert(0, str(Path(__file__).parent))  # where the arena finds the bot
    found = {}
    for other in ("random", "hard"):
        result = tischlein.arena(GAME, ["clone_hard:Clone", other], deals=deals, seed=2)
        print(result)
        found[other] = result.pairings[0].win_share.value
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
