"""Who sits at a table: joining, leaving, coming back, and what the host may do."""

from __future__ import annotations

from math import ceil

from sqlalchemy import Connection

from tischlein.engine.errors import TischleinError
from tischlein.server.bots import levels
from tischlein.server.clock import now, ticks
from tischlein.server.errors import Refusal
from tischlein.server.store import queries
from tischlein.server.store.rows import LogRow, SeatRow
from tischlein.server.table import chat
from tischlein.server.table.create import put_bot, put_person
from tischlein.server.table.live import LiveTable
from tischlein.server.table.presence import until_stand_in
from tischlein.server.table.state import TableState
from tischlein.server.table.tokens import hashed


async def join(live: LiveTable, name: str, wanted: int | None) -> tuple[int, str]:
    """Take a free seat before the start."""
    async with live.lock:
        _in_lobby(live)
        free = [seat.seat for seat in live.state.seats if seat.kind == "open"]
        if wanted is not None and wanted >= len(live.state.seats):
            raise Refusal("no_such_seat", 404)
        if not free:
            raise Refusal("full", 409)
        if wanted is not None and wanted not in free:
            raise Refusal("seat_taken", 409)
        seat = free[0] if wanted is None else wanted
        seats = live.state.copy_of_seats()
        token = put_person(seats, seat, name)
        changes = {"host": seat} if live.state.row.host is None else {}
        live.state.seen[hashed(token)] = ticks()
        await live.save(changes, seats)
        return seat, token


async def start(live: LiveTable, by: int, empty: str) -> None:
    """The host starts the game; open seats get bots, or are taken away."""
    _host(live, by)
    _in_lobby(live)
    seats = live.state.copy_of_seats()
    if empty == "close":
        seats = [seat for seat in seats if seat.kind != "open"]
    for seat in seats:
        if seat.kind == "open":
            put_bot(seats, seat.seat, live.state.row.stand_in)
    host = seats.index(next(seat for seat in seats if seat.seat == by))
    if len(seats) < live.game.seats[0]:
        raise Refusal("too_few", 409, least=live.game.seats[0])
    places = {seat.seat: place for place, seat in enumerate(seats)}
    for seat in seats:
        seat.seat = places[seat.seat]
    await begin(live, seats, host, places)


async def begin(
    live: LiveTable, seats: list[SeatRow], host: int | None, places: dict[int, int] | None = None
) -> None:
    """Deal, store the deal, and welcome everybody at the table; ``places`` are the seats' new numbers by the old ones."""
    try:
        table = live.game.new(len(seats), **live.state.row.options)
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    at = now()
    rows = [LogRow(k + 1, seat, text, None, at) for k, (seat, text) in enumerate(table.history)]
    changes = {"state": "playing", "host": host, "touched": at, "position": table.position()}
    table_id, known = live.state.row.id, live.state.seats
    lines = live.state.chat if places is None else chat.moved(live.state.chat, places)

    def job(connection: Connection) -> None:
        queries.change_seats(connection, table_id, known, seats)
        queries.append(connection, table_id, rows, changes)
        queries.put_chat_seats(connection, table_id, lines)

    await live.services.store.run(job)
    live.state.set(changes)
    live.state.seats, live.state.log, live.state.table, live.state.chat = seats, rows, table, lines
    live.enter()
    for listener in list(live.broadcast.listeners):
        listener.seat = live.state.seat_of(listener.token_hash)
        live.broadcast.welcome(listener, 0)
    live.changed.set()


async def set_seat(live: LiveTable, by: int, seat: int, level: str | None) -> None:
    """The host puts a bot on a free seat, or frees a bot's."""
    _host(live, by)
    _in_lobby(live)
    seats = live.state.copy_of_seats()
    if _seat(live, seat).kind == "person":
        raise Refusal("seat_taken", 409)
    if level is None:
        seats[seat] = SeatRow(seat)
    elif level in levels(live.services.bots):
        put_bot(seats, seat, level)
    else:
        raise Refusal("no_level", 422)
    await live.save({}, seats)


async def kick(live: LiveTable, by: int, seat: int) -> None:
    """The host frees a person's seat, before the start."""
    _host(live, by)
    _in_lobby(live)
    if _seat(live, seat).kind != "person" or seat == by:
        raise Refusal("not_a_person", 409)
    await _free(live, [seat], "kicked")


