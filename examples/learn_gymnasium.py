"""Learn LOBO 77 against a random player: PPO in plain NumPy, on Gymnasium's vector environment.

    python examples/learn_gymnasium.py [ROUNDS]         needs pip install 'tischlein[gym]'

The shape is that of CleanRL: one file, no framework. Two sit at the table, so an untrained policy wins half of the games.
After a hundred rounds, which take one core less than a minute, the learner wins three of four or more; the last line says
how many of a thousand new games.
"""

import sys
from typing import Any

import numpy as np

import tischlein
from tischlein.adapters.gymnasium import vector_env

GAME, TABLES, STEPS, WIDTH = "lobo77", 128, 64, 64
LAMBDA, CLIP, RATE, ENTROPY, EPOCHS, BATCHES = 0.95, 0.2, 1e-3, 0.01, 3, 4

FEATURES = tischlein.features(GAME)
LOW = np.array([feature.low for feature in FEATURES], np.float32)
REACH = np.array([max(1, feature.high - feature.low) for feature in FEATURES], np.float32)


class Net:
    """One hidden layer; above it the logits of all actions, and the share of the win that is expected."""

    def __init__(self, actions: int, rng: np.random.Generator) -> None:
        inside, outside = len(FEATURES), actions + 1
        self.layers = [
            rng.normal(0, inside**-0.5, (inside, WIDTH)).astype(np.float32),
            np.zeros(WIDTH, np.float32),
            rng.normal(0, 0.01, (WIDTH, outside)).astype(np.float32),
            np.zeros(outside, np.float32),
        ]
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.updates = 0

    def __call__(self, x: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Return the hidden layer, the chances of all actions, and the values."""
        hidden = np.tanh(x @ self.layers[0] + self.layers[1])
        out = hidden @ self.layers[2] + self.layers[3]
        logits = np.where(mask, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, x: Any, mask: Any, actions: Any, before: Any, advantages: Any, returns: Any) -> None:
        """Take one step of PPO on a batch, with Adam; the gradient is written out by hand."""
        hidden, chances, values = self(x, mask)
        rows = np.arange(len(x))
        ratio = chances[rows, actions] / before
        free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        out = np.zeros((len(x), chances.shape[1] + 1), np.float32)
        out[:, :-1] = chances * (free * ratio * advantages)[:, None]
        out[rows, actions] -= free * ratio * advantages
        logs = np.log(chances + 1e-8)
        out[:, :-1] += ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        out[:, -1] = 0.5 * (values - returns)
        out /= len(x)
        inner = out @ self.layers[2].T * (1 - hidden**2)
        self._adam([x.T @ inner, inner.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def _adam(self, gradients: list[Any]) -> None:
        self.updates += 1
        for layer, mean, square, gradient in zip(
            self.layers, self.means, self.squares, gradients, strict=True
        ):
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.001 * (gradient**2 - square)
            scale = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            layer[...] -= RATE * mean / (1 - 0.9**self.updates) / scale


def inputs(seen: dict[str, Any]) -> tuple[Any, Any]:
    """Return features between 0 and 1, and the mask of legal actions."""
    return (seen["observation"] - LOW) / REACH, seen["action_mask"] > 0


def chosen(chances: Any, rng: np.random.Generator) -> Any:
    """Draw an action for every row by its probabilities."""
    return (chances.cumsum(axis=1) > rng.random((len(chances), 1), np.float32) * 0.999999).argmax(axis=1)


def iteration(env: Any, net: Net, seen: Any, rng: np.random.Generator) -> tuple[Any, list[float]]:
    """Play some steps everywhere, then learn from them; return what is seen now, and how games ended."""
    kept: dict[str, list[Any]] = {
        name: [] for name in ("x", "mask", "action", "before", "value", "paid", "end")
    }
    for _ in range(STEPS):
        x, mask = inputs(seen)
        _, chances, values = net(x, mask)
        actions = chosen(chances, rng)
        seen, paid, ended, _, _ = env.step(actions)
        before = chances[np.arange(TABLES), actions]
        for name, cells in zip(kept, (x, mask, actions, before, values, paid, ended), strict=True):
            kept[name].append(cells)
    advantages, ahead = np.zeros((STEPS, TABLES), np.float32), np.zeros(TABLES, np.float32)
    later = net(*inputs(seen))[2]
    for step in reversed(range(STEPS)):
        goes_on = ~kept["end"][step]
        surprise = kept["paid"][step] + goes_on * later - kept["value"][step]
        advantages[step] = ahead = surprise + LAMBDA * goes_on * ahead
        later = kept["value"][step]
    flat = {name: np.concatenate(cells) for name, cells in kept.items()}
    wins = flat["paid"][flat["end"]]
    gains = advantages.ravel()
    returns, scaled = gains + flat["value"], (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(gains)), BATCHES):
            net.learn(
                flat["x"][part], flat["mask"][part], flat["action"][part], flat["before"][part],
                scaled[part], returns[part],
            )  # fmt: skip
    return seen, wins.tolist()


def tried(net: Net, games: int) -> float:
    """Return the share of wins in new games, playing what looks best."""
    env = vector_env(GAME, TABLES, seats=2, opponents="random", threads=1)
    seen, _ = env.reset(seed=2)
    wins: list[float] = []
    while len(wins) < games:
        x, mask = inputs(seen)
        seen, paid, ended, _, _ = env.step(net(x, mask)[1].argmax(axis=1))
        wins += paid[ended].tolist()
    return float(np.mean(wins))


def main(rounds: int) -> float:
    rng = np.random.default_rng(1)
    env = vector_env(GAME, TABLES, seats=2, opponents="random", threads=1)
    seen, _ = env.reset(seed=1)
    net = Net(env.single_action_space.n, rng)
    for number in range(rounds):
        seen, wins = iteration(env, net, seen, rng)
        if wins and number % 10 == 0:
            print(f"round {number:4}  wins {100 * np.mean(wins):5.1f} %")
    share = tried(net, 1000)
    print(f"wins after learning: {100 * share:.1f} %")
    return share


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
