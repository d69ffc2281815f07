"""What the author of a game imports: the game, and the parts of its declaration."""

from tischlein.engine.play.table import Game
from tischlein.engine.rules.option import Option, first_seat
from tischlein.engine.rules.parts import BotKnowledge, Face, Scoring, Secrets, Suit, Turns, Zone

__all__ = [
    "BotKnowledge",
    "Face",
    "Game",
    "Option",
    "Scoring",
    "Secrets",
    "Suit",
    "Turns",
    "Zone",
    "first_seat",
]
