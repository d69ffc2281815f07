"""The games as environments of RLCard: its own loop, tournament and transitions work with them."""

from typing import Any

import numpy as np
import pytest

import tischlein

# RLCard itself is added in the long run only.
pytestmark = [pytest.mark.needs("peers"), pytest.mark.long]


def env_of(game: str, seats: int, seed: int | None = None) -> Any:
    from tischlein.adapters import rlcard

    return rlcard.env(game, seats=seats, seed=seed)


class Player:
    """What RLCard asks of an agent: any legal action."""

    use_raw = False

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def step(self, state: dict[str, Any]) -> int:
        return int(self.rng.choice(list(state["legal_actions"])))

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}


@pytest.mark.parametrize("name", sorted(tischlein.games()))
def test_rlcard_plays_a_tournament_of_every_game(name: str) -> None:
    from rlcard.utils.utils import tournament

    env = env_of(name, seats=2, seed=3)
    env.set_agents([Player(seat) for seat in range(2)])
    assert sum(tournament(env, 2)) == pytest.approx(1)


def test_transitions_are_as_rlcard_trains_on_them() -> None:
    from rlcard.utils.utils import reorganize

    env = env_of("lobo77", seats=3, seed=1)
    env.set_agents([Player(seat) for seat in range(3)])
    trajectories, payoffs = env.run(is_training=True)
    assert payoffs.sum() == pytest.approx(1)
    for seat, moves in enumerate(reorganize(trajectories, payoffs)):
        for state, action, reward, after, done in moves:
            assert state["obs"].shape == after["obs"].shape == tuple(env.state_shape[seat])
            assert action in state["legal_actions"]
            assert reward == (payoffs[seat] if done else 0)
        assert [done for *_, done in moves] == [False] * (len(moves) - 1) + [True]


def test_the_same_seed_gives_the_same_games() -> None:
    first, second, other = (env_of("qwixx", seats=2, seed=seed) for seed in (4, 4, 5))
    seen = [[env.reset()[0]["obs"].tolist() for _ in range(3)] for env in (first, second, other)]
    assert seen[0] == seen[1] != seen[2]


def test_without_a_seed_every_environment_plays_games_of_its_own() -> None:
    first, second = (
        [env_of("qwixx", seats=2).reset()[0]["obs"].tolist() for _ in range(3)] for _ in range(2)
    )
    assert first != second


def test_an_illegal_action_is_refused() -> None:
    env = env_of("lobo77", seats=2)
    state, seat = env.reset()
    wrong = next(action for action in range(env.num_actions) if action not in state["legal_actions"])
    with pytest.raises(ValueError, match=f"not legal for seat {seat}"):
        env.step(wrong)
