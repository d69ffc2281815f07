"""Compiled or not: the same decisions and the same luck give the same bytes after every step."""

from random import Random

import pytest

from helpers.agree import Pair, compare_batches, walk
from helpers.positions import random_options, random_position
from samples import SAMPLES
from tischlein import game
from tischlein.engine.backends import Backend, load

LOBO77 = game("lobo77")
LAYOUT = LOBO77.layout


@pytest.fixture(scope="module")
def python() -> Backend:
    return load(LOBO77.rules, "python")


@pytest.fixture(scope="module")
def native() -> Backend:
    return load(LOBO77.rules, "native")


@pytest.mark.parametrize("seats", LOBO77.seats)
def test_whole_games_step_by_step(python: Backend, native: Backend, seats: int) -> None:
    rng = Random(f"whole games {seats}")
    for _ in range(SAMPLES.walks // len(LOBO77.seats)):
        start = LOBO77.opening(seats, **random_options(rng, seats))
        # A game goes on for up to a few hundred steps, chance included; most of what is rare comes in positions.
        assert walk(Pair(python, native, start), rng, most=250) > 0


def test_small_positions_step_by_step(python: Backend, native: Backend) -> None:
    rng = Random("small positions")
    for _ in range(5 * SAMPLES.walks):
        start = LAYOUT.pack(LOBO77.load(random_position(rng)))
        walk(Pair(python, native, start), rng, most=30)


@pytest.mark.quick
def test_a_few_games_in_a_batch(python: Backend, native: Backend) -> None:
    compare_batches(python, native, LOBO77.opening(3, manual_draw=True), games=10, seed=1)


@pytest.mark.parametrize("manual_draw", [False, True])
@pytest.mark.parametrize("seats", LOBO77.seats)
def test_random_games_in_batches(python: Backend, native: Backend, seats: int, manual_draw: bool) -> None:
    start = LOBO77.opening(seats, manual_draw=manual_draw, reverse_cards=5)
    batch = compare_batches(python, native, start, games=SAMPLES.batch // 200, seed=seats)
    assert min(batch.decisions) > 3 * (seats - 1)  # that many chips have to be paid before anybody can win
    assert all(LAYOUT.unpack(row.tobytes()).players_in == 1 for row in batch.rows)


def test_random_games_from_positions_up_to_a_cap(python: Backend, native: Backend) -> None:
    rng = Random("batches from positions")
    for _ in range(SAMPLES.walks // 3):
        start = LAYOUT.pack(LOBO77.load(random_position(rng)))
        ours = python.random_games(start, 3, seed=7, cap=40)
        theirs = native.random_games(start, 3, seed=7, cap=40)
        assert ours.decisions.tolist() == theirs.decisions.tolist()
        assert ours.rows.tobytes() == theirs.rows.tobytes()
        assert max(ours.decisions) <= 40


def test_streams_do_not_depend_on_how_a_batch_is_cut(native: Backend) -> None:
    start = LOBO77.opening(4)
    whole = native.random_games(start, 100, seed=-5)
    on_threads = native.random_games(start, 100, seed=-5, threads=3)
    halves = [native.random_games(start, 50, seed=-5, first=first) for first in (0, 50)]
    assert whole.rows.tobytes() == on_threads.rows.tobytes() == b"".join(h.rows.tobytes() for h in halves)
    assert native.checksum(whole) == native.checksum(on_threads)
    assert len({row.tobytes() for row in whole.rows}) > 90


@pytest.mark.parametrize("seed", [0, 1, -1, 2**32, 2**63 + 1, 2**64 - 1])
def test_any_seed_gives_the_same_games(python: Backend, native: Backend, seed: int) -> None:
    compare_batches(python, native, LOBO77.opening(2), games=3, seed=seed, first=2**32 - 2)
