"""Compile the modules of games: ``python -m modules [GAME]...``, run by `make modules`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import tischlein
from modules.build import folder_of, write
from scripts.setup import step
from tischlein.engine.backends.wasm.modules import NAME, is_current, made_by, stamp_of


def main(names: Sequence[str]) -> None:
    """Compile the modules that are not up to date, or those of the named games; drafts run without one."""
    try:
        chosen = [tischlein.game(name) for name in names]
    except tischlein.OptionError as error:
        sys.exit(str(error))
    for game in chosen or [game for game in tischlein.games().values() if not game.draft]:
        folder = folder_of(game)
        if (
            not names
            and is_current(folder)
            and stamp_of((folder / NAME).read_bytes())["made_by"] == made_by()
        ):
            print(f"{game.name}: up to date")
            continue
        with step(f"Compiling {game.name}"):
            write(game)


if __name__ == "__main__":
    main(sys.argv[1:])
