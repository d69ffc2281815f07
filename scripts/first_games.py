"""Play every game at all levels, without Numba: in the server, the terminal, the arena, a simulation and a review.

Run with the Python of an environment that has the wheel and its dependencies alone: by `scripts.release`, and by `scripts.wheel_test`
with one game as argument, so that only the first decisions are taken in all games. Each step prints how long it took from an empty cache.
"""

import importlib.util
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import tischlein
from bench.server.traffic import serving
from scripts.visit import visit
from tischlein.bots import LEVELS, bot, situation
from tischlein.coach.review import review
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session

COMMAND = Path(sys.executable).with_name("tischlein")
# The games to play; each level decides once in all of them.
CHOSEN = sys.argv[1:] or list(tischlein.games())
# Decisions of a person until a check is done.
MOST = 400


def main() -> None:
    if importlib.util.find_spec("numba"):
        sys.exit("this environment has Numba: the check would prove nothing")
    timed("first decisions", first_decisions)
    timed("terminal", terminal)
    timed("simulations", simulations)
    timed("reviews", reviews)
    timed("arena", arena)
    timed("server", server)
    if any(name.partition(".")[0] in ("numba", "llvmlite") for name in sys.modules):
        sys.exit("something imports Numba")


def timed(name: str, check: Any) -> None:
    begin = perf_counter()
    check()
    print(f"{name}: {perf_counter() - begin:.1f} s", flush=True)


def first_decisions() -> None:
    """Let every level decide once in every game; each decision is the same in plain Python."""
    for game in tischlein.games().values():
        table = game.new(seats=2, seed=5)
        for level in LEVELS:
            chosen = bot(level).choose(situation(table, table.waiting[0], seed=1, iterations=40))
            if level in ("easy", "medium"):
                plain = bot(f"{level},backend=python").choose(situation(table, table.waiting[0], seed=1))
                same(plain, chosen)


def terminal() -> None:
    """Sit down with bots that follow rules of thumb or search, and let them play until the person has decided three times."""
    for game in map(tischlein.game, CHOSEN):
        for level in ("medium", "expert"):
            at = Session(Setup(game, 2, level, "en", {}, seed=2))
            for _ in range(3):
                for _ in range(6):
                    if at.mode == "bot":
                        at.step()
                if at.mode in ("bot", "over"):
                    break
                at.submit(at.choices[0].label)


def simulations() -> None:
    """Play with simple bots, as in plain Python, and with one that is asked."""
    for name in CHOSEN:
        found, plain = (
            tischlein.simulate(name, games=2, seats=2, bots=["medium", "easy"], seed=3, backend=backend)
            for backend in ("auto", "python")
        )
        same(found.plan.backend, "wasm")
        same(found.scores.tolist(), plain.scores.tolist())
        tischlein.simulate(name, games=1, seats=2, bots=["hard", "medium"], seed=3)


def reviews() -> None:
    """Review the first decisions of two bots in every game."""
    for game in map(tischlein.game, CHOSEN):
        table = game.new(seats=2, seed=3)
        players = bot("medium"), bot("easy")
        for _ in range(4):
            seat = table.waiting[0]
            table.play(seat, players[seat].choose(situation(table, seat, seed=1)))
        review(table.record())


def arena() -> None:
    """Let levels meet; each was asked in every game above."""
    tischlein.arena("lobo77", ("medium", "expert"), deals=1, iterations=4, processes=1)


def server() -> None:
    """Open a table of every game with all levels, and play at random until every bot has decided."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving([str(COMMAND), "serve", "--port", "0", "--data", folder]) as (address, _),
    ):
        for name in CHOSEN:
            at_a_table(address, name)


def at_a_table(address: str, game: str) -> None:
    levels = [level for level in LEVELS if level != "random"]
    wish = {"game": game, "seats": len(levels) + 1, "bots": [None, *levels]}
    decided: set[int] = set()
    left = iter(range(MOST))

    def enough(message: dict[str, Any]) -> bool:
        if next(left, None) is None:
            sys.exit(f"{game}: after {MOST} messages only the seats {decided} have decided")
        decided.update(event["seat"] for event in message.get("events", ()) if event.get("seat") is not None)
        return decided >= set(range(1, len(levels) + 1))

    visit(address, wish, enough)


def same(one: object, other: object) -> None:
    if one != other:
        sys.exit(f"{one!r} is not {other!r}")


if __name__ == "__main__":
    main()
