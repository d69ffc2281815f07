"""Who sits at a table: joining, leaving, coming back, and what the host may do."""

from __future__ import annotations

from math import ceil

from tischlein.room.rows import Columns, Seat
from tischlein.server.bots import levels
from tischlein.server.clock import ticks
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.table import chat
from tischlein.server.table.clocks import BACK
from tischlein.server.table.create import put_bot, put_person
from tischlein.server.table.deals import check_first_time, check_own, is_daily
from tischlein.server.table.live import LiveTable
from tischlein.server.table.names import skeleton
from tischlein.server.table.presence import until_stand_in
from tischlein.server.table.state import TableState
from tischlein.server.table.tokens import hashed


async def join(
    live: LiveTable,
    name: str,
    wanted: int | None,
    address: str = "",
    avatar: str | None = None,
    guest: str | None = None,
) -> tuple[int, str]:
    """Take a free seat before the start."""
    async with live.lock:
        check_lobby(live)
        _check_sent_away(live, name, address)
        guest_hash = None if guest is None else hashed(guest)
        await check_first_time(live.services.store, live.state.row, guest_hash)
        free = [seat.seat for seat in live.state.seats if seat.kind == "open"]
        if wanted is not None and wanted >= len(live.state.seats):
            raise Refusal("no_such_seat", 404)
        if not free:
            raise Refusal("full", 409)
        if wanted is not None and wanted not in free:
            raise Refusal("seat_taken", 409)
        seat = free[0] if wanted is None else wanted
        seats = live.state.copy_of_seats()
        token = put_person(seats, seat, name, avatar)
        seats[seat].guest = guest_hash
        changes = {"host": seat} if live.state.row.host is None else {}
        live.state.seen[hashed(token)] = ticks()
        try:
            await live.save(changes, seats)
        except StoreError:
            # Stored after all: nobody else could ever have the seat, which only this token opens.
            if live.state.seat_of(hashed(token)) is None:
                raise
        return seat, token


async def set_seat(live: LiveTable, by: int, seat: int, level: str | None) -> None:
    """The host puts a bot on a free seat, or frees a bot's; where others have the same deal, they have the same bots."""
    check_host(live, by)
    check_lobby(live)
    check_own(live.state.row)
    seats = live.state.copy_of_seats()
    if _seat(live, seat).kind == "person":
        raise Refusal("seat_taken", 409)
    if level is None:
        seats[seat] = Seat(seat)
    elif level in levels(live.services.bots):
        put_bot(seats, seat, level)
    else:
        raise Refusal("no_level", 422)
    await live.save({}, seats)


async def swap(live: LiveTable, by: int, one: int, other: int) -> None:
    """The host lets two seats change places before the start; everybody learns where they sit now."""
    check_host(live, by)
    check_lobby(live)
    if "bot" in (_seat(live, one).kind, _seat(live, other).kind):
        check_own(live.state.row)  # the same bots on the same seats
    if one == other:
        return
    seats = live.state.copy_of_seats()
    seats[one], seats[other] = seats[other], seats[one]
    places = {seat.seat: number for number, seat in enumerate(seats)}
    for number, seat in enumerate(seats):
        seat.seat = number
    host = live.state.row.host
    changes = {"host": None if host is None else places[host]}
    await live.save(changes, seats, chat.moved(live.state.chat, places))
    live.welcome_all()


async def kick(live: LiveTable, by: int, seat: int) -> None:
    """The host frees a person's seat, before the start."""
    check_host(live, by)
    check_lobby(live)
    if _seat(live, seat).kind != "person" or seat == by:
        raise Refusal("not_a_person", 409)
    _send_away(live, seat)
    await _free(live, [seat], "kicked")


def _send_away(live: LiveTable, seat: int) -> None:
    """Whoever was kicked does not sit down again at once: not with this name, nor from an address that nobody else here has."""
    until = ticks() + int(1000 * live.services.limits.sent_away)
    addresses = {listener.address for listener in live.broadcast.listeners if listener.seat == seat}
    others = {listener.address for listener in live.broadcast.listeners if listener.seat not in (seat, None)}
    for key in (*(addresses - others), skeleton(live.state.seats[seat].name or "")):
        live.state.sent_away[key] = until


def _check_sent_away(live: LiveTable, name: str, address: str) -> None:
    for key in (address, skeleton(name)):
        if live.state.sent_away.get(key, 0) > ticks():
            raise Refusal("kicked", 403)


async def hand_over(live: LiveTable, by: int, seat: int) -> None:
    """The host makes somebody else the host; not one who has left, or whose bot plays."""
    check_host(live, by)
    if seat == by:
        raise Refusal("same_host", 409)
    if _seat(live, seat).seat not in live.state.persons():
        raise Refusal("not_a_person", 409)
    await live.save({"host": seat})


