"""Many games side by side: the same games as elsewhere, in arrays that stay where they are."""

from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.games.strategies import each_compiled_game
from per_game import Kit
from tischlein import OptionError, vector
from tischlein.bots.kernels.vector_step import STAY
from tischlein.bots.kernels.whole_games import AT_RANDOM, DICE, MEDIUM
from tischlein.cards import CHANCE, OVER, RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.lab.simulate.runner import step_runner

ARRAYS = ("observations", "masks", "turns", "rewards", "ended", "lengths", "suggested")


def looked_at(games: Any, i: int) -> tuple[list[int], list[int]]:
    """What the seat to act in a game observes and may do, by the python backend."""
    game = games.game
    s = game.layout.unpack(games._states[i].tobytes())
    seat = int(s.actor)
    assert seat == games.turns[i]
    out, features = [0] * (game.rules.ACTIONS + 1), [0] * game.rules.OBSERVED
    n = game.rules.legal(s, seat, out, [0] * game.rules.WORK)
    game.rules.conceal(s, seat)
    game.rules.observe(s, seat, features)
    return features, sorted(out[:n])


def plain_game(game: Game, seats: int, way: int, seed: int, number: int) -> tuple[int, list[float]]:
    """Play a game of a vector in plain Python: its chance outcomes and its dice are two streams of random numbers."""
    functions: Any = step_runner(game, "python").functions
    rules, s = game.rules, game.layout.unpack(game.opening(seats))
    chance_rng, dice = [0] * RNG_WORDS, [0] * RNG_WORDS
    low, high = words_of(seed)
    sow(chance_rng, low, high, number)
    sow(dice, low ^ DICE, high, number)
    actions, points = [0] * (rules.ACTIONS + 1), [0] * (rules.ACTIONS + 1)
    heuristics = game.bots.heuristics
    work = [0] * max(rules.WORK, heuristics.WORK if heuristics else 0)
    decisions = 0
    while s.actor != OVER:
        if s.actor == CHANCE:
            rules.apply(s, CHANCE, below(chance_rng, rules.chances(s)), work)
        else:
            n = rules.legal(s, s.actor, actions, work)
            action = functions["chosen"](s, s.actor, way, actions, n, points, dice, work)
            rules.apply(s, s.actor, action, work)
            decisions += 1
    wins = [0] * rules.MAX_SEATS
    rules.payoff(s, wins)
    return decisions, [won / sum(wins) for won in wins[:seats]]


@pytest.mark.parametrize("player", ["random", "medium"])
@each_compiled_game
def test_a_vector_plays_the_games_that_plain_rules_play(kit: Kit, player: str) -> None:
    if kit.game.bots.heuristics is None:
        player = "random"
    played = [
        plain_game(kit.game, kit.game.usual_seats, AT_RANDOM if player == "random" else MEDIUM, 9, i)
        for i in range(12)
    ]
    decisions = np.array([number for number, _ in played])
    shares = np.array([share for _, share in played])
    games = vector(kit.game, 12, seats=kit.game.usual_seats, seed=9, suggest=player, threads=1)
    open_games = np.ones(12, bool)
    for step in range(1, int(decisions.max()) + 1):
        if step % 7 == 1:
            for i in (0, 11):
                features, legal = looked_at(games, i)
                assert games.observations[i].tolist() == features
                assert np.flatnonzero(games.masks[i]).tolist() == legal
        games.step(games.suggested)
        first = open_games & games.ended
        assert (decisions[first] == step).all()
        assert np.allclose(games.rewards[first], shares[first])
        assert not games.rewards[~games.ended].any()
        games.ended[:] = False  # a caller who writes to it is paid once all the same
        open_games &= ~first
    assert not open_games.any()


@each_compiled_game
def test_how_games_ended_is_kept_until_the_next_end(kit: Kit) -> None:
    rules, layout = kit.game.rules, kit.game.layout
    games: Any = vector(kit.game, 4, seats=kit.game.seats[0], seed=9, threads=1)
    with pytest.raises(RuntimeError, match="ask keep_last"):
        games.last_seen(np.array([0]), 0)
    games.keep_last()
    ends = 0
    while ends < 6:
        before, rngs, taken = games._states.copy(), games._chance_rngs.copy(), games.suggested.copy()
        seats = games.turns.copy()
        games.step(taken)
        for i in np.flatnonzero(games.ended):
            s, rng, work = layout.unpack(before[i].tobytes()), rngs[i].tolist(), [0] * max(rules.WORK, 1)
            rules.apply(s, int(seats[i]), int(taken[i]), work)
            while s.actor == CHANCE:
                rules.apply(s, CHANCE, below(rng, rules.chances(s)), work)
            for seat in range(2):
                known, features = layout.copy(s), [0] * rules.OBSERVED
                rules.conceal(known, seat)
                rules.observe(known, seat, features)
                seen, masks, cut = games.last_seen(np.array([i]), seat)
                assert seen[0].tolist() == features
                assert not masks.any()
                assert not cut.any()
            ends += 1


@each_compiled_game
def test_threads_and_resets_change_nothing(kit: Kit) -> None:
    one, three = (
        vector(kit.game, 10, seats=kit.game.seats[0], seed=4, threads=threads) for threads in (1, 3)
    )
    before = one.observations.copy()
    for _ in range(30):
        one.step(one.suggested)
        three.step(three.suggested)
    for name in ARRAYS:
        assert (getattr(one, name) == getattr(three, name)).all(), name
    one.reset()
    assert (one.observations == before).all()
    one.reset(seed=5)
    assert (one.observations != before).any()


