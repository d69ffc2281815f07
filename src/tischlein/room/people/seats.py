"""Seats of a table: joining, leaving, and the host's rights."""

from collections.abc import Sequence

from tischlein.engine.types import Json
from tischlein.room.events import GuestDeleted, PlayerLeft, SeatRequested, SeatRevoked
from tischlein.room.opening.create import put_bot, put_person
from tischlein.room.opening.deals import check_own
from tischlein.room.people.chat import renumber_lines
from tischlein.room.people.presence import note_presence
from tischlein.room.people.stand_in import ask_stand_in, come_back, next_host, replace
from tischlein.room.play.undo import end_undo_when_away, stop_waiting_for
from tischlein.room.refusal import Refusal
from tischlein.room.rows import Columns, Seat
from tischlein.room.step import Step


def join(step: Step, event: SeatRequested) -> None:
    """Take a free seat before the start."""
    state, spelling = step.state, step.ports.spelling
    step.check_lobby()
    for key in (event.address, spelling.skeleton(event.name)):
        if state.sent_away.get(key, 0) > step.now.ticks:
            raise Refusal("kicked", 403)
    free = [seat.seat for seat in state.seats if seat.kind == "open"]
    if event.seat is not None:
        step.check_seat(event.seat)
    if not free:
        raise Refusal("full", 409)
    if event.seat is not None and event.seat not in free:
        raise Refusal("seat_taken", 409)
    seat = free[0] if event.seat is None else event.seat
    seats = state.copy_of_seats()
    put_person(seats, seat, event.name, event.key, step.ports, event.avatar)
    seats[seat].guest = event.guest
    state.seen = {**state.seen, event.key: step.now.ticks}
    step.save({"host": seat} if state.row.host is None else {}, seats)
    step.result = {"seat": seat}


def set_seat(step: Step, by: int, message: Json) -> None:
    """Put a bot on a free seat, or free a bot's."""
    state, seat, level = step.state, message["seat"], message["bot"]
    step.check_host(by)
    step.check_lobby()
    step.check_seat(seat)
    seats = state.copy_of_seats()
    if seats[seat].kind == "person":
        raise Refusal("seat_taken", 409)
    if level is None:
        seats[seat] = Seat(seat)
    elif level in step.ports.bounds.levels:
        put_bot(seats, seat, level, step.ports)
    else:
        raise Refusal("no_level", 422)
    step.save({}, seats)


def swap(step: Step, by: int, message: Json) -> None:
    """Swap two seats before the start; all players are sent their new places."""
    state, one, other = step.state, message["seat"], message["other"]
    step.check_host(by)
    step.check_lobby()
    step.check_seat(one, other)
    if one == other:
        return
    seats = state.copy_of_seats()
    seats[one], seats[other] = seats[other], seats[one]
    places = {seat.seat: number for number, seat in enumerate(seats)}
    for number, seat in enumerate(seats):
        seat.seat = number
    host = state.row.host
    step.save({"host": None if host is None else places[host]}, seats, renumber_lines(state.chat, places))
    step.welcome_all()


def kick(step: Step, by: int, message: Json) -> None:
    """Free a person's seat before the start."""
    state, seat = step.state, message["seat"]
    step.check_host(by)
    step.check_lobby()
    step.check_seat(seat)
    if state.seats[seat].kind != "person" or seat == by:
        raise Refusal("not_a_person", 409)
    _send_away(step, seat)
    _free(step, [seat], "kicked")


def _send_away(step: Step, seat: int) -> None:
    """Bar a person who was sent away from sitting down again for a while.

    Neither with this name, nor from an address that no other player here has.
    """
    state = step.state
    until = step.now.ticks + step.ports.bounds.sent_away
    listeners = list(state.listeners.values())
    others = [one.address for one in listeners if one.seat not in (seat, None)]
    keys = [one.address for one in listeners if one.seat == seat and one.address not in others]
    keys.append(step.ports.spelling.skeleton(state.seats[seat].name or ""))
    state.sent_away = {**state.sent_away, **dict.fromkeys(keys, until)}


def hand_over(step: Step, by: int, message: Json) -> None:
    """Make another person the host, if that person decides for themselves."""
    state, seat = step.state, message["seat"]
    step.check_host(by)
    if seat == by:
        raise Refusal("same_host", 409)
    step.check_seat(seat)
    if seat not in state.persons():
        raise Refusal("not_a_person", 409)
    step.save({"host": seat})


