"""Measure how long an ``easy`` bot takes to answer, alone and while another address keeps hundreds of bots busy.

A real server in a process of its own. The attacker stays within the limits of one address: as many tables as it may set at once, each with
six ``hard`` bots that play among themselves. A player at another address plays with an ``easy`` bot meanwhile. The server takes the
addresses from a proxy on this machine, as it would behind a real one.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from statistics import median
from urllib.request import Request, urlopen

import tischlein
from bench.common.environment import describe, variables
from bench.common.errors import BenchError
from bench.common.turns import Progress
from tischlein.engine.types import Json

ATTACKER, OTHER = "203.0.113.9", "198.51.100.7"
BOTS = 6
WARM = 2  # answers before anything is measured
PATIENCE = 120.0


def run(tables: int, answers: int, seed: int, progress: Progress) -> Json:
    """Measure, and return a document for JSON."""
    environment = describe()
    with tempfile.TemporaryDirectory(prefix="tischlein attack ") as folder:
        command = [sys.executable, "-m", "bench.server.served", folder, "limited"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=variables()
        ) as process:
            try:
                assert process.stdout is not None  # noqa: S101 — for the type checker
                line = process.stdout.readline()
                if "http://" not in line:
                    raise BenchError("the server did not start")
                found = asyncio.run(_measure(line.split()[-1], tables, answers, seed, progress))
            except TimeoutError as error:
                raise BenchError("a bot has not answered for two minutes") from error
            finally:
                process.terminate()
    return {"bench": "attack", "environment": environment, "results": found}


async def _measure(url: str, tables: int, answers: int, seed: int, progress: Progress) -> Json:
    rng = random.Random(seed)
    progress("alone", 0, 2)
    alone = await _answers(url, WARM + answers, rng)
    watching, begun = [], asyncio.Event()
    for number in range(tables):
        progress("setting tables", number, tables)
        code, _ = await asyncio.to_thread(_set_table, url, ATTACKER, ["hard"] * BOTS, "instant")
        watching.append(asyncio.create_task(_watch(url, code, begun)))
    progress("attacked", 1, 2)
    try:
        async with asyncio.timeout(PATIENCE):
            await begun.wait()
        attacked = await _answers(url, WARM + answers, rng)
    finally:
        for one in watching:
            one.cancel()
        moved = sum(
            one for one in await asyncio.gather(*watching, return_exceptions=True) if isinstance(one, int)
        )
    before, after = alone[WARM:], attacked[WARM:]
    return {
        "tables": tables,
        "bots": BOTS * tables,
        "answers": answers,
        "moves_of_attackers": moved,
        "alone_ms": round(1000 * median(before), 1),
        "alone_longest_ms": round(1000 * max(before), 1),
        "attacked_ms": round(1000 * median(after), 1),
        "attacked_longest_ms": round(1000 * max(after), 1),
        "ratio": round(median(after) / median(before), 2),
    }


async def _watch(url: str, code: str, begun: asyncio.Event) -> int:
    """Look at a table of bots, so that they play, and tell when they have begun; how often they have moved."""
    import websockets

    address, moved = f"{url.replace('http', 'ws')}/api/tables/{code}/socket", 0
    headers = {"X-Forwarded-For": ATTACKER}
    try:
        async with websockets.connect(address, max_size=None, additional_headers=headers) as socket:
            await socket.send(json.dumps({"type": "hello"}))
            async for text in socket:
                if json.loads(text)["type"] == "news":
                    moved += 1
                    begun.set()
    except asyncio.CancelledError:
        pass  # enough has been seen
    return moved


async def _answers(url: str, wanted: int, rng: random.Random) -> list[float]:
    """Return ``wanted`` times of the bot, from the news of a player's move to the news of its own."""
    took: list[float] = []
    while len(took) < wanted:
        code, token = await asyncio.to_thread(_set_table, url, OTHER, [None, "easy"], "instant")
        took += await _game(url, code, token, wanted - len(took), rng)
    return took


async def _game(url: str, code: str, token: str, wanted: int, rng: random.Random) -> list[float]:
    import websockets

    took: list[float] = []
    address = f"{url.replace('http', 'ws')}/api/tables/{code}/socket"
    headers = {"X-Forwarded-For": OTHER}
    async with (
        asyncio.timeout(PATIENCE + PATIENCE * wanted / 10),
        websockets.connect(address, max_size=None, additional_headers=headers) as socket,
    ):
        await socket.send(json.dumps({"type": "hello", "token": token}))
        asked, since = -1, None
        async for text in socket:
            message = json.loads(text)
            if message["type"] not in ("welcome", "news"):
                continue
            if since is not None and any(event["seat"] == 1 for event in message["events"]):
                took.append(time.perf_counter() - since)
                since = None
            if message["over"] or len(took) == wanted:
                break
            if asked >= 0 and message["seq"] > asked and message["waiting"] == [1] and since is None:
                since = time.perf_counter()
            if message["actions"] and message["seq"] != asked:
                asked = message["seq"]
                action = rng.choice(message["actions"])["text"]
                await socket.send(
                    json.dumps({"type": "play", "id": f"{asked}", "seq": asked, "action": action})
                )
    return took


def _set_table(url: str, address: str, bots: list[str | None], pace: str) -> tuple[str, str]:
    """Set a table of the first game with enough seats, from an address."""
    game = next(game.id for game in tischlein.games().values() if len(bots) in game.seats)
    wish = {"game": game, "seats": len(bots), "bots": bots, "name": "Ada", "pace": pace}
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
    request = Request(f"{url}/api/tables", json.dumps(wish).encode(), headers)  # noqa: S310 — our own server
    with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 — likewise
        made = json.load(answer)
    return made["code"], made["token"] or ""
