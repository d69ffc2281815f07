"""``bench vector``: games side by side as learners need them, with observations and masks, next to other libraries.

Each library has one core and plays legal actions at random. A decision counts when it was played and the next observation and mask
were written. Ours are all of `tischlein.vector`; Pgx steps a compiled batch (jit and vmap) that begins ended games again;
EnvPool steps its own batch in C++; OpenSpiel and RLCard have no batches of their own, and play one game after the other. EnvPool is
in none of our extras, since it brings much else: `pip install envpool` adds it.
"""

import importlib
import random
import time
from collections.abc import Sequence
from functools import cache, partial
from typing import Final

import numpy as np

import tischlein
from bench.common.turns import Progress
from bench.speed.peers import REPEATS, Contender, Rates, fastest, play_rlcard, played, rate, take_turns
from tischlein.engine.types import Json, Untyped
from tischlein.lab.vector.vector import vector

OURS: Final = "Tischlein"
BATCHES: Final = (256, 4096)
SEATS: Final = 4
ENVPOOL_GAME: Final = "LeducHoldem-v1"
PGX_GAMES: Final = ("leduc_holdem", "sparrow_mahjong")
SPIEL_GAMES: Final[dict[str, dict[str, int]]] = {"crazy_eights": {"players": 4}, "leduc_poker": {}}


def run(
    seconds: float,
    seed: int = 1,
    progress: Progress | None = None,
    *,
    games: Sequence[str] | None = None,
    batches: Sequence[int] = BATCHES,
    others: Sequence[Contender] | None = None,
    repeats: int = REPEATS,
) -> Json:
    """Measure all in turn, and return everything, JSON-ready; ``ratios`` are ours, at their best, to the fastest of the others."""
    names = list(tischlein.games()) if games is None else games
    ours = [
        Contender(f"{OURS} {game}", "tischlein", partial(step_ours, game, n))
        for game in names
        for n in batches
    ]
    everybody = [*ours, *(theirs(batches) if others is None else others)]
    rows = take_turns(everybody, seconds, seed, progress, repeats)
    peer = fastest([row for row in rows if not row["name"].startswith(OURS)])
    best = {game: fastest([row for row in rows if row["name"] == f"{OURS} {game}"]) for game in names}
    ratios = {
        game: row["decisions_per_s"] / peer["decisions_per_s"] for game, row in best.items() if row and peer
    }
    return {"rows": rows, "fastest_peer": peer, "ratios": ratios}


def theirs(batches: Sequence[int]) -> list[Contender]:
    """Return the other libraries, with batches of these sizes where they have any."""
    pgx = [Contender(f"Pgx {game}", "pgx", partial(step_pgx, game, n)) for game in PGX_GAMES for n in batches]
    pool = [Contender(f"EnvPool {ENVPOOL_GAME}", "envpool", partial(step_envpool, n)) for n in batches]
    spiel = [
        Contender(f"OpenSpiel {game}", "pyspiel", partial(step_openspiel, game, options))
        for game, options in SPIEL_GAMES.items()
    ]
    return [*pgx, *pool, *spiel, Contender("RLCard uno", "rlcard", play_rlcard)]


def step_ours(game: str, n: int, seconds: float, seed: int) -> Rates:
    """Step all games of a batch, decision by decision."""
    declared = tischlein.game(game)
    seats = SEATS if SEATS in declared.seats else declared.seats[-1]
    games = vector(game, n, seats=seats, seed=seed, threads=1, backend="native")

    def step() -> int:
        games.step(games.suggested)
        return n

    return {f"native, {n} games": rate(step, seconds)}


@cache
def _compiled(game: str, n: int) -> tuple[Untyped, Untyped]:
    """Return Pgx's compiled functions to begin and to step a batch with random legal actions."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make(game)
    step = jax.vmap(importlib.import_module("pgx.experimental").auto_reset(env.step, env.init))

    def go_on(state: Untyped, key: Untyped) -> tuple[Untyped, Untyped]:
        key, choice, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jax.numpy.log(state.legal_action_mask), axis=-1)
        return step(state, actions, jax.random.split(luck, n)), key

    return jax.jit(jax.vmap(env.init)), jax.jit(go_on)


def step_pgx(game: str, n: int, seconds: float, seed: int) -> Rates:
    """Step a batch of Pgx. Its threads share our core, so the time is that of the whole process."""
    jax = importlib.import_module("jax")
    begin, go_on = _compiled(game, n)
    key = jax.random.PRNGKey(seed % (1 << 31))
    now = go_on(begin(jax.random.split(key, n)), key)  # compiled here, before the clock runs

    def step() -> int:
        nonlocal now
        now = go_on(*now)
        jax.block_until_ready(now)
        return n

    step()
    return {f"jit and vmap, {n} games": rate(step, seconds, time.process_time)}


def step_envpool(n: int, seconds: float, seed: int) -> Rates:
    """Step a batch of EnvPool in C++, on one thread; NumPy chooses the actions."""
    pool = importlib.import_module("envpool").make(
        ENVPOOL_GAME, env_type="gymnasium", num_envs=n, num_threads=1, seed=seed % (1 << 31)
    )
    rng = np.random.default_rng(seed)
    _, info = pool.reset()

    def step() -> int:
        nonlocal info
        masks = info["legal_action_mask"]
        actions = (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
        *_, info = pool.step(actions.astype(np.int32))
        return n

    return {f"C++, {n} games": rate(step, seconds, time.process_time)}


def step_openspiel(game: str, options: dict[str, int], seconds: float, seed: int) -> Rates:
    """Play OpenSpiel through Python, with a tensor and a mask for every decision."""
    loaded = importlib.import_module("pyspiel").load_game(game, options)
    rng = random.Random(seed)

    def look(state: Untyped) -> None:
        state.observation_tensor()
        state.legal_actions_mask()

    return {"Python, with tensors": rate(lambda: played(loaded.new_initial_state(), rng, look), seconds)}
