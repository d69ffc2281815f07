"""``bench vector``: games side by side as learners need them, with observations and masks, next to other libraries.

Each library has one core and plays legal actions at random. A decision counts when it was played and the next observation and mask
were written. Ours are all of `tischlein.vector`; Pgx steps a compiled batch (jit and vmap) that begins ended games again;
EnvPool steps its own batch in C++; OpenSpiel and RLCard have no batches of their own, and play one game after the other. EnvPool is
in none of our extras, since it brings much else: `pip install envpool` adds it.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Final

import numpy as np

import tischlein
from bench.common import environment
from bench.common.turns import Progress, one_core
from bench.speed import peers
from bench.speed.peers import Contender, Peer
from bench.speed.peers_play import PYTHON, Row, rlcard_uno
from tischlein.engine.types import Json, Untyped
from tischlein.lab.vector.vector import vector

if TYPE_CHECKING:
    from rich.table import Table

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
    others: Sequence[Peer] | None = None,
    repeats: int = peers.REPEATS,
) -> Json:
    """Measure all in turn, and return everything, JSON-ready; ``ratios`` are ours to the fastest of the others."""
    where = environment.describe()
    names = list(tischlein.games()) if games is None else games
    everybody = [ours(names, batches), *(theirs(batches) if others is None else others)]
    with one_core():  # before anything starts threads of its own
        found = peers.run(seconds, None, progress, peers=everybody, repeats=repeats, seed=seed)
    document = found.to_json()
    rows = document["rows"]
    rated = [row for row in rows if row["decisions_per_s"] and not row["name"].startswith(OURS)]
    fastest = max(rated, key=lambda row: float(row["decisions_per_s"]), default=None)
    return {
        "rows": rows,
        "fastest_peer": fastest and {key: fastest[key] for key in ("name", "how", "decisions_per_s")},
        "ratios": ratios(rows, fastest),
        **{key: document[key] for key in ("seconds", "repeats", "core", "machine", "versions")},
        "environment": where,
    }


def ratios(rows: Sequence[Json], fastest: Json | None) -> dict[str, float]:
    """Return the ratio of each of our games, at its best, to the fastest other library."""
    best: dict[str, float] = {}
    for row in rows:
        owner, _, game = row["name"].partition(" ")
        if fastest and owner == OURS:
            best[game] = max(best.get(game, 0.0), row["decisions_per_s"] / fastest["decisions_per_s"])
    return best


def ours(games: Sequence[str], batches: Sequence[int]) -> Peer:
    """Return `tischlein.vector` with each game, measured like the others."""
    contenders = tuple(
        Contender(f"{OURS} {game}, {n}", partial(_single, partial(step_ours, game, n)))
        for game in games
        for n in batches
    )
    return Peer(OURS, "tischlein", "tischlein", contenders)


def theirs(batches: Sequence[int]) -> list[Peer]:
    return [
        Peer("Pgx", "pgx", "pgx", tuple(_pgx_contenders(batches))),
        Peer("EnvPool", "envpool", "envpool", tuple(_envpool_contenders(batches))),
        Peer("OpenSpiel", "pyspiel", "open_spiel", tuple(_spiel_contenders())),
        Peer("RLCard", "rlcard", "rlcard", (Contender("RLCard uno", partial(_single, rlcard_uno)),)),
    ]


def _pgx_contenders(batches: Sequence[int]) -> Iterator[Contender]:
    for game in PGX_GAMES:
        for n in batches:
            yield Contender(f"Pgx {game}, {n}", partial(_single, partial(step_pgx, game, n)))


def _envpool_contenders(batches: Sequence[int]) -> Iterator[Contender]:
    for n in batches:
        yield Contender(f"EnvPool {ENVPOOL_GAME}, {n}", partial(_single, partial(step_envpool, n)))


def _spiel_contenders() -> Iterator[Contender]:
    for game in SPIEL_GAMES:
        yield Contender(f"OpenSpiel {game}", partial(_single, partial(step_openspiel, game)))


def _single(measure: Callable[[float, int], Row], seconds: float, seed: int) -> list[Row]:
    return [measure(seconds, seed)]


def step_ours(game: str, n: int, seconds: float, seed: int = 1) -> Row:
    """Step all games of a batch, decision by decision."""
    declared = tischlein.game(game)
    seats = SEATS if SEATS in declared.seats else declared.seats[-1]
    games = vector(game, n, seats=seats, seed=seed, threads=1, backend="native")
    steps = ended = 0
    start = time.thread_time()
    while True:
        games.step(games.suggested)
        steps += 1
        ended += int(games.ended.sum())
        spent = time.thread_time() - start
        if spent >= seconds:
            break
    return _row(f"{OURS} {game}", f"native, {n} games", seats, steps * n, ended, spent)


@cache
def _compiled(game: str, n: int) -> tuple[Untyped, Untyped, int]:
    """Return Pgx's compiled functions to begin and to step a batch with random legal actions, and its seats."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make(game)
    begin = jax.jit(jax.vmap(env.init))
    step = jax.vmap(importlib.import_module("pgx.experimental").auto_reset(env.step, env.init))

    def go_on(state: Untyped, key: Untyped) -> tuple[Untyped, Untyped]:
        key, choice, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jax.numpy.log(state.legal_action_mask), axis=-1)
        return step(state, actions, jax.random.split(luck, n)), key

    return begin, jax.jit(go_on), int(env.num_players)


