"""``tischlein.simulate``: play whole games by the million, and return arrays.

>>> import tischlein
>>> result = tischlein.simulate("lobo77", games=200, seats=3, bots=["medium", "random"], seed=1)
>>> result.winners.shape, result.scores.shape
((200, 3), (200, 3))
>>> bool(result.shares[:, 1].mean() < 0.2)  # the random player sits between two stronger ones
True
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from tischlein.bots import Bot
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Options, OptionValue
from tischlein.lab.cluster import Cluster
from tischlein.lab.progress import Progress
from tischlein.lab.simulate.asked import AskedRunner
from tischlein.lab.simulate.backend_choice import with_best_backend
from tischlein.lab.simulate.plan import Plan, check_callback, count, refuse_arguments
from tischlein.lab.simulate.result import Answers, Result
from tischlein.lab.simulate.runner import Portion, Runner, Spans, Trace, split_spans, step_runner
from tischlein.lab.simulate.sweep import BOTS, SEATS, Case, Sweep, cases_of, lineup

if TYPE_CHECKING:
    from tischlein.lab.simulate.trace_files import TraceFile

USUAL = "medium"  # who plays if nobody is named
# Portions in one task of a cluster: enough to pay for sending it.
TOGETHER = 32


@overload
def simulate(
    game: str | Game,
    games: int = ...,
    seats: int | None = ...,
    bots: str | Bot | Sequence[str | Bot] = ...,
    seed: int = ...,
    options: Options | None = ...,
    sweep: None = ...,
    backend: str = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    cluster: str | None = ...,
    trace: str | Path | None = ...,
    trace_records: bool = ...,
) -> Result: ...
@overload
def simulate(
    game: str | Game,
    games: int = ...,
    seats: int | None = ...,
    bots: str | Bot | Sequence[str | Bot] = ...,
    seed: int = ...,
    options: Options | None = ...,
    *,
    sweep: Mapping[str, Sequence[OptionValue]],
    backend: str = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    cluster: str | None = ...,
) -> Sweep: ...
def simulate(
    game: str | Game,
    games: int = 1000,
    seats: int | None = None,
    bots: str | Bot | Sequence[str | Bot] = USUAL,
    seed: int = 1,
    options: Options | None = None,
    sweep: Mapping[str, Sequence[OptionValue]] | None = None,
    backend: str = "auto",
    threads: int | None = None,
    progress: Progress | None = None,
    cluster: str | None = None,
    trace: str | Path | None = None,
    trace_records: bool = False,
    **unknown: object,
) -> Result | Sweep:
    """Play whole games, and return the results as arrays.

    ``bots``: ``random``, ``easy`` and ``medium`` play in compiled code, on all cores; any other name, and any object
    with ``choose(situation)``, is asked decision by decision, which is slower. One bot sits on all seats; several sit
    in turn, around the table. The same seed gives the same games, on every backend and with any number of ``threads``.
    ``sweep={"target": [30, 40, 50]}`` plays every combination of these values of options, design numbers, seats or bots,
    and returns a ``Sweep``. ``backend`` is ``python``, ``native``, ``wasm`` or ``cuda``; ``auto`` times some games
    and takes native where it is installed and saves more time than it compiles for, else the game's wasm module, or plain Python
    without one; the result says which. ``progress`` is
    called with the number of finished games and of all games. ``trace="decisions.parquet"`` (or ``.arrow``) writes a row for each
    decision, with ``trace_records`` also what the seat knew as a record. ``cluster="ray"`` or ``"ray://HOST:PORT"`` plays on a Ray cluster.

    Raise OptionError for arguments that cannot be.
    """
    others = {"deals": "games", "file": "the command `tischlein simulate --out FILE`", "opponents": "bots"}
    refuse_arguments("simulate", simulate, unknown, others)
    if sweep is None:
        plan = with_best_backend(Plan.of(game, games, seats, bots, seed, options, backend))
        return _run_plan(plan, threads, progress, cluster, trace, trace_records)
    if trace is not None:
        raise OptionError("trace: a sweep has none; trace its cases one by one")
    cases = cases_of(sweep)
    plans = plans_of(cases, game, games, seats, bots, seed, options or {}, backend)
    for case, plan in zip(cases, plans, strict=True):
        if BOTS in case:
            case[BOTS] = lineup(plan)
    return Sweep(cases, [_run_plan(plan, threads, progress, cluster) for plan in plans])


def plans_of(
    cases: Sequence[Case],
    game: str | Game,
    games: int,
    seats: int | None,
    bots: str | Bot | Sequence[str | Bot],
    seed: int,
    options: Options,
    backend: str,
) -> list[Plan]:
    """Return the plan of each case, whose names must have no other value."""
    plans = []
    given = {*options, *([SEATS] if seats is not None else []), *([BOTS] if bots != USUAL else [])}
    for case in cases:
        for name in {*case} & given:
            raise OptionError(f"sweep: {name} has a value already; leave out one of them")
        tried: dict[str, Any] = {SEATS: seats, BOTS: bots, **case}
        at, players = tried.pop(SEATS), tried.pop(BOTS)
        plan = Plan.of(game, games, at, players, seed, {**options, **tried}, backend)
        plans.append(with_best_backend(plan))
    return plans


def _run_plan(
    plan: Plan,
    threads: int | None,
    progress: Progress | None,
    cluster: str | None,
    trace: str | Path | None = None,
    trace_records: bool = False,
) -> Result:
    """Play the games of a plan."""
    workers = count("threads", threads if threads is not None else os.cpu_count() or 1, 1, 4096)
    hear = check_callback(progress)
    runner = runner_of(plan) if cluster is None else ClusterRunner(plan, cluster)
    if trace is None:
        return runner.run(plan, threads=workers, progress=hear)
    with trace_of(plan, trace, trace_records, cluster) as file:
        result = runner.run(plan, threads=workers, progress=hear, trace=file)
        write_answered(plan, file, result.answers)
    return result


def trace_of(plan: Plan, path: str | Path, records: bool, cluster: str | None) -> TraceFile:
    """Return the file of a trace, to be written."""
    from tischlein.lab.simulate.header import mark_of
    from tischlein.lab.simulate.trace_files import TraceFile, check_trace

    if cluster is not None:
        raise OptionError("trace: a cluster keeps no decisions; play on this machine")
    return TraceFile(check_trace(path), plan.game, plan.names, mark_of(plan), records=records)


def write_answered(plan: Plan, file: TraceFile, answers: Answers) -> None:
    """Write the decisions of games whose bots were asked: they are played again, compiled, with what was answered."""
    for number in sorted(answers):
        file.replay(number, plan.opening(), plan.ways, plan.names, plan.seed, answers[number], plan.backend)


def runner_of(plan: Plan) -> Runner:
    """Return the runner for a plan: what plays its game on its backend."""
    if plan.backend == "cuda" and not plan.asks:
        return _cuda_runner(plan.game)
    runner = step_runner(plan.game, plan.backend)
    return AskedRunner(plan.game, plan.backend) if plan.asks else runner


@cache
def _cuda_runner(game: Game) -> Runner:
    from tischlein.lab.simulate.cuda import CudaRunner

    return CudaRunner(game)


class ClusterRunner(Runner):
    """Play the games of a plan on a cluster."""

    def __init__(self, plan: Plan, address: str) -> None:
        check_names(plan)
        super().__init__(plan.game, plan.backend)
        self._address = address
        self.portion = TOGETHER * runner_of(plan).portion

    def portions(
        self, plan: Plan, spans: Spans, threads: int, trace: Trace | None = None
    ) -> Generator[Portion]:
        tasks = ((plan, [(first, first + count)]) for first, count in split_spans(spans, self.portion))
        with Cluster(self._address, threads) as machines:
            for several in machines.map(play_on_cluster, tasks):
                yield from several


def play_on_cluster(plan: Plan, spans: Spans) -> list[Portion]:
    """Play some games of a plan on one machine of a cluster."""
    return list(runner_of(plan).portions(plan, spans, 1))


def check_names(plan: Plan) -> None:
    """Raise OptionError for bots that are objects: on another machine they would be copies."""
    if not all(isinstance(one, str) for one in plan.bots):
        raise OptionError("a cluster plays with bots by name: a level, or module:Class")
