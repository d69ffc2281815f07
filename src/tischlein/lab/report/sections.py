"""The options of a report, and the sections it consists of."""

from dataclasses import dataclass, field

from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Json, Options


@dataclass(frozen=True)
class Picture:
    """One question and its answer."""

    name: str
    title: str
    answer: str
    text: str  # how it was found
    spec: Json  # for Vega-Lite
    header: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Report:
    """All pictures of a game."""

    title: str
    made: str
    command: str
    method: str
    language: str
    pictures: list[Picture] = field(default_factory=list)


@dataclass(frozen=True)
class ReportSettings:
    """The questions of a report, and the size of its samples."""

    game: Game
    games: int = 20_000
    seats: tuple[int, ...] = ()  # all numbers of players, if none is given
    bots: str = "medium"
    options: Options = field(default_factory=dict)
    seed: int = 1
    decisions: int = 100
    worlds: int = 200
    deals: int = 0  # of hard and expert, each against the level below
    iterations: int = 100  # that these may think for a decision
    threads: int | None = None
    language: str = "en"

    @property
    def tables(self) -> list[int]:
        """The numbers of players that go with the options."""
        if self.seats:
            return [self.game.check_seats(seats) for seats in self.seats]
        chosen = self.game.check_options(self.options)
        found = [seats for seats in self.game.seats if self.game.clash(seats, chosen) is None]
        if not found:
            raise OptionError("these options go with no number of players")
        return found

    @property
    def main(self) -> int:
        """The number of players for pictures that show one."""
        return 4 if 4 in self.tables else self.tables[-1]