@each_compiled_game
def test_a_gpu_steps_the_same(kit: Kit) -> None:
    cpu, gpu = (
        vector(kit.game, 2, seats=kit.game.seats[0], seed=4, backend=backend) for backend in ("auto", "cuda")
    )
    for _ in range(3):
        cpu.step(cpu.suggested)
        gpu.step(gpu.suggested.copy_to_host().astype(np.int64))  # type: ignore[attr-defined]  # it lies on the device
    for name in ARRAYS:
        assert (getattr(cpu, name) == getattr(gpu, name).copy_to_host()).all(), name
    # Games lie side by side, so that neighbouring threads write neighbouring cells.
    assert all(getattr(gpu, name).strides[0] == getattr(gpu, name).dtype.itemsize for name in ARRAYS)


def test_a_gpu_takes_one_whole_number_for_each_game() -> None:
    games = vector("lobo77", 4, seats=2, seed=4, backend="cuda")
    before = games.observations.copy_to_host()  # type: ignore[attr-defined]  # it lies on the device
    for wrong in (np.zeros(2, np.int32), np.zeros((4, 1), np.int32), np.zeros(4), [0] * 4):
        with pytest.raises(OptionError, match="actions: "):
            games.step(wrong)
    assert (games.observations.copy_to_host() == before).all()  # type: ignore[attr-defined]


def test_arrays_stay_in_place_and_are_shared_without_copying() -> None:
    games = vector("lobo77", 9, seats=3)
    shared = np.from_dlpack(games.observations)
    games.step(games.suggested)
    assert np.shares_memory(shared, games.observations)
    assert (shared == games.observations).all()
    # JAX takes an array as it is at such an address only; elsewhere it would keep a copy of the past.
    for name in (*ARRAYS, "ratings"):
        assert getattr(games, name).ctypes.data % 64 == 0, name


def test_a_game_can_be_left_as_it_is() -> None:
    games = vector("lobo77", 4, seats=2)
    before = games.observations.copy()
    actions = games.suggested.copy()
    actions[1:] = STAY
    games.step(actions)
    assert (games.observations[1:] == before[1:]).all()
    assert games.lengths.tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("suggest", ["random", "medium"])
def test_a_game_that_is_left_as_it_is_ends_and_pays_nothing(suggest: str) -> None:
    """What the last step decided is not said once more."""
    games = vector("lobo77", 4, seats=2, suggest=suggest)
    while not games.ended.any():
        games.step(games.suggested)
    games.step(np.full(4, STAY))
    assert not games.ended.any()
    assert not games.rewards.any()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "poker"}, "there is no game 'poker'"),
        ({"n": 0}, "n: 0 is not a whole number"),
        ({"seats": 99}, "not 99"),
        ({"backend": "python"}, "there is no backend 'python' for vector"),
        ({"suggest": ["random"]}, "suggest: ..random.. is not one of random"),
        ({"suggest": "hard"}, "suggest: 'hard' is not one of random, easy, medium, or None"),
    ],
    ids=str,
)
def test_what_cannot_be_is_said(wrong: dict[str, Any], said: str) -> None:
    arguments: dict[str, Any] = {"game": "lobo77", "n": 2, **wrong}
    with pytest.raises(OptionError, match=said):
        tischlein.vector(**arguments)


def test_actions_that_are_not_legal_are_refused_and_change_nothing() -> None:
    games = vector("lobo77", 3, seats=2)
    before = games.observations.copy()
    for wrong, said in (
        ([0, 0], "there must be 3 of them"),
        ([*games.suggested[:2].tolist(), 20], "20 is not legal in game 2"),
        ([999, 0, 0], "999 is not legal in game 0"),
        (games.suggested + 0.5, "whole numbers, not float64"),
        ([None] * 3, "whole numbers, not object"),
    ):
        with pytest.raises(OptionError, match=said):
            games.step(wrong)
    assert (games.observations == before).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_snapshot_goes_on_as_the_games_did(threads: int) -> None:
    games = vector("lobo77", 64, seats=3, seed=5, suggest="medium", threads=threads)
    for _ in range(30):
        games.step(games.suggested)
    kept, later = games.snapshot(), []
    for _ in range(2):
        found = []
        for _ in range(40):
            games.step(games.suggested)
            found += [getattr(games, name).copy() for name in ARRAYS]
        later.append(found)
        games.restore(kept)
    assert all(map(np.array_equal, *later))
    with pytest.raises(OptionError, match="a snapshot of other games"):
        vector("lobo77", 32, seats=3, threads=threads).restore(kept)


def test_scores_of_ended_games_and_what_all_seats_see() -> None:
    games = vector("lobo77", 32, seats=3, seed=5, threads=2)
    games.keep_last()
    while not games.ended.any():
        games.step(games.suggested)
    ended = np.flatnonzero(games.ended)
    scores = games.last_scores(ended)
    assert (scores.max(axis=1) == scores[games.rewards[ended] > 0]).all()  # who has chips left has won
    state = games.state()
    assert state.shape == (32, 3, len(tischlein.features("lobo77")))
    assert (state[np.arange(32), games.turns] == games.observations).all()
    own = games.concealed()
    total = [one.name for one in tischlein.features("lobo77")].index("total")
    assert (own["total"] == games.observations[:, total]).all()
    seat = int(games.turns[0])
    others = [k for k in range(3) if k != seat]
    assert not (own["hands"][0][others] > 0).any()  # what others hold is blank
