"""How long a player has been away. ``away`` is how many milliseconds without a connection count as away."""

from __future__ import annotations

from tischlein.room.state import State


def last_here(state: State, seat: int) -> int | None:
    """Return when a disconnected player was last connected; None for everybody else."""
    key = state.seats[seat].token_hash
    if key is None or state.is_here(seat):
        return None
    return state.seen[key]


def long_away(state: State, seat: int, away: int) -> int | None:
    """Return when a disconnected player has been away for long enough; None for everybody else."""
    since = last_here(state, seat)
    return None if since is None else since + away


def until_stand_in(state: State, seat: int, away: int, at: int) -> int | None:
    """Return the milliseconds until a bot may be asked to play for this seat; None where it may not."""
    row = state.seats[seat]
    if state.row.state != "playing" or state.row.unhurried or row.standing_in:
        return None
    then = long_away(state, seat, away)
    return None if then is None else max(0, then - at)
