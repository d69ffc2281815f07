"""How long it takes from a person's move to the news at all seats, with many busy tables on one core.

A server in a process of its own, real sockets on this machine, a real SQLite file that is synced for every move. At each table four people
play at random, each thinking for about ``think`` seconds. A move is measured from the moment it is sent until the last of the
four seats has the news of it.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

import tischlein
from tischlein.bench.environment import describe, usable_cores
from tischlein.bench.errors import BenchError
from tischlein.bench.turns import Progress

SEATS = 4
# So many sockets are opened at a time.
AT_ONCE = 20
WARM_UP = 2.0


@dataclass
class Load:
    """What is asked of the server, and what was measured."""

    tables: int
    seconds: float
    think: float
    seed: int
    waits: list[float] = field(default_factory=list)
    games: int = 0
    measuring: bool = False
    memory: list[int] = field(default_factory=list)  # of the server: empty, with tables, with their people
    busy: float | None = None  # part of one core


def run(tables: int, seconds: float, think: float, seed: int, progress: Progress) -> dict[str, Any]:
    """Measure, and return a document for JSON."""
    environment = describe()
    cores = usable_cores()
    load = Load(tables, seconds, think, seed)
    with tempfile.TemporaryDirectory(prefix="tischlein bench ") as folder:
        command = [
            sys.executable,
            "-m",
            "tischlein.bench.served",
            folder,
            *([str(cores[0])] if len(cores) > 1 else []),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None  # noqa: S101 — for the type checker
                line = process.stdout.readline()
                if "http://" not in line:
                    raise BenchError("the server did not start, see above")
                load.busy = asyncio.run(_measure(line.split()[-1], process.pid, load, progress))
            finally:
                process.terminate()
    return {"bench": "server", "environment": environment, "results": results(load)}


def results(load: Load) -> dict[str, Any]:
    """The numbers, in milliseconds and kilobytes."""
    if len(load.waits) < 2:
        raise BenchError("too few moves were made to say anything: measure for longer")
    waits = sorted(1000 * wait for wait in load.waits)
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
        "server_busy": load.busy,
        "cpu_ms_per_move": None
        if load.busy is None
        else round(1000 * load.busy * load.seconds / len(waits), 2),
        "kb_per_table": _each(empty, with_tables, load.tables),
        "kb_per_socket": _each(with_tables, with_people, SEATS * load.tables),
    }


def _each(before: int | None, after: int | None, n: int) -> float | None:
    return None if before is None or after is None else round((after - before) / 1000 / n, 1)


async def _measure(url: str, pid: int, load: Load, progress: Progress) -> float | None:
    import websockets

    host = url.partition("://")[2]
    rng = random.Random(load.seed)
    games = list(tischlein.games())
    gate = asyncio.Semaphore(AT_ONCE)
    ready = 0

    async def table(number: int) -> None:
        nonlocal ready
        game = games[number % len(games)]
        made: tuple[str, list[str]] | None = tables[number]
        while True:
            # Whatever is open is closed, also when the time is up before all have sat down.
            async with AsyncExitStack() as lines:
                async with gate:
                    if made is None:
                        made = await asyncio.to_thread(_set_table, url, game)
                    (code, tokens), made = made, None
                    address = f"ws://{host}/api/tables/{code}/socket"
                    sockets = []
                    for token in tokens:
                        line = websockets.connect(address, max_size=None, compression=None)
                        sockets.append(await lines.enter_async_context(line))
                        await sockets[-1].send(json.dumps({"type": "hello", "token": token}))
                load.games += 1
                ready += 1
                await _play(sockets, load, random.Random(rng.random()))

    for game in games:
        await asyncio.to_thread(_set_table, url, game)  # whatever is loaded once is loaded now
    empty = _memory(pid)
    tables: list[tuple[str, list[str]]] = []
    for number in range(load.tables):
        progress("setting tables", number, load.tables)
        tables.append(await asyncio.to_thread(_set_table, url, games[number % len(games)]))
    set_up = _memory(pid)
    tasks = [asyncio.create_task(table(number)) for number in range(load.tables)]
    try:
        while ready < load.tables:
            progress("sitting down", ready, load.tables)
            await _watch(tasks, 0.2)
        seated = _memory(pid)
        if empty is not None and set_up is not None and seated is not None:
            load.memory = [empty, set_up, seated]
        await _watch(tasks, WARM_UP)
        before, load.measuring = _cpu_seconds(pid), True
        for second in range(int(load.seconds)):
            progress("playing", second, int(load.seconds))
            await _watch(tasks, 1.0)
        await _watch(tasks, load.seconds - int(load.seconds))
        load.measuring = False
        after = _cpu_seconds(pid)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return None if before is None or after is None else round((after - before) / load.seconds, 2)


async def _watch(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Wait; a table that fails ends the measurement."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def _play(sockets: list[Any], load: Load, rng: random.Random) -> None:
    """One game of four; the waits of its moves are noted while it is measured."""
    arrived: dict[int, list[float]] = {}
    latest: list[dict[str, Any]] = [{} for _ in sockets]
    news = asyncio.Event()

    async def listen(seat: int) -> None:
        async for text in sockets[seat]:
            at = time.perf_counter()
            message = json.loads(text)
            if message["type"] == "refused":
                raise BenchError(f"the server refused a move: {message['code']}")
            if message["type"] in ("welcome", "news"):
                latest[seat] = message
                arrived.setdefault(message["seq"], []).append(at)
                news.set()

    listeners = [asyncio.create_task(listen(seat)) for seat in range(len(sockets))]
    try:
        while not all(latest):
            await _news(news, listeners)
        while not latest[0]["over"]:
            acting = [seat for seat in range(len(sockets)) if latest[seat]["actions"]]
            seat = rng.choice(acting)
            await asyncio.sleep(load.think * rng.uniform(0.5, 1.5))
            seq, action = latest[seat]["seq"], rng.choice(latest[seat]["actions"])["text"]
            sent = time.perf_counter()
            await sockets[seat].send(
                json.dumps({"type": "play", "id": f"{seq}", "seq": seq, "action": action})
            )
            while min(message["seq"] for message in latest) <= seq:
                await _news(news, listeners)
            if load.measuring:
                load.waits.append(max(arrived[latest[0]["seq"]]) - sent)
            arrived.clear()
    finally:
        for task in listeners:
            task.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)


async def _news(news: asyncio.Event, listeners: list[asyncio.Task[None]]) -> None:
    waiting = asyncio.create_task(news.wait())
    done, _ = await asyncio.wait([waiting, *listeners], return_when=asyncio.FIRST_COMPLETED, timeout=60)
    waiting.cancel()
    for task in done:
        task.result()
    if not done or not news.is_set():
        raise BenchError("the server stopped answering")
    news.clear()


def _set_table(url: str, game: str) -> tuple[str, list[str]]:
    """A table that has started, with four people at one device."""
    from urllib.request import Request, urlopen

    wish = {"game": game, "seats": SEATS, "name": "Player 1", "hot_seat": [f"Player {n}" for n in (2, 3, 4)]}
    request = Request(f"{url}/api/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"})  # noqa: S310 — our own server
    with urlopen(request, timeout=60) as answer:  # noqa: S310 — likewise
        made = json.load(answer)
    return made["code"], [made["token"], *(other["token"] for other in made["others"])]


def _memory(pid: int) -> int | None:
    """The bytes that a process has in memory, where the system tells it."""
    try:
        import os
        from pathlib import Path

        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


def _cpu_seconds(pid: int) -> float | None:
    """How long a process has computed so far, where the system tells it."""
    try:
        import os
        from pathlib import Path

        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None
