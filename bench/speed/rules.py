"""Measure how fast a game's rules run: random games from the first deal to the end, on each backend.

A decision is an action of a seat; chance outcomes cost time too, but are not counted. Rates are medians of several turns.
On one core, and for the start, the processor's time counts, so that other work on the machine disturbs little; on all cores
and on a GPU it is the time on the clock.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from bench.common import environment
from bench.common.batches import checksum_of, count_decisions
from bench.common.errors import BenchError
from bench.common.turns import BATCH, CORE_TIME, WALL_TIME, Progress, Steps, one_core, take_turns
from bench.speed import limit
from tischlein.cards import CHANCE, OVER, RNG_WORDS, below, sow
from tischlein.engine.backends import NAMES, Backend, load
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Json

CHECKED: Final = 256  # games whose checksum is shown, and compared between backends
SAMPLED: Final = 100  # games in which chance outcomes are counted
FIRST_GAME: Final = """
import json, sys, time, tischlein
from tischlein.engine.backends import load
game = tischlein.game(sys.argv[1])
backend = load(game.rules, sys.argv[2])
loaded = time.process_time()
backend.random_games(game.opening(game.seats[0]), 1, seed=1)
done = time.process_time()
print(json.dumps({"startup_s": done, "first_game_s": done - loaded}))
"""
STEPS: Final = 3  # that `measure` tells of


def check_backend(name: str | None) -> None:
    """Raise OptionError for a backend that does not exist."""
    if name is not None and name not in NAMES:
        raise OptionError(f"there is no backend {name!r}; choose from {', '.join(NAMES)}")


def default_backends() -> list[str]:
    """Return python and wasm, native where Numba is installed, and cuda where there is a real GPU."""
    found = ["python", "wasm"]
    with suppress(ImportError):
        import numba

        found.append("native")
        from numba import cuda

        if not numba.config.ENABLE_CUDASIM and cuda.is_available():
            found.append("cuda")
    return found


def run(
    games: Sequence[Game],
    backend: str | None,
    seats: int,
    seconds: float,
    seed: int,
    progress: Progress,
) -> Json:
    """Measure these games on one backend or all, and where there is a C program, that too; the result is JSON-ready.

    The first of the results that ran natively, or else the first, also stands at the top of the document.
    """
    check_backend(backend)
    names = [backend] if backend else default_backends()
    limits = list(games) if "native" in names else []
    expected = STEPS * len(games) * len(names) + sum(limit.steps(game) for game in limits)
    steps = Steps(expected, progress)
    results = [measure(game, name, seats, seconds, seed, steps) for game in games for name in names]
    compare_checksums(results)
    compared = [limit.compare(game, seats, seconds, seed, steps) for game in limits]
    steps("done")
    main = next((result for result in results if result["backend"] == "native"), results[0])
    return {
        **main,
        "limit": compared[0] if compared else None,
        "results": results,
        "limits": compared,
    }


def measure(game: Game, name: str, seats: int, seconds: float, seed: int, tell: Steps) -> Json:
    """Measure one game on one backend. What does not apply is None: a GPU has no cores to count, Python nothing to compile."""
    label = f"{game.name}, {name}"
    tell(f"{label}: start from nothing")
    compile_s, startup_s = start_times(game.id, name)
    backend = load(game.rules, name)
    opening = game.opening(seats)
    checksum = checksum_of(backend.random_games(opening, CHECKED, seed))
    count_decisions(backend, opening, 1, seed)  # so that what is timed next is compiled
    tell(f"{label}: one core")
    on_device = name == "cuda"
    with one_core():
        clock = WALL_TIME if on_device else CORE_TIME
        turns = take_turns(backend, opening, BATCH[name], seconds, seed, clock=clock)
    rates = [one.decisions_per_s for one in turns]
    rate = statistics.median(rates)
    cores = environment.usable_cores()
    tell(f"{label}: {len(cores)} cores")
    threads = None if name in ("cuda", "python") else len(cores)
    all_cores = threads and all_cores_rate(game, backend, seats, seconds, seed, threads)
    played, made = sum(one.games for one in turns), sum(one.decisions for one in turns)
    return {
        "game": game.id,
        "backend": name,
        "seats": seats,
        "cores": len(cores),
        "batch": BATCH[name],
        "games": played,
        "decisions": made,
        "decisions_per_s_one_core": None if on_device else rate,
        "decisions_per_s_all_cores": all_cores,
        "decisions_per_s_device": rate if on_device else None,
        "lowest": min(rates),  # of the turns on one core, or on the device
        "highest": max(rates),
        "games_per_s": rate * played / made,  # of the same
        "decisions_per_game": made / played,
        "chance_per_decision": chance_per_decision(game, seats, seed),
        "compile_s": compile_s,  # what an empty cache of kernels adds to the start
        "startup_s": startup_s,  # a new interpreter, import, load from a full cache, first game
        "state_bytes": backend.layout.size,
        "checksum": checksum,  # of the first games of the seed
        "checksum_games": CHECKED,
    }


# Several cores, chance, start


def all_cores_rate(
    game: Game, backend: Backend, seats: int, seconds: float, seed: int, threads: int
) -> float:
    """Return decisions per second of several threads."""
    batch = BATCH[backend.name] * 2 * threads
    turns = take_turns(backend, game.opening(seats), batch, seconds, seed, threads=threads)
    return statistics.median(one.decisions_per_s for one in turns)


def chance_per_decision(game: Game, seats: int, seed: int) -> float:
    """Return chance outcomes per decision, counted step by step in some games."""
    rules, backend, opening = game.rules, load(game.rules, "python"), game.opening(seats)
    chances = decisions = 0
    out, work, rng = [0] * (rules.ACTIONS + 1), [0] * rules.WORK, [0] * RNG_WORDS
    for stream in range(SAMPLED):
        s = backend.unpack(opening)
        sow(rng, *words_of(seed), stream)
        while s.actor != OVER:
            if s.actor == CHANCE:
                rules.apply(s, CHANCE, below(rng, rules.chances(s)), work)
                chances += 1
            else:
                n = rules.legal(s, s.actor, out, work)
                rules.apply(s, s.actor, out[below(rng, n)], work)
                decisions += 1
    return chances / decisions


def compare_checksums(results: Sequence[Json]) -> None:
    """Raise BenchError unless all backends played the same games."""
    for game in {result["game"] for result in results}:
        sums = {result["backend"]: result["checksum"] for result in results if result["game"] == game}
        if len(set(sums.values())) > 1:
            raise BenchError(f"{game}: the backends played different games, their checksums are {sums}")


def start_times(game_id: str, name: str) -> tuple[float | None, float]:
    """Return the seconds to compile, and to start with everything compiled, each in a new interpreter."""
    if name != "native":
        return None, first_game(game_id, name)["startup_s"]
    with tempfile.TemporaryDirectory(prefix="tischlein-cold-") as folder:
        cold, warm = (first_game(game_id, name, TISCHLEIN_CACHE=folder) for _ in range(2))
    return cold["first_game_s"] - warm["first_game_s"], warm["startup_s"]


def first_game(game_id: str, name: str, **more: str) -> dict[str, float]:
    """Play one game in a new interpreter; return the processor time since its start, and for the game."""
    ended = subprocess.run(
        [sys.executable, "-c", FIRST_GAME, game_id, name],
        env=environment.variables(**more),
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        last = ended.stderr.strip().splitlines()[-1:] or [f"code {ended.returncode}"]
        raise BenchError(f"a process of the measurement ended with: {last[0]}")
    found: dict[str, float] = json.loads(ended.stdout)
    return found
