"""A whole evening through real sockets at a server that is killed twice, and a ranking that is counted from the stored games."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import websockets

import tischlein
from helpers.server.evenings import Evening, opened
from helpers.server.serving import PATIENCE, Guest, sitting
from tischlein.server.http.guards.address import LOOPBACK


class Process:
    """The server as people start it, in a process of its own, always at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tischlein", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--data", str(self.folder)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().rsplit(":", 1)[1])

    def kill(self) -> None:
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{self.port}", timeout=PATIENCE, verify=False)  # noqa: S501 — nothing is encrypted


class Times:
    """When the server answers, and when as many decisions were made as were waited for."""

    def __init__(self) -> None:
        self.up, self.enough = asyncio.Event(), asyncio.Event()
        self.up.set()
        self.left = 0

    async def decisions(self, number: int) -> None:
        self.enough.clear()
        self.left = number
        await self.enough.wait()

    def count(self) -> None:
        self.left -= 1
        if self.left <= 0:
            self.enough.set()


class Player:
    """A person who decides at random, and comes back to the table when the connection is lost."""

    def __init__(self, evening: Evening, token: str, seed: int, times: Times) -> None:
        self.evening, self.token, self.times = evening, token, times
        self.random = Random(seed)

    async def play(self) -> None:
        while True:
            await self.times.up.wait()
            try:
                info = await self.evening.info(self.token)
                async with sitting(self.evening.live, info["sits"]["code"], self.token) as guest:
                    await self._play(guest)
                    return
            except (OSError, httpx.TransportError, websockets.WebSocketException):
                continue  # the server is being started again

    async def _play(self, guest: Guest) -> None:
        asked = -1
        while not guest.last["over"]:
            if guest.last["actions"] and asked != guest.last["seq"]:
                asked = guest.last["seq"]
                self.times.count()
                await guest.say("play", id=f"{asked}", seq=asked, action=self.random.choice(guest.choices))
            await guest.hear()


@pytest.mark.parametrize(
    ("people", "seats", "rounds"),
    [(6, 2, 1), pytest.param(16, 4, 4, marks=pytest.mark.long)],
    ids=["six", "sixteen"],
)
def test_an_evening_outlives_its_server(tmp_path: Path, people: int, seats: int, rounds: int) -> None:
    server = Process(tmp_path)
    server.start()
    try:
        code, standings = asyncio.run(_whole(server, people, seats, rounds))
    finally:
        server.kill()
    names = {number: f"Player {number}" for number in range(people)}
    counted = _counted(tmp_path / "tables.sqlite3", code, rounds)
    assert set(counted) == set(names.values())
    assert all(len(shares) == rounds for shares in counted.values())
    percents = {name: 100 * sum(shares) / len(shares) for name, shares in counted.items()}
    assert {names[one["person"]]: one["percent"] for one in standings} == pytest.approx(percents)
    for one in standings:
        better = sum(value > percents[names[one["person"]]] + 1e-6 for value in percents.values())
        assert one["place"] == better + 1


async def _whole(server: Process, people: int, seats: int, rounds: int) -> tuple[str, list[dict[str, Any]]]:
    evening = await opened(server, rounds=rounds, seats=seats, minutes=30)
    times = Times()
    players = [
        Player(evening, await evening.join(f"Player {number}"), number, times) for number in range(people)
    ]
    for number in range(1, rounds + 1):
        await evening.lead("start")
        if number == rounds:
            await _again(server, times)  # before anybody sits down
        playing = [asyncio.create_task(player.play()) for player in players]
        if number == rounds:
            await times.decisions(5 * people)
            await _again(server, times)
        await asyncio.gather(*playing)
        info = await evening.until(lambda info: info["state"] in ("pause", "over"))
        assert info["round"] == number
    return evening.code, info["standings"]


async def _again(server: Process, times: Times) -> None:
    times.up.clear()
    server.kill()
    await asyncio.to_thread(server.start)
    times.up.set()


def _counted(file: Path, code: str, rounds: int) -> dict[str, list[float]]:
    """Return the share of each person for each deal, from the games as they are stored."""
    shares: dict[str, list[float]] = defaultdict(list)
    with closing(sqlite3.connect(file)) as connection:
        for number in range(1, rounds + 1):
            deal = f"evening/{code}/{number}"
            results: dict[int, list[tuple[str | None, int, int]]] = defaultdict(list)
            for table_id, game, seats, options in connection.execute(
                "SELECT id, game, (SELECT COUNT(*) FROM seats WHERE table_id = id), options FROM tables WHERE deal = ?",
                [deal],
            ).fetchall():
                log = connection.execute(
                    "SELECT seat, text FROM log WHERE table_id = ? ORDER BY seq", [table_id]
                ).fetchall()
                ends = _ends(game, seats, options, log)
                for seat, kind, name in connection.execute(
                    "SELECT seat, kind, name FROM seats WHERE table_id = ?", [table_id]
                ).fetchall():
                    place, score = ends[seat]
                    results[seat].append((name if kind == "person" else None, -place, score))
            for at_seat in results.values():
                assert len(at_seat) >= 4
                for k, (name, *own) in enumerate(at_seat):
                    others = [other for j, (_, *other) in enumerate(at_seat) if j != k]
                    if name is not None:
                        won = sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others)
                        shares[name].append(won / len(others))
    return shares


def _ends(game: str, seats: int, options: str, log: list[tuple[int, str]]) -> dict[int, tuple[int, int]]:
    """Return place and score of each seat in a stored game, which is played again."""
    found = tischlein.game(game)
    record = {
        "game": game,
        "version": found.version,
        "seats": seats,
        "options": json.loads(options),
        "start": None,
        "history": [list(entry) for entry in log],
    }
    table = found.replay(record)
    assert table.over
    return {seat: (one["place"], one["score"]) for one in table.standings() for seat in one["seats"]}
