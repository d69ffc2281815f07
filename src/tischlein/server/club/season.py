"""The season of a group: a table made from the stored results of its tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tischlein.server.club.people import place_of
from tischlein.server.protocol.guests import GuestGame


@dataclass
class Tally:
    """What a member has reached: a point for each person who ended behind, half a point for each at the same place."""

    games: int = 0
    won: int = 0
    points: float = 0.0
    most: int = 0  # points that could be won
    places: int = 0  # their sum, among people

    def add(self, game: GuestGame) -> None:
        """Count a game, as the member's result has it; bots do not count."""
        own = place_of(game, game.you)
        others = [place_of(game, seat) for seat, bot in enumerate(game.bots) if not bot and seat != game.you]
        if not others:
            return
        better = sum(place < own for place in others)
        self.games += 1
        self.won += better == 0
        self.points += sum(1.0 if place > own else 0.5 for place in others if place >= own)
        self.most += len(others)
        self.places += 1 + better


def season(rows: Iterable[tuple[str, GuestGame]]) -> list[tuple[str, Tally]]:
    """Return the members with their tallies, the most points first; a row is a member and a game of theirs.

    Among equals the one with fewer games is first: the same points from fewer chances.
    """
    found: dict[str, Tally] = {}
    for member, game in rows:
        found.setdefault(member, Tally()).add(game)
    counted = [(member, tally) for member, tally in found.items() if tally.games]
    return sorted(counted, key=lambda one: (-one[1].points, one[1].games))
