"""People at busy tables of a server, over real sockets: what ``bench server`` measures with.

Whose server it is shows only in ``Talk``: how a table is set, what is said to it, and what is read from it.
"""

import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from bench.common.environment import variables
from bench.common.errors import BenchError
from bench.common.turns import Progress
from tischlein.engine.types import Json, JsonValue, Untyped

SEATS: Final = 4
# Sockets that are opened at a time.
AT_ONCE: Final = 20
WARM_UP: Final = 2.0
PATIENCE: Final = 60.0  # seconds until a server must have started, or go on after a trouble
# Seconds between two looks at whether this process itself is late.
BEAT: Final = 0.02


@dataclass(frozen=True)
class Seated:
    """A table, and what each of its people shows to sit there."""

    code: str
    tokens: list[str]


@dataclass(frozen=True)
class State:
    """A table as a seat was told of it: the number of the news, whether the game is over, and what the seat may do."""

    seq: int
    over: bool
    actions: Sequence[str]


class Talk(Protocol):
    """How people talk to a server."""

    @property
    def games(self) -> Sequence[str]: ...
    def set_table(self, url: str, game: str) -> Seated:
        """Set a table with four players, and start it."""

    def address(self, host: str, seated: Seated) -> str: ...
    def hello(self, seated: Seated, seat: int) -> str: ...
    def read(self, text: str, seated: Seated, seat: int) -> State | str | None:
        """Read a message: a State, the text to answer with, or None."""

    def move(self, seated: Seated, seat: int, seq: int, action: str) -> str: ...


@dataclass
class Load:
    """What is asked of the server, and what was measured."""

    tables: int
    seconds: float
    think: float
    seed: int
    waits: list[float] = field(default_factory=list)  # until all seats have the news
    own_waits: list[float] = field(default_factory=list)  # until the player who moved has them
    when: list[float] = field(default_factory=list)  # of each wait: since the measurement began
    games: int = 0
    measuring: bool = False
    began: float = 0.0
    late: float = 0.0  # the longest time for which this process itself did not come to its turn
    memory: list[int] = field(default_factory=list)  # of the server: empty, with tables, with their people
    busy: float | None = None  # part of one core
    # At each second of the measurement: the core time that the server had used, and its memory.
    marks: list[tuple[float, int]] = field(default_factory=list)


async def measure(talk: Talk, url: str, pid: int, load: Load, progress: Progress) -> float | None:
    """Keep the tables busy; return what part of a core the server took."""
    import websockets

    host = url.partition("://")[2]
    rng = random.Random(load.seed)
    games = list(talk.games)
    gate = asyncio.Semaphore(AT_ONCE)
    ready = 0

    async def table(number: int) -> None:
        nonlocal ready
        made: Seated | None = tables[number]
        while True:
            # Whatever is open is closed, also when the time is up before all have sat down.
            async with AsyncExitStack() as lines:
                async with gate:
                    if made is None:
                        made = await asyncio.to_thread(talk.set_table, url, games[number % len(games)])
                    seated, made = made, None
                    sockets = []
                    for seat in range(SEATS):
                        line = websockets.connect(talk.address(host, seated), max_size=None, compression=None)
                        sockets.append(await lines.enter_async_context(line))
                        await sockets[-1].send(talk.hello(seated, seat))
                load.games += 1
                ready += 1
                await _play(talk, seated, sockets, load, random.Random(rng.random()))

    for game in games:
        await asyncio.to_thread(talk.set_table, url, game)  # whatever is loaded once is loaded now
    empty = memory(pid)
    tables: list[Seated] = []
    for number in range(load.tables):
        progress("setting tables", number, load.tables)
        tables.append(await asyncio.to_thread(talk.set_table, url, games[number % len(games)]))
    set_up = memory(pid)
    tasks = [asyncio.create_task(table(number)) for number in range(load.tables)]
    tasks.append(asyncio.create_task(_notice_lateness(load)))
    try:
        while ready < load.tables:
            progress("sitting down", ready, load.tables)
            await _watch(tasks, 0.2)
        seated = memory(pid)
        if empty is not None and set_up is not None and seated is not None:
            load.memory = [empty, set_up, seated]
        await _watch(tasks, WARM_UP)
        # No garbage collection while measuring: with thousands of sockets it takes a third of a second.
        gc.disable()
        before, load.began, load.measuring = cpu_seconds(pid), time.perf_counter(), True
        for second in range(int(load.seconds)):
            progress("playing", second, int(load.seconds))
            _mark(pid, load)
            await _watch(tasks, 1.0)
        _mark(pid, load)
        await _watch(tasks, load.seconds - int(load.seconds))
        load.measuring = False
        after = cpu_seconds(pid)
    finally:
        gc.enable()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return None if before is None or after is None else round((after - before) / load.seconds, 2)


