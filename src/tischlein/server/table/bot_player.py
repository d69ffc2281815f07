"""The bots of one table: which player decides for a seat, and how long a decision takes."""

import logging
import random

from tischlein.bots import LEVELS, Bot, Situation, bot
from tischlein.bots.learned import has_net
from tischlein.bots.weights import net_of, settings_of
from tischlein.engine.errors import TischleinError
from tischlein.room.opening.create import USUAL_LEVEL
from tischlein.room.state import State
from tischlein.room.step import BotRequest
from tischlein.server.clock import ticks
from tischlein.server.table.services import Services
from tischlein.server.table.thinking import CHEAP

logger = logging.getLogger("tischlein.server")

# Seconds by which a search may be late.
LATE = 0.1
# Seconds for a decision by rules of thumb, more than any of them needs on a busy machine; by a compiled net; and with a glance ahead.
QUICK = 0.025
BY_NET = 0.05
WITH_A_GLANCE = 0.15
# Part of the time for a decision that is drawn at random.
JITTER = 0.25


class BotPlayer:
    """The players who decide for the seats of one table."""

    def __init__(self, services: Services, code: str) -> None:
        self._services = services
        self._code = code
        self._players: dict[tuple[int, str], Bot] = {}

    async def choose(self, think: BotRequest, known: Situation, payer: str) -> tuple[int, int]:
        """Return what the bot chooses, and when it began to think.

        It is asked where it has no choice too, so that it waits for its turn as always. A bot that fails must not stop the table.
        """
        level = think.level
        began = since = ticks()

        def mark_started() -> None:
            nonlocal began
            began = ticks()

        try:
            thinkers = self._services.thinkers_of(level)
            chosen = await thinkers.ask(
                payer or self._code, level, self._player(think.seat, level), known, mark_started
            )
            self._services.metrics.bot_seconds.observe((ticks() - since) / 1000)
            return chosen, began
        except Exception:
            logger.exception("a bot of level %s at table %s", level, self._code)
        return next(iter(LEVELS.values()))().choose(known), began

    def _player(self, seat: int, level: str) -> Bot:
        found = self._players.get((seat, level))
        if found is None:
            found = self._players[seat, level] = self._new_player(seat, level)
        return found

    def _new_player(self, seat: int, level: str) -> Bot:
        if level in self._services.bots:
            return self._services.own_bot(level, f"{self._code}/{seat}")
        try:
            return bot(level)
        except TischleinError as error:
            # One of the operator's own that is no longer there, or broken.
            logger.warning("no bot %s for table %s: %s", level, self._code, error)
            return bot(USUAL_LEVEL)


def time_for(state: State, think: BotRequest) -> int:
    """Return the milliseconds that a decision takes from when the bot begins to think.

    They depend on what plays here and on nothing that the bot knows: a bot that has no choice waits as long as one that searches.
    """
    if think.seat in state.waiting and think.seat not in state.obliged:
        return 0  # a race for something that everybody sees
    game = state.game
    if think.level in CHEAP or state.only_bots_left:
        seconds = QUICK
    elif think.level == "hard" and has_net(game):
        seconds = WITH_A_GLANCE if settings_of(net_of(game)).glance else BY_NET
    else:
        seconds = think.seconds + LATE
    return int(1000 * seconds * random.uniform(1.0, 1.0 + JITTER))
