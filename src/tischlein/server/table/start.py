"""How a game starts: seats are closed, promises are shown, shares are revealed, and the cards are dealt. The caller holds the lock.

Who takes no part in the shuffle is not waited for, and nobody waits long for somebody who does.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from tischlein.engine.errors import TischleinError
from tischlein.engine.fair import promise as promise_of
from tischlein.server.clock import now, ticks
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import Promises
from tischlein.server.store import queries
from tischlein.server.store.rows import Changes, LogRow, SeatRow
from tischlein.server.table import chat
from tischlein.server.table.broadcast import Listener, encode
from tischlein.server.table.create import put_bot
from tischlein.server.table.live import LiveTable
from tischlein.server.table.people import check_host, check_lobby
from tischlein.server.table.shuffle import dealer
from tischlein.server.table.state import Starting


async def start(live: LiveTable, by: int, empty: str) -> None:
    """The host starts the game; open seats get bots, or are taken away."""
    check_host(live, by)
    check_lobby(live)
    seats = live.state.copy_of_seats()
    if empty == "close":
        if live.state.row.deal is not None and any(seat.kind == "open" for seat in seats):
            raise Refusal("deal_seats", 409)
        seats = [seat for seat in seats if seat.kind != "open"]
    for seat in seats:
        if seat.kind == "open":
            put_bot(seats, seat.seat, live.state.row.stand_in)
    if len(seats) < live.game.seats[0]:
        raise Refusal("too_few", 409, least=live.game.seats[0])
    places = {seat.seat: place for place, seat in enumerate(seats)}
    for seat in seats:
        seat.seat = places[seat.seat]
    await _go_on(live, Starting(seats, places, _until(live)))


async def soon(live: LiveTable, seats: list[SeatRow], awaited: set[str]) -> None:
    """Start by itself, as soon as those who are awaited have promised their shares."""
    await _go_on(live, Starting(seats, None, _until(live), awaited))


async def share(live: LiveTable, connection: Listener, seat: int, promise: str) -> None:
    """Somebody promises a share. The first promise of a seat stands as long as whoever made it is connected."""
    state = live.state
    if state.row.state != "lobby" or state.row.secret is None or state.row.deal is not None:
        raise Refusal("not_in_lobby", 409)
    starting, token_hash = state.starting, state.seats[seat].token_hash
    if starting is not None and starting.promises is not None:
        live.broadcast.people()  # too late: the list shows that it has no part
        return
    if token_hash is not None and token_hash not in state.promises:
        state.promises[token_hash] = promise
        connection.promise = promise
    live.broadcast.people()
    if starting is not None:
        await _go_on(live, starting)


def greet(live: LiveTable, connection: Listener) -> None:
    """Somebody has come, or come back, while shares are being revealed."""
    starting = live.state.starting
    if starting is not None and starting.promises is not None:
        _show_promises(live, starting, [connection])


def gone(live: LiveTable, connection: Listener) -> None:
    """Nobody waits for the share of a connection that has ended; before the start another one may promise."""
    state = live.state
    if connection.promise is None or (state.starting is not None and state.starting.promises is not None):
        return
    if state.promises.get(connection.token_hash or "") == connection.promise:
        del state.promises[connection.token_hash or ""]


async def reveal(live: LiveTable, seat: int, share: str) -> None:
    """Somebody reveals a share; with the last one the cards are dealt."""
    starting = live.state.starting
    if starting is None or starting.promises is None:
        raise Refusal("not_in_lobby", 409)
    place = seat if starting.places is None else starting.places[seat]
    if promise_of(share) != starting.promises[place]:
        raise Refusal("bad_share", 422)
    starting.shares[place] = share
    if starting.complete:
        await _deal(live, starting)


async def time_is_up(live: LiveTable) -> None:
    """Whoever has not promised or revealed by now takes no part in the shuffle. Takes the lock itself."""
    async with live.lock:
        starting = live.state.starting
        if starting is None or starting.until > ticks():
            return
        if starting.promises is None:
            starting.awaited = set()
            await _go_on(live, starting)
        else:
            await _deal(live, starting)


async def _go_on(live: LiveTable, starting: Starting) -> None:
    """Wait for promises, or show them all and wait for the shares, or deal."""
    state = live.state
    if starting.awaited - set(state.promises):
        _wait(live, starting)
        return
    starting.promises = [state.promises.get(seat.token_hash or "") for seat in starting.seats]
    starting.shares = [None] * len(starting.seats)
    if starting.complete:
        await _deal(live, starting)
        return
    starting.until = _until(live)
    _wait(live, starting)
    _show_promises(live, starting, live.broadcast.listeners)


def _show_promises(live: LiveTable, starting: Starting, listeners: Iterable[Listener]) -> None:
    info = live.broadcast.info().fair
    assert info is not None  # noqa: S101 — for the type checker: without a secret nobody can promise
    numbers = {seat.token_hash: seat.seat for seat in starting.seats if seat.token_hash is not None}
    for listener in list(listeners):
        seat = numbers.get(listener.token_hash or "")
        listener.send(encode(Promises(seat, info.commitment, starting.promises or [])))


def _wait(live: LiveTable, starting: Starting) -> None:
    live.state.starting = starting
    live.broadcast.people()
    live.changed.set()


def _until(live: LiveTable) -> int:
    return ticks() + int(1000 * live.services.limits.share_seconds)


async def _deal(live: LiveTable, starting: Starting) -> None:
    """Deal, store the deal, and welcome everybody at the table."""
    # A share that is known is never used again: if this fails, everybody makes another promise.
    live.state.starting, live.state.promises = None, {}
    try:
        await _dealt(live, starting)
    except BaseException:
        live.broadcast.people()  # the start is over, and they are in the lobby again
        live.changed.set()
        raise
    for listener in list(live.broadcast.listeners):
        listener.seat = live.state.seat_of(listener.token_hash)
        live.broadcast.welcome(listener, 0)
    live.changed.set()


async def _dealt(live: LiveTable, starting: Starting) -> None:
    state = live.state
    promises, shares = starting.promises or [], starting.shares
    try:
        source = dealer(state.row, promises, shares)
        table = live.game.new(len(starting.seats), chance=source, **state.row.options)
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    at = now()
    rows = [LogRow(k + 1, seat, text, None, at) for k, (seat, text) in enumerate(table.history)]
    host = state.row.host  # who it is now: somebody else may have become it since the start
    if host is not None and starting.places is not None:
        host = starting.places[host]
    changes: Changes = {"state": "playing", "host": host, "touched": at, "position": table.position()}
    if state.row.secret is not None:
        changes["shuffle"] = {"promises": promises, "shares": shares}
    if state.row.bank is not None:
        changes["clocks"] = [1000 * state.row.bank] * len(starting.seats)
    lines = state.chat if starting.places is None else chat.moved(state.chat, starting.places)

    known = state.seats

    def job(connection: Connection) -> None:
        queries.change_seats(connection, state.row.id, known, starting.seats)
        queries.append(connection, state.row.id, rows, changes)
        queries.put_chat_seats(connection, state.row.id, lines)

    await live.write(job)
    state.set(changes)
    state.seats, state.log, state.table, state.chat = starting.seats, rows, table, lines
    live.enter()
