"""Who is at a table now, and for how long somebody has not been: nobody holds the others up by closing the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tischlein.server.clock import now

if TYPE_CHECKING:
    from tischlein.server.room import Room


def is_here(room: Room, seat: int) -> bool:
    return any(listener.seat == seat for listener in room.listeners)


def last_here(room: Room, seat: int) -> int | None:
    """When a person who is not connected was last; None where a person is, or none belongs."""
    token_hash = room.seats[seat].token_hash
    if token_hash is None or is_here(room, seat):
        return None
    return room.seen[token_hash]


def long_away(room: Room, seat: int) -> int | None:
    """When a person who is not connected has been away for long enough; None for everybody else."""
    since = last_here(room, seat)
    return None if since is None else since + int(1000 * room.house.limits.away)


def until_stand_in(room: Room, seat: int) -> int | None:
    """Milliseconds until a bot may be asked to play for this seat; None where it may not."""
    row = room.seats[seat]
    if room.row.state != "playing" or room.row.unhurried or row.standing_in:
        return None
    at = long_away(room, seat)
    return None if at is None else max(0, at - now())


def note_gone(room: Room, token_hash: str | None) -> None:
    """A connection has ended."""
    if token_hash is not None and room.seat_of(token_hash) is not None:
        room.seen[token_hash] = now()
