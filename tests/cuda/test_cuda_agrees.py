"""On a GPU, or its simulator: the same decisions and the same luck give the same bytes as in plain Python."""

from random import Random

import pytest

import tischlein
from helpers.agree import Pair, walk
from samples import SAMPLES
from tischlein.engine.backends import load
from tischlein.engine.game import Game

GAMES = list(tischlein.games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_step_by_step(game: Game) -> None:
    rng = Random(f"cuda {game.id}")
    seats = rng.choice(game.seats)
    pair = Pair(load(game.rules, "python"), load(game.rules, "cuda"), game.opening(seats))
    assert walk(pair, rng, most=4 * SAMPLES.cuda_games) > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_whole_games(game: Game) -> None:
    for seats in (game.seats[0], game.seats[-1]):
        start = game.opening(seats)
        ours = load(game.rules, "python").random_games(start, SAMPLES.cuda_games, seed=seats, cap=60)
        theirs = load(game.rules, "cuda").random_games(start, SAMPLES.cuda_games, seed=seats, cap=60)
        assert ours.decisions.tolist() == theirs.decisions.tolist()
        assert ours.rngs.tolist() == theirs.rngs.tolist()
        assert ours.rows.tobytes() == theirs.rows.tobytes()


def test_streams_go_on_where_a_batch_ends() -> None:
    game = tischlein.game("lobo77")
    cuda = load(game.rules, "cuda")
    start = game.opening(2)
    whole = cuda.random_games(start, 4, seed=3, cap=20)
    rest = cuda.random_games(start, 2, seed=3, first=2, cap=20)
    assert whole.rows[2:].tobytes() == rest.rows.tobytes()
    assert cuda.checksum(whole) == load(game.rules, "native").checksum(whole)


def test_decisions_are_counted() -> None:
    game = tischlein.game("lobo77")
    start = game.opening(2)
    counted = [load(game.rules, name).count_decisions(start, 3, seed=4) for name in ("python", "cuda")]
    assert counted[0] == counted[1] > 3
