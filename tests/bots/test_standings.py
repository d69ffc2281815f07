"""Rules of thumb make sense: what is worse for a seat lowers its standing."""

from typing import Any

from tischlein.engine.game import Game
from tischlein.games import GAMES


def standing(game: Game, s: Any) -> list[int]:
    heuristics: Any = game.bots.heuristics
    out = [0] * game.rules.MAX_SEATS
    heuristics.standing(s, out)
    return out[: s.seats]


def test_in_lobo_77_being_out_is_worth_less_than_swimming_and_a_chip_more() -> None:
    game = GAMES["lobo77"]
    s = game.layout.copy(game.new(seats=3, seed=1)._s)
    s.chips[:3] = [2, 1, 0]
    two, one, swimming = standing(game, s)
    s.out[2] = 1
    out = standing(game, s)[2]
    assert two > one > swimming > out
    # The last chip counts more than any other: who is out cannot win any more.
    assert swimming - out > two - one


def test_in_qwixx_a_miss_lowers_a_standing_and_a_cross_raises_it() -> None:
    game = GAMES["qwixx"]
    s = game.layout.copy(game.new(seats=2, seed=1)._s)
    for misses in (1, 2, 3):
        before = standing(game, s)[0]
        s.misses[0] = misses
        assert standing(game, s)[0] < before
    before = standing(game, s)[1]
    s.rows[1][0] = 1  # the first number of a row, which costs no other
    assert standing(game, s)[1] > before
