"""Learn LOBO 77 by self-play: REINFORCE in plain NumPy, on PettingZoo's turns.

    python examples/learn_pettingzoo.py [ROUNDS]        needs pip install 'tischlein[gym]'

Both agents share one policy, a softmax over weighted features. In the end it plays some games against a
random player. Without learning it would win half of them; after 120 rounds of 32 games, which take one core less than a minute, it
wins about three of four.
"""

import sys
from typing import Any

import numpy as np

import tischlein
from tischlein.adapters import pettingzoo

GAME, RATE, TOGETHER = "lobo77", 0.3, 32

FEATURES = tischlein.features(GAME)
LOW = np.array([feature.low for feature in FEATURES], np.float32)
REACH = np.array([max(1, feature.high - feature.low) for feature in FEATURES], np.float32)


def chances(weights: Any, seen: dict[str, Any]) -> tuple[Any, Any]:
    """Return features between 0 and 1, and the probability of every action."""
    x = (seen["observation"] - LOW) / REACH
    logits = np.where(seen["action_mask"] > 0, x @ weights, -1e9)
    found = np.exp(logits - logits.max())
    return x, found / found.sum()


def played(
    env: Any, policies: list[Any], rng: np.random.Generator
) -> tuple[dict[str, float], dict[str, Any]]:
    """Play a game; return the shares of the win, and the gradient of every agent's own decisions."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    gradients = {agent: np.zeros_like(policies[0]) for agent in env.possible_agents}
    env.reset(seed=int(rng.integers(1 << 31)))
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        paid[agent] += reward
        if over or cut:
            env.step(None)
            continue
        x, found = chances(policies[env.possible_agents.index(agent)], seen)
        action = int(rng.choice(len(found), p=found))
        found[action] -= 1
        gradients[agent] -= np.outer(x, found)
        env.step(action)
    return paid, gradients


def against_random(weights: Any, games: int, seed: int = 1) -> float:
    """Return the share of wins, on both seats in turn; without weights all actions are equal."""
    env, rng = pettingzoo.env(GAME, seats=2), np.random.default_rng(seed)
    wins, nothing = 0.0, np.zeros_like(weights)
    for number in range(games):
        seat = number % 2
        paid, _ = played(env, [weights, nothing] if seat == 0 else [nothing, weights], rng)
        wins += paid[env.possible_agents[seat]]
    return wins / games


def main(rounds: int, trial: int = 400) -> float:
    env, rng = pettingzoo.env(GAME, seats=2), np.random.default_rng(1)
    weights = np.zeros((len(FEATURES), int(env.action_space("seat_0").n)))
    for number in range(rounds):
        step = np.zeros_like(weights)
        for _ in range(TOGETHER):
            paid, gradients = played(env, [weights, weights], rng)
            for agent, gradient in gradients.items():
                step += (paid[agent] - 1 / len(paid)) * gradient
        weights += RATE * step / TOGETHER
        if number % 20 == 0:
            print(f"round {number:4}")
    share = against_random(weights, trial)
    print(f"wins after learning: {100 * share:.1f} %")
    return share


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 120)
