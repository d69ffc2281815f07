"""The modules as files beside the page: ``python -m tischlein.bots.wasm.files FOLDER`` writes them."""

import json
import sys
from pathlib import Path

from tischlein.bots.wasm.info import info
from tischlein.engine.backends.wasm.modules import has_module, module_of
from tischlein.engine.game import Game
from tischlein.games import GAMES


def module_files(game: Game) -> dict[str, bytes]:
    """Return a game's module, and the description of it for JavaScript."""
    described = json.dumps(info(game), ensure_ascii=False, separators=(",", ":")).encode()
    return {f"{game.id}.rules.json": described, f"{game.id}.wasm": module_of(game.rules)}


def write_modules(folder: Path) -> None:
    """Write the modules of all games that have one."""
    for game in GAMES.values():
        for name, content in module_files(game).items() if has_module(game.rules) else ():
            (folder / name).write_bytes(content)


if __name__ == "__main__":
    write_modules(Path(sys.argv[1]))
