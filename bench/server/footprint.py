"""``bench memory``: the resident memory of a server, when it has started and after bots have decided in every game.

A real server in a process of its own. In each game a ``hard`` and an ``expert`` bot play at a table of two.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from typing import Final

import tischlein
from bench.common.environment import describe
from bench.common.errors import BenchError
from bench.common.turns import Progress, Steps
from bench.server.traffic import memory, post, served_by, serving
from tischlein.engine.types import Json

BOTS: Final = ("hard", "expert")
MOVES: Final = 24  # more than any turn has
PATIENCE: Final = 120.0  # seconds for them


def run(progress: Progress) -> Json:
    """Measure, and return a document for JSON."""
    environment = describe()
    with (
        tempfile.TemporaryDirectory(prefix="tischlein memory ") as folder,
        serving(served_by(folder)) as (url, pid),
    ):
        found = asyncio.run(_measure(url, pid, progress))
    return {"bench": "memory", "environment": environment, "results": found}


async def _measure(url: str, pid: int, progress: Progress) -> Json:
    """Return the megabytes at the start, and after each game."""
    steps = Steps(len(tischlein.games()), progress)
    found = {"started_mb": _megabytes(pid)}
    for game in tischlein.games().values():
        steps(game.name)
        wish = {"game": game.id, "seats": len(BOTS), "bots": list(BOTS), "name": "Ada", "pace": "instant"}
        made = await asyncio.to_thread(post, f"{url}/api/tables", wish)
        try:
            async with asyncio.timeout(PATIENCE):
                await _moved(f"{url.replace('http', 'ws')}/api/tables/{made['code']}/socket")
        except TimeoutError:
            raise BenchError(f"{game.name}: the bots have not played {MOVES} moves in two minutes") from None
        found[f"after_{game.id}_mb"] = _megabytes(pid)
    return found


async def _moved(address: str) -> None:
    """Look at a table of bots, so that they play, until it had enough moves for both."""
    import websockets

    moves = 0
    async with websockets.connect(address, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello"}))
        async for text in socket:
            moves += json.loads(text)["type"] == "news"
            if moves >= MOVES:
                return


def _megabytes(pid: int) -> float:
    used = memory(pid)
    if used is None:
        raise BenchError("this system does not tell how much memory a process has")
    return round(used / 1e6, 1)
