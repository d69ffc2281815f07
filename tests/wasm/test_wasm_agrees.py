"""In WebAssembly as in plain Python: the same decisions and the same luck give the same bytes after every step, in every game."""

from random import Random

import pytest

from conformance.adapters import InProcess
from conformance.runner import Case, games, load_cases, run_case
from helpers.games.agree import Pair, compare_batches, walk
from helpers.games.strategies import each_game_with_module, some_position
from helpers.server.elsewhere import on
from per_game import Kit
from samples import SAMPLES
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game
from tischlein.games import GAMES

# All of them with large samples; a part of them otherwise.
CASES = [case for game in games() for case in load_cases(game)][:: 1 if SAMPLES.every_path else 6]


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
    """Cases of the rulebooks on a table whose rules are in WebAssembly, through the runner that everybody uses."""
    game = on(GAMES[case.game], wasm(GAMES[case.game]))
    result = run_case(case, InProcess(lambda _: game))
    assert result.ok, str(result)


def test_such_a_table_asks_nobody_else() -> None:
    game = on(GAMES["lobo77"], wasm(GAMES["lobo77"]))
    table = game.new(seats=2, seed=1)
    before = game.rules.calls  # type: ignore[attr-defined]  # the stand-in counts
    table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    assert game.rules.calls > before > 0  # type: ignore[attr-defined]
