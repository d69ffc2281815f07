"""The levels of bots at this server, including the operator's own."""

from collections.abc import Iterable, Mapping

from tischlein.bots import LEVELS
from tischlein.bots.bot_process import BotProcess
from tischlein.engine.errors import OptionError
from tischlein.server.protocol.shared import LEVEL_LENGTH

OwnBots = Mapping[str, str]


def own_bots(names: Iterable[str]) -> OwnBots:
    """Return the operator's bots, named as ``module:Class``, by the level that clients see."""
    found = {}
    for name in names:
        level = name.partition(",")[0].partition(":")[2].lower() or name
        if level in LEVELS or level in found or len(level) > LEVEL_LENGTH:
            raise OptionError(f"{name!r}: a bot needs a name of its own, of up to {LEVEL_LENGTH} characters")
        process = BotProcess(name)
        try:
            process.check()  # raises what is wrong with it
        finally:
            process.close()
        found[level] = name
    return found


def levels(own: OwnBots) -> tuple[str, ...]:
    """Return the levels of bots, weakest first; all of them play every game."""
    return (*LEVELS, *own)
