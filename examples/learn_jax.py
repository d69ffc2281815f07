"""Learn LOBO 77 with PPO in JAX, on arrays that the games and JAX share without a copy.

    python examples/learn_jax.py [ROUNDS] [BACKEND] [FILE]      needs pip install 'tischlein[jax]'

The shape is that of PureJaxRL: one file, and everything but the games is compiled. The learner sits on seat 0, a random player
on seat 1, so an untrained policy wins half of the games. With the backend ``cuda`` the games stay in the GPU's memory, and so
does all that is learned. FILE gets the curve as an SVG picture; that needs the extra lab.
"""

import sys
import time
from functools import partial
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import tischlein

GAME, TABLES, STEPS, WIDTH = "lobo77", 256, 128, 64
LAMBDA, CLIP, RATE, ENTROPY, EPOCHS, BATCHES = 0.95, 0.2, 1e-3, 0.01, 3, 8
ME = 0  # the learner's seat

FEATURES = tischlein.features(GAME)
LOW = np.array([feature.low for feature in FEATURES], np.float32)
REACH = np.array([max(1, feature.high - feature.low) for feature in FEATURES], np.float32)


def shared(array: Any) -> Any:
    """Return an array of JAX in the same memory: by DLPack, or on a GPU with the axes turned, since games lie side by side."""
    if hasattr(array, "__dlpack__"):
        return jnp.from_dlpack(array)
    face = array.__cuda_array_interface__
    turned = SimpleNamespace(__cuda_array_interface__={**face, "shape": face["shape"][::-1], "strides": None})
    return jnp.asarray(turned).T


def new_net(actions: int, key: Any) -> list[Any]:
    """Return one hidden layer; above it the logits of all actions, and the share of the win that is expected."""
    one, two = jax.random.split(key)
    inside = len(FEATURES)
    return [
        jax.random.normal(one, (inside, WIDTH)) * inside**-0.5,
        jnp.zeros(WIDTH),
        jax.random.normal(two, (WIDTH, actions + 1)) * 0.01,
        jnp.zeros(actions + 1),
    ]


def answers(net: list[Any], x: Any, mask: Any) -> tuple[Any, Any]:
    """Return the logarithms of the probabilities of all actions, and the values."""
    out = jnp.tanh(x @ net[0] + net[1]) @ net[2] + net[3]
    return jax.nn.log_softmax(jnp.where(mask, out[..., :-1], -1e9)), out[..., -1]


def act(net: list[Any], seen: Any, mask: Any, turns: Any, suggested: Any, key: Any) -> tuple[Any, ...]:
    """Draw actions; other seats take what is suggested. What is kept is a copy: the next step writes where it was seen."""
    x = (seen - LOW) / REACH
    logs, values = answers(net, x, mask)
    actions = jnp.where(turns == ME, jax.random.categorical(key, logs), suggested).astype(jnp.int32)
    before = jnp.take_along_axis(logs, actions[:, None], 1)[:, 0]
    return actions, (x, mask | False, actions, before, values, turns == ME)


def advantages(kept: tuple[Any, ...], paid: Any, ended: Any) -> Any:
    """Return generalized advantages, and which are known: those of the learner's decisions, but the last in each game.

    Between two decisions of the learner others play, and may end the game.
    """
    values, mine = kept[4], kept[5]

    def back(carry: tuple[Any, ...], at: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, Any]]:
        ahead, later, reward, goes_on, known = carry
        value, own, pays, end = at
        reward, goes_on, known = pays + jnp.where(end, 0, reward), jnp.where(end, 0, goes_on), known | end
        gain = reward + goes_on * later - value + LAMBDA * goes_on * ahead
        gain = jnp.where(known, gain, 0)
        fresh = (gain, value, jnp.zeros_like(reward), jnp.ones_like(goes_on), jnp.ones_like(known))
        old = (ahead, later, reward, goes_on, known)
        then = tuple(jnp.where(own, new, before) for new, before in zip(fresh, old, strict=True))
        return then, (gain, own & known)

    nothing = jnp.zeros(TABLES)
    first = (nothing, nothing, nothing, nothing + 1, nothing > 0)
    _, found = jax.lax.scan(back, first, (values, mine, paid, ended), reverse=True)
    return found


def loss(net: list[Any], batch: tuple[Any, ...]) -> Any:
    x, mask, actions, before, gains, returns, mine = batch
    logs, values = answers(net, x, mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - before)
    surrogate = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains)
    entropy = -jnp.where(mask, jnp.exp(logs) * logs, 0).sum(1)
    each = -surrogate + 0.5 * (values - returns) ** 2 - ENTROPY * entropy
    return (each * mine).sum() / mine.sum()