def step_pgx(game: str, n: int, seconds: float, seed: int = 1) -> Row:
    """Step a batch of Pgx. Its threads share our core, so the time is that of the whole process; games are not counted."""
    jax = importlib.import_module("jax")
    begin, go_on, seats = _compiled(game, n)
    key = jax.random.PRNGKey(seed % (1 << 31))
    state, key = go_on(begin(jax.random.split(key, n)), key)  # compiled here, before the clock runs
    jax.block_until_ready(state)
    steps = 0
    start = time.process_time()
    while True:
        state, key = go_on(state, key)
        jax.block_until_ready(state)
        steps += 1
        spent = time.process_time() - start
        if spent >= seconds:
            break
    return _row(f"Pgx {game}", f"jit and vmap, {n} games", seats, steps * n, 0, spent)


def step_envpool(n: int, seconds: float, seed: int = 1) -> Row:
    """Step a batch of EnvPool in C++, on one thread; NumPy chooses the actions."""
    pool = importlib.import_module("envpool").make(
        ENVPOOL_GAME, env_type="gymnasium", num_envs=n, num_threads=1, seed=seed % (1 << 31)
    )
    rng = np.random.default_rng(seed)
    _, info = pool.reset()
    steps = ended = 0
    start = time.process_time()
    while True:
        masks = info["legal_action_mask"]
        actions = (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
        _, _, over, _, info = pool.step(actions.astype(np.int32))
        steps += 1
        ended += int(over.sum())
        spent = time.process_time() - start
        if spent >= seconds:
            break
    return _row(f"EnvPool {ENVPOOL_GAME}", f"C++, {n} games", 2, steps * n, ended, spent)


def step_openspiel(game: str, seconds: float, seed: int = 1) -> Row:
    """Play OpenSpiel through Python, with a tensor and a mask for every decision."""
    spiel = importlib.import_module("pyspiel")
    loaded = spiel.load_game(game, SPIEL_GAMES[game])
    rng = random.Random(seed)
    decisions = games = 0
    start = time.thread_time()
    while True:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, shares)[0])
            else:
                state.observation_tensor()
                state.legal_actions_mask()
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        games += 1
        spent = time.thread_time() - start
        if spent >= seconds:
            break
    return _row(f"OpenSpiel {game}", f"{PYTHON}, with tensors", loaded.num_players(), decisions, games, spent)


def _row(name: str, how: str, seats: int, decisions: int, games: int, seconds: float) -> Row:
    return Row(
        name=name, how=how, seats=seats, decisions=decisions, games=games, seconds=seconds,
        decisions_per_s=decisions / seconds,
    )  # fmt: skip


def table(document: Json) -> Table:
    """Return the rates as a table for the terminal."""
    from rich.table import Table

    drawn = Table(title="Decisions per second with observations and masks, one core")
    for heading in ("games", "how"):
        drawn.add_column(heading)
    for heading in ("seats", "decisions/s"):
        drawn.add_column(heading, justify="right")
    for row in document["rows"]:
        if not row["note"]:
            drawn.add_row(row["name"], row["how"], str(row["seats"]), f"{row['decisions_per_s']:,.0f}")
    return drawn


def lines(document: Json) -> list[str]:
    """Return the comparison in sentences, and the missing libraries."""
    fastest = document["fastest_peer"]
    sentences = [f"{row['name']}: {row['note']}" for row in document["rows"] if row["note"]]
    if fastest:
        compared = ", ".join(f"{game} {ratio:.1f}" for game, ratio in document["ratios"].items())
        sentences.insert(0, f"Times the fastest, {fastest['name']} ({fastest['how']}): {compared}.")
    return sentences
