"""Tables with as much on them as play can bring, for any number of seats: those of the games' kits."""

from per_game import KITS, Position

NAMES = ("Ada", "Benno", "Clara", "Dieter", "Emilia", "Fatima", "Gustav", "Helena")


def crowded(game: str, seats: int) -> dict[str, Position]:
    """Moments of a game at which much lies on the table, by name; in each of them the first seat is asked."""
    return {kit.game.id: kit for kit in KITS}[game].moments(seats)
