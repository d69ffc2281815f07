"""Measure in child processes: starting from nothing, and the interpreted rules on several cores."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tischlein
from bench.common.environment import variables
from bench.common.errors import BenchError

_CODE = """
import sys
from bench.speed import worker
getattr(worker, sys.argv[1])(*sys.argv[2:])
"""


def first_game(game_id: str, backend_name: str) -> None:
    """Play one game, and print the processor time since the start and for that game (in the child process)."""
    from tischlein.engine.backends import load

    game = tischlein.game(game_id)
    backend = load(game.rules, backend_name)
    loaded = time.process_time()
    backend.random_games(game.opening(game.seats[0]), 1, seed=1)
    done = time.process_time()
    print(json.dumps({"startup_s": done, "first_game_s": done - loaded}))


def play(game_id: str, backend_name: str, seats: str, seconds: str, seed: str) -> None:
    """Print that the process is ready, wait for a line, and play (in the child process)."""
    from bench.common.turns import BATCH, turn
    from tischlein.engine.backends import load

    game = tischlein.game(game_id)
    backend = load(game.rules, backend_name)
    opening = game.opening(int(seats))
    backend.random_games(opening, 1, seed=1)
    print("ready", flush=True)
    sys.stdin.readline()
    played = turn(backend, opening, BATCH[backend_name], float(seconds), int(seed))
    print(json.dumps({"decisions_per_s": played.decisions_per_s}))


def time_first_game(game_id: str, backend: str, cache: Path | None = None) -> dict[str, float]:
    """Start an interpreter, play one game; ``cache`` is where it looks for compiled kernels."""
    extra = {} if cache is None else {"TISCHLEIN_CACHE": str(cache)}
    with _start("first_game", game_id, backend, extra=extra) as process:
        return _answer(process)


def play_at_once(
    game_id: str, backend: str, seats: int, seconds: float, seed: int, cores: list[int]
) -> list[float]:
    """Play in one process per core, all at the same time; their decisions per second."""
    processes = []
    try:
        for number, _ in enumerate(cores):
            processes.append(_start("play", game_id, backend, str(seats), str(seconds), str(seed + number)))
        for process in processes:
            if _stream(process.stdout).readline().strip() != "ready":
                _answer(process)  # it failed: this says why
        for process in processes:
            _stream(process.stdin).write("\n")
            _stream(process.stdin).flush()
        return [_answer(process)["decisions_per_s"] for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _start(chore: str, *arguments: str, extra: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _CODE, chore, *arguments],
        env=variables(**(extra or {})),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _answer(process: subprocess.Popen[str]) -> dict[str, float]:
    output, errors = process.communicate()
    if process.returncode:
        last = errors.strip().splitlines()[-1:] or [f"code {process.returncode}"]
        raise BenchError(f"a process of the measurement ended with: {last[0]}")
    answer: dict[str, float] = json.loads(output)
    return answer


def _stream(stream: Any) -> Any:
    # Typed as optional by the standard library; with PIPE it is there.
    return stream
