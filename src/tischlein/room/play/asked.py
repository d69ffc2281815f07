"""Who is asked to decide what, and since when."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tischlein.cards import CHANCE
from tischlein.engine.play.history import UNDO, History
from tischlein.engine.play.legality import Action, legal_actions, obliged
from tischlein.engine.play.pace import AMONG_BOTS, hesitation
from tischlein.engine.play.table import Table
from tischlein.room.advised import read
from tischlein.room.clocks import Clocks, Decided, resumed
from tischlein.room.events import Now
from tischlein.room.ports import Luck
from tischlein.room.rows import BY_CLOCK, Entry, Stored
from tischlein.room.state import State, TakenBack, UndoQuestion

# Decisions of a seat that are remembered, so that each can be taken back without a gain of time.
REMEMBERED_DECISIONS = 64


@dataclass(slots=True, eq=False)
class Moved:
    """A step of the game that was tried: all that the rules say about the table after it."""

    decided: int | None  # the seat that has decided
    undone: TakenBack | None
    entries: Sequence[Entry]
    undone_entries: Sequence[Entry]
    actions: dict[int, list[Action]]
    obliged: Collection[int]
    charged: Sequence[int]  # what is left on the clocks, before anything was earned
    hesitations: Sequence[int]  # how long a bot on each seat hesitates


def enter(state: State, stored: Stored, now: Now, luck: Luck) -> None:
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
        _count_undos(state, entry)
    state.by_clock = _by_clock(log, row.base)
    state.advised = read(stored.advice, log, row.base)
    state.out_of_time, state.coming_back, state.taken_up = {}, set(), {}
    state.waiting, state.obliged, state.actions = (), set(), {}
    seq, at = state.seq, now.ticks
    state.unchanged_since, state.asked_at, state.ready_at = [seq] * seats, [at] * seats, [at] * seats
    state.earlier = [()] * seats
    state.thinking, state.thought = None, None
    if state.undo is not None:
        undo = state.undo
        state.undo = UndoQuestion(undo.seat, undo.open, undo.message_id, at, undo.until)
    # Clocks rest while no server runs.
    state.clocks = None if row.clocks is None else Clocks(1000 * row.increment, list(row.clocks), at)
    if table is None:
        return
    state.actions = table.all_actions()
    state.waiting = tuple(state.actions)
    state.obliged = obliged(state.game, state.actions)
    pauses = hesitations(state, state.waiting, state.obliged, None, luck)
    state.ready_at = [at + pause for pause in pauses]
    entries = log[row.base :] or log[-1:]
    if row.unhurried and entries:
        # A restart does not renew day-long clocks.
        state.asked_at = [
            at - max(0, now.wall - asked) for asked in asked_since(table, entries, state.actions)
        ]


def _by_clock(entries: Sequence[Entry], base: int) -> list[tuple[int, int]]:
    return [
        (entry.seq - base - 1, entry.seat)
        for entry in entries
        if entry.message_id == BY_CLOCK and entry.seq > base
    ]


def _count_undos(state: State, entry: Entry) -> None:
    """Count undos in all and per seat; another person's decision ends a row of undos."""
    if entry.text == UNDO:
        state.undos += 1
    if entry.seat >= 0 and state.seats[entry.seat].kind == "person":
        own = state.undos_in_a_row[entry.seat] + (1 if entry.text == UNDO else 0)
        state.undos_in_a_row = [0] * len(state.seats)
        state.undos_in_a_row[entry.seat] = own


def hesitations(
    state: State, waiting: Collection[int], owing: Collection[int], decided: int | None, luck: Luck
) -> list[int]:
    """Return how long the bot on each seat hesitates, in milliseconds; a turn's first decision takes the longest.

    ``waiting`` are the seats that may decide, ``owing`` those that must; ``decided`` is the one that has just decided.
    """
    pace = state.row.pace
    bots = [state.is_bot(seat) for seat in range(len(state.seats))]
    if True not in bots:
        return [0] * len(bots)
    if state.played_out or (pace == "instant" and not state.persons()):
        return [AMONG_BOTS] * len(state.seats)
    return [
        hesitation(pace, seat in waiting and seat not in owing, seat == decided, luck.below) if bot else 0
        for seat, bot in enumerate(bots)
    ]


