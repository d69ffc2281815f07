"""Compile the modules of games: ``python -m modules [GAME]...``, run by `make modules`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter

from modules.build import folder_of, write
from tischlein.engine.backends.wasm.modules import NAME, is_current, made_by, stamp_of
from tischlein.games import GAMES


def main(names: Sequence[str]) -> None:
    """Compile the modules that are not up to date, or those of the named games; drafts run without one."""
    for game in (GAMES[name] for name in names or (game.id for game in GAMES.values() if not game.draft)):
        folder = folder_of(game)
        if (
            not names
            and is_current(folder)
            and stamp_of((folder / NAME).read_bytes())["made_by"] == made_by()
        ):
            print(f"{game.name}: up to date")
            continue
        begin = perf_counter()
        write(game)
        print(f"{game.name}: compiled in {perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
