"""Decisions of players, of bots, and standing answers; who decides next; and why an action is illegal."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from tischlein.engine.play.history import UNDO
from tischlein.engine.play.legality import Action, Reason, seats_to_act
from tischlein.engine.play.pace import AMONG_BOTS, hesitation
from tischlein.engine.play.table import Table
from tischlein.engine.play.wording import own_text, reason_texts
from tischlein.engine.types import Json
from tischlein.room.clocks import PastDecision, time_after_undo
from tischlein.room.opening.deals import result_of
from tischlein.room.people.stand_in import come_back
from tischlein.room.play.outcome import results_of
from tischlein.room.ports import RandomSource
from tischlein.room.refusal import TEXTS, Refusal
from tischlein.room.rows import BY_CLOCK, Entry
from tischlein.room.state import State, UndoPlan
from tischlein.room.step import Step

# Decisions of a seat that are remembered, so that each can be taken back without a gain of time.
REMEMBERED_DECISIONS = 64


@dataclass(slots=True, eq=False)
class MoveResult:
    """A step of the game that was tried: all that the rules say about the table after it."""

    decided: int | None  # the seat that has decided
    undone: UndoPlan | None
    entries: Sequence[Entry]
    undone_entries: Sequence[Entry]
    actions: dict[int, list[Action]]
    obliged: Collection[int]
    charged: Sequence[int]  # what is left on the clocks, before anything was earned
    hesitations: Sequence[int]  # how long a bot on each seat hesitates


def running(step: Step) -> Table:
    """Return the game while it is going on."""
    state = step.state
    over = state.row.state == "over" and not step.ports.bounds.reopens
    if state.table is None or over:
        raise Refusal("not_playing", 409)
    return state.table


def acceptance(message_id: str, seq: int) -> Json:
    """Return the answer to a message that was carried out."""
    return {"type": "accepted", "id": message_id, "seq": seq}


def is_repeated(step: Step, seat: int, message_id: str) -> bool:
    """Return True for a message that was carried out before, and answer it as it was answered then."""
    known = step.state.answered[seat].get(message_id)
    if known is not None:
        step.reply(acceptance(message_id, known))
    return known is not None


def play(step: Step, seat: int, message: Json) -> None:
    """Carry out a player's decision; the same message again changes nothing."""
    state, message_id = step.state, message["id"]
    if is_repeated(step, seat, message_id):
        return
    table, text = running(step), message["action"]
    if not state.unchanged_since[seat] <= message["seq"] <= state.seq:
        raise Refusal("stale", 409)
    action: Action | str = text
    for one in state.actions.get(seat, []):
        if one.text == text:
            action = one
    if action is text:
        against = table.why(seat, text)
        if against is not None:
            raise Refusal(
                against.code, 422, against.clause, _why(state, table, seat, message["action"], against)
            )
    if state.has_used_up(seat, step.now.ticks):
        raise Refusal("undo_first", 409)
    if state.seats[seat].standing_in:
        come_back(step, seat, to_decide=True)
    carry_out(step, lambda game: game.play(seat, action), seat, None, message_id)


def why(step: Step, seat: int, message: Json) -> None:
    """Tell a player why an action is not legal."""
    state, message_id, action = step.state, message["id"], message["action"]
    if state.table is None:
        raise Refusal("not_playing", 409)
    against = state.table.why(seat, action)
    code, clause, text = "legal", "", own_text(TEXTS, "because.legal")
    if against is not None:
        code, clause = against.code, against.clause
        text = _why(state, state.table, seat, action, against)
    step.reply({"type": "because", "id": message_id, "code": code, "clause": clause, "text": text})


def _why(state: State, table: Table, seat: int, action: str, against: Reason) -> dict[str, str]:
    return reason_texts(TEXTS, table, seat, action, against, state.marked_names)


def decide(step: Step, seat: int, action: int | str, late: bool = False) -> None:
    """Carry out a decision that no player has just sent; ``late``: a bot decides because the player's time was up."""
    carry_out(step, lambda game: game.play(seat, action), seat, None, BY_CLOCK if late else None)


def carry_out(
    step: Step,
    act: Callable[[Table], None],
    decided: int | None,
    undone: UndoPlan | None,
    message_id: str | None = None,
    answers: bool = True,
) -> None:
    """Try a step of the game, and collect its writes and messages.

    ``decided`` is the seat that decides; otherwise ``undone`` says what an undo takes back. ``answers``: the message came from the sender
    of this step, who gets its answer.
    """
    state, now = step.state, step.now
    table = running(step)
    seq, row = state.seq, state.row
    if seq >= step.ports.bounds.rows:
        raise Refusal("too_long", 409)
    undone_entries = [] if undone is None else [_entry_at(table, row.base, k) for k in undone.steps]
    step.mark = table.mark()
    act(table)
    steps = table.past.steps[seq - row.base :]
    entries = [Entry(seq + k + 1, one.seat, one.text, None, now.wall) for k, one in enumerate(steps)]
    entries[0].message_id = message_id
    actions = table.all_actions()
    owing = seats_to_act(state.game, actions)
    left, charged = next_clocks(state, decided, undone, now.ticks, owing)
    moved = MoveResult(
        decided,
        undone,
        entries,
        undone_entries,
        actions,
        owing,
        charged,
        hesitations(state, actions, owing, decided, step.ports.rng),
    )
    over = table.over
    step.ensure_writes().entries = entries
    step.set(
        {
            "state": "over" if over else "playing",
            "touched": now.wall,
            "position": table.position(),
            "clocks": row.clocks if state.clocks is None else left,
        }
    )
    if over:
        step.ensure_writes().results = results_of(state, table, now.wall)
        step.ensure_writes().deal = result_of(state, table, now.wall)
    _end_question(step, decided, undone)
    step.on_commit(ask_next_seats, moved)
    if decided is not None and message_id:
        step.remembered.append((decided, message_id, None))
    answered = message_id if answers and step.listener is not None else None
    step.news(acceptance(answered, state.seq) if answered else None)
    if over:
        step.people()


