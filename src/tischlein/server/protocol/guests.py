"""The finished games of a guest, for requests with the guest's key."""

from msgspec import field

from tischlein.server.protocol.shared import GameId, Out


class GuestPlace(Out):
    """The place of a side at the end."""

    place: int
    seats: list[int]
    score: int
    won: bool


class GuestGame(Out):
    """A game that a guest has played to its end."""

    code: str
    game: GameId
    at: int  # milliseconds since 1970
    names: list[str]
    bots: list[bool]
    you: int  # the guest's seat
    standings: list[GuestPlace]
    levels: list[str | None] = field(default_factory=list)  # of the bots
    deal: str | None = None  # the name of a deal that several tables had

    def side_of(self, seat: int) -> GuestPlace:
        """Return the side of a seat, with its place."""
        return next(side for side in self.standings if seat in side.seats)


class Forgotten(Out):
    """How many games were deleted."""

    games: int
