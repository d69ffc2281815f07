"""Measure how fast bots think, and what their choices cost where the best one is known.

Rates count the processor's time of one core, so that other work on the machine disturbs little. How late ``search`` is, is the time on
the clock, since that is what people wait for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from bench.common import environment
from bench.common.show import short
from bench.common.turns import BATCH, CORE_TIME, Progress, Steps, one_core, turn
from bench.speed.peers import INSTALL
from research import solvers
from research.exact import regret
from research.tiny import HIDDEN, OPEN
from tischlein.bots import Bot, Situation, bot, situation
from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels.guide import BY_HEURISTICS
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher
from tischlein.cards import RNG_WORDS, sow
from tischlein.engine.backends import load
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.types import Json

if TYPE_CHECKING:
    from rich.table import Table

SEATS: Final = (2, 3, 4)
# How much is thought, and how often, where it is the quality of choices that counts.
ITERATIONS: Final = 500
CFR_ITERATIONS: Final = 200
FEWEST: Final = 64  # iterations that are tried first, when it is not known how long they take
SEEDS: Final = {"random": 64, "medium": 16, "search": 2}
LEVELS: Final = tuple(SEEDS)
OTHER_SEEDS: Final = 4


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """One game with a number of seats: how much thinking fits into the budget at the opening."""

    game: str
    seats: int
    seconds: float  # that the search was given
    iterations: int  # that it made of them
    iterations_per_s: float  # of the processor's time
    late_ms: float  # beyond the budget, on the clock
    guided_games_per_s: float  # whole games, all seats by rules of thumb
    random_games_per_s: float  # whole games without them
    guided_decisions: float  # per game
    random_decisions: float


@dataclass(frozen=True, slots=True)
class Regret:
    """What a level gives away on tiny positions that are solved, as shares of the win."""

    game: str
    bot: str
    positions: int
    mean: float
    worst: float


@dataclass(frozen=True, slots=True)
class Exploited:
    """What a level loses against the best answer to it, in a tiny game with hidden cards, as a share of the win."""

    game: str
    bot: str
    nodes: int
    decisions: int  # that differ in what is known
    exploitability: float
    share: float  # of seat 0, when both play like this


def run(
    games: Sequence[Game],
    seconds: float = 1.0,
    seed: int = 1,
    progress: Progress | None = None,
    iterations: int = ITERATIONS,
    cfr_iterations: int = CFR_ITERATIONS,
    others: Sequence[str] = (),
) -> Json:
    """Measure the levels, and other bots by name, in these games; the result is JSON-ready."""
    players = {name: bot(name) for name in (*LEVELS, *others)}
    where = environment.describe()
    solver = solvers.available()
    tables = [(game, seats) for game in games for seats in sorted({*SEATS, game.seats[-1]})]
    tell = Steps(len(tables) + (2 if solver else 1) * len(games), progress)
    speeds = [speed(game, seats, seconds, seed, tell) for game, seats in tables]
    regrets = [row for game in games for row in regrets_of(game, players, iterations, tell)]
    exploited = (
        [row for game in games for row in exploited_in(game, players, iterations, cfr_iterations, tell)]
        if solver
        else []
    )
    tell("done")
    return {
        "seconds": seconds,
        "seed": seed,
        "iterations": iterations,
        "cfr_iterations": cfr_iterations,
        "environment": where,
        "speeds": [asdict(row) for row in speeds],
        "regrets": [asdict(row) for row in regrets],
        "exploitability": [asdict(row) for row in exploited],
        "missing": None if solver else f"exploitability needs OpenSpiel: {INSTALL}",
    }


def speed(game: Game, seats: int, seconds: float, seed: int, tell: Steps) -> SearchSpeed:
    """Let the search think at the opening, and play whole games."""
    tell(f"{game.name}, {seats} seats: speed")
    table = game.new(seats=seats, seed=seed)
    at_the_opening = partial(situation, table, table.waiting[0], seed)
    thinker = Searcher()
    thinker.think(at_the_opening(seconds=seconds))  # compiles, and allocates the workspace for this budget
    backend, opening = load(game.rules, "native"), game.opening(seats)
    backend.count_decisions(opening, 1, seed)
    guided = guided_games(game, seats, seed)
    guided(0.0)
    with one_core():
        begun = time.perf_counter()
        thought = thinker.think(at_the_opening(seconds=seconds))
        late = time.perf_counter() - begun - seconds
        rate = thinking_rate(thinker, at_the_opening, seconds)
        played, decisions, guided_used = guided(seconds)
        random = turn(backend, opening, BATCH["native"], seconds, seed, clock=CORE_TIME)
    return SearchSpeed(
        game=game.id,
        seats=seats,
        seconds=seconds,
        iterations=thought.iterations,
        iterations_per_s=rate,
        late_ms=1000 * late,
        guided_games_per_s=played / guided_used,
        random_games_per_s=random.games / random.seconds,
        guided_decisions=decisions / played,
        random_decisions=random.decisions / random.games,
    )


def thinking_rate(thinker: Searcher, at_the_opening: Callable[..., Situation], seconds: float) -> float:
    """Return iterations per second of processor time, of a search that takes about this long."""
    iterations = FEWEST
    while True:
        begun = CORE_TIME()
        thinker.think(at_the_opening(iterations=iterations))
        spent = CORE_TIME() - begun
        if spent >= seconds / 2:
            return iterations / spent
        iterations *= 2


def guided_games(game: Game, seats: int, seed: int) -> Callable[[float], tuple[int, int, float]]:
    """Return a function that plays whole games by rules of thumb: seconds in; games, decisions, seconds out.

    Each game is called from Python, which costs some microseconds; not every game is bounded by its rules, so it is cut off somewhere.
    """
    import numpy as np

    me = runtime(game, "native")
    opening = np.frombuffer(game.opening(seats), np.uint8)
    states = np.zeros(1, game.layout.dtype)
    row = states.view(np.uint8).reshape(-1)
    ways = np.full(game.rules.MAX_SEATS, BY_HEURISTICS, np.int64)
    actions, points, work = me.cells(me.actions), me.cells(me.actions), me.cells(me.work)
    rng = me.cells(RNG_WORDS)
    play_out = me.functions["play_out_at"]

    def play(seconds: float) -> tuple[int, int, float]:
        sow(rng, *words_of(seed), 0)
        games = decisions = 0
        begun = CORE_TIME()
        while True:
            row[:] = opening
            decisions += int(play_out(states, 0, ways, rng, actions, points, work, MOST_DECISIONS))
            games += 1
            spent = CORE_TIME() - begun
            if spent >= seconds:
                return games, decisions, spent

    return play


def regrets_of(game: Game, players: Mapping[str, Bot], iterations: int, tell: Steps) -> list[Regret]:
    """Measure what each bot gives away where the best choice is known."""
    tell(f"{game.name}: regret")
    rows = []
    for name, player in players.items():
        lost = regret(game, player, OPEN[game.id], iterations, SEEDS.get(name, OTHER_SEEDS))
        rows.append(Regret(game.id, name, len(lost), sum(lost) / len(lost), max(lost)))
    return rows


def exploited_in(
    game: Game, players: Mapping[str, Bot], iterations: int, cfr_iterations: int, tell: Steps
) -> list[Exploited]:
    """Measure what each bot loses against the best response, next to an equilibrium."""
    tell(f"{game.name}: exploitability")
    spiel = solvers.as_openspiel(game, HIDDEN[game.id])
    policies = {}
    for name, player in players.items():
        policies[name] = (
            solvers.uniform(spiel)
            if name == "random"
            else solvers.policy_of(player, spiel, iterations, SEEDS.get(name, OTHER_SEEDS))
        )
    policies[f"CFR+, {cfr_iterations} iterations"] = solvers.equilibrium(spiel, cfr_iterations)
    decisions = sum(len(node.children) > 1 for node in spiel.tree.decisions().values())
    return [
        Exploited(
            game=game.id,
            bot=name,
            nodes=spiel.tree.nodes,
            decisions=decisions,
            exploitability=solvers.exploitability(spiel, policy),
            share=solvers.value(spiel, policy),
        )
        for name, policy in policies.items()
    ]


# For people


def tables(document: Json) -> list[Table]:
    """Return the document as tables."""
    found = [_speeds(document), _regrets(document)]
    return [*found, _exploited(document)] if document["exploitability"] else found


def _speeds(document: Json) -> Table:
    where = document["environment"]
    table = _table(
        f"Thinking on one core · {where['cpu']}",
        ("game", "seats"),
        (f"iterations in {document['seconds']:g} s", "per CPU s", "late", "guided games/s", "random games/s"),
    )
    for row in document["speeds"]:
        table.add_row(
            row["game"],
            str(row["seats"]),
            f"{row['iterations']:,}",
            short(row["iterations_per_s"]),
            f"{row['late_ms']:.0f} ms",
            short(row["guided_games_per_s"]),
            short(row["random_games_per_s"]),
        )
    return table


def _regrets(document: Json) -> Table:
    table = _table(
        f"Regret on tiny positions, % of the win (search: {document['iterations']} iterations)",
        ("game", "bot"),
        ("positions", "mean", "worst"),
    )
    for row in document["regrets"]:
        table.add_row(
            row["game"],
            row["bot"],
            str(row["positions"]),
            f"{100 * row['mean']:.1f}",
            f"{100 * row['worst']:.1f}",
        )
    return table


def _exploited(document: Json) -> Table:
    table = _table(
        "Exploitability in tiny games with hidden cards, % of the win",
        ("game", "bot"),
        ("nodes", "decisions", "exploitability", "share of seat 0"),
    )
    for row in document["exploitability"]:
        table.add_row(
            row["game"],
            row["bot"],
            str(row["nodes"]),
            str(row["decisions"]),
            f"{100 * row['exploitability']:.2f}",
            f"{100 * row['share']:.1f}",
        )
    return table


def _table(title: str, names: Sequence[str], numbers: Sequence[str]) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for name in names:
        table.add_column(name)
    for number in numbers:
        table.add_column(number, justify="right")
    return table