async def hand_over(live: LiveTable, by: int, seat: int) -> None:
    """The host makes somebody else the host."""
    _host(live, by)
    if seat == by:
        raise Refusal("same_host", 409)
    if _seat(live, seat).kind != "person":
        raise Refusal("not_a_person", 409)
    await live.save({"host": seat})


async def leave(live: LiveTable, seat: int) -> list[int]:
    """Free the seat before the start; afterwards a bot plays on until the person is back. Whoever shares the device goes too."""
    leaving = [other.seat for other in live.state.seats if live.state.together(seat, other.seat)]
    if live.state.row.state == "lobby":
        await _free(live, leaving, "left")
    else:
        await _replace(live, leaving)
        _dismiss(live, leaving, "left")
    return leaving


async def stand_in(live: LiveTable, seat: int) -> None:
    """Let a bot play for somebody who has been away for long, until the person is back."""
    if live.state.row.state != "playing":
        raise Refusal("not_playing", 409)
    if _seat(live, seat).kind != "person":
        raise Refusal("not_a_person", 409)
    if live.state.row.unhurried:
        raise Refusal("has_days", 409)
    if live.state.seats[seat].standing_in:
        return  # somebody else was faster
    left = until_stand_in(live.state, seat, live.services.away, ticks())
    if left is None:
        raise Refusal("still_here", 409)
    if left > 0:
        raise Refusal("just_away", 409, seconds=ceil(left / 1000))
    await _replace(live, [seat])


async def pass_host_on(live: LiveTable) -> None:
    """Somebody who is here becomes the host instead of one who is not."""
    if live.state.row.host is not None:
        await live.save(_next_host(live.state, [live.state.row.host]))


async def come_back(live: LiveTable, seat: int) -> None:
    """Take the seat back from the bot that stands in."""
    if not live.state.seats[seat].standing_in:
        return
    seats = live.state.copy_of_seats()
    seats[seat].standing_in = False
    host = {} if live.state.row.host is not None else {"host": seat}
    await live.save(host, seats)
    # The clock starts when the seat is taken, else the same move would be lost again.
    live.state.asked_at[seat] = ticks()
    live.broadcast.news()


async def prefer(live: LiveTable, seat: int, name: str, on: bool) -> None:
    """Let one of the game's standing answers be given by itself from now on, or be asked again."""
    if name not in live.game.answers:
        raise Refusal("no_such_answer", 422)
    seats = live.state.copy_of_seats()
    others = {other: there for other, there in seats[seat].preferences.items() if other != name}
    seats[seat].preferences = {**others, name: True} if on else others
    await live.save({}, seats)


async def switch_chat(live: LiveTable, by: int, on: bool) -> None:
    _host(live, by)
    await live.save({"chat": on})


async def _free(live: LiveTable, leaving: list[int], why: str) -> None:
    seats = live.state.copy_of_seats()
    for seat in leaving:
        seats[seat] = SeatRow(seat)
    places = {other.seat: other.seat for other in seats if other.seat not in leaving}
    keys = [live.state.seats[seat].token_hash for seat in leaving]
    await live.save(_next_host(live.state, leaving), seats, chat.moved(live.state.chat, places))
    for key in keys:
        live.state.seen.pop(key or "", None)
    _dismiss(live, leaving, why)


async def _replace(live: LiveTable, leaving: list[int]) -> None:
    """Bots play on."""
    seats = live.state.copy_of_seats()
    for seat in leaving:
        seats[seat].standing_in = True
    await live.save(_next_host(live.state, leaving), seats)


def _dismiss(live: LiveTable, leaving: list[int], why: str) -> None:
    for listener in list(live.broadcast.listeners):
        if listener.seat in leaving:
            listener.dismiss(why)


def _next_host(state: TableState, leaving: list[int]) -> dict[str, int | None]:
    """Who becomes the host when the host leaves: the next person in turn, if possible one who is here."""
    host = state.row.host
    if host is None or host not in leaving:
        return {}
    others = [other for other in state.persons() if other not in leaving]

    def order(other: int) -> tuple[bool, int]:
        return not state.is_here(other), (other - host) % len(state.seats)

    return {"host": min(others, key=order, default=None)}


def _seat(live: LiveTable, seat: int) -> SeatRow:
    if seat >= len(live.state.seats):
        raise Refusal("no_such_seat", 404)
    return live.state.seats[seat]


def _host(live: LiveTable, by: int) -> None:
    if live.state.row.host != by:
        raise Refusal("not_host", 403)


def _in_lobby(live: LiveTable) -> None:
    if live.state.row.state != "lobby":
        raise Refusal("not_in_lobby", 409)
