"""Compiled or not: the same decisions and the same luck give the same bytes, in every game.

In the short run in one game, after every step, with each function compiled by itself, and in batches. To compile the others takes
half a minute; tests/wasm asks all games after every step and in batches, of code that the same translation has made.
"""

from random import Random

import pytest

from helpers.games.agree import Pair, compare_batches, walk
from helpers.games.strategies import each_game_but, some_position
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import OVER
from tischlein.engine.backends import Backend, load
from tischlein.scaffold.template import GAME as HOCH

one_game = each_game_but("quando", "quanto", "qwixx")


def native_of(kit: Kit) -> Backend:
    return load(kit.game.rules, "native")


@one_game
def test_whole_games_step_by_step(kit: Kit) -> None:
    rng = Random("whole games")
    for _ in range(max(2, SAMPLES.walks // 2 // kit.cost)):
        # A game goes on for up to a few hundred steps, chance included; most of what is rare comes in positions.
        assert walk(Pair(kit.python, native_of(kit), kit.opening(rng)), rng, most=150) > 0


@one_game
def test_small_positions_step_by_step(kit: Kit) -> None:
    rng = Random("small positions")
    for _ in range(4 * SAMPLES.walks // kit.cost):
        start = kit.layout.pack(kit.game.load(some_position(kit, rng)))
        walk(Pair(kit.python, native_of(kit), start), rng, most=25)


@one_game
def test_random_games_in_batches(kit: Kit) -> None:
    """Every number of seats, and options at random."""
    rng = Random("batches")
    for seats in kit.game.seats:
        for _ in range(2):
            start = kit.game.opening(seats, **kit.random_options(rng, seats))
            games = max(2, SAMPLES.batch // 400 // kit.cost)
            batch = compare_batches(kit.python, native_of(kit), start, games=games, seed=seats, cap=kit.cap)
            ends = [kit.layout.unpack(row.tobytes()).actor == OVER for row in batch.rows]
            assert all(ends) or kit.capped
            assert min(batch.decisions) > 0


@one_game
def test_random_games_from_positions_up_to_a_cap(kit: Kit) -> None:
    rng = Random("batches from positions")
    for _ in range(max(1, SAMPLES.walks // 3)):
        start = kit.layout.pack(kit.game.load(some_position(kit, rng)))
        batch = compare_batches(kit.python, native_of(kit), start, games=3, seed=7, cap=40)
        assert max(batch.decisions) <= 40


@one_game
def test_streams_do_not_depend_on_how_a_batch_is_cut(kit: Kit) -> None:
    native, start = native_of(kit), kit.opening(Random(4))
    whole = native.random_games(start, 100, seed=-5, cap=kit.cap)
    on_threads = native.random_games(start, 100, seed=-5, threads=3, cap=kit.cap)
    halves = [native.random_games(start, 50, seed=-5, first=first, cap=kit.cap) for first in (0, 50)]
    assert whole.rows.tobytes() == on_threads.rows.tobytes() == b"".join(h.rows.tobytes() for h in halves)
    assert len({row.tobytes() for row in whole.rows}) > 90


@one_game
@pytest.mark.parametrize("seed", [0, 1, -1, 2**32, 2**63 + 1, 2**64 - 1])
def test_any_seed_gives_the_same_games(kit: Kit, seed: int) -> None:
    start = kit.game.opening(kit.game.seats[0])
    compare_batches(kit.python, native_of(kit), start, games=2, seed=seed, first=2**32 - 1, cap=300)


def test_legal_that_follows_from_why_is_compiled() -> None:
    """The starter's game has no ``legal`` of its own."""
    python, native = (load(HOCH.rules, name) for name in ("python", "native"))
    compare_batches(python, native, HOCH.opening(4), games=20, seed=5, cap=1000)
