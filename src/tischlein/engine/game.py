"""What the author of a game imports: the game, and the parts of its declaration."""

from tischlein.engine.option import Option, first_seat
from tischlein.engine.parts import BotKnowledge, Face, Scoring, Secrets, Turns, Zone
from tischlein.engine.table import Game

__all__ = ["BotKnowledge", "Face", "Game", "Option", "Scoring", "Secrets", "Turns", "Zone", "first_seat"]
