"""Bots: each is told what its seat may know, and answers with an action; it cannot peek.

>>> from tischlein.games import GAMES
>>> table = GAMES["lobo77"].new(seats=2, seed=7)
>>> seat = table.waiting[0]
>>> action = bot("easy").choose(situation(table, seat, seed=1))
>>> action in [choice.id for choice in table.actions(seat)]
True
"""

from tischlein.bots.ask import BotError, ask
from tischlein.bots.base import Bot, Situation, situation
from tischlein.bots.names import LEVELS, bot

__all__ = ["LEVELS", "Bot", "BotError", "Situation", "ask", "bot", "situation"]
