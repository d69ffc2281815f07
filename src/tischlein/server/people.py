"""Who sits at a table: joining, leaving, coming back, and what the host may do."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from math import ceil

from sqlalchemy import Connection

from tischlein.engine.errors import TischleinError
from tischlein.server import presence, queries, talk
from tischlein.server.catalogue import levels
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.names import bot_name, tidy
from tischlein.server.protocol.server import NextTable
from tischlein.server.room import Room
from tischlein.server.rows import LogRow, SeatRow


def new_token() -> str:
    """A key to a seat that nobody can guess."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is stored of a token: it has enough luck in it to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def taken(seats: Iterable[SeatRow]) -> list[str | None]:
    return [seat.name for seat in seats]


def put_bot(seats: list[SeatRow], seat: int, level: str) -> None:
    seats[seat] = SeatRow(seat, kind="bot", name=bot_name(taken(seats)), level=level)


def put_person(seats: list[SeatRow], seat: int, name: str) -> str:
    """Seat a person and return the token."""
    token = new_token()
    name = tidy(name, [other.name for other in seats if other.kind == "person"])
    for other in seats:
        if other.kind == "bot" and other.name is not None and other.name.casefold() == name.casefold():
            other.name = bot_name(taken(seats))  # a bot has no claim to its name
    seats[seat] = SeatRow(seat, kind="person", name=name, token_hash=hashed(token))
    return token


async def join(room: Room, name: str, wish: int | None) -> tuple[int, str]:
    """Take a free seat before the start."""
    async with room.lock:
        _in_lobby(room)
        free = [seat.seat for seat in room.seats if seat.kind == "open"]
        if wish is not None and wish >= len(room.seats):
            raise Refusal("no_such_seat", 404)
        if not free:
            raise Refusal("full", 409)
        if wish is not None and wish not in free:
            raise Refusal("seat_taken", 409)
        seat = free[0] if wish is None else wish
        seats = room.copy_of_seats()
        token = put_person(seats, seat, name)
        changes = {"host": seat} if room.row.host is None else {}
        room.seen[hashed(token)] = now()
        await room.save(changes, seats)
        return seat, token


async def start(room: Room, by: int, empty: str) -> None:
    """The host starts the game; open seats get bots, or are taken away."""
    _host(room, by)
    _in_lobby(room)
    seats = room.copy_of_seats()
    if empty == "close":
        seats = [seat for seat in seats if seat.kind != "open"]
    for seat in seats:
        if seat.kind == "open":
            put_bot(seats, seat.seat, room.row.stand_in)
    host = seats.index(next(seat for seat in seats if seat.seat == by))
    if len(seats) < room.game.seats[0]:
        raise Refusal("too_few", 409, least=room.game.seats[0])
    places = {seat.seat: place for place, seat in enumerate(seats)}
    for seat in seats:
        seat.seat = places[seat.seat]
    await begin(room, seats, host, places)


async def begin(
    room: Room, seats: list[SeatRow], host: int | None, places: dict[int, int] | None = None
) -> None:
    """Deal, store the deal, and welcome everybody at the table; ``places`` are the seats' new numbers by the old ones."""
    try:
        table = room.game.new(len(seats), **room.row.options)
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    at = now()
    rows = [LogRow(k + 1, seat, text, None, at) for k, (seat, text) in enumerate(table.history)]
    changes = {"state": "playing", "host": host, "touched": at, "position": table.position()}
    table_id = room.row.id
    chat = room.chat if places is None else talk.moved(room.chat, places)

    def job(connection: Connection) -> None:
        queries.put_seats(connection, table_id, seats)
        queries.append(connection, table_id, rows, changes)
        queries.put_chat_seats(connection, table_id, chat)

    await room.house.store.run(job)
    room.set(changes)
    room.seats, room.log, room.table, room.chat = seats, rows, table, chat
    room.enter()
    for listener in list(room.listeners):
        listener.seat = room.seat_of(listener.token_hash)
        room.tell_welcome(listener, 0)
    room.changed.set()


async def set_seat(room: Room, by: int, seat: int, level: str | None) -> None:
    """The host puts a bot on a free seat, or frees a bot's."""
    _host(room, by)
    _in_lobby(room)
    seats = room.copy_of_seats()
    if _seat(room, seat).kind == "person":
        raise Refusal("seat_taken", 409)
    if level is None:
        seats[seat] = SeatRow(seat)
    elif level in levels(room.house.bots):
        put_bot(seats, seat, level)
    else:
        raise Refusal("no_level", 422)
    await room.save({}, seats)


async def kick(room: Room, by: int, seat: int) -> None:
    """The host frees a person's seat, before the start."""
    _host(room, by)
    _in_lobby(room)
    if _seat(room, seat).kind != "person" or seat == by:
        raise Refusal("not_a_person", 409)
    await _free(room, [seat], "kicked")


