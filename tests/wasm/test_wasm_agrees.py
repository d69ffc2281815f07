"""In WebAssembly as in plain Python: the same decisions and the same luck give the same bytes after every step, in every game."""

from random import Random

import pytest

from conformance.adapters import InProcess
from conformance.runner import Case, games, load_cases, run_case
from helpers.games.agree import Pair, compare_batches, compare_everything, walk
from helpers.games.strategies import each_game_with_module, some_position
from per_game import Kit
from samples import SAMPLES
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game
from tischlein.games import GAMES

# All of them with large samples; a part of them otherwise.
CASES = [
    case
    for game in games()
    for case in load_cases(game)[:: 1 if SAMPLES.every_path else 6]
    if "steps" in case.data
]


def python_of(kit: Kit) -> Backend:
    return load(kit.game.rules, "python")


def wasm(game: Game) -> Backend:
    return load(game.rules, "wasm")


@each_game_with_module
def test_whole_games_step_by_step(kit: Kit) -> None:
    rng = Random("wasm games")
    for _ in range(max(1, SAMPLES.walks // 4 // kit.cost)):
        assert walk(Pair(python_of(kit), wasm(kit.game), kit.opening(rng)), rng, most=60) > 0


@each_game_with_module
def test_small_positions_step_by_step(kit: Kit) -> None:
    rng = Random("wasm positions")
    for _ in range(max(1, SAMPLES.walks // kit.cost)):
        start = kit.layout.pack(kit.game.load(some_position(kit, rng)))
        walk(Pair(python_of(kit), wasm(kit.game), start), rng, most=12)


@each_game_with_module
def test_random_games_with_every_number_of_seats(kit: Kit) -> None:
    rng = Random("wasm batches")
    for seats in kit.game.seats:
        start = kit.game.opening(seats, **kit.random_options(rng, seats))
        cap = min(kit.cap, 2**31 - 1)
        compare_batches(python_of(kit), wasm(kit.game), start, SAMPLES.wasm_games, seed=seats, cap=cap)


@each_game_with_module
@pytest.mark.quick
@pytest.mark.parametrize("seed", [-1, 2**32, 2**63 + 1])
def test_any_seed_and_stream(kit: Kit, seed: int) -> None:
    start = kit.game.opening(2)
    compare_batches(python_of(kit), wasm(kit.game), start, games=3, seed=seed, first=2**32 - 1, cap=300)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_conformance(case: Case) -> None:
    """Compare every step of the rulebooks' cases, which reach rare situations."""
    game, host = GAMES[case.game], InProcess(GAMES.__getitem__)
    assert run_case(case, host).ok
    past, rng = host._table.past, Random(case.id)
    pair = Pair(load(game.rules, "python"), wasm(game), past.opening)
    for step in past.steps:
        compare_everything(pair, rng)
        pair.apply(step.seat, step.action)
    compare_everything(pair, rng)
