"""Track connected clients, and how long a player has been away."""

from tischlein.room.events import ClientConnected, ClientDisconnected
from tischlein.room.opening.start import greet, withdraw
from tischlein.room.people.stand_in import come_back
from tischlein.room.refusal import Refusal
from tischlein.room.rows import Writes, copy_of
from tischlein.room.state import Listener
from tischlein.room.step import Step


def connect(step: Step, event: ClientConnected) -> None:
    """Connect a client, and welcome it."""
    state, bounds = step.state, step.ports.bounds
    seat = state.seat_of(event.key)
    if event.key is not None and seat is None:
        raise Refusal("bad_token")
    if seat is None and state.row.spectators == "none":
        raise Refusal("no_spectators")
    if seat is None and event.closed is not None:
        raise Refusal(event.closed)
    beside = len([one for one in state.listeners.values() if one.seat == seat])
    if seat is None and beside >= bounds.watching:
        raise Refusal("too_many_watching")
    if seat is not None and beside >= bounds.sockets_per_seat:
        raise Refusal("too_many_sockets")
    if seat is not None:
        come_back(step, seat)
    listener = Listener(event.listener, seat, event.key, event.lang or state.row.lang, event.address)
    listener.facts = event.facts is not None
    state.listeners = {**state.listeners, event.listener: listener}
    state.count_here()
    # Where events were numbered anew since, the client's number is of no use: tell it everything.
    counted_anew = state.table is not None and state.table.past.counted_from > 0
    step.welcome(event.listener, 0 if counted_anew else event.since, event.facts or 0)
    greet(step, listener)
    step.people()
    note_presence(step)


def disconnect(step: Step, event: ClientDisconnected) -> None:
    """Forget a client that has disconnected."""
    state = step.state
    listener = state.listeners.get(event.listener)
    if listener is None:
        return
    state.listeners = {number: one for number, one in state.listeners.items() if number != event.listener}
    state.count_here()
    if listener.key is not None and state.seat_of(listener.key) is not None:
        state.seen = {**state.seen, listener.key: step.now.ticks}
    withdraw(step, listener)
    step.people()
    note_presence(step)


def note_presence(step: Step) -> None:
    """Store the number of people at a listed table, for the lists of other servers."""
    state = step.state
    row, attended, watching = state.row, state.attended, state.watching
    if row.listed and (row.attended, row.watching) != (attended, watching):
        state.row = copy_of(row)
        state.row.attended, state.row.watching = attended, watching
        step.later = Writes(row.id, row.code, columns={"attended": attended, "watching": watching})