def learn(
    net: list[Any], adam: tuple[Any, ...], kept: tuple[Any, ...], gains: Any, known: Any, key: Any
) -> tuple[Any, ...]:
    """Take the steps of one round: some epochs over all decisions in batches, with Adam."""
    x, mask, actions, before, values, _ = (part.reshape(-1, *part.shape[2:]) for part in kept)
    flat, mine = gains.ravel(), known.ravel()
    mean = (flat * mine).sum() / mine.sum()
    scale = jnp.sqrt((((flat - mean) ** 2) * mine).sum() / mine.sum()) + 1e-8
    everything = (x, mask, actions, before, (flat - mean) / scale, flat + values, mine)

    def step(state: tuple[Any, ...], rows: Any) -> tuple[tuple[Any, ...], None]:
        net, means, squares, count = state
        slopes = jax.grad(loss)(net, tuple(part[rows] for part in everything))
        means = jax.tree.map(lambda mean, slope: mean + 0.1 * (slope - mean), means, slopes)
        squares = jax.tree.map(lambda square, slope: square + 0.001 * (slope**2 - square), squares, slopes)
        count += 1
        net = jax.tree.map(
            lambda part, mean, square: part
            - RATE * mean / (1 - 0.9**count) / (jnp.sqrt(square / (1 - 0.999**count)) + 1e-8),
            net, means, squares,
        )  # fmt: skip
        return (net, means, squares, count), None

    keys = jax.random.split(key, EPOCHS)
    rows = jnp.concatenate([jax.random.permutation(one, len(flat)).reshape(BATCHES, -1) for one in keys])
    (net, *adam_then), _ = jax.lax.scan(step, (net, *adam), rows)
    return net, tuple(adam_then)


def main(rounds: int, backend: str = "auto", file: str | None = None) -> list[tuple[int, float]]:
    games = tischlein.vector(GAME, TABLES, seats=2, seed=1, backend=backend)
    step = partial(stepped, games, jax.jit(act))
    looking_back, learning = jax.jit(advantages), jax.jit(learn)
    key = jax.random.key(1)
    net = new_net(games.masks.shape[1], key)
    zeros = jax.tree.map(jnp.zeros_like, net)
    adam: tuple[Any, ...] = (zeros, zeros, jnp.zeros(()))
    curve, begin = [], time.perf_counter()
    for number in range(1, rounds + 1):
        played = []
        for _ in range(STEPS):
            key, drawn = jax.random.split(key)
            kept = step(net, drawn)
            paid_here, ended_here = shared(games.rewards)[:, ME], shared(games.ended)
            played.append((kept, jnp.array(paid_here, copy=True), jnp.array(ended_here, copy=True)))
        kept, paid, ended = jax.tree.map(lambda *rows: jnp.stack(rows), *played)
        key, shuffled = jax.random.split(key)
        net, adam = learning(net, adam, kept, *looking_back(kept, paid, ended), shuffled)
        curve.append((number * STEPS * TABLES, float(paid.sum() / jnp.maximum(ended.sum(), 1))))
        if number % 10 == 0:
            rate = number * STEPS * TABLES / (time.perf_counter() - begin)
            print(f"round {number:4}  wins {100 * curve[-1][1]:5.1f} %  {rate:,.0f} decisions/s", flush=True)
    if file:
        draw(curve, file)
    return curve


def stepped(games: Any, compiled: Any, net: list[Any], key: Any) -> Any:
    """Play one decision in every game; return what is kept of it."""
    seen = map(shared, (games.observations, games.masks, games.turns, games.suggested))
    actions, kept = compiled(net, *seen, key)
    jax.block_until_ready(kept)  # JAX reads where the games are about to write
    if isinstance(games.observations, np.ndarray):
        games.step(np.asarray(actions))
    else:
        from numba import cuda

        games.step(actions)
        cuda.synchronize()  # JAX reads on a stream of its own
    return kept


def draw(curve: list[tuple[int, float]], file: str) -> None:
    """Draw wins by decisions, each point the mean of five rounds."""
    import altair

    rows = [
        {"decisions": curve[at + 2][0], "wins": sum(share for _, share in curve[at : at + 5]) / 5}
        for at in range(0, len(curve) - 4, 5)
    ]
    x = altair.X("decisions:Q", title="decisions")
    y = altair.Y("wins:Q", title="wins against random").axis(format="%").scale(zero=False)
    altair.Chart(altair.Data(values=rows)).mark_line(point=True).encode(x=x, y=y).properties(
        width=560, height=240, background="white"
    ).save(file)


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 150,
        sys.argv[2] if len(sys.argv) > 2 else "auto",
        sys.argv[3] if len(sys.argv) > 3 else None,
    )
