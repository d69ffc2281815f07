"""The history of a table, step by step: decisions, chance outcomes, and undos, which never delete a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tischlein.cards import CHANCE, UNKNOWN
from tischlein.engine.play.chance import Outcomes
from tischlein.engine.play.views import events_of, view_of
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.types import Event, Namespace, State, View

UNDO = "undo"
# The last steps are never compressed, as they are read often. Earlier ones are compressed in batches: similar steps together take
# a twentieth of the memory and a tenth of the time.
RECENT = 6
TOGETHER = 10
# Records of so many last steps are kept decoded until the table rests: several observers ask for them. A new deal has many steps.
LATEST = 40


@dataclass(slots=True)  # not frozen, which takes four times as long to make
class Step:
    """One entry of the history: the seat, the action, and the record's bytes afterwards; never changed."""

    seat: int
    text: str
    action: int
    kept: bytes  # the record's bytes, or the compressed bytes of several steps
    undone: int = 0  # for an undo: the number of steps it took back
    place: int = -1  # among those steps

    @property
    def after(self) -> bytes:
        """The record's bytes after this step."""
        if self.place < 0:
            return self.kept
        import zlib  # imported here: tables work without it, and not every Python has it

        records = zlib.decompress(self.kept)
        size = len(records) // TOGETHER
        return records[size * self.place : size * (self.place + 1)]


class SeenStep(NamedTuple):
    """A step as one observer may know it: all that leaves the table for this observer is made from these."""

    actor: int
    action: int  # UNKNOWN where the observer may not know it
    undone: int  # for an undo: the number of steps it took back
    record: bytes  # after the step, concealed for the observer


def _compress_steps(steps: list[Step]) -> list[Step]:
    """Return the steps compressed: records are mostly small numbers and zeros."""
    import zlib

    kept = zlib.compress(b"".join(step.after for step in steps), 1)
    return [
        Step(step.seat, step.text, step.action, kept, step.undone, place) for place, step in enumerate(steps)
    ]


@dataclass(slots=True, eq=False)  # not frozen, likewise
class Bookmark:
    """A moment of a history to come back to."""

    steps: int
    line: list[int]
    standing: int  # steps of the line
    again: list[str]


