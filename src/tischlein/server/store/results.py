"""Queries about the finished games of guests, who are known by the hash of a key that their page has made, and for ratings."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from tischlein.games import GAMES
from tischlein.room.play.outcome import played_by_people
from tischlein.room.rows import Result
from tischlein.server.store import schema

results, tables, seats = schema.results.c, schema.tables.c, schema.seats.c

KEPT = 500  # games that a guest gets to see
RATED = 8_000  # results from which the ratings of a game are computed
SHARED = 1_000  # games with others, each counted once for each of them


def put(connection: Connection, table_id: int, rows: Sequence[Result]) -> None:
    """Store the results of a finished game in place of earlier ones.

    Guests who have deleted their data since the table was read get none: their seats are stored without a guest.
    """
    connection.execute(delete(schema.results).where(results.table_id == table_id))
    if not rows:
        return
    guests, log = guests_at(connection, table_id), schema.log.c
    entries = connection.execute(select(log.seat, log.text, log.message_id).where(log.table_id == table_id))
    game = GAMES.get(rows[0].game.get("game", ""))
    own = played_by_people((tuple(entry) for entry in entries), game.turns.answers.values() if game else ())
    for row in rows:
        if guests.get(row.seat) == row.guest:
            values = {
                "table_id": table_id,
                "seat": row.seat,
                "guest": row.guest,
                "at": row.at,
                "own": own.get(row.seat, False),
                "data": schema.to_json(row.game).decode(),
            }
            connection.execute(insert(schema.results).values(values))


def guests_at(connection: Connection, table_id: int) -> dict[int, str]:
    """Return the guests at a table by seat, and lock their seats: nobody is forgotten before the transaction ends."""
    stored = select(seats.seat, seats.guest).where(seats.table_id == table_id, seats.guest.is_not(None))
    return {row.seat: row.guest for row in connection.execute(stored.with_for_update(read=True))}


def of_guest(connection: Connection, guest: str) -> list[str]:
    """Return a guest's finished games as JSON, the latest first."""
    chosen = (
        select(results.data)
        .where(results.guest == guest)
        .order_by(results.at.desc(), results.table_id.desc())
    )
    return list(connection.scalars(chosen.limit(KEPT)))


def played_with(connection: Connection, guest: str) -> list[tuple[str, int, str]]:
    """Return other guests, their seats, and the game (as JSON) of this guest's latest games with them, the latest first."""
    mine, theirs = schema.results.alias(), schema.results.alias()
    chosen = (
        select(theirs.c.guest, theirs.c.seat, mine.c.data)
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .where(mine.c.guest == guest, theirs.c.guest != guest)
        .order_by(mine.c.at.desc(), mine.c.table_id.desc(), theirs.c.seat)
        .limit(SHARED)
    )
    return [(other, seat, data) for other, seat, data in connection.execute(chosen)]


def game_in_lobby(connection: Connection, code: str, guest: str) -> str | None:
    """Return the game of a table that has not begun; None if the guest does not sit there."""
    chosen = (
        select(tables.game)
        .join(schema.seats)
        .where(tables.code == code, tables.state == "lobby", seats.guest == guest)
    )
    return connection.scalars(chosen).first()


def forget(connection: Connection, guest: str) -> int:
    """Delete a guest's games and return how many; no seat names the guest any more, so later results are not kept."""
    cleared = update(schema.seats).where(seats.guest == guest).values(guest=None)
    while connection.execute(cleared).rowcount:
        pass  # once more: a table that follows may just have been stored by another server
    gone = connection.execute(delete(schema.results).where(results.guest == guest))
    return int(gone.rowcount)


class RatedRow(NamedTuple):
    """A stored result, with the deal that its table shared with others."""

    table: int
    deal: str | None
    seat: int
    guest: str
    data: str  # JSON


def rated_results(connection: Connection, game: str) -> list[RatedRow]:
    """Return the latest results of guests who have played themselves and want a rating, the oldest first."""
    chosen = (
        select(results.table_id, tables.deal, results.seat, results.guest, results.data)
        .join(schema.tables)
        .where(tables.game == game, results.own, results.guest.not_in(select(schema.unrated.c.guest)))
        .order_by(results.at.desc(), results.table_id.desc(), results.seat.desc())
        .limit(RATED)
    )
    return [RatedRow(*row) for row in reversed(connection.execute(chosen).all())]


def set_rated(connection: Connection, guest: str, on: bool) -> None:
    """Note whether a guest wants a rating; only for guests with a result, so that made-up keys cannot fill the store."""
    connection.execute(delete(schema.unrated).where(schema.unrated.c.guest == guest))
    known = select(results.guest).where(results.guest == guest).limit(1)
    if not on and connection.execute(known).first() is not None:
        connection.execute(insert(schema.unrated).values(guest=guest))


def is_rated(connection: Connection, guest: str) -> bool:
    """Return False if a guest wants no rating."""
    unrated = schema.unrated.c.guest
    return connection.execute(select(unrated).where(unrated == guest)).first() is None
