"""For how long somebody has not been at the table: nobody holds the others up by closing the page.

``away`` is how many milliseconds without a connection count as away.
"""

from __future__ import annotations

from tischlein.server.table.state import TableState


def last_here(state: TableState, seat: int) -> int | None:
    """When a person who is not connected was last; None where a person is, or none belongs."""
    token_hash = state.seats[seat].token_hash
    if token_hash is None or state.is_here(seat):
        return None
    return state.seen[token_hash]


def long_away(state: TableState, seat: int, away: int) -> int | None:
    """When a person who is not connected has been away for long enough; None for everybody else."""
    since = last_here(state, seat)
    return None if since is None else since + away


def until_stand_in(state: TableState, seat: int, away: int, at: int) -> int | None:
    """Milliseconds until a bot may be asked to play for this seat; None where it may not."""
    row = state.seats[seat]
    if state.row.state != "playing" or state.row.unhurried or row.standing_in:
        return None
    then = long_away(state, seat, away)
    return None if then is None else max(0, then - at)
