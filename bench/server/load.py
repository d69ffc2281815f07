"""Measure the time from a player's move to the news at all seats, with many busy tables on one core.

A server in a process of its own, real sockets on this machine, a real SQLite file that is synced for every move. At each table four people
play at random, each thinking for about ``think`` seconds. A move is measured from the moment it is sent until the last of the
four seats has the news of it.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from typing import Final

import msgspec

import tischlein
from bench.common.environment import usable_cores
from bench.common.errors import BenchError
from bench.common.turns import Progress
from bench.server import boardgame
from bench.server.traffic import SEATS, Load, Seated, State, Talk, measure, post, served_by, serving
from tischlein.engine.types import Json

# Of what was measured of both, how many times ours theirs is.
COMPARED: Final = (
    "median_ms",
    "p99_ms",
    "own_median_ms",
    "own_p99_ms",
    "cpu_ms_per_move",
    "kb_per_table",
    "kb_per_socket",
)
# Sections of a run in the report.
PARTS: Final = 10


def run(tables: int, seconds: float, think: float, seed: int, progress: Progress, peers: bool) -> Json:
    """Measure, and return a document for JSON."""
    cores = usable_cores()
    peer = boardgame.command() if peers else None  # before anything is measured: it may not be there
    with tempfile.TemporaryDirectory(prefix="tischlein bench ") as folder:
        own = served_by(folder, *([str(cores[0])] if len(cores) > 1 else []))
        ours = _served(own, None, Tischlein(), Load(tables, seconds, think, seed), progress)
    document = {"results": ours}
    if peer is not None:
        on_one_core = ["taskset", "-c", str(cores[0])] if len(cores) > 1 and sys.platform == "linux" else []
        command, environment_there = peer
        theirs = _served(
            [*on_one_core, *command],
            environment_there,
            boardgame.BoardgameIo(),
            Load(tables, seconds, think, seed),
            progress,
        )
        document["peers"] = {f"boardgame.io {boardgame.VERSION}": theirs}
        document["ratios"] = {name: _times(theirs[name], ours[name]) for name in COMPARED}
    return document


def _served(
    command: Sequence[str], variables: Mapping[str, str] | None, talk: Talk, load: Load, progress: Progress
) -> Json:
    with serving(command, variables) as (url, pid):
        load.busy = asyncio.run(measure(talk, url, pid, load, progress))
    return results(load)


class Tischlein:
    """How people talk to our server."""

    @property
    def games(self) -> Sequence[str]:
        return list(tischlein.games())

    def set_table(self, url: str, game: str) -> Seated:
        others = [f"Player {n}" for n in range(2, SEATS + 1)]
        made = post(
            f"{url}/api/tables", {"game": game, "seats": SEATS, "name": "Player 1", "hot_seat": others}
        )
        return Seated(made["code"], [made["token"], *(other["token"] for other in made["others"])])

    def address(self, host: str, seated: Seated) -> str:
        return f"ws://{host}/api/tables/{seated.code}/socket"

    def hello(self, seated: Seated, seat: int) -> str:
        return json.dumps({"type": "hello", "token": seated.tokens[seat]})

    def read(self, text: str, seated: Seated, seat: int) -> State | str | None:
        message = msgspec.json.decode(text)
        if message["type"] == "refused":
            raise BenchError(f"the server refused a move: {message['code']}")
        if message["type"] not in ("welcome", "news"):
            return None
        return State(message["seq"], message["over"], [action["text"] for action in message["actions"]])

    def move(self, seated: Seated, seat: int, seq: int, action: str) -> str:
        return json.dumps({"type": "play", "id": f"{seq}", "seq": seq, "action": action})


def results(load: Load) -> Json:
    """Return the numbers, in milliseconds and kilobytes."""
    if len(load.waits) < 2:
        raise BenchError("too few moves were made to say anything: measure for longer")
    waits = sorted(1000 * wait for wait in load.waits)
    own = [1000 * wait for wait in load.own_waits]
    cuts = quantiles(waits, n=100, method="inclusive")
    empty, with_tables, with_people = load.memory or (None, None, None)
    return {
        "tables": load.tables,
        "seats": SEATS,
        "seconds": load.seconds,
        "think_s": load.think,
        "moves": len(waits),
        "moves_per_s": round(len(waits) / load.seconds, 1),
        "games_begun": load.games,
        "median_ms": round(median(waits), 2),
        "p95_ms": round(cuts[94], 2),
        "p99_ms": round(cuts[98], 2),
        "longest_ms": round(waits[-1], 2),
        "own_median_ms": round(median(own), 2) if own else None,
        "own_p99_ms": round(quantiles(own, n=100, method="inclusive")[98], 2) if len(own) > 1 else None,
        "longest_by_second_ms": by_second(load),
        "over_time": over_time(load),
        "bench_late_ms": round(1000 * load.late, 2),
        "server_busy": load.busy,
        "cpu_ms_per_move": None
        if load.busy is None
        else round(1000 * load.busy * load.seconds / len(waits), 2),
        "kb_per_table": _each(empty, with_tables, load.tables),
        "kb_per_socket": _each(with_tables, with_people, SEATS * load.tables),
    }


def by_second(load: Load) -> list[float]:
    """Return the longest wait of the moves of each second, which shows stalls."""
    found = [0.0] * (int(max(load.when, default=-1.0)) + 1)
    for at, wait in zip(load.when, load.waits, strict=False):
        found[max(0, int(at))] = max(found[max(0, int(at))], round(1000 * wait, 1))
    return found


def over_time(load: Load) -> list[dict[str, float]]:
    """Return moves, waits, core time and memory for each tenth of the run, which shows growth."""
    if len(load.marks) <= PARTS:
        return []
    length = (len(load.marks) - 1) // PARTS
    found = []
    for start in range(0, PARTS * length, length):
        end = start + length
        waits = [1000 * wait for at, wait in zip(load.when, load.waits, strict=True) if start <= at < end]
        if len(waits) < 2:
            return []
        (used_before, _), (used_after, size) = load.marks[start], load.marks[end]
        found.append(
            {
                "from_s": start,
                "moves": len(waits),
                "median_ms": round(median(waits), 2),
                "p99_ms": round(quantiles(waits, n=100, method="inclusive")[98], 2),
                "cpu_ms_per_move": round(1000 * (used_after - used_before) / len(waits), 2),
                "memory_mb": round(size / 1e6, 1),
            }
        )
    return found


def _each(before: int | None, after: int | None, n: int) -> float | None:
    return None if before is None or after is None else round((after - before) / 1000 / n, 1)


def _times(theirs: float | None, ours: float | None) -> float | None:
    return round(theirs / ours, 2) if theirs is not None and ours else None