def moved_on(state: State, at: int, moved: Moved) -> None:
    """Ask everybody for whom something has changed, after a stored step of the game."""
    decided, undone, entries = moved.decided, moved.undone, moved.entries
    for entry in entries:
        _count_undos(state, entry)
    late = _by_clock(entries, state.row.base)
    if late:
        state.by_clock = state.by_clock + late
    if state.advised.rows:
        state.advised = state.advised.after(entries, state.row.base, moved.undone_entries)
    if decided is not None:
        _remember_decision(state, decided, at, moved.charged)
    if state.clocks is not None:
        number = entries[0].seq - state.row.base - 1
        first = None if undone is None else undone.first
        left = state.row.clocks or []
        state.clocks = state.clocks.after(moved.charged, left, at, number, decided, first)
    _look_around(state, at, moved)
    if undone is not None and undone.resumed is not None:
        seat = undone.resumed
        state.asked_at[seat] = state.earlier[seat][-1].since
        state.earlier[seat] = state.earlier[seat][:-1]


def _remember_decision(state: State, decided: int, at: int, charged: Sequence[int]) -> None:
    for seat in range(len(state.seats)):
        if seat == decided:
            earlier = list(state.earlier[seat])[-REMEMBERED_DECISIONS:]
            earlier.append(Decided(state.asked_at[seat], at, charged))
            state.earlier[seat] = earlier
        elif not state.is_bot(decided):
            state.earlier[seat] = ()


def _look_around(state: State, at: int, moved: Moved) -> None:
    """Find out for whom the question is new; where several decide at once, others' decisions leave a question as it was."""
    previous = state.actions
    state.actions, state.waiting, state.obliged = moved.actions, tuple(moved.actions), moved.obliged
    everybody = range(len(state.seats))
    if moved.undone is not None and moved.undone.seats:
        asked_again: Collection[int] = moved.undone.seats
    else:
        asked_again = everybody if moved.decided is None else (moved.decided,)
    for seat in everybody:
        if seat in asked_again or state.actions.get(seat) != previous.get(seat):
            state.unchanged_since[seat] = state.seq
            state.asked_at[seat] = at
            state.ready_at[seat] = at + moved.hesitations[seat]


def next_clocks(
    state: State, decided: int | None, undone: TakenBack | None, at: int, owing: Collection[int]
) -> tuple[list[int], list[int]]:
    """Return what the clocks show after a step of the game, and what they show before an increment is earned.

    ``owing`` are the seats that must decide after it.
    """
    clocks = state.clocks
    if clocks is None:
        return [], []
    left = state.left_at(at)
    if decided is not None:
        # A player who decides while others think about an undo has not rested.
        left[decided] = clocks.left_at(at, state.running)[decided]
    if undone is not None and undone.resumed is not None:
        seat = undone.resumed
        latest = state.row.base + undone.first
        all_along = [other for other, asked in enumerate(state.unchanged_since) if asked <= latest]
        left = resumed(left, state.earlier[seat][-1], seat, at, all_along)
    elif undone is not None:
        left = clocks.without(left, undone.first)
    charged = left[:]
    if decided is not None and decided in state.running and decided not in owing:
        left[decided] += clocks.increment
    return left, charged


def settle_undo(state: State, at: int, decided: int | None = None, agreed: bool = False) -> None:
    """End a pending undo request; the others' clocks go on from where they were.

    A player who is short of time gains none by asking, and one who has decided meanwhile has not rested.
    """
    question = state.undo
    if question is None:
        return
    state.undo = None
    if agreed:
        state.earlier[question.seat] = ()
    pause = at - question.since
    state.asked_at = [
        asked if seat in (question.seat, decided) else asked + pause
        for seat, asked in enumerate(state.asked_at)
    ]
    if state.clocks is not None:
        state.clocks = state.clocks.after_question(pause, question.seat, state.running)


def asked_since(table: Table, entries: Sequence[Entry], actions: Mapping[int, Sequence[Action]]) -> list[int]:
    """Return per seat the time of the entry that asked it what it is asked now; ``actions`` are its choices.

    Where several decide at once, others' entries since then leave a question as it was.
    """
    past = table.past
    since = [entries[-1].at] * table.seats
    open_still = set(actions)  # seats whose question may be older
    for k in range(len(past.steps) - 1, 0, -1):
        open_still -= _asked_again(past, k)
        before = table.game.layout.unpack(past.steps[k - 1].after)
        if before.actor == CHANCE:
            continue  # stored with the decision before it
        open_still = {seat for seat in open_still if legal_actions(table.game, before, seat) == actions[seat]}
        if not open_still:
            break
        for seat in open_still:
            since[seat] = entries[k - 1].at
    return since


def _asked_again(past: History, k: int) -> set[int]:
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
