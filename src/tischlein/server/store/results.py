"""Queries about the finished games of guests, who are known by the hash of a key that their page has made, and for ratings."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from tischlein.games import GAMES
from tischlein.room.rows import Result
from tischlein.server.decisions import Decisions, count_decisions
from tischlein.server.store import schema

results, tables, seats = schema.results.c, schema.tables.c, schema.seats.c

KEPT = 500  # games that a guest gets to see
RATED = 8_000  # results from which the ratings of a game are computed
SHARED = 1_000  # games with others, each counted once for each of them


def put(connection: Connection, table_id: int, rows: Sequence[Result]) -> None:
    """Store the results of a finished game in place of earlier ones; a guest who left a game that does not count for them gets none.

    Guests who have deleted their data since the table was read get none: their seats are stored without a guest.
    """
    connection.execute(delete(schema.results).where(results.table_id == table_id))
    if not rows:
        return
    guests, log = guests_at(connection, table_id), schema.log.c
    entries = connection.execute(select(log.seat, log.text, log.message_id).where(log.table_id == table_id))
    game = GAMES.get(rows[0].game.get("game", ""))
    made = count_decisions((tuple(entry) for entry in entries), game.turns.answers.values() if game else ())
    by_seat = [made.get(seat, Decisions()) for seat in range(len(rows[0].game.get("names", ())))]
    decisions = [[one.person + one.answers, one.bots] for one in by_seat]
    for row in rows:
        counts = made.get(row.seat, Decisions()).counts
        if guests.get(row.seat) == row.guest and (counts or not row.left):
            values = {
                "table_id": table_id,
                "seat": row.seat,
                "guest": row.guest,
                "at": row.at,
                "own": counts,
                "data": schema.to_json({**row.game, "decisions": decisions, "counts": counts}).decode(),
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


def recent_opponents(connection: Connection, guest: str) -> list[tuple[str, int, str, bool]]:
    """Return other guests, their seats, the game (as JSON), and whether it counts for both, of this guest's latest games with them.

    The latest comes first.
    """
    mine, theirs = schema.results.alias(), schema.results.alias()
    chosen = (
        select(theirs.c.guest, theirs.c.seat, mine.c.data, mine.c.own & theirs.c.own)
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .where(mine.c.guest == guest, theirs.c.guest != guest)
        .order_by(mine.c.at.desc(), mine.c.table_id.desc(), theirs.c.seat)
        .limit(SHARED)
    )
    return [(other, seat, data, bool(own)) for other, seat, data, own in connection.execute(chosen)]


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
    # The key to a seat of a finished game opens nothing that anybody needs: with it the guest could be found again.
    over = select(tables.id).where(tables.state == "over")
    mine = seats.table_id.in_(over) & (seats.guest == guest)
    connection.execute(update(schema.seats).where(mine).values(token_hash=None))
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
    at: int = 0
    creator: str | None = None  # a hash of the network that has created the table


def results_for_rating(connection: Connection, game: str) -> list[RatedRow]:
    """Return the latest results of guests for whom the game counts and who want a rating, the oldest first.

    Where there are more than ``RATED``, each network that has created tables gets the same part, as far as it needs it: many games
    from one network push nobody else's out.
    """
    latest = (results.at.desc(), results.table_id.desc(), results.seat.desc())
    turn = func.row_number().over(partition_by=tables.creator, order_by=latest)
    chosen = (
        select(
            results.table_id,
            tables.deal,
            results.seat,
            results.guest,
            results.data,
            results.at,
            tables.creator,
        )
        .join(schema.tables)
        .where(tables.game == game, results.own, results.guest.not_in(select(schema.unrated.c.guest)))
        .order_by(turn, *latest)
        .limit(RATED)
    )
    rows = [RatedRow(*row) for row in connection.execute(chosen)]
    return sorted(rows, key=lambda row: (row.at, row.table, row.seat))


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
