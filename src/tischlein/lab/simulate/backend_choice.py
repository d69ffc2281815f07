"""Choose the backend of a run by the work that it is expected to be, from the time of its first games."""

from dataclasses import replace
from time import process_time

from tischlein.bots.base import MOST_DECISIONS
from tischlein.engine.backends.wasm.modules import has_compiler
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.runner import NativeRunner, step_runner

# Fewer games are not worth the question.
FEWEST = 64
# Games that are timed, after one that loads what they need.
TIMED = 8
# Seconds of processor time until the first game of a native run: with kernels on disk, and with all to be compiled.
LOADING, COMPILING = 2.0, 20.0
# The part of wasm's and of Python's time that native saves.
SAVED = {"wasm": 0.25, "python": 0.99}


def with_best_backend(plan: Plan) -> Plan:
    """Return the plan on the backend that is expected to take the least processor time, if none was asked for by name.

    Native saves a quarter of wasm's time, and nearly all of plain Python's, but compiles first. All backends play the same games.
    """
    if not plan.is_auto or plan.asks or plan.games < FEWEST or not has_compiler():
        return plan
    slow = "wasm" if plan.backend == "wasm" else "python"
    saved = SAVED[slow] * seconds_of(plan, slow)
    if saved > LOADING and saved > cost_of_native(plan):
        return replace(plan, backend="native")
    return replace(plan, backend=slow)


def seconds_of(plan: Plan, backend: str) -> float:
    """Return how much processor time all games are expected to take."""
    runner = step_runner(plan.game, backend)
    arguments = plan.opening(), plan.ways, plan.seed
    runner.play(*arguments, 0, 1, MOST_DECISIONS)
    begin = process_time()
    runner.play(*arguments, 1, TIMED, MOST_DECISIONS)
    return (process_time() - begin) / TIMED * plan.games


def cost_of_native(plan: Plan) -> float:
    """Return the processor time that a native run takes before its first game."""
    runner = step_runner(plan.game, "native")
    return LOADING if isinstance(runner, NativeRunner) and runner.is_kept else COMPILING
