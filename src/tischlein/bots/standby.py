"""Bots for tables with people, where nobody waits for a compiler.

Compiling the search of a game takes some seconds on a new machine. It is done in another process and never in this one, which would
not answer anybody meanwhile; until it is done, a net answers in plain Python, without thinking ahead, or ``medium`` where a game has
no net. If it cannot be done, that remains so.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading

from tischlein.bots.base import Bot, Situation
from tischlein.bots.heuristic import Medium
from tischlein.bots.learned import Expert, Learned, has_net
from tischlein.bots.names import bot
from tischlein.bots.searcher import Searcher
from tischlein.bots.warm import warm
from tischlein.engine.game import Game

logger = logging.getLogger("tischlein.bots")

_lock = threading.Lock()
_preparing: dict[str, threading.Thread] = {}
_ready: set[str] = set()


def at_once(name: str) -> Bot:
    """Return the bot of this name; one that would have to be compiled first has somebody who answers meanwhile."""
    player = bot(name)
    return Standby(player) if isinstance(player, Searcher | Learned | Expert) else player


class Standby:
    """Somebody who answers at once, for somebody who is still getting ready."""

    def __init__(self, player: Bot) -> None:
        self._player = player
        self._searches = isinstance(player, Searcher)
        self._by_net, self._by_thumb = Learned(backend="python"), Medium()

    def choose(self, situation: Situation) -> int:
        if is_ready(situation.game):
            return self._player.choose(situation)
        meanwhile = (
            self._by_thumb if self._searches or not has_net(situation.game, situation.seats) else self._by_net
        )
        return meanwhile.choose(situation)


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
        errors = done.stderr.strip().splitlines() or ["nothing was said"]
        logger.warning(
            "the search of %s could not be compiled (code %d): %s; bots answer without thinking ahead",
            game.name,
            done.returncode,
            errors[-1],
        )
        return
    warm(game)  # read from the disk
    _ready.add(game.id)
