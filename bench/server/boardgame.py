"""The same traffic against boardgame.io's server: a small game with hidden cards, for ``bench server --peers``.

The people are the same as ours: this process, the same WebSocket library, socket.io's frames written by hand. boardgame.io's server keeps
its games in memory, which is what it does by default; ours writes every move to the disk.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from bench.common.errors import BenchError
from bench.server.traffic import SEATS, Seated, State, post
from tischlein.engine.types import Json

VERSION: Final = "0.50.2"
# With later versions of koa-compose its HTTP answers are all 404: middleware that is added after the sockets is not seen.
PACKAGE: Final = {"private": True, "overrides": {"koa-compose": "4.1.0"}}
GAME: Final = "hidden-cards"
PROGRAM: Final = Path(__file__).with_name("boardgame.cjs")
# Engine.IO's and Socket.IO's signs: a ping and its answer; "connect" and "event" in the game's namespace.
PING, PONG = "2", "3"
CONNECT, EVENT, ERROR = f"40/{GAME},", f"42/{GAME},", f"44/{GAME},"


def command() -> tuple[list[str], dict[str, str]]:
    """Return the server's command and environment; npm fetches the package the first time."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise BenchError("boardgame.io runs in Node, which is not here: install Node 18 or later, with npm")
    from tischlein.engine.backends.kernel_cache import cache_home

    folder = cache_home() / f"boardgame.io-{VERSION}"
    modules = folder / "node_modules"
    if not (modules / "boardgame.io" / "package.json").exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "package.json").write_text(json.dumps(PACKAGE), "utf-8")
            fetch = [npm, "install", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}"]
            done = subprocess.run(fetch, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            raise BenchError(f"boardgame.io cannot be installed into {folder}: {error.strerror}") from error
        if done.returncode:
            raise BenchError(f"npm could not fetch boardgame.io {VERSION}: {_last_line(done.stderr)}")
    # NODE_ENV as its documentation asks for on a server.
    return [node, str(PROGRAM)], {**os.environ, "NODE_PATH": str(modules), "NODE_ENV": "production"}


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it says nothing"


class BoardgameIo:
    """How people talk to boardgame.io's server."""

    games: Final = (GAME,)

    def set_table(self, url: str, game: str) -> Seated:
        match = post(f"{url}/games/{game}/create", {"numPlayers": SEATS})["matchID"]
        tokens = [
            post(
                f"{url}/games/{game}/{match}/join",
                {"playerID": f"{seat}", "playerName": f"Player {seat + 1}"},
            )
            for seat in range(SEATS)
        ]
        return Seated(match, [token["playerCredentials"] for token in tokens])

    def address(self, host: str, seated: Seated) -> str:
        return f"ws://{host}/socket.io/?EIO=4&transport=websocket"

    def hello(self, seated: Seated, seat: int) -> str:
        return CONNECT

    def read(self, text: str, seated: Seated, seat: int) -> State | str | None:
        if text == PING:
            return PONG
        if text.startswith(CONNECT):  # it listens from here on
            return self._event("sync", seated.code, f"{seat}", seated.tokens[seat], SEATS)
        if text.startswith(ERROR):
            raise BenchError(f"boardgame.io refused: {text[len(ERROR) :][:200]}")
        if not text.startswith(EVENT):
            return None
        what, *about = json.loads(text[len(EVENT) :])
        if what not in ("sync", "update"):
            return None
        state: Json = about[1]["state"] if what == "sync" else about[1]
        own, ctx = state["G"]["players"].get(f"{seat}", {}), state["ctx"]
        if set(state["G"]["players"]) - {f"{seat}"} or "secret" in state["G"]:
            raise BenchError("boardgame.io has told a seat what it may not know")
        acts = ctx["currentPlayer"] == f"{seat}" and "gameover" not in ctx
        actions = [str(place) for place in range(len(own.get("hand", ())))] if acts else []
        return State(state["_stateID"], "gameover" in ctx, actions)

    def move(self, seated: Seated, seat: int, seq: int, action: str) -> str:
        payload = {
            "type": "play",
            "args": [int(action)],
            "playerID": f"{seat}",
            "credentials": seated.tokens[seat],
        }
        return self._event("update", {"type": "MAKE_MOVE", "payload": payload}, seq, seated.code, f"{seat}")

    def _event(self, *arguments: object) -> str:
        return EVENT + json.dumps(arguments)
