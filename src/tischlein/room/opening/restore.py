"""A stored table becomes a game again, and asks everybody again who has to decide."""

from collections.abc import Mapping, Sequence

from tischlein.cards import CHANCE
from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.play.fair import Fair, key
from tischlein.engine.play.history import History
from tischlein.engine.play.legality import Action, legal_actions, seats_to_act
from tischlein.engine.play.table import Table
from tischlein.room.advice_log import read_advice
from tischlein.room.clocks import Clocks
from tischlein.room.events import Now
from tischlein.room.play.moves import count_undos, hesitations, steps_by_clock
from tischlein.room.ports import RandomSource
from tischlein.room.refusal import Refusal, note
from tischlein.room.rows import Entry, Row, Stored
from tischlein.room.state import State

Games = Mapping[str, Game]


def game_of(row: Row, games: Games) -> Game:
    """Return the game of a stored table; raise Refusal if that game is not installed any more."""
    game = games.get(row.game)
    if game is None:
        raise Refusal("game_gone", 404, game=row.game)
    return game


def source_of(row: Row, log: Sequence[Entry]) -> Fair | None:
    """Return where the cards of a game come from, for a replay of its log; None where players cannot check it."""
    if not row.secret or row.shuffle is None:
        return None
    # Entries from before a change of rules cannot be counted by replaying them; no number is used twice.
    first = len([entry for entry in log[: row.base] if entry.seat < 0])
    return Fair(
        key(row.secret, row.deal_name, row.game, row.shuffle["promises"], row.shuffle["shares"]), first
    )


def restore_table(stored: Stored, games: Games) -> Table | None:
    """Return the game as the log tells it; None before the start. Rules of another version raise RecordError."""
    row = stored.row
    if row.state == "lobby":
        return None
    record = {
        "game": row.game,
        "version": row.version,
        "seats": len(stored.seats),
        "options": row.options,
        "start": row.start,
        "history": [[entry.seat, entry.text] for entry in stored.log[row.base :]],
    }
    return game_of(row, games).replay(record, chance=source_of(row, stored.log))


def reopen_at_position(stored: Stored, games: Games) -> Table:
    """Return the game from its last stored position, where the rules have changed since; the log goes on from there."""
    row = stored.row
    game = game_of(row, games)
    row.base = len(stored.log)
    try:
        table = game.at(row.position, chance=source_of(row, stored.log))
    except TischleinError as error:
        text = note("rules_gone", game=game.name)
        raise Refusal("game_gone", 404, text=text, detail=str(error)) from error
    row.start, row.version = table.record()["start"], game.version
    return table


def enter(state: State, stored: Stored, now: Now, rng: RandomSource) -> None:
    """Begin with a game that is new or was read from the store: every question starts now."""
    log, row, seats, table = stored.log, state.row, len(state.seats), state.table
    row.position = None  # it has been read
    state.answered = [{} for _ in range(seats)]
    state.undos, state.undos_in_a_row = 0, [0] * seats
    last: Entry | None = None  # the last decision that came with a message
    for entry in log:
        if entry.seat >= 0:
            last = entry if entry.message_id else None
        if last is not None and last.message_id:
            # With the outcomes of chance that followed: so much was stored when the message was answered.
            state.remember(last.seat, last.message_id, entry.seq)
        count_undos(state, entry)
    state.by_clock = steps_by_clock(log, row.base)
    state.advised = read_advice(stored.advice, log, row.base)
    state.out_of_time, state.coming_back, state.taken_up = {}, set(), {}
    state.waiting, state.obliged, state.actions = (), set(), {}
    seq, at = state.seq, now.ticks
    state.unchanged_since, state.asked_at, state.ready_at = [seq] * seats, [at] * seats, [at] * seats
    state.earlier = [()] * seats
    state.thinking, state.bot_decision = None, None
    # Clocks rest while no server runs.
    state.clocks = None if row.clocks is None else Clocks(1000 * row.increment, list(row.clocks), at)
    if table is None:
        return
    state.actions = table.all_actions()
    state.waiting = tuple(state.actions)
    state.obliged = seats_to_act(state.game, state.actions)
    pauses = hesitations(state, state.waiting, state.obliged, None, rng)
    state.ready_at = [at + pause for pause in pauses]
    entries = log[row.base :] or log[-1:]
    if row.unhurried and entries:
        # A restart does not renew day-long clocks.
        state.asked_at = [
            at - max(0, now.wall - asked) for asked in question_times(table, entries, state.actions)
        ]


def question_times(
    table: Table, entries: Sequence[Entry], actions: Mapping[int, Sequence[Action]]
) -> list[int]:
    """Return per seat the time of the entry that asked it what it is asked now; ``actions`` are its choices.

    Where several decide at once, others' entries since then leave a question as it was.
    """
    past = table.past
    since = [entries[-1].at] * table.seats
    open_still = set(actions)  # seats whose question may be older
    for k in range(len(past.steps) - 1, 0, -1):
        open_still -= _seats_asked_again(past, k)
        before = table.game.layout.unpack(past.steps[k - 1].after)
        if before.actor == CHANCE:
            continue  # stored with the decision before it
        open_still = {seat for seat in open_still if legal_actions(table.game, before, seat) == actions[seat]}
        if not open_still:
            break
        for seat in open_still:
            since[seat] = entries[k - 1].at
    return since


def _seats_asked_again(past: History, k: int) -> set[int]:
    """Return the seats that decide again after a step: the one that decided, or all whose decisions it took back."""
    steps = past.steps
    if not steps[k].undone:
        return {steps[k].seat}
    found, place = set(), k - 1
    while place >= past.first_undone(k):
        if steps[place].undone:
            place = past.first_undone(place)  # what was taken back before is not taken back again
        else:
            found.add(steps[place].seat)
        place -= 1
    return found
