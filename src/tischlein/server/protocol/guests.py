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
    counts: bool = True  # for the guest: in ratings, seasons and statistics
    # By seat: decisions of its person and of bots that stood in; games of older versions have none.
    decisions: list[tuple[int, int]] = field(default_factory=list)

    def side_of(self, seat: int) -> GuestPlace:
        """Return the side of a seat, with its place."""
        return next(side for side in self.standings if seat in side.seats)

    def played(self, seat: int) -> bool:
        """Return True for the seat of a person who has decided at all."""
        return not self.bots[seat] and (not self.decisions or self.decisions[seat][0] > 0)


class Forgotten(Out):
    """How many games were deleted."""

    games: int
