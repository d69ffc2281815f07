"""Start a game: close seats, show promises, reveal shares, and deal the cards.

The start waits only for players who take part in the shuffle, and not long for them.
"""

from collections.abc import Collection, Sequence

from tischlein.engine.errors import TischleinError
from tischlein.engine.play.fair import commitment, is_hex
from tischlein.engine.play.fair import promise as promise_of
from tischlein.engine.types import Json
from tischlein.room.events import Now, StartRequested
from tischlein.room.opening.create import put_bot
from tischlein.room.opening.restore import enter, source_of
from tischlein.room.people.chat import renumber_lines
from tischlein.room.ports import RandomSource
from tischlein.room.refusal import Refusal
from tischlein.room.rows import Columns, Entry, Seat, Stored, copy_of
from tischlein.room.state import Listener, Starting, State
from tischlein.room.step import Step


def start(step: Step, by: int, message: Json) -> None:
    """Start the game; open seats get bots, or are taken away."""
    state = step.state
    step.check_host(by)
    step.check_lobby()
    taken = [seat.seat for seat in state.seats if seat.kind != "open"]
    kept = [seat.seat for seat in state.seats]
    if message["empty"] == "close":
        kept = taken
    if len(kept) < state.game.seats[0]:
        raise Refusal("too_few", 409, least=state.game.seats[0])
    _begin(step, kept, ())


def begin(step: Step, event: StartRequested) -> None:
    """Start without the host's word, as soon as the awaited players have promised their shares."""
    if step.state.row.state == "lobby" and step.state.starting is None:
        _begin(step, [seat.seat for seat in step.state.seats], event.awaited)


def _begin(step: Step, kept: Sequence[int], awaited: Collection[str]) -> None:
    game, row = step.state.game, step.state.row
    places = {seat: place for place, seat in enumerate(kept)}
    try:
        game.opening(len(places), **game.with_places(row.options, places))
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    _go_on(step, Starting(places, _until(step), awaited))


def share(step: Step, seat: int, message: Json) -> None:
    """Promise a share. The first promise of a seat stands as long as its connection does."""
    state, listener = step.state, step.listener
    if state.row.state != "lobby" or not state.row.secret or state.row.deal is not None:
        raise Refusal("not_in_lobby", 409)
    if not is_hex(message["promise"]):  # nobody could check the record
        raise Refusal("bad_message", problem="a promise has 64 hexadecimal digits")
    starting, key = state.starting, state.seats[seat].token_hash
    step.people()
    if starting is not None and starting.promises is not None:
        return  # too late for this shuffle; the list of people shows whose share is missing
    if key is not None and listener is not None and key not in state.promises:
        state.promises = {**state.promises, key: message["promise"]}
        promising = copy_of(state.listeners[listener])
        promising.promise = message["promise"]
        state.listeners = {**state.listeners, listener: promising}
    if starting is not None:
        _go_on(step, starting)


def greet(step: Step, listener: Listener) -> None:
    """Show a client that connects during a start the promises, if shares are being revealed."""
    starting = step.state.starting
    if starting is not None and starting.promises is not None:
        _show_promises(step, starting, listener)


def withdraw(step: Step, listener: Listener) -> None:
    """Forget the promise of a connection that has ended, unless shares are being revealed."""
    state, key = step.state, listener.key or ""
    if listener.promise is None or (state.starting is not None and state.starting.promises is not None):
        return
    if state.promises.get(key) == listener.promise:
        state.promises = {other: promise for other, promise in state.promises.items() if other != key}


def reveal(step: Step, seat: int, message: Json) -> None:
    """Reveal a share; with the last one the cards are dealt."""
    state = step.state
    starting = state.starting
    if starting is None or starting.promises is None:
        raise Refusal("not_in_lobby", 409)
    place = starting.places[seat]
    if not is_hex(message["share"]) or promise_of(message["share"]) != starting.promises[place]:
        raise Refusal("bad_share", 422)
    starting = copy_of(starting)
    starting.shares = [message["share"] if k == place else one for k, one in enumerate(starting.shares)]
    state.starting = starting
    if starting.complete:
        _deal(step, starting)


def time_is_up(step: Step) -> None:
    """Go on without promises or shares that are missing."""
    starting = step.state.starting
    if starting is None:
        return
    if starting.promises is None:
        starting = copy_of(starting)
        starting.awaited = ()
        _go_on(step, starting)
    else:
        _deal(step, starting)


def _go_on(step: Step, starting: Starting) -> None:
    """Wait for promises, or show them all and wait for the shares, or deal."""
    state = step.state
    starting = copy_of(starting)
    step.state.starting = starting
    if [key for key in starting.awaited if key not in state.promises]:
        step.people()
        return
    starting.promises = [state.promises.get(state.seats[seat].token_hash or "") for seat in starting.places]
    starting.shares = [None] * len(starting.places)
    if starting.complete:
        _deal(step, starting)
        return
    starting.until = _until(step)
    step.people()
    for listener in state.listeners.values():
        _show_promises(step, starting, listener)


def _show_promises(step: Step, starting: Starting, listener: Listener) -> None:
    state = step.state
    seat = state.seat_of(listener.key)
    step.to(
        listener.number,
        {
            "type": "promises",
            "seat": None if seat is None else starting.places.get(seat),
            "commitment": commitment(state.row.deal_name, state.row.secret),
            "promises": list(starting.promises or []),
        },
    )


def _until(step: Step) -> int:
    return step.now.ticks + step.ports.bounds.share


def _deal(step: Step, starting: Starting) -> None:
    """Deal, store the deal, and welcome everybody at the table."""
    state, places, now = step.state, starting.places, step.now
    # A share that is known is never used again: if this fails, everybody makes another promise.
    step.burns = True
    state.starting, state.promises = None, {}
    if state.row.secret:
        step.set({"shuffle": {"promises": list(starting.promises or []), "shares": list(starting.shares)}})
    source = source_of(state.row, ())
    options = state.game.with_places(state.row.options, places)
    table = state.game.new(
        len(places), chance=step.ports.rng.cards() if source is None else source, **options
    )
    table.all_actions()  # what is asked for when it is stored cannot fail then
    log = [Entry(k + 1, seat, text, None, now.wall) for k, (seat, text) in enumerate(table.history)]
    host = state.row.host  # at this time: it may have changed since the start
    columns: Columns = {
        "state": "playing",
        "host": None if host is None else places[host],
        "touched": now.wall,
        "options": options,
        "position": table.position(),
    }
    if state.row.bank is not None:
        columns["clocks"] = [1000 * state.row.bank] * len(places)
    lines = renumber_lines(state.chat, places)
    step.put_seats(_seats_in_play(step, places))
    step.set(columns)
    writes = step.ensure_writes()
    writes.entries, writes.moved = log, lines
    state.table, state.chat = table, lines
    step.new_game = True
    stored = Stored(state.row, state.seats, log, lines, state.advised.rows)
    step.on_commit(_enter_new_game, stored, step.now.wall, step.ports.rng)
    step.welcome_all()


def _enter_new_game(state: State, at: int, stored: Stored, wall: int, rng: RandomSource) -> None:
    enter(state, stored, Now(at, wall), rng)


def _seats_in_play(step: Step, places: dict[int, int]) -> list[Seat]:
    """Return the seats with their numbers in the game; bots sit down where a seat is open."""
    seats = [seat for seat in step.state.copy_of_seats() if seat.seat in places]
    for seat in seats:
        seat.seat = places[seat.seat]
    for seat in list(seats):
        if seat.kind == "open":
            put_bot(seats, seat.seat, step.state.row.stand_in, step.ports)
    return seats
