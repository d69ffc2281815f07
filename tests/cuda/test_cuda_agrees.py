"""On a GPU, or its simulator: the same decisions and the same luck give the same bytes as in plain Python."""

from random import Random

import pytest

from bench.common.batches import count_decisions
from helpers.games.agree import Pair, compare_batches, walk
from helpers.games.strategies import each_game, each_game_but, some_position
from per_game import KITS, Kit
from samples import SAMPLES, with_long
from tischlein.engine.backends import Backend, load

# All are played from positions in every run.
one_game = each_game_but("quando", "quanto", "qwixx")
BY_NAME = {kit.game.id: kit for kit in KITS}


def cuda_of(kit: Kit) -> Backend:
    return load(kit.game.rules, "cuda")


@one_game
def test_step_by_step(kit: Kit) -> None:
    rng = Random(f"cuda {kit.game.id}")
    pair = Pair(kit.python, cuda_of(kit), kit.opening(rng))
    assert walk(pair, rng, most=SAMPLES.cuda_steps) > 0
    start = kit.layout.pack(kit.game.load(some_position(kit, rng)))
    walk(Pair(kit.python, cuda_of(kit), start), rng, most=SAMPLES.cuda_steps)


@one_game
def test_whole_games(kit: Kit) -> None:
    for seats in (kit.game.seats[0], kit.game.seats[-1]):
        start = kit.game.opening(seats)
        compare_batches(kit.python, cuda_of(kit), start, SAMPLES.cuda_games // 2, seed=seats, cap=60)


@each_game
def test_games_from_positions(kit: Kit) -> None:
    rng = Random(f"cuda positions {kit.game.id}")
    for _ in range(SAMPLES.cuda_games // 4):
        start = kit.layout.pack(kit.game.load(some_position(kit, rng)))
        compare_batches(kit.python, cuda_of(kit), start, 2, seed=7, cap=30)


@pytest.mark.parametrize("name", with_long(BY_NAME, "lobo77"))
def test_streams_go_on_where_a_batch_ends(name: str) -> None:
    """Who gets which stream is said by code that is the same for all games."""
    kit = BY_NAME[name]
    cuda, start = cuda_of(kit), kit.game.opening(2)
    whole = cuda.random_games(start, 4, seed=3, cap=20)
    rest = cuda.random_games(start, 2, seed=3, first=2, cap=20)
    assert whole.rows[2:].tobytes() == rest.rows.tobytes()


@pytest.mark.long
@each_game
def test_decisions_are_counted(kit: Kit) -> None:
    start = kit.game.opening(2)
    counted = [count_decisions(load(kit.game.rules, name), start, 3, seed=4) for name in ("python", "cuda")]
    assert counted[0] == counted[1] > 3
