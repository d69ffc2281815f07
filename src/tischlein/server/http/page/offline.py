"""Compiled rules for pages that play without the server. A wheel brings them; a working tree compiles them when a page asks for them.

Compiling takes a minute of one core and happens once, in a process of its own with low priority. Whoever asks meanwhile is told to come back.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from tischlein.games import GAMES
from tischlein.server.http.page.static import FOLDER, file_answer

logger = logging.getLogger("tischlein.server")

KINDS = (".wasm", ".rules.json")
COMMAND = (sys.executable, "-m", "tischlein.bots.wasm.files")
COME_BACK = 20  # seconds
TRY_AGAIN = 300.0  # seconds after it went wrong


class CompiledRules:
    """The folder with compiled rules, made when somebody first asks for what the package does not bring."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._folder: Path | None = None
        self._compiling: asyncio.Task[None] | None = None

    async def find(self, name: str) -> Path | None:
        """The file, or None while it is not there."""
        for folder in (FOLDER / "offline", self._folder):
            if folder is not None and (folder / name).is_file():
                return folder / name
        # A page asks for several files at once: they are all made by the same process.
        if self._compiling is None:
            self._folder = self._folder or Path(tempfile.mkdtemp(prefix="tischlein-rules-"))
            self._compiling = asyncio.create_task(self._compile(self._folder))
        return None

    async def _compile(self, folder: Path) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            str(folder),
            "--gently",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, errors = await process.communicate()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        if process.returncode:
            logger.error("the rules for pages without a server do not compile: %s", errors.decode()[-2000:])
            await asyncio.sleep(TRY_AGAIN)
            self._compiling = None

    async def close(self) -> None:
        if self._compiling is not None:
            self._compiling.cancel()
            await asyncio.gather(self._compiling, return_exceptions=True)
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
