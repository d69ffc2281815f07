"""Timed actions at a table: bots decide, clocks run out, questions expire."""

from tischlein.room.events import BotDecided, RoundTimeUp, ServerStopping, TimerFired
from tischlein.room.opening.start import time_is_up
from tischlein.room.people.stand_in import come_back, out_of_time, pass_host_on
from tischlein.room.play.moves import decide
from tischlein.room.play.undo import not_agreed
from tischlein.room.step import Step, next_timed_action


def hold_bot_decision(step: Step, event: BotDecided) -> None:
    """Hold a bot's choice until it is time to show it. Drop it if the bot's question has changed."""
    state, seat = step.state, event.seat
    if state.thinking == (seat, event.since):
        state.thinking = None
    asked = seat in state.waiting and state.unchanged_since[seat] == event.since
    legal = [action.id for action in state.actions.get(seat, [])]
    if asked and state.undo is None and state.is_bot(seat) and event.action in legal:
        state.bot_decision = event


def run_timed_action(step: Step, event: TimerFired) -> None:
    """Do the first thing whose time has come."""
    state, at = step.state, step.now.ticks
    due = next_timed_action(state, step.ports.bounds)
    if due is None or due.at > at:
        return
    if due.kind == "bot":
        state.bot_decision = None
        decide(step, due.seat, due.action, late=state.is_out_of_time(due.seat))
    elif due.kind == "answer":
        decide(step, due.seat, due.action)
    elif due.kind == "clock":
        # A player gains no time by asking for an undo.
        not_agreed(step, "expired", None)
        out_of_time(step, due.seat)
    elif due.kind == "undo":
        not_agreed(step, "expired", None)
    elif due.kind == "start":
        time_is_up(step)
    elif due.kind == "back":
        come_back(step, due.seat)
    else:
        pass_host_on(step)


def end_round_time(step: Step, event: RoundTimeUp) -> None:
    """End the time of all players, so that bots play the rest at once."""
    state = step.state
    row = state.row
    if row.state == "playing" and (row.timer, row.pace) != (0, "instant"):
        # More time that was asked for ends with the round, too.
        state.asked_at = [min(at, step.now.ticks) for at in state.asked_at]
        step.save({"timer": 0, "pace": "instant"})
        step.news()  # the clocks have changed


def store_clocks(step: Step, event: ServerStopping) -> None:
    """Store the clocks: another host goes on with what is left."""
    if step.state.clocks is not None and step.state.row.state == "playing":
        step.save({})
