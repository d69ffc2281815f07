"""PettingZoo and Gymnasium: their own tests pass on every game."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.games.strategies import each_compiled_game, each_game
from per_game import Kit
from tischlein import Game, OptionError, vector

pytestmark = pytest.mark.needs("lab")

GAMES = sorted(tischlein.games())


@pytest.mark.needs("agents")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_s_own_tests_of_turns(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    from tischlein.adapters import pettingzoo

    api_test(pettingzoo.env(name, seats=tischlein.game(name).usual_seats), num_cycles=120)
    seed_test(lambda: pettingzoo.env(name, seats=tischlein.game(name).seats[0]), num_cycles=40)


@pytest.mark.needs("agents")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_s_own_tests_of_all_at_once(name: str) -> None:
    from pettingzoo.test import parallel_api_test

    from tischlein.adapters import pettingzoo

    parallel_api_test(pettingzoo.parallel_env(name, seats=tischlein.game(name).usual_seats), num_cycles=120)


@pytest.mark.needs("agents")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_s_own_tests_that_sample_without_masks(name: str) -> None:
    from pettingzoo.test import parallel_seed_test

    from tischlein.adapters import pettingzoo

    parallel_seed_test(
        lambda: pettingzoo.parallel_env(name, seats=tischlein.game(name).seats[0], illegal="replace"),
        num_cycles=40,
    )


@pytest.mark.needs("agents")
def test_an_illegal_action_can_be_replaced_by_the_first_legal_one() -> None:
    from tischlein.adapters import pettingzoo

    env, other = (pettingzoo.env("lobo77", seats=2, illegal=how) for how in ("replace", "raise"))
    for one in (env, other):
        one.reset(seed=5)
    legal = int(np.flatnonzero(other.last()[0]["action_mask"])[0])
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    other.step(legal)
    assert (env.last()[0]["observation"] == other.last()[0]["observation"]).all()
    with pytest.raises(OptionError, match="illegal: 'ignore' is not one of raise, replace"):
        pettingzoo.parallel_env("lobo77", illegal="ignore")


@each_game
@pytest.mark.needs("agents")
def test_a_whole_game_of_pettingzoo_pays_shares_that_add_up_to_one(kit: Kit) -> None:
    from tischlein.adapters import pettingzoo

    env = pettingzoo.env(kit.game.id, seats=kit.game.seats[0])
    env.reset(seed=5)
    paid: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        paid[agent] += reward
        assert env.observation_space(agent).contains(seen)
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert sum(paid.values()) == pytest.approx(1)
    env.reset(seed=5)
    while (mask := env.last()[0]["action_mask"]).all():  # where everything is legal at first
        env.step(0)
    wrong = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        env.step(wrong)


@pytest.mark.needs("agents")
@pytest.mark.parametrize("kind", ["env", "parallel_env"])
def test_pettingzoo_s_seeds_are_rows_of_games_that_do_not_meet(kind: str) -> None:
    from tischlein.adapters import pettingzoo

    def row(seed: int | None) -> list[bytes]:
        env = getattr(pettingzoo, kind)("quanto", seats=2)
        dealt = []
        for game in range(3):
            env.reset(seed=seed if game == 0 else None)
            dealt.append(env.episode.game.layout.pack(env.episode.s))
        return dealt

    assert row(1) == row(1)
    without_a_seed = row(None) + row(None)
    assert len(set(row(1) + row(2) + row(3) + without_a_seed)) == 9 + 6


@pytest.mark.needs("agents")
def test_several_who_decide_at_once_do_so_in_one_step() -> None:
    """Qwixx, step 2."""
    from tischlein.adapters import pettingzoo

    env = pettingzoo.parallel_env("qwixx", seats=3)
    seen, _ = env.reset(seed=1)
    most = 0
    for _ in range(40):
        waiting = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        most = max(most, len(waiting))
        seen, *_ = env.step({agent: int(np.argmax(seen[agent]["action_mask"])) for agent in env.agents})
    assert most == 3


@pytest.mark.needs("agents")
def test_a_step_after_the_end_of_a_game_of_all_at_once_is_empty() -> None:
    from tischlein.adapters import pettingzoo

    env = pettingzoo.parallel_env("lobo77", seats=2)
    seen, _ = env.reset(seed=1)
    while env.agents:
        seen, *_ = env.step({agent: int(np.argmax(seen[agent]["action_mask"])) for agent in env.agents})
    assert env.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.needs("agents")
def test_of_several_who_decide_at_once_nobody_may_do_what_is_not_legal() -> None:
    from tischlein.adapters import pettingzoo

    env = pettingzoo.parallel_env("qwixx", seats=2)
    seen, _ = env.reset(seed=1)
    while not all(seen[agent]["action_mask"].any() for agent in env.agents):
        seen, *_ = env.step({agent: int(np.argmax(seen[agent]["action_mask"])) for agent in env.agents})
    chosen = {agent: int(np.argmax(seen[agent]["action_mask"])) for agent in env.agents}
    last = env.agents[-1]
    for wrong in (0, None):  # to take a card, or nothing
        with pytest.raises(ValueError, match=f"{wrong} is not legal for {last} now"):
            env.step({**chosen, last: wrong})
    now, *_ = env.step(chosen)  # nothing had happened
    assert not now[last]["action_mask"].any() or not now[env.agents[0]]["action_mask"].any()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_s_own_check(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    from tischlein.adapters import gymnasium

    check_env(
        gymnasium.env(name, seats=tischlein.game(name).seats[0], opponents="medium"), skip_render_check=True
    )


def first_shares(game: Game, n: int, seats: int, seed: int) -> Any:
    """Return the shares of the first games of a vector in which all seats play at random."""
    games = vector(game, n, seats=seats, seed=seed, suggest="random", threads=1)
    shares, is_open = np.zeros((n, seats)), np.ones(n, bool)
    while is_open.any():
        games.step(games.suggested)
        first = is_open & games.ended
        shares[first] = games.rewards[first]
        is_open &= ~first
    return shares


@each_compiled_game
def test_gymnasium_vector_plays_for_all_others(kit: Kit) -> None:
    from tischlein.adapters import gymnasium

    env = gymnasium.vector_env(
        kit.game.id, 16, seats=kit.game.usual_seats, seat=1, opponents="random", threads=1
    )
    assert env.observation_space.contains(env.reset(seed=3)[0])
    seen, _ = env.reset(seed=3)
    shares = first_shares(kit.game, 16, kit.game.usual_seats, 3)
    open_games = np.ones(16, bool)
    while open_games.any():
        assert seen["action_mask"].any(axis=1).all()
        assert (env.games.turns == 1).all()
        seen, rewards, over, cut, _ = env.step(env.games.suggested)  # the learner plays at random, too
        assert not rewards[~over].any()
        assert not cut.any()
        first = open_games & over
        assert rewards[first] == pytest.approx(shares[first, 1])
        open_games &= ~over
    assert env.observation_space.contains(seen)


def test_gymnasium_vector_goes_on_with_other_games_when_it_is_reset() -> None:
    from tischlein.adapters import gymnasium

    def row(at_reset: int | None, made_with: int | None = None) -> list[bytes]:
        env = gymnasium.vector_env("lobo77", 2, seats=3, threads=1, seed=made_with)
        seeds = [at_reset, None, None]
        return [env.reset(seed=seed)[0]["observation"].tobytes() for seed in seeds]

    assert row(1) == row(1)
    assert row(None, made_with=4) == row(None, made_with=4)
    assert len({*row(1), *row(2), *row(None), *row(None), *row(None, made_with=4)}) == 15


@each_compiled_game
def test_gymnasium_vector_shows_how_games_ended(kit: Kit) -> None:
    from tischlein.adapters import gymnasium

    env = gymnasium.vector_env(kit.game.id, 16, seats=kit.game.usual_seats, seat=1, threads=1)
    env.reset(seed=3)
    ends = 0
    while ends < 16:
        seen, _, over, cut, infos = env.step(env.games.suggested)
        assert not cut.any()
        assert ("final_obs" in infos) == over.any()
        if not over.any():
            continue
        assert (infos["_final_obs"] == over).all()
        assert [final is not None for final in infos["final_obs"]] == over.tolist()
        for i in np.flatnonzero(over):
            final = infos["final_obs"][i]
            assert env.single_observation_space.contains(final)
            assert not final["action_mask"].any()
            assert (final["observation"] != seen["observation"][i]).any()
            ends += 1


def test_gymnasium_vector_says_which_games_were_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    from tischlein.adapters import gymnasium

    monkeypatch.setattr("tischlein.lab.vector.wasm.MOST_DECISIONS", 4)
    env = gymnasium.vector_env("lobo77", 8, seats=2, threads=1)
    env.reset(seed=3)
    finals: list[Any] = []
    for _ in range(6):
        _, rewards, over, cut, infos = env.step(env.games.suggested)
        assert not over.any()
        assert (rewards[cut] == 0.5).all()
        if cut.any():
            finals += infos["final_obs"][cut].tolist()
    assert len(finals) >= 8
    # Those games could have gone on, most of them with the learner.
    assert any(final["action_mask"].any() for final in finals)


def test_what_gymnasium_cannot_do_is_said() -> None:
    from tischlein.adapters import gymnasium

    with pytest.raises(OptionError, match="there is no seat 4"):
        gymnasium.env("lobo77", seats=4, seat=4)
    with pytest.raises(OptionError, match="one for all, or 3 of them, not 2"):
        gymnasium.env("lobo77", seats=4, opponents=["random", "easy"])
    with pytest.raises(OptionError, match="in a vector they are one of"):
        gymnasium.vector_env("lobo77", 4, opponents="hard")
    with pytest.raises(OptionError, match="n: None is not a whole number from 1"):
        gymnasium.vector_env("lobo77")
    several: Any = ["random"]
    with pytest.raises(OptionError, match="in a vector they are one of"):
        gymnasium.vector_env("lobo77", 4, opponents=several)
    for wrong in (5, dict, object()):
        with pytest.raises(OptionError, match="neither a bot's name nor an object"):
            gymnasium.env("lobo77", opponents=wrong)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="there is no seat True"):
        gymnasium.env("lobo77", seat=True)
    with pytest.raises(OptionError, match="options: 7 is not a dict of options by name"):
        gymnasium.env("lobo77", options=7)  # type: ignore[arg-type]
    numpys: Any = np.int64(1)
    assert gymnasium.env("lobo77", seat=numpys).seat == 1


def test_gymnasium_says_that_a_game_is_over() -> None:
    from tischlein.adapters import gymnasium

    one = gymnasium.env("lobo77", seats=2)
    one.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = one.step(0)
    with pytest.raises(OptionError, match="this game is over; reset begins another one"):
        one.step(0)


def test_games_are_in_gymnasium_s_registry() -> None:
    import gymnasium

    import_module("tischlein.adapters.gymnasium")
    for name in tischlein.games():
        env = gymnasium.make(f"tischlein/{name}-v0", opponents="random")
        seen, _ = env.reset(seed=1)
        assert env.observation_space.contains(seen)
    several = gymnasium.make_vec("tischlein/lobo77-v0", num_envs=4, seats=2)
    assert several.num_envs == 4
    assert several.reset(seed=1)[0]["observation"].shape[0] == 4


def test_a_policy_of_arrays_is_an_opponent() -> None:
    """One that always takes the first legal action; a tensor would do, too."""
    from tischlein.adapters.gymnasium import vector_env

    asked: list[int] = []

    def first(observations: Any, masks: Any) -> Any:
        asked.append(len(observations))
        return masks.argmax(axis=1)

    env = vector_env("lobo77", 16, seats=3, seat=1, opponents=first)
    seen, _ = env.reset(seed=3)
    for _ in range(20):
        seen, _, _, _, _ = env.step(seen["action_mask"].argmax(axis=1))
    assert sum(asked) > 16 * 20
    assert (env.games.turns == 1).all()


def test_a_critic_of_pettingzoo_sees_what_all_seats_see() -> None:
    from tischlein.adapters.pettingzoo import env

    one = env("quando", seats=3)
    one.reset(seed=1)
    state = one.state()
    assert one.state_space.contains(state)
    for seat in range(3):
        assert (state[seat] == one.observe(f"seat_{seat}")["observation"]).all()
