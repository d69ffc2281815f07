"""More time for a player whose clock runs: the player asks, and another player gives it."""

from tischlein.engine.types import Json
from tischlein.room.clocks import MORE
from tischlein.room.refusal import Refusal
from tischlein.room.step import Step


def more_time(step: Step, seat: int, message: Json) -> None:
    """Ask for more time for a player at this device, or give it to another player. Bots always agree."""
    state, whose = step.state, message["seat"]
    step.check_seat(whose)
    playing = state.row.state == "playing" and state.row.clocked and not state.row.unhurried
    if not playing or whose not in state.running:
        raise Refusal("no_clock", 409)
    step.limit("talk")
    asks = state.together(seat, whose)
    if asks and any(not state.together(other, whose) for other in state.persons()):
        step.all({"type": "more_time", "seat": whose, "by": None})
        return
    _give(step, whose)
    step.all({"type": "more_time", "seat": whose, "by": seat})
    step.news()  # the clocks have changed


def _give(step: Step, seat: int) -> None:
    state = step.state
    if state.clocks is None:
        state.asked_at[seat] += MORE
        return
    left = state.left_at(step.now.ticks)
    left[seat] += MORE
    step.save({"clocks": left})