def _entry_at(table: Table, base: int, k: int) -> Entry:
    one = table.past.steps[k]
    return Entry(base + k + 1, one.seat, one.text, None, 0)


def _end_question(step: Step, decided: int | None, undone: UndoPlan | None) -> None:
    """End a pending undo request by a step of the game, and say how."""
    question = step.state.undo
    if question is None:
        return
    agreed = undone is not None and undone.agreed
    how, by = ("agreed", None) if agreed else ("moved", decided)
    step.all(undo_answered(question.seat, how, by))
    step.on_commit(settle_undo, decided, agreed)


def undo_answered(seat: int, how: str, by: int | None) -> Json:
    """Return the message that an undo request is over.

    ``how``: agreed, refused or away (by whom), moved (the game went on), expired.
    """
    return {"type": "undo_answered", "seat": seat, "agreed": how == "agreed", "how": how, "by": by}


# Who is asked next


def hesitations(
    state: State, waiting: Collection[int], owing: Collection[int], decided: int | None, rng: RandomSource
) -> list[int]:
    """Return how long the bot on each seat hesitates, in milliseconds; a turn's first decision takes the longest.

    ``waiting`` are the seats that may decide, ``owing`` those that must; ``decided`` is the one that has just decided.
    """
    pace = state.row.pace
    bots = [state.is_bot(seat) for seat in range(len(state.seats))]
    if True not in bots:
        return [0] * len(bots)
    if state.only_bots_left or (pace == "instant" and not state.persons()):
        return [AMONG_BOTS] * len(state.seats)
    return [
        hesitation(pace, seat in waiting and seat not in owing, seat == decided, rng.below) if bot else 0
        for seat, bot in enumerate(bots)
    ]


def ask_next_seats(state: State, at: int, moved: MoveResult) -> None:
    """Ask everybody for whom something has changed, after a stored step of the game."""
    decided, undone, entries = moved.decided, moved.undone, moved.entries
    for entry in entries:
        count_undos(state, entry)
    late = steps_by_clock(entries, state.row.base)
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
        state.clocks = state.clocks.after_step(moved.charged, left, at, number, decided, first)
    _note_new_questions(state, at, moved)
    if undone is not None and undone.resumed is not None:
        seat = undone.resumed
        state.asked_at[seat] = state.earlier[seat][-1].since
        state.earlier[seat] = state.earlier[seat][:-1]


def _remember_decision(state: State, decided: int, at: int, charged: Sequence[int]) -> None:
    for seat in range(len(state.seats)):
        if seat == decided:
            earlier = list(state.earlier[seat])[-REMEMBERED_DECISIONS:]
            earlier.append(PastDecision(state.asked_at[seat], at, charged))
            state.earlier[seat] = earlier
        elif not state.is_bot(decided):
            state.earlier[seat] = ()


def _note_new_questions(state: State, at: int, moved: MoveResult) -> None:
    """Note which seats have a new question. Where several decide at once, one seat's decision leaves the others' unchanged."""
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


def count_undos(state: State, entry: Entry) -> None:
    """Count undos in all and per seat; another person's decision ends a row of undos."""
    if entry.text == UNDO:
        state.undos += 1
    if entry.seat >= 0 and state.seats[entry.seat].kind == "person":
        own = state.undos_in_a_row[entry.seat] + (1 if entry.text == UNDO else 0)
        state.undos_in_a_row = [0] * len(state.seats)
        state.undos_in_a_row[entry.seat] = own


def steps_by_clock(entries: Sequence[Entry], base: int) -> list[tuple[int, int]]:
    return [
        (entry.seq - base - 1, entry.seat)
        for entry in entries
        if entry.message_id == BY_CLOCK and entry.seq > base
    ]


def next_clocks(
    state: State, decided: int | None, undone: UndoPlan | None, at: int, owing: Collection[int]
) -> tuple[list[int], list[int]]:
    """Return what the clocks show after a step of the game, and what they show before an increment is earned.

    ``owing`` are the seats that must decide after it.
    """
    clocks = state.clocks
    if clocks is None:
        return [], []
    left = state.left_at(at)
    if decided is not None:
        left[decided] = max(0, left[decided] - state.not_rested(decided, at))
    if undone is not None and undone.resumed is not None:
        seat = undone.resumed
        latest = state.row.base + undone.first
        all_along = [other for other, asked in enumerate(state.unchanged_since) if asked <= latest]
        left = time_after_undo(left, state.earlier[seat][-1], seat, at, all_along)
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
    state.count_clocks(at)
    state.undo = None
    if agreed:
        state.earlier[question.seat] = ()
    pause = at - question.since
    state.asked_at = [
        asked if seat in (question.seat, decided) else asked + pause
        for seat, asked in enumerate(state.asked_at)
    ]
