"""The season of a group: a table made from the stored results of its tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from tischlein.games import GAMES
from tischlein.room.rows import EVENING
from tischlein.server.protocol.guests import GuestGame

Result = tuple[int, int]  # the less, the better: the place, then the score


@dataclass
class Tally:
    """A member's results in a season: one point for each worse result, half a point for each equal one."""

    games: int = 0
    won: int = 0
    points: float = 0.0
    most: int = 0  # points that could be won
    places: int = 0  # their sum, among the results that are compared

    def add(self, own: Result, others: list[Result]) -> None:
        """Count a game by the results of the people with whom the member is compared."""
        better = sum(other < own for other in others)
        self.games += 1
        self.won += better == 0
        self.points += sum(1.0 if other > own else 0.5 for other in others if other >= own)
        self.most += len(others)
        self.places += 1 + better


def season(rows: Iterable[tuple[str, GuestGame]]) -> list[tuple[str, Tally]]:
    """Return the members with their tallies, the most points first; a row is a member and a game of theirs.

    People at one table are compared with one another. In an evening members who had the same deal at the same seat are compared
    instead, if there are any. Neither bots nor people who never decided are compared with, and a game that does not count for a
    member (``Decisions.counts``) brings that member nothing. Among equals the one with fewer games is first: the same points from
    fewer chances.
    """
    found: dict[str, Tally] = {}
    games = [(member, game) for member, game in rows if game.counts]
    same_cards: dict[tuple[str | None, int], list[Result]] = {}
    for _, game in games:
        same_cards.setdefault((game.deal, game.you), []).append(_result(game, game.you))
    for member, game in games:
        own = _result(game, game.you)
        others = []
        if (game.deal or "").startswith(EVENING):
            others = list(same_cards[game.deal, game.you])
            others.remove(own)
        if not others:
            people = [seat for seat in range(len(game.bots)) if game.played(seat) and seat != game.you]
            others = [_result(game, seat) for seat in people]
        if others:
            found.setdefault(member, Tally()).add(own, others)
    return sorted(found.items(), key=lambda one: (-one[1].points, one[1].games))


def _result(game: GuestGame, seat: int) -> Result:
    side = game.side_of(seat)
    known = GAMES.get(game.game)
    return side.place, side.score if known is not None and known.scoring.low_wins else -side.score
