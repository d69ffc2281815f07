"""How a game starts: seats are closed, promises are shown, shares are revealed, and the cards are dealt. The caller holds the lock.

Who takes no part in the shuffle is not waited for, and nobody waits long for somebody who does.
"""

from __future__ import annotations

from collections.abc import Iterable

from tischlein.engine.errors import TischleinError
from tischlein.engine.play.fair import promise as promise_of
from tischlein.room.rows import Columns, Entry, Seat
from tischlein.server.clock import now, ticks
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import Promises
from tischlein.server.table import chat
from tischlein.server.table.broadcast import Listener, encode
from tischlein.server.table.create import put_bot
from tischlein.server.table.live import LiveTable
from tischlein.server.table.people import check_host, check_lobby
from tischlein.server.table.shuffle import dealer
from tischlein.server.table.state import Starting, TableState


async def start(live: LiveTable, by: int, empty: str) -> None:
    """The host starts the game; open seats get bots, or are taken away."""
    check_host(live, by)
    check_lobby(live)
    taken = [seat.seat for seat in live.state.seats if seat.kind != "open"]
    kept = [seat.seat for seat in live.state.seats]
    if empty == "close":
        if live.state.row.deal is not None and taken != kept:
            raise Refusal("deal_seats", 409)
        kept = taken
    if len(kept) < live.game.seats[0]:
        raise Refusal("too_few", 409, least=live.game.seats[0])
    await _begin(live, kept, set())


async def soon(live: LiveTable, awaited: set[str]) -> None:
    """Start by itself, as soon as those who are awaited have promised their shares."""
    await _begin(live, [seat.seat for seat in live.state.seats], awaited)


async def _begin(live: LiveTable, kept: list[int], awaited: set[str]) -> None:
    places = {seat: place for place, seat in enumerate(kept)}
    try:
        live.game.opening(len(places), **live.game.with_places(live.state.row.options, places))
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    await _go_on(live, Starting(places, _until(live), awaited))


async def share(live: LiveTable, connection: Listener, seat: int, promise: str) -> None:
    """Somebody promises a share. The first promise of a seat stands as long as whoever made it is connected."""
    state = live.state
    if state.row.state != "lobby" or state.row.deal is not None:
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
    place = starting.places[seat]
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
    starting.promises = [state.promises.get(state.seats[seat].token_hash or "") for seat in starting.places]
    starting.shares = [None] * len(starting.places)
    if starting.complete:
        await _deal(live, starting)
        return
    starting.until = _until(live)
    _wait(live, starting)
    _show_promises(live, starting, live.broadcast.listeners)


def _show_promises(live: LiveTable, starting: Starting, listeners: Iterable[Listener]) -> None:
    info = live.broadcast.info().fair
    assert info is not None  # noqa: S101 — for the type checker: without a secret nobody can promise
    for listener in list(listeners):
        seat = live.state.seat_of(listener.token_hash)
        place = None if seat is None else starting.places[seat]
        listener.send(encode(Promises(place, info.commitment, starting.promises or [])))


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
        live.broadcast.people()  # the start is over
        live.changed.set()
        raise
    live.welcome_all()


async def _dealt(live: LiveTable, starting: Starting) -> None:
    state, places = live.state, starting.places
    promises, shares = starting.promises or [], starting.shares
    source = dealer(state.row, promises, shares)
    options = live.game.with_places(state.row.options, places)
    table = live.game.new(len(places), chance=source, **options)
    at = now()
    rows = [Entry(k + 1, seat, text, None, at) for k, (seat, text) in enumerate(table.history)]
    host = state.row.host  # who it is now: somebody else may have become it since the start
    changes: Columns = {
        "state": "playing",
        "host": None if host is None else places[host],
        "touched": at,
        "options": options,
        "position": table.position(),
        "shuffle": {"promises": promises, "shares": shares},
    }
    if state.row.bank is not None:
        changes["clocks"] = [1000 * state.row.bank] * len(places)
    seats = _seats_in_play(state, places)
    lines = chat.moved(state.chat, places)

    await live.store(live.writes(entries=rows, columns=changes, seats=seats, moved=lines))
    state.set(changes)
    state.seats, state.log, state.table, state.chat = seats, rows, table, lines
    live.enter()


def _seats_in_play(state: TableState, places: dict[int, int]) -> list[Seat]:
    """The seats as they are now, with their numbers in the game; bots sit down where a seat is open."""
    seats = [seat for seat in state.copy_of_seats() if seat.seat in places]
    for seat in seats:
        seat.seat = places[seat.seat]
    for seat in list(seats):
        if seat.kind == "open":
            put_bot(seats, seat.seat, state.row.stand_in)
    return seats