async def hand_over(room: Room, by: int, seat: int) -> None:
    """The host makes somebody else the host."""
    _host(room, by)
    if seat == by:
        raise Refusal("same_host", 409)
    if _seat(room, seat).kind != "person":
        raise Refusal("not_a_person", 409)
    await room.save({"host": seat})


async def leave(room: Room, seat: int) -> list[int]:
    """Free the seat before the start; afterwards a bot plays on until the person is back. Whoever shares the device goes too."""
    leaving = [other.seat for other in room.seats if room.together(seat, other.seat)]
    if room.row.state == "lobby":
        await _free(room, leaving, "left")
    else:
        await _replace(room, leaving)
        _dismiss(room, leaving, "left")
    return leaving


async def stand_in(room: Room, seat: int) -> None:
    """Let a bot play for somebody who has been away for long, until the person is back."""
    if room.row.state != "playing":
        raise Refusal("not_playing", 409)
    if _seat(room, seat).kind != "person":
        raise Refusal("not_a_person", 409)
    if room.row.unhurried:
        raise Refusal("has_days", 409)
    if room.seats[seat].standing_in:
        return  # somebody else was faster
    left = presence.until_stand_in(room, seat)
    if left is None:
        raise Refusal("still_here", 409)
    if left > 0:
        raise Refusal("just_away", 409, seconds=ceil(left / 1000))
    await _replace(room, [seat])


async def pass_host_on(room: Room) -> None:
    """Somebody who is here becomes the host instead of one who is not."""
    if room.row.host is not None:
        await room.save(_next_host(room, [room.row.host]))


async def come_back(room: Room, seat: int) -> None:
    """Take the seat back from the bot that stands in."""
    if not room.seats[seat].standing_in:
        return
    seats = room.copy_of_seats()
    seats[seat].standing_in = False
    host = {} if room.row.host is not None else {"host": seat}
    await room.save(host, seats)
    # The clock starts when the seat is taken, else the same move would be lost again.
    room.asked[seat] = now()
    room.tell_news()


async def prefer(room: Room, seat: int, no_offers: bool) -> None:
    """Quanto in teams: never offer a card from now on, or be asked again."""
    seats = room.copy_of_seats()
    seats[seat].no_offers = no_offers
    await room.save({}, seats)


async def switch_chat(room: Room, by: int, on: bool) -> None:
    _host(room, by)
    await room.save({"chat": on})


async def rematch(room: Room, seat: int, may_set_a_table: Callable[[], bool]) -> None:
    """Another game with the same people; their tokens open it too."""
    if room.row.state != "over":
        raise Refusal("not_over", 409)
    if room.row.rematch is None:
        if not may_set_a_table():
            raise Refusal("too_many_tables", 429)
        code = await room.house.again(room, seat)
        await room.save({"rematch": code})
    room.tell_all(NextTable(room.row.rematch or ""))


async def _free(room: Room, leaving: list[int], why: str) -> None:
    seats = room.copy_of_seats()
    for seat in leaving:
        seats[seat] = SeatRow(seat)
    places = {other.seat: other.seat for other in seats if other.seat not in leaving}
    keys = [room.seats[seat].token_hash for seat in leaving]
    await room.save(_next_host(room, leaving), seats, talk.moved(room.chat, places))
    for key in keys:
        room.seen.pop(key or "", None)
    _dismiss(room, leaving, why)


async def _replace(room: Room, leaving: list[int]) -> None:
    """Bots play on."""
    seats = room.copy_of_seats()
    for seat in leaving:
        seats[seat].standing_in = True
    await room.save(_next_host(room, leaving), seats)


def _dismiss(room: Room, leaving: list[int], why: str) -> None:
    for listener in list(room.listeners):
        if listener.seat in leaving:
            listener.dismiss(why)


def _next_host(room: Room, leaving: list[int]) -> dict[str, int | None]:
    """Who becomes the host when the host leaves: the next person in turn, if possible one who is here."""
    host = room.row.host
    if host is None or host not in leaving:
        return {}
    others = [other for other in room.persons() if other not in leaving]

    def order(other: int) -> tuple[bool, int]:
        return not presence.is_here(room, other), (other - host) % len(room.seats)

    return {"host": min(others, key=order, default=None)}


def _seat(room: Room, seat: int) -> SeatRow:
    if seat >= len(room.seats):
        raise Refusal("no_such_seat", 404)
    return room.seats[seat]


def _host(room: Room, by: int) -> None:
    if room.row.host != by:
        raise Refusal("not_host", 403)


def _in_lobby(room: Room) -> None:
    if room.row.state != "lobby":
        raise Refusal("not_in_lobby", 409)
