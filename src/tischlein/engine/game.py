"""What the author of a game imports: the game, and what it declares."""

from tischlein.engine.declaration import Hints, Notation, Option, Positions, Views, Zone, first_seat
from tischlein.engine.table import Game

__all__ = ["Game", "Hints", "Notation", "Option", "Positions", "Views", "Zone", "first_seat"]
