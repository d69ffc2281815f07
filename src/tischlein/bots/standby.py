"""Bots for tables with people, where nobody waits for a compiler.

Compiling the search of a game takes some seconds on a new machine. It is done in another process and never in this one, which would
not answer anybody meanwhile; until it is done, ``medium`` answers for ``hard``. If it cannot be done, that remains so.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading

from tischlein.bots.base import Bot, Situation
from tischlein.bots.hard import Hard
from tischlein.bots.heuristic import Medium
from tischlein.bots.names import bot
from tischlein.bots.warm import warm
from tischlein.engine.game import Game

logger = logging.getLogger("tischlein.bots")

_lock = threading.Lock()
_preparing: dict[str, threading.Thread] = {}
_ready: set[str] = set()


def at_once(name: str) -> Bot:
    """Return the bot of this name; one that would have to be compiled first has somebody who answers meanwhile."""
    player = bot(name)
    return Standby(player) if isinstance(player, Hard) else player


class Standby:
    """Somebody who answers at once, for somebody who is still getting ready."""

    def __init__(self, player: Bot) -> None:
        self._player = player
        self._meanwhile = Medium()

    def choose(self, situation: Situation) -> int:
        player = self._player if is_ready(situation.game) else self._meanwhile
        return player.choose(situation)


def is_ready(game: Game) -> bool:
    """Is the search of this game compiled and loaded? If not, that begins now."""
    if game.id in _ready:
        return True
    with _lock:
        if game.id not in _preparing:
            _preparing[game.id] = threading.Thread(target=_prepare, args=(game,), daemon=True)
            _preparing[game.id].start()
    return False


def wait_for(game: Game) -> None:
    """Wait until the search of this game is ready, or has turned out not to become so."""
    if not is_ready(game):
        _preparing[game.id].join()


def _prepare(game: Game) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tischlein.bots.warm", game.id], check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or ["nothing was said"]
        logger.warning(
            "the search of %s could not be compiled (code %d): %s; medium plays for hard",
            game.name,
            done.returncode,
            said[-1],
        )
        return
    warm(game)  # read from the disk
    _ready.add(game.id)
