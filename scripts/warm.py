"""Compile what the tests need, once per game; otherwise every test process would compile it.

.venv/bin/python -m scripts.warm
"""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tischlein.bots.warm import warm
from tischlein.bots.wasm import module_of
from tischlein.coach.judge import judge_of
from tischlein.engine.backends import load
from tischlein.games import GAMES
from tischlein.lab.simulate.simulate import simulate
from tischlein.lab.vector.vector import vector

# Only the long run steps many tables of these side by side (tests/helpers/strategies.py); they take longest to compile.
LATER = ("quando", "quanto")


def compile_all(name: str) -> str:
    """Compile the rules as single steps and whole games, the bots' search, the coach's playouts and the lab's games."""
    game = GAMES[name]
    native = load(game.rules, "native")
    start = game.opening(game.seats[0])
    native.checksum(native.random_games(start, 1, seed=1))
    box = native.unpack(start)
    native.call("setup", box)
    while box["actor"][0] < 0:
        native.call("chances", box)
        native.call("apply", box, -1, 0)
    seat = int(box["actor"][0])
    for action in native.legal(box, seat):
        native.call("why", box, seat, action)
    native.scores(box)
    native.payoff(box)
    native.call("conceal", box, seat)
    native.observe(box, seat)
    native.imagine(box, seat, [1, 2, 3])
    warm(game)
    judge_of(game, game.seats[0]).value(start, 1, "")
    simulate(game, games=1, seats=game.seats[0])
    if name not in LATER:
        vector(game, 1, seats=game.seats[0], suggest="medium")
    module_of(game)
    return name


if __name__ == "__main__":
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(GAMES)), get_context("spawn")) as pool:
        # The game that takes longest comes first.
        for done in pool.map(compile_all, sorted(GAMES, reverse=True)):
            print(f"compiled: {done}")
