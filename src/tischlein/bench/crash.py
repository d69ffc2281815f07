"""Is anything lost, or there twice? Rounds of a server that is killed with ``kill -9`` in the middle of people's play.

Four tables, one of each game where there are as many, with two people and a bot. They move, take back, talk, join and play again. What
the server has acknowledged is noted; after each kill all of it must be in the store, once, and every game must be sound. Some rounds
make it harder: a disk that is full, a database that somebody else has locked, and a clock that jumps.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import tischlein
from tischlein.bench.environment import describe
from tischlein.bench.errors import BenchError
from tischlein.bench.served import OPEN
from tischlein.bench.turns import Progress
from tischlein.server.store.writer import NAME
from tischlein.server.upkeep.check import check

KINDS = ("killed", "killed", "full disk", "locked", "clock set back")
ROOM = 65_536  # bytes that a full disk still has
TALK = 0.15  # part of what people do
BACK = 0.15


@dataclass
class Noted:
    """What the server has acknowledged."""

    moves: dict[tuple[str, str], int] = field(default_factory=dict)  # table and message: the number after it
    lines: list[tuple[str, str]] = field(default_factory=list)  # table and text
    seats: dict[str, str] = field(default_factory=dict)  # token: table
    rematches: dict[str, str] = field(default_factory=dict)
    undos: int = 0


def run(rounds: int, seed: int, progress: Progress) -> dict[str, Any]:
    """Run so many rounds, and return a document for JSON; BenchError at the first thing that is lost."""
    environment, rng, noted = describe(), random.Random(seed), Noted()
    kinds: Counter[str] = Counter()
    tables: dict[str, list[str]] = {}
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tischlein crash ") as folder:
        for number in range(rounds):
            progress("rounds", number, rounds)
            kind = KINDS[number % len(KINDS)]
            kinds[kind] += 1
            _round(Path(folder), kind, tables, noted, rng)
            _judge(Path(folder) / NAME, noted)
    return {
        "bench": "crash",
        "environment": environment,
        "results": {
            "rounds": rounds,
            "kinds": dict(kinds),
            "moves": len(noted.moves),
            "undos": noted.undos,
            "chat_lines": len(noted.lines),
            "joins": len(noted.seats),
            "rematches": len(noted.rematches),
            "lost": 0,
            "twice": 0,
            "seconds": round(time.monotonic() - began, 1),
        },
    }


def _round(folder: Path, kind: str, tables: dict[str, list[str]], noted: Noted, rng: random.Random) -> None:
    process = _server(folder, kind)
    try:
        assert process.stdout is not None  # noqa: S101 — for the type checker
        line = process.stdout.readline()
        if "http://" not in line:
            raise BenchError("the server does not start any more, see above")
        with _trouble(folder, kind):
            asyncio.run(_people(line.split()[-1], tables, noted, rng))
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()


def _server(folder: Path, kind: str) -> subprocess.Popen[str]:
    """A server that is about to have trouble."""
    size = sum(file.stat().st_size for file in folder.iterdir()) if folder.exists() else 0
    bound = str(max(size, 1 << 20) + ROOM) if kind == "full disk" else "0"
    back = "3600" if kind == "clock set back" else "0"
    command = [sys.executable, "-m", "tischlein.bench.crashing", str(folder), bound, back]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


class _trouble:  # noqa: N801 — used like a function
    """Somebody else holds the database for a moment."""

    def __init__(self, folder: Path, kind: str) -> None:
        self._file = folder / NAME if kind == "locked" else None
        self._held: sqlite3.Connection | None = None

    def __enter__(self) -> None:
        if self._file is not None:
            self._held = sqlite3.connect(self._file, timeout=10, check_same_thread=False)
            with suppress(sqlite3.OperationalError):
                self._held.execute("BEGIN IMMEDIATE")

    def __exit__(self, *error: object) -> None:
        if self._held is not None:
            self._held.close()


async def _people(url: str, tables: dict[str, list[str]], noted: Noted, rng: random.Random) -> None:
    """Play for a moment; whatever breaks is left as it is."""
    games = list(tischlein.games())[:4]
    with suppress(OSError):
        for game in games[len(tables) :]:
            code, tokens = await asyncio.to_thread(_set, url, game, noted)
            tables[code] = tokens
    visits = [
        asyncio.create_task(_visit(url, code, token, noted, random.Random(rng.random()), tables))
        for code, tokens in list(tables.items())
        for token in tokens
    ]
    await asyncio.wait(visits, timeout=rng.uniform(0.3, 1.5))
    for visit in visits:
        visit.cancel()
    for problem in await asyncio.gather(*visits, return_exceptions=True):
        if isinstance(problem, BenchError):
            raise problem


def _ask(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})  # noqa: S310 — our own server
    with urlopen(request, timeout=20) as answer:  # noqa: S310 — likewise
        found: dict[str, Any] = json.load(answer)
    return found


def _set(url: str, game: str, noted: Noted) -> tuple[str, list[str]]:
    """A table with two people, who have joined one after the other, and a bot."""
    wish = {"game": game, "seats": 3, "bots": [None, None, "random"], "name": "Ada", "pace": "instant"}
    made = _ask(f"{url}/api/tables", wish)
    noted.seats[made["token"]] = made["code"]
    joined = _ask(f"{url}/api/tables/{made['code']}/join", {"name": "Ben"})
    noted.seats[joined["token"]] = made["code"]
    return made["code"], [made["token"], joined["token"]]


async def _visit(  # noqa: C901 — one line per message
    url: str, code: str, token: str, noted: Noted, rng: random.Random, tables: dict[str, list[str]]
) -> None:
    import websockets

    address = f"{url.replace('http', 'ws')}/api/tables/{code}/socket"
    with suppress(OSError, websockets.WebSocketException):
        async with websockets.connect(address, max_size=None, ping_interval=None, compression=None) as socket:

            async def say(**message: Any) -> None:
                await socket.send(json.dumps(message))

            await say(type="hello", token=token)
            last: dict[str, Any] = {}
            asked, said = -1, ""
            async for data in socket:
                message = json.loads(data)
                kind = message["type"]
                if kind in ("welcome", "news"):
                    last = message
                elif kind == "accepted":
                    noted.moves[code, message["id"]] = message["seq"]
                    noted.undos += message["id"].startswith("undo")
                elif kind == "chat" and message["line"]["text"] == said:
                    noted.lines.append((code, said))
                elif kind == "undo_asked" and last.get("you") in message["undo"]["open"]:
                    await say(type="undo_answer", agree=rng.random() < 0.7)
                elif kind == "rematch":
                    noted.rematches[code] = message["code"]
                    tables.setdefault(message["code"], tables.pop(code, []) or [token])
                    return
                if last.get("table", {}).get("state") == "lobby" or last.get("view") is None:
                    await say(type="start")
                    last = {"view": {}}
                elif last.get("over"):
                    await say(type="rematch")
                elif last.get("actions") and asked != last["seq"]:
                    asked = last["seq"]
                    mark = f"{rng.getrandbits(60):x}"
                    if rng.random() < TALK:
                        said = f"line {mark}"
                        await say(type="chat", text=said)
                    if rng.random() < BACK and last.get("can_undo"):
                        await say(type="undo", id=f"undo {mark}")
                    else:
                        action = rng.choice(last["actions"])["text"]
                        await say(type="play", id=f"move {mark}", seq=asked, action=action)


def _judge(file: Path, noted: Noted) -> None:
    """Everything that was acknowledged is there, once, and every game can be played again."""
    report = check(file)
    if not report.sound:
        raise BenchError(f"the store is damaged: {report.damages[0]}")
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        moves = Counter(
            connection.execute(
                "SELECT code, message_id FROM log JOIN tables ON id = table_id WHERE message_id <> ''"
            ).fetchall()
        )
        lines = Counter(
            connection.execute("SELECT code, text FROM chat JOIN tables ON id = table_id").fetchall()
        )
        rematches = dict(connection.execute("SELECT code, rematch FROM tables WHERE rematch IS NOT NULL"))
        seats = {hash_ for (hash_,) in connection.execute("SELECT token_hash FROM seats")}
    for kind, wanted, found in (("move", noted.moves, moves), ("line", dict.fromkeys(noted.lines), lines)):
        twice = [key for key, times in found.items() if times > 1]
        if twice:
            raise BenchError(f"a {kind} is there twice: {twice[0]}")
        kept = Counter(code for code, _ in found)
        lost = [key for key in wanted if key not in found and not _may_be_missing(kind, key, kept[key[0]])]
        if lost:
            raise BenchError(f"a {kind} that was acknowledged is lost: {lost[0]}")
    from tischlein.server.table.tokens import hashed

    if any(hashed(token) not in seats for token in noted.seats):
        raise BenchError("somebody who has joined has no seat")
    if any(rematches.get(code) != following for code, following in noted.rematches.items()):
        raise BenchError("a rematch is lost")


def _may_be_missing(kind: str, key: tuple[str, str], kept: int) -> bool:
    """An undo is acknowledged also when it only asks the others, and of the chat the last lines are kept."""
    return key[1].startswith("undo") if kind == "move" else kept >= OPEN.chat_kept