def _mark(pid: int, load: Load) -> None:
    used, size = cpu_seconds(pid), memory(pid)
    if used is not None and size is not None:
        load.marks.append((used, size))


async def _watch(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Wait; a table that fails ends the measurement."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def _notice_lateness(load: Load) -> None:
    """Note how late this process itself was: those waits are not the server's."""
    while True:
        due = time.perf_counter() + BEAT
        await asyncio.sleep(BEAT)
        if load.measuring:
            load.late = max(load.late, time.perf_counter() - due)


async def _play(talk: Talk, seated: Seated, sockets: list[Untyped], load: Load, rng: random.Random) -> None:
    """Play one game of four, and note the waits of its moves while measuring."""
    arrived: list[dict[int, float]] = [{} for _ in sockets]
    latest: list[State | None] = [None for _ in sockets]
    news = asyncio.Event()

    async def listen(seat: int) -> None:
        try:
            async for text in sockets[seat]:
                at = time.perf_counter()
                heard = talk.read(text, seated, seat)
                if isinstance(heard, str):
                    await sockets[seat].send(heard)
                elif heard is not None:
                    latest[seat] = heard
                    arrived[seat][heard.seq] = at
                    news.set()
        finally:
            news.set()  # wake the player, who sees that the listeners have ended

    listeners = [asyncio.create_task(listen(seat)) for seat in range(len(sockets))]
    try:
        while True:
            states = [state for state in latest if state is not None]
            if len(states) < len(sockets):
                await _news(news, listeners)
                continue
            if states[0].over:
                return
            acting = [seat for seat, state in enumerate(states) if state.actions]
            seat = rng.choice(acting)
            await asyncio.sleep(load.think * rng.uniform(0.5, 1.5))
            seq, action = states[seat].seq, rng.choice(states[seat].actions)
            sent = time.perf_counter()
            await sockets[seat].send(talk.move(seated, seat, seq, action))
            while any(state is None or state.seq <= seq for state in latest):
                await _news(news, listeners)
            if load.measuring:
                first = [min(at for n, at in times.items() if n > seq) for times in arrived]
                load.waits.append(max(first) - sent)
                load.own_waits.append(first[seat] - sent)
                load.when.append(sent - load.began)
            for times in arrived:
                times.clear()
    finally:
        for task in listeners:
            task.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)


async def _news(news: asyncio.Event, listeners: list[asyncio.Task[None]]) -> None:
    try:
        async with asyncio.timeout(60):
            await news.wait()
    except TimeoutError:
        raise BenchError("the server stopped answering") from None
    for task in listeners:
        if task.done():
            task.result()
            raise BenchError("the server has closed a connection")
    news.clear()


def served_by(*arguments: str) -> list[str]:
    """Return the command of our server, with the arguments of ``bench.server.served``."""
    return [sys.executable, "-m", "bench.server.served", *arguments]


@contextmanager
def serving(
    command: Sequence[str], environment: Mapping[str, str] | None = None, stderr: int | None = None
) -> Iterator[tuple[str, int]]:
    """Run a server in a process of its own, by default with this process's modules; yields its address and process."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment or variables()
    ) as process:
        try:
            yield address_of(process), process.pid
        finally:
            process.terminate()


def address_of(process: subprocess.Popen[str]) -> str:
    """Return the address that a server prints when it is ready."""
    assert process.stdout is not None  # noqa: S101 — for the type checker
    # Reading a line cannot be interrupted, but it returns when the writer ends.
    too_late = threading.Timer(PATIENCE, process.kill)
    too_late.start()
    line = process.stdout.readline()
    too_late.cancel()
    if "http://" not in line:
        raise BenchError(f"a server did not start within {PATIENCE:g} s, or has ended")
    return line.split()[-1]


def post(url: str, wish: Json) -> JsonValue:
    """Ask a server on this machine for something."""
    from urllib.request import Request, urlopen

    request = Request(url, json.dumps(wish).encode(), {"Content-Type": "application/json"})  # noqa: S310 — on this machine
    with urlopen(request, timeout=60) as answer:  # noqa: S310 — likewise
        return json.load(answer)


def memory(pid: int) -> int | None:
    """Return the resident memory of a process in bytes, or None."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


def cpu_seconds(pid: int) -> float | None:
    """Return the processor time of a process in seconds, or None."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None
