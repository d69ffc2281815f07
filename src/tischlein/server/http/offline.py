"""Compiled rules for pages that play without the server. A wheel brings them; a working tree compiles them when a page asks for them.

Compiling takes a minute of one core and happens once, in a process of its own with low priority. Whoever asks meanwhile is told to come back.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from tischlein.games import GAMES
from tischlein.server.http.static import FOLDER, file_answer

KINDS = (".wasm", ".rules.json")
COME_BACK = 20  # seconds


class CompiledRules:
    """The folder with compiled rules, made when somebody first asks for what the package does not bring."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._process: asyncio.subprocess.Process | None = None

    async def find(self, name: str) -> Path | None:
        """The file, or None while it is not there."""
        for folder in (FOLDER / "offline", self._folder):
            if folder is not None and (folder / name).is_file():
                return folder / name
        if self._process is None:
            self._folder = Path(tempfile.mkdtemp(prefix="tischlein-rules-"))
            command = (sys.executable, "-m", "tischlein.bots.wasm.files", str(self._folder), "--gently")
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
        return None

    async def close(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def is_compiled(path: str) -> str | None:
    """The name of a file with compiled rules, if this is the address of one."""
    name = path.removeprefix("/offline/")
    wanted = {f"{game}{kind}" for game in GAMES for kind in KINDS}
    return name if path.startswith("/offline/") and name in wanted else None


async def compiled(request: Request, name: str) -> Response:
    """Answer with compiled rules, or say when to ask again."""
    rules: CompiledRules = request.app.state.compiled
    path = await rules.find(name)
    if path is None:
        return Response(status_code=503, headers={"retry-after": str(COME_BACK), "cache-control": "no-store"})
    return file_answer(request, path)