async def leave(live: LiveTable, seat: int) -> list[int]:
    """Free the seat before the start; afterwards a bot plays on until the person is back. Whoever shares the device goes too."""
    leaving = [other.seat for other in live.state.seats if live.state.together(seat, other.seat)]
    if live.state.row.state == "lobby":
        await _free(live, leaving, "left")
    else:
        await _replace(live, leaving, left=True)
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


async def come_back(live: LiveTable, seat: int, to_decide: bool = False) -> None:
    """Take the seat back from the bot that stands in; ``to_decide``: the person's decision follows at once.

    Else, where the time has run out, the bot makes that decision first: nobody gets more time for it by coming back.
    """
    state = live.state
    if not state.seats[seat].standing_in:
        state.coming_back.discard(seat)
        return
    if state.is_out_of_time(seat) and not to_decide:
        state.coming_back.add(seat)
        return
    seats = state.copy_of_seats()
    seats[seat].standing_in = seats[seat].left = False
    changes: Columns = {} if state.row.host is not None else {"host": seat}
    at = ticks()
    first = state.takes_up_again(seat)
    if state.clocks is not None:
        left = state.left_at(at)
        if first and not state.seats[seat].left:  # who had left comes back to what there was
            left[seat] = max(left[seat], state.clocks.increment, BACK)
        changes["clocks"] = left
    await live.save(changes, seats)
    if first and state.row.timer is not None:
        allowed = 1000 * state.row.timer
        state.asked_at[seat] = max(state.asked_at[seat], at - allowed + min(allowed, BACK))
    state.out_of_time.pop(seat, None)
    state.coming_back.discard(seat)
    live.broadcast.news()


async def prefer(live: LiveTable, seat: int, name: str, on: bool) -> None:
    """Let one of the game's standing answers be given by itself from now on, or be asked again."""
    if name not in live.game.answers_with(live.state.row.options):
        raise Refusal("no_such_answer", 422)
    seats = live.state.copy_of_seats()
    others = {other: there for other, there in seats[seat].preferences.items() if other != name}
    seats[seat].preferences = {**others, name: True} if on else others
    await live.save({}, seats)


async def switch_chat(live: LiveTable, by: int, on: bool) -> None:
    check_host(live, by)
    await live.save({"chat": on})


async def list_table(live: LiveTable, by: int, on: bool) -> None:
    """The host lists the table for everybody on the server, or takes it off the list."""
    check_host(live, by)
    if live.state.row.state == "over":
        raise Refusal("not_playing", 409)
    await live.save({"listed": on})
    live.note_presence()


async def tune(live: LiveTable, by: int, pace: str | None, level: str | None) -> None:
    """The host sets how quickly and how well all bots play."""
    check_host(live, by)
    if level is not None:
        check_own(live.state.row)
    if level is not None and level not in levels(live.services.bots):
        raise Refusal("no_level", 422)
    changes = {"pace": live.state.row.pace if pace is None else pace}
    seats = live.state.copy_of_seats()
    for seat in seats:
        if seat.kind == "bot" and level is not None:
            seat.level = level
            live.minds.pop(seat.seat, None)  # another one thinks from now on
    await live.save(changes, seats)


async def _free(live: LiveTable, leaving: list[int], why: str) -> None:
    if live.state.starting is not None:
        # The others wait in the lobby again. A share that may be known is never used: they promise others.
        live.state.starting, live.state.promises = None, {}
    seats = live.state.copy_of_seats()
    for seat in leaving:
        seats[seat] = Seat(seat)
    places = {other.seat: other.seat for other in seats if other.seat not in leaving}
    keys = [live.state.seats[seat].token_hash for seat in leaving]
    await live.save(_next_host(live.state, leaving), seats, chat.moved(live.state.chat, places))
    for key in keys:
        live.state.seen.pop(key or "", None)
        live.state.promises.pop(key or "", None)
    _dismiss(live, leaving, why)


async def _replace(live: LiveTable, leaving: list[int], left: bool = False) -> None:
    """Bots play on; ``left``: these people have left for good, if they do not come back."""
    seats = live.state.copy_of_seats()
    for seat in leaving:
        seats[seat].standing_in, seats[seat].left = True, left
    await live.save(_next_host(live.state, leaving), seats)
    live.state.coming_back.difference_update(leaving)


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


def _seat(live: LiveTable, seat: int) -> Seat:
    if seat >= len(live.state.seats):
        raise Refusal("no_such_seat", 404)
    return live.state.seats[seat]


def check_host(live: LiveTable, by: int) -> None:
    if live.state.row.host != by:
        raise Refusal("not_host", 403)


def check_lobby(live: LiveTable) -> None:
    if live.state.row.state != "lobby" or is_daily(live.state.row):
        raise Refusal("not_in_lobby", 409)
    if live.state.starting is not None:
        raise Refusal("starting", 409)
