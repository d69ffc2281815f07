"""Settings of a training run; wrong ones are refused before torch is imported."""

from dataclasses import asdict, dataclass

import tischlein
from tischlein.engine.errors import OptionError
from tischlein.engine.types import Json

CRITIC_WIDTH = 1024  # the critic is in no file for bots
DEVICES = ("cpu", "cuda")
# What may be chosen again when a course goes on: how long it learns, when it is measured, and where.
MAY_CHANGE = ("rounds", "minutes", "every", "measured", "device")


@dataclass(frozen=True)
class Settings:
    """The settings of a training run; with the same settings and rounds it gives the same net on the same machine."""

    game: str
    seed: int = 1
    games: int = 16_384
    steps: int = 48
    copying: int = 12  # rounds in which ``medium`` plays, before the net does
    rounds: int = 400  # in all
    minutes: float | None = None  # instead of rounds
    every: int = 20  # rounds between two measurements
    measured: int = 4_096  # games of a measurement
    device: str = "cpu"
    width: int | None = None  # otherwise the widest that fits into the file
    seats: tuple[int, ...] | None = None  # otherwise all numbers that the game is for
    critic: int = CRITIC_WIDTH
    rate: float = 6e-4  # of learning, at first
    # A net's file, or "hard": go on from this net.
    start: str | None = None

    def __post_init__(self) -> None:
        game = tischlein.game(self.game)
        for seats in self.seats or ():
            game.check_seats(seats)
        for name in ("games", "steps", "rounds", "every", "measured"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name}: {getattr(self, name)} is not a whole number from 1")
        if not 0 < self.rate < 1:
            raise OptionError(f"rate: {self.rate} is not a number between 0 and 1")
        if self.device not in DEVICES:
            raise OptionError(f"device: {self.device!r} is not one of {', '.join(DEVICES)}")

    def differing(self, before: Json) -> list[str]:
        """Return the settings that differ from the course before."""
        mine = asdict(self)
        return [name for name in mine if name not in MAY_CHANGE and before.get(name) != mine[name]]
