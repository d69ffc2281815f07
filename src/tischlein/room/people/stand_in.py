"""Bots that play for a person who is away, and the person's way back."""

from collections.abc import Collection

from tischlein.engine.play.pace import hesitation
from tischlein.room.clocks import BACK
from tischlein.room.refusal import Refusal
from tischlein.room.rows import Columns
from tischlein.room.state import State
from tischlein.room.step import Step


def replace(step: Step, leaving: Collection[int], left: bool = False) -> None:
    """Let bots play on for these seats; ``left``: their players have left for good, unless they come back."""
    state = step.state
    seats = state.copy_of_seats()
    for seat in leaving:
        seats[seat].standing_in, seats[seat].left = True, left
    step.save(next_host(state, leaving), seats)
    state.coming_back = state.coming_back - set(leaving)
    for seat in leaving:
        pause = hesitation(state.row.pace, False, False, step.ports.rng.below)
        state.ready_at[seat] = step.now.ticks + pause


def ask_stand_in(step: Step, seat: int) -> bool:
    """Replace a player who has been away for long by a bot; return False if one stands in already."""
    state = step.state
    if state.row.state != "playing":
        raise Refusal("not_playing", 409)
    step.check_seat(seat)
    if state.seats[seat].kind != "person":
        raise Refusal("not_a_person", 409)
    if state.row.unhurried:
        raise Refusal("has_days", 409)
    if state.seats[seat].standing_in:
        return False
    left = state.until_stand_in(seat, step.ports.bounds.away, step.now.ticks)
    if left is None:
        raise Refusal("still_here", 409)
    if left > 0:
        raise Refusal("just_away", 409, seconds=(left + 999) // 1000)
    replace(step, [seat])
    return True


def come_back(step: Step, seat: int, to_decide: bool = False) -> None:
    """Take a seat back from the bot that stands in; ``to_decide``: the player's decision follows at once.

    Otherwise, where time has run out, the bot makes that decision first: coming back gives nobody more time for it.
    """
    state = step.state
    if not state.seats[seat].standing_in:
        state.coming_back = state.coming_back - {seat}
        return
    if state.is_out_of_time(seat) and not to_decide:
        state.coming_back = state.coming_back | {seat}
        return
    seats = state.copy_of_seats()
    had_left = seats[seat].left
    seats[seat].standing_in = seats[seat].left = False
    hosted = state.row.host is not None or state.row.of_evening
    columns: Columns = {} if hosted else {"host": seat}
    at = step.now.ticks
    # Going and coming back again and again gives no more time.
    first = state.taken_up.get(seat) != state.unchanged_since[seat] if state.unchanged_since else False
    if state.unchanged_since:
        state.taken_up[seat] = state.unchanged_since[seat]
    if state.clocks is not None:
        left = state.left_at(at)
        if first and not had_left:  # a player who had left comes back to what there was
            left[seat] = max(left[seat], state.clocks.increment, BACK)
        columns["clocks"] = left
    step.save(columns, seats)
    if first and state.row.timer is not None:
        allowed = 1000 * state.row.timer
        state.asked_at[seat] = max(state.asked_at[seat], at - allowed + min(allowed, BACK))
    state.out_of_time.pop(seat, None)
    state.coming_back = state.coming_back - {seat}
    step.news()  # the clocks have changed


def out_of_time(step: Step, seat: int) -> None:
    """Let a bot answer for a player whose time is up."""
    state = step.state
    seats = state.copy_of_seats()
    seats[seat].standing_in = True
    step.save({}, seats)
    state.out_of_time[seat] = state.unchanged_since[seat]


def pass_host_on(step: Step) -> None:
    """Make a connected player the host instead of one who is away."""
    if step.state.row.host is not None:
        step.save(next_host(step.state, [step.state.row.host]))


def next_host(state: State, leaving: Collection[int]) -> Columns:
    """Return who becomes the host when these seats leave: the next person in turn, if possible a connected one."""
    host = state.row.host
    if host is None or host not in leaving:
        return {}
    others = [other for other in state.persons() if other not in leaving]
    others.sort(key=lambda other: (not state.is_here(other), (other - host) % len(state.seats)))
    return {"host": others[0] if others else None}
