"""Measure how long players wait when one of two servers is killed in the middle of their games.

Two processes share a PostgreSQL database. People at several tables play through both; each comes back as the page does, with the same
waits, to one of the two addresses by lot: the load balancer needs a second to notice that one is dead.
Measured from ``kill -9``: until a person who was cut off is welcomed again, and until the next move at each table whose server died.
At the end everything that was acknowledged has to be in the database, once.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import tischlein
from bench.common.environment import describe, variables
from bench.common.errors import BenchError
from bench.common.postgres import own_database
from bench.common.turns import Progress
from bench.server.crash.judge import judge
from bench.server.crash.people import Noted
from bench.server.traffic import address_of, post, served_by
from tischlein.engine.errors import OptionError
from tischlein.engine.types import Json
from tischlein.server.config import POSTGRESQL
from tischlein.server.upkeep.databases import backup_database

# As in web/src/server/socket.ts, in seconds.
FIRST_WAIT, LONGEST_WAIT, QUICK_ATTEMPTS = 0.4, 10.0, 5
AIM: Final = 3.0
NOTICED: Final = 1.0  # seconds until a balancer avoids a dead server
PATIENCE: Final = 120.0
THINK: Final = (0.05, 0.25)
AHEAD: Final = 2  # moves that every table has made before the next kill


@dataclass(eq=False)
class Person:
    """A player at a table, and what they were told."""

    code: str
    token: str
    over: bool = False
    # Since the last kill: when the connection broke, when there was a welcome after that, and moves that were heard of.
    lost: float | None = None
    welcomed: float | None = None
    moves: list[float] = field(default_factory=list)
    accepted: dict[str, int] = field(default_factory=dict)

    def forget(self) -> None:
        self.lost, self.welcomed, self.moves = None, None, []

    @property
    def goes_on(self) -> bool:
        """Return True if this player was not cut off, or plays again."""
        if self.over or self.lost is None:
            return self.over or len(self.moves) > AHEAD
        return self.welcomed is not None and self.moves[-1:] > [self.welcomed]

    def waits(self, since: float) -> tuple[float, float] | None:
        """Return the seconds until the welcome and until the next move."""
        if self.lost is None or self.welcomed is None:
            return None
        after = [at for at in self.moves if at > self.welcomed]
        return (self.welcomed - since, after[0] - since) if after else None


class Servers:
    """Two servers; one that was killed is started again."""

    def __init__(self, database: str) -> None:
        self._command = served_by(database)
        self.killed = 0.0
        self.processes: list[subprocess.Popen[str]] = []
        try:
            for _ in range(2):
                self.processes.append(self._start())
            self.urls = [address_of(process) for process in self.processes]
        except BaseException:
            self.close()  # the other one has started, perhaps
            raise

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, env=variables())

    def address(self, rng: random.Random) -> str:
        """Return the address that a balancer chooses: at random, until it has noticed that a server is dead."""
        there = [
            url for url, process in zip(self.urls, self.processes, strict=True) if process.poll() is None
        ]
        return rng.choice(there if time.monotonic() > self.killed + NOTICED else self.urls)

    def kill(self, which: int) -> float:
        """Kill one; return when."""
        self.killed = time.monotonic()
        self.processes[which].kill()
        self.processes[which].wait()
        return self.killed

    def replace(self, which: int) -> None:
        """Start a server in place of the one that was killed."""
        _close(self.processes[which])
        self.processes[which] = self._start()
        self.urls[which] = address_of(self.processes[which])

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
            _close(process)


def _close(process: subprocess.Popen[str]) -> None:
    if process.stdout is not None:
        process.stdout.close()


def run(rounds: int, tables: int, seed: int, progress: Progress, database: str | None = None) -> Json:
    """Measure, and return a document for JSON; BenchError if something is lost, or there twice."""
    if database is not None and not database.startswith(POSTGRESQL):
        raise OptionError(f"database: {database!r} does not begin with {POSTGRESQL[0]}")
    environment = describe()
    with ExitStack() as stack:
        url = database or stack.enter_context(own_database()).url
        servers = Servers(url)
        stack.callback(servers.close)
        welcomes, moves, people = asyncio.run(_rounds(servers, rounds, tables, random.Random(seed), progress))
        stored = check(url, people)
    results = {
        "rounds": rounds,
        "tables": tables,
        "cut_off": len(welcomes),
        "acknowledged": stored,
        **spread("welcomed_again", welcomes),
        **spread("next_move", moves),
        "aim_s": AIM,
    }
    return {"bench": "failover", "environment": environment, "results": results}


def too_late(document: Json) -> int:
    """Return how many players waited for longer than the aim."""
    results: Json = document["results"]
    return max(int(count) for name, count in results.items() if name.endswith("_later_than_aim"))


def spread(name: str, waits: list[float]) -> Json:
    if len(waits) < 2:
        raise BenchError("no player was cut off: run more rounds")
    return {
        f"{name}_median_s": round(median(waits), 2),
        f"{name}_p95_s": round(quantiles(waits, n=20, method="inclusive")[18], 2),
        f"{name}_longest_s": round(max(waits), 2),
        f"{name}_later_than_aim": sum(wait > AIM for wait in waits),
    }


async def _rounds(
    servers: Servers, rounds: int, tables: int, rng: random.Random, progress: Progress
) -> tuple[list[float], list[float], list[Person]]:
    people: list[Person] = []
    tasks: list[asyncio.Task[None]] = []
    waits: list[tuple[float, float]] = []
    games = list(tischlein.games())

    async def sit_down() -> None:
        """Replace each finished table by a new one for two."""
        for k in range(tables - len({person.code for person in people if not person.over})):
            game = games[len(people) // 2 % len(games)]
            wish = {"game": game, "seats": 2, "name": "Ada", "hot_seat": ["Ben"]}
            made = await asyncio.to_thread(post, f"{servers.urls[k % 2]}/api/tables", wish)
            for token in (made["token"], made["others"][0]["token"]):
                people.append(Person(made["code"], token))
                tasks.append(asyncio.create_task(_come(people[-1], servers, random.Random(rng.random()))))

    try:
        for number in range(rounds):
            progress("rounds", number, rounds)
            while sum(not person.over for person in people) < 2 * tables:
                # On a busy machine a short game may be over before all others have begun.
                await sit_down()
                await _until_all_go_on(people, tasks)
            await _until_all_go_on(people, tasks)
            for person in people:
                person.forget()
            at = await asyncio.to_thread(servers.kill, number % 2)
            await _until_all_go_on(people, tasks)
            waits += [found for person in people if (found := person.waits(at)) is not None]
            await asyncio.to_thread(servers.replace, number % 2)
            for person in people:
                person.forget()
    except TimeoutError:
        raise BenchError(f"after {PATIENCE:.0f} s there are still players who cannot go on") from None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return [first for first, _ in waits], [then for _, then in waits], people


async def _until_all_go_on(people: list[Person], tasks: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not all(person.goes_on for person in people):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.01)


async def _come(person: Person, servers: Servers, rng: random.Random) -> None:
    """Play until the game is over; reconnect after every break, with longer waits each time."""
    import websockets

    attempt = 0
    while True:
        here = person.welcomed
        with suppress(OSError, websockets.WebSocketException, TimeoutError):
            await _sit(person, servers.address(rng), rng)
        if person.over:
            return
        if person.welcomed != here or person.lost is None:
            attempt, person.lost, person.welcomed = 0, time.monotonic(), None
        attempt += 1
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** max(0, attempt - QUICK_ATTEMPTS))
        await asyncio.sleep(wait * rng.uniform(0.75, 1.25))


async def _sit(person: Person, url: str, rng: random.Random) -> None:
    import websockets

    address = f"{url.replace('http', 'ws')}/api/tables/{person.code}/socket"
    async with websockets.connect(address, max_size=None, ping_interval=None, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": person.token}))
        asked = -1
        async for data in socket:
            message = json.loads(data)
            if message["type"] == "accepted":
                if person.accepted.setdefault(message["id"], message["seq"]) != message["seq"]:
                    raise BenchError(f"move {message['id']} was acknowledged twice, as two moves")
            elif message["type"] in ("welcome", "news"):
                if message["type"] == "news":
                    person.moves.append(time.monotonic())
                elif message["seq"]:
                    person.welcomed = time.monotonic()
                person.over = message["over"]
                if person.over:
                    return
                if message["actions"] and message["seq"] != asked:
                    asked = message["seq"]
                    await asyncio.sleep(rng.uniform(*THINK))
                    action = rng.choice(message["actions"])["text"]
                    move = {
                        "type": "play",
                        "id": f"{person.token[:8]}-{asked}",
                        "seq": asked,
                        "action": action,
                    }
                    await socket.send(json.dumps(move))


def check(database: str, people: list[Person]) -> int:
    """Raise BenchError unless everything acknowledged is in the database once; return how much that is."""
    noted = Noted()
    for person in people:
        noted.moves |= {(person.code, message): seq for message, seq in person.accepted.items()}
    with tempfile.TemporaryDirectory(prefix="tischlein failover ") as folder:
        copy = Path(folder) / "copy.sqlite3"
        backup_database(database, copy)
        judge(copy, noted)
    return len(noted.moves)