def leave(step: Step, seat: int, message: Json) -> None:
    """Free the seat before the start; afterwards a bot plays on. People at the same device leave together."""
    state = step.state
    leaving = [other.seat for other in state.seats if state.together(seat, other.seat)]
    if state.row.state == "lobby":
        if state.row.deal is not None:
            raise Refusal("starting", 409)
        _free(step, leaving, "left")
        return
    replace(step, leaving, left=True)
    for other in leaving:
        stop_waiting_for(step, other)
    step.dismiss(leaving, "left")


def leave_by_key(step: Step, event: PlayerLeft) -> None:
    """Take a person who has left the evening out of a running game."""
    seat = step.state.seat_of(event.key)
    if seat is not None and step.state.row.state == "playing" and not step.state.seats[seat].left:
        leave(step, seat, {})


def revoke_key(step: Step, event: SeatRevoked) -> None:
    """Take the key off a seat, for which a bot plays on; the store has done so already."""
    state = step.state
    seat = state.seat_of(event.key)
    if seat is None:
        return
    step.dismiss([seat], "kicked")
    seats = state.copy_of_seats()
    seats[seat].token_hash, seats[seat].standing_in, seats[seat].left = None, True, True
    state.seats = seats
    state.coming_back = state.coming_back - {seat}
    state.seen = {key: at for key, at in state.seen.items() if key != event.key}
    stop_waiting_for(step, seat)
    step.people()


def stand_in(step: Step, seat: int, message: Json) -> None:
    """Replace a player who has been away for long by a bot."""
    if ask_stand_in(step, message["seat"]):
        end_undo_when_away(step, message["seat"])


def back(step: Step, seat: int, message: Json) -> None:
    """Take the seat back from the bot that stands in."""
    come_back(step, seat)


def prefer(step: Step, seat: int, message: Json) -> None:
    """Switch one of the game's standing answers on or off for a seat."""
    state, name = step.state, message["name"]
    if name not in state.game.answers_with(state.row.options):
        raise Refusal("no_such_answer", 422)
    seats = state.copy_of_seats()
    chosen = {other: on for other, on in seats[seat].preferences.items() if other != name}
    if message["on"]:
        chosen[name] = True
    seats[seat].preferences = chosen
    step.save({}, seats)


def switch_chat(step: Step, by: int, message: Json) -> None:
    """Switch chat and reactions on or off."""
    step.check_host(by)
    step.save({"chat": message["on"]})


def list_table(step: Step, by: int, message: Json) -> None:
    """List the table for everybody on the server, or take it off the list."""
    step.check_host(by)
    if step.state.row.state == "over":
        raise Refusal("not_playing", 409)
    step.save({"listed": message["on"]})
    note_presence(step)


def tune(step: Step, by: int, message: Json) -> None:
    """Set how quickly and how well all bots play."""
    state, pace, level = step.state, message["pace"], message["level"]
    step.check_host(by)
    if level is not None:
        check_own(state.row)
        if level not in step.ports.bounds.levels:
            raise Refusal("no_level", 422)
    seats = state.copy_of_seats()
    for seat in seats:
        if seat.kind == "bot" and level is not None:
            seat.level = level
    step.save({"pace": state.row.pace if pace is None else pace}, seats)


def forget_guest(step: Step, event: GuestDeleted) -> None:
    """Take a guest who has deleted everything off all seats; the store has done so already."""
    seats = step.state.copy_of_seats()
    for seat in seats:
        if seat.guest == event.guest:
            seat.guest = None
            seat.token_hash = None if step.state.row.state == "over" else seat.token_hash
    step.state.seats = seats


def _free(step: Step, leaving: Sequence[int], why: str) -> None:
    state = step.state
    if state.starting is not None:
        # The others wait in the lobby again. A share that may be known is never used: they promise others.
        state.starting, state.promises = None, {}
    seats = state.copy_of_seats()
    keys = [state.seats[seat].token_hash for seat in leaving]
    step.dismiss(leaving, why)
    for seat in leaving:
        seats[seat] = Seat(seat)
    places = {other.seat: other.seat for other in seats if other.seat not in leaving}
    columns: Columns = next_host(state, leaving)
    step.save(columns, seats, renumber_lines(state.chat, places))
    state.seen = {key: at for key, at in state.seen.items() if key not in keys}
    state.promises = {key: promise for key, promise in state.promises.items() if key not in keys}
