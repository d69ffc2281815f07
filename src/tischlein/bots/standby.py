"""Bots for tables with people, where nobody waits for a compiler.

Compiling the search of a game takes half a minute on a new machine. It is done in another process; until it is done, ``medium``
answers for ``hard``.
"""

from __future__ import annotations

import subprocess
import sys
import threading

from tischlein.bots.base import Bot, Situation
from tischlein.bots.hard import Hard
from tischlein.bots.names import bot
from tischlein.bots.thumb import Medium
from tischlein.bots.warm import warm
from tischlein.engine.game import Game

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
    """Wait until the search of this game is ready."""
    if not is_ready(game):
        _preparing[game.id].join()


def _prepare(game: Game) -> None:
    # A process of its own, so that this one goes on; what it has compiled is then read from the disk.
    subprocess.run([sys.executable, "-m", "tischlein.bots.warm", game.id], check=False, capture_output=True)  # noqa: S603
    warm(game)
    _ready.add(game.id)