class History:
    """All steps, which of them still stand, and the chance outcomes that undos took back.

    With an ``observer`` it holds only what that observer has seen: its records are concealed already.
    """

    def __init__(self, opening: bytes, observer: int | None = None) -> None:
        self.opening = opening
        self.observer = observer
        self.steps: list[Step] = []
        self.line: list[int] = []  # the steps that still stand
        self.again: list[str] = []  # chance outcomes that were taken back: they happen again, in order
        # By observer: the number of events after 0, 1, 2 … steps. Threads that replay a game may be reading these lists.
        self._event_counts: dict[int, list[int]] = {}
        # Until the table rests: all events by observer, and records by the number of steps before them and the observer.
        self._event_cache: dict[int, list[Event]] = {}
        self._records: dict[tuple[int, int | None], State] = {}
        self._standing_cache: dict[int, list[Event]] = {}  # likewise: the events that stand, by observer
        self._first_undone: dict[int, int] = {}  # the first step that an undo took back
        self._compressed = 0  # how many of the first steps
        self.counted_from = 0  # events are numbered from this step on; what was before is not told any more

    def copy(self) -> History:
        """Return a copy with the same steps."""
        copied = History(self.opening, self.observer)
        copied.steps, copied.line, copied.again = self.steps[:], self.line[:], self.again[:]
        copied._event_counts = dict(self._event_counts)  # these lists are never changed
        copied._first_undone = dict(self._first_undone)
        copied._compressed, copied.counted_from = self._compressed, self.counted_from
        return copied

    def __getstate__(self) -> Namespace:
        # For pickle: a record's class is made at run time, and what is kept until the table rests can be made again.
        return {**self.__dict__, "_event_cache": {}, "_records": {}, "_standing_cache": {}}

    @property
    def now(self) -> bytes:
        """The current record."""
        return self.steps[-1].after if self.steps else self.opening

    def add(self, seat: int, text: str, action: int, after: bytes) -> None:
        """Append a step that stands."""
        self._standing_cache = {}
        self.line.append(len(self.steps))
        self.steps.append(Step(seat, text, action, after))

    def add_seen(self, step: SeenStep) -> None:
        """Append a step that the observer of this history has seen."""
        if step.undone:
            self._undo(step.actor, len(self.line) - step.undone, step.record)
        else:
            self.add(step.actor, "", step.action, step.record)

    def compress(self) -> None:
        """Compress all but the last steps, to save memory with many tables or long games."""
        while self._compressed + TOGETHER + RECENT <= len(self.steps):
            first, last = self._compressed, self._compressed + TOGETHER
            # Replace the steps, never change them: threads that replay a game may be reading them.
            self.steps[first:last] = _compress_steps(self.steps[first:last])
            self._compressed = last
        self.forget_decoded()

    def forget_decoded(self) -> None:
        """Drop the cached decodings of the last steps."""
        self._event_cache, self._records, self._standing_cache = {}, {}, {}

    def last_decision(self, seat: int) -> int | None:
        """Return the index of the seat's last decision among the standing steps, or None."""
        steps, line = self.steps, self.line
        for place in range(len(line) - 1, -1, -1):
            if steps[line[place]].seat == seat:
                return place
        return None

    def take_back(self, seat: int, place: int) -> bytes:
        """Undo all standing steps from this index on; return the record before them."""
        taken_back = [self.steps[k] for k in self.line[place:]]
        self.again[:0] = [step.text for step in taken_back if step.seat == CHANCE]
        before = self.steps[self.line[place - 1]].after if place else self.opening
        self._undo(seat, place, before)
        return before

    def _undo(self, seat: int, place: int, before: bytes) -> None:
        undone = len(self.line) - place
        self._standing_cache = {}
        self._first_undone[len(self.steps)] = self.line[place]
        self.line = self.line[:place]  # another list: a bookmark keeps the one before
        self.steps.append(Step(seat, UNDO, UNKNOWN, before, undone=undone))

    def first_undone(self, k: int) -> int:
        """Return the first step that the undo at step k took back."""
        return self._first_undone[k]

    def next_taken_back(self, outcomes: Outcomes) -> int | None:
        """Return the next outcome that an undo took back and that is possible now, or None."""
        while self.again:
            index = outcomes.find(self.again.pop(0))
            if index is not None:
                return index
        return None

    def bookmark(self) -> Bookmark:
        """Return what ``back_to`` needs to come back to this moment, whatever happens since."""
        return Bookmark(len(self.steps), self.line, len(self.line), self.again[:])

    def back_to(self, mark: Bookmark, rolled: bool) -> None:
        """Drop everything since a bookmark; ``rolled``: what chance has said since happens again next time."""
        happened = [step.text for step in self.steps[mark.steps :] if step.seat == CHANCE]
        taken_back = iter(mark.again)  # what was not among these came from the source
        fresh = [text for text in happened if text not in taken_back] if rolled else []
        self.again = mark.again + fresh
        del self.steps[mark.steps :]
        self.line = mark.line
        del self.line[mark.standing :]
        self._compressed = min(self._compressed, mark.steps)
        self._event_counts = {
            observer: ends[: mark.steps + 1] for observer, ends in self._event_counts.items()
        }
        self._event_cache, self._records, self._standing_cache = {}, {}, {}
        for k in [k for k in self._first_undone if k >= mark.steps]:
            del self._first_undone[k]

    # What an observer has seen

    def step_for(self, game: Declaration, k: int, observer: int) -> SeenStep:
        """Return step k as an observer may know it."""
        step = self.steps[k]
        seen = not step.undone and game.sees_action(observer, step.seat, step.action)
        record = step.after
        if self.observer is None:
            record = game.layout.pack(self.record_at(game, k + 1, observer))
        return SeenStep(step.seat, step.action if seen else UNKNOWN, step.undone, record)

    def record_at(self, game: Declaration, steps: int, observer: int) -> State:
        """Return the record after this many steps, concealed for an observer: do not change it."""
        found = self._records.get((steps, observer))
        if found is None:
            found = self._conceal_at(game, steps, observer)
            if steps > len(self.steps) - LATEST:
                self._records[steps, observer] = found
        return found

    def _conceal_at(self, game: Declaration, steps: int, observer: int) -> State:
        record = self._records.get((steps, None))
        if record is None:
            data = self.steps[steps - 1].after if steps else self.opening
            record = game.layout.unpack(data)
            if steps > len(self.steps) - LATEST:
                self._records[steps, None] = record
        s = game.layout.copy(record)  # faster than to decode it again
        if self.observer is None:
            game.rules.conceal(s, observer)
        return s

    def view(self, game: Declaration, steps: int, observer: int) -> View:
        """Return what an observer saw after this many steps."""
        return view_of(game, self.record_at(game, steps, observer), observer)

    def events(self, game: Declaration, k: int, observer: int) -> list[Event]:
        """Return the events that step k showed to an observer, without numbers."""
        return next(self._events(game, k, k + 1, observer))

    def events_between(
        self,
        game: Declaration,
        observer: int,
        first: int,
        last: int,
        stop_if: Callable[[], None] = lambda: None,
    ) -> Iterator[list[Event]]:
        """Yield for each step from ``first`` to before ``last`` the numbered events that an observer saw.

        ``stop_if`` is called before every step and may raise.
        """
        event_count = self.events_until(game, observer, first, stop_if)
        ends = self._event_counts[observer][: first + 1]
        for k, shown in enumerate(self._events(game, first, last, observer), first):
            stop_if()
            found = [{"seq": seq, **event} for seq, event in enumerate(shown, event_count + 1)]
            if self.steps[k].undone:
                found[-1]["since"] = ends[self._first_undone[k]] + 1
            event_count += len(found)
            ends.append(event_count)
            yield found
        if len(ends) > len(self._event_counts[observer]):
            self._event_counts[observer] = ends

    def events_until(
        self, game: Declaration, observer: int, steps: int, stop_if: Callable[[], None] = lambda: None
    ) -> int:
        """Return the number of events that the first ``steps`` steps showed to an observer (cached)."""
        ends = self._event_counts.setdefault(observer, [0] * (self.counted_from + 1))
        if len(ends) <= steps:
            ends = ends[:]
            for shown in self._events(game, len(ends) - 1, steps, observer):
                stop_if()
                ends.append(ends[-1] + len(shown))
            self._event_counts[observer] = ends
        return ends[steps]

    def is_counted(self, observer: int) -> bool:
        """Return True if it is known how many events an observer has seen."""
        return len(self._event_counts.get(observer, ())) > len(self.steps)

    def steps_until(self, game: Declaration, observer: int, told: int) -> int:
        """Return the number of steps whose events are all among the first ``told`` events of an observer."""
        self.events_until(game, observer, len(self.steps))
        ends = self._event_counts[observer]
        steps = len(ends) - 1
        while steps and ends[steps] > told:
            steps -= 1
        return steps

    def events_for(self, game: Declaration, observer: int) -> list[Event]:
        """Return all events that an observer has seen, as the cached list: do not change it."""
        seen = self._event_cache.setdefault(observer, [])
        first = self.steps_until(game, observer, len(seen))
        for fresh in self.events_between(game, observer, first, len(self.steps)):
            seen += fresh
        return seen

    def standing_events(self, game: Declaration, observer: int) -> list[Event]:
        """Return the events that an observer saw, without those that were taken back: do not change the list."""
        standing = self._standing_cache.get(observer)
        if standing is None:
            by_step = list(self.events_between(game, observer, 0, len(self.steps)))
            standing = [event for k in self.line for event in by_step[k]]
            self._standing_cache[observer] = standing
        return standing

    def _events(self, game: Declaration, first: int, last: int, observer: int) -> Iterator[list[Event]]:
        """Yield the events of each of these steps; the record after a step is the one before the next."""
        before: State = None
        for k in range(first, last):
            step = self.steps[k]
            if step.undone:
                before = None
                yield [{"seat": step.seat, "kind": UNDO, "steps": step.undone}]
                continue
            if before is None:
                before = self.record_at(game, k, observer)
            after = self.record_at(game, k + 1, observer)
            seen = game.sees_action(observer, step.seat, step.action)
            yield events_of(game, before, after, step.seat, step.action if seen else UNKNOWN, observer)
            before = after
