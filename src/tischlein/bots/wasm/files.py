"""The modules as files beside the page: `python -m tischlein.bots.wasm.files FOLDER` writes what is missing there."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

from tischlein.bots.wasm import module_of
from tischlein.bots.wasm.info import info
from tischlein.engine.game import Game
from tischlein.games import GAMES


def module_files(game: Game) -> dict[str, bytes]:
    """A game's module, and what a module cannot say by itself."""
    described = json.dumps(info(game), ensure_ascii=False, separators=(",", ":")).encode()
    return {f"{game.id}.rules.json": described, f"{game.id}.wasm": module_of(game)}


def write_modules(folder: Path) -> None:
    """Write all modules; who reads meanwhile finds a whole file or none."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        for name, content in module_files(game).items():
            part = folder / f"{name}.{os.getpid()}.part"
            part.write_bytes(content)
            part.replace(folder / name)


if __name__ == "__main__":
    if "--gently" in sys.argv:
        with suppress(AttributeError, OSError):
            os.nice(10)  # people play meanwhile
    write_modules(Path(sys.argv[1]))
