"""The history of a table, step by step: decisions, chance outcomes, and undos, which never delete a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tischlein.cards import CHANCE, SPECTATOR, UNKNOWN
from tischlein.engine.play.chance import Outcomes
from tischlein.engine.play.growing import GrowingList
from tischlein.engine.play.views import events_of, view_of
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.types import Event, State, View

UNDO = "undo"
Opened = dict[int, State]  # true records, by the number of steps before them
# The last steps are never compressed, as they are read often. Earlier ones are compressed in batches: similar steps together take
# a twentieth of the memory and a tenth of the time.
RECENT = 6
TOGETHER = 10
# How many records are decoded for several observers at once; a new deal has many steps.
SHARED = 64


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


def _squeezed(steps: list[Step]) -> list[Step]:
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
    """All steps, which of them still stand, and the chance outcomes that undos took back."""

    def __init__(self, opening: bytes) -> None:
        self.opening = opening
        self.steps: list[Step] = []
        self.line: list[int] = []  # the steps that still stand
        self.again: list[str] = []  # chance outcomes that were taken back: they happen again, in order
        self._seen: dict[int, GrowingList] = {}  # events by observer
        self._ends: dict[int, list[int]] = {}  # the number of events seen after each step
        # The same for replays, which run in other threads.
        self._shown_until: dict[int, list[int]] = {}
        self._first_undone: dict[int, int] = {}  # the first step that an undo took back
        # In the first steps every seat is shown only the public events; its own would have to be computed seat by seat.
        self.alike = 0
        self._squeezed = 0  # how many of the first steps
        self._at_once: bool | None = None  # the game's function that says when one event serves all seats

    def copy(self) -> History:
        """Return a copy with the same steps."""
        copied = History(self.opening)
        copied.steps, copied.line, copied.again = self.steps[:], self.line[:], self.again[:]
        copied._seen = {eyes: seen.copy() for eyes, seen in self._seen.items()}
        copied._ends = {eyes: ends[:] for eyes, ends in self._ends.items()}
        copied._shown_until = dict(self._shown_until)  # these lists are never changed
        copied._first_undone = dict(self._first_undone)
        copied._squeezed, copied.alike = self._squeezed, self.alike
        return copied

    @property
    def now(self) -> bytes:
        """The current record."""
        return self.steps[-1].after if self.steps else self.opening

    def add(self, seat: int, text: str, action: int, after: bytes) -> None:
        """Append a step that stands."""
        self.line.append(len(self.steps))
        self.steps.append(Step(seat, text, action, after))

    def squeeze(self) -> None:
        """Compress all but the last steps, to save memory with many tables or long games."""
        while self._squeezed + TOGETHER + RECENT <= len(self.steps):
            first, last = self._squeezed, self._squeezed + TOGETHER
            # Replace the steps, never change them: threads that replay a game may be reading them.
            self.steps[first:last] = _squeezed(self.steps[first:last])
            self._squeezed = last
        for seen in self._seen.values():
            seen.squeeze()

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
        self._first_undone[len(self.steps)] = self.line[place]
        self.line = self.line[:place]  # another list: a bookmark keeps the one before
        self.steps.append(Step(seat, UNDO, UNKNOWN, before, undone=len(taken_back)))
        return before

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
        self._squeezed = min(self._squeezed, mark.steps)
        for eyes, ends in self._ends.items():
            if len(ends) > mark.steps:
                self._seen[eyes].cut(self.seen_until(eyes, mark.steps))
                del ends[mark.steps :]
        for eyes, ends in self._shown_until.items():
            self._shown_until[eyes] = ends[: mark.steps + 1]
        for k in [k for k in self._first_undone if k >= mark.steps]:
            del self._first_undone[k]

    def view(self, game: Declaration, steps: int, eyes: int) -> View:
        """Return what an observer saw after this many steps."""
        return view_of(game, self._concealed(game, steps, eyes), eyes)

    def seen_events(
        self, game: Declaration, eyes: int, known: State = None, opened: Opened | None = None
    ) -> GrowingList:
        """Return the growing list of events that an observer has seen; do not change it.

        ``known`` is the current record, concealed for the observer, if the caller has it already. ``opened``
        caches records that were decoded for other observers: pass the same dict when asking for several, then
        throw it away.
        """
        if self.alike and eyes != SPECTATOR and eyes not in self._seen:
            everybody = self.seen_events(game, SPECTATOR)
            self._ends[eyes] = self._ends[SPECTATOR][: self.alike]
            self._seen[eyes] = everybody.until(self.seen_until(SPECTATOR, self.alike))
        if eyes not in self._seen:
            self._seen[eyes], self._ends[eyes] = GrowingList(), []
        seen, ends = self._seen[eyes], self._ends[eyes]
        fresh_steps = self.steps[len(ends) :]
        if not fresh_steps:
            return seen
        if len(fresh_steps) > SHARED:
            opened = None  # all records of a long game would take too much memory
        public: list[Event] = []
        public_ends: list[int] = []
        if eyes != SPECTATOR and self._tells_at_once(game):
            everybody = self.seen_events(game, SPECTATOR, None, opened)
            first = self.seen_until(SPECTATOR, len(ends))
            public = everybody.since(first)
            public_ends = [end - first for end in self._ends[SPECTATOR][len(ends) :]]
            if _was_told_no_more(eyes, fresh_steps, public):
                told = len(seen)
                seen.extend(_numbered(public, told))
                ends.extend([told + end for end in public_ends])
                return seen
        self._see(game, eyes, known, opened, public, public_ends)
        return seen

    def _see(
        self,
        game: Declaration,
        eyes: int,
        known: State,
        opened: Opened | None,
        public: list[Event],
        public_ends: list[int],
    ) -> None:
        """Add the events of steps that an observer has not been told yet.

        ``public`` are the public events of these steps, and ``public_ends`` where each step's end, if they are most of it.
        """
        seen, ends = self._seen[eyes], self._ends[eyes]
        first, last = len(ends), len(self.steps) - 1
        around = None
        count = told = len(seen)
        others: list[list[Event]] | None = None
        for k in range(first, last + 1):
            step, fresh = self.steps[k], None
            if public_ends:
                shown = public[public_ends[k - first - 1] if k > first else 0 : public_ends[k - first]]
                if _was_told_no_more(eyes, [step], shown):
                    fresh, around = _numbered(shown, told), None
            if fresh is None:
                # The record after a step is the one before the next step.
                after = known if k == last else None
                around = None if step.undone else self._around(game, k, eyes, around, after, opened)
                if others is None:
                    others = [one.since(count) for one in self._seen.values() if one is not seen]
                fresh = [
                    _one_for_all({"seq": seq, **event}, others, seq - count - 1)
                    for seq, event in enumerate(self._shown(game, k, eyes, around), told + 1)
                ]
                if step.undone:
                    fresh[-1]["since"] = self.seen_until(eyes, self.first_undone(k)) + 1
            seen.extend(fresh)
            told += len(fresh)
            ends.append(told)

    def tell_all(self, game: Declaration, known: State, opened: Opened | None = None) -> None:
        """Compute the public events once, before many seats ask; ``known`` is concealed for a spectator."""
        if self._tells_at_once(game):
            self.seen_events(game, SPECTATOR, known, opened)

    def _tells_at_once(self, game: Declaration) -> bool:
        if self._at_once is None:
            self._at_once = game.secrets.told_at_once(self._concealed(game, 0, SPECTATOR))
        return self._at_once

    def standing_events(self, game: Declaration, eyes: int) -> list[Event]:
        """Return the events that an observer saw, without those that were taken back."""
        seen = self.seen_events(game, eyes).since(0)
        return [
            event
            for k in self.line
            for event in seen[self.seen_until(eyes, k) : self.seen_until(eyes, k + 1)]
        ]

    def first_undone(self, k: int) -> int:
        """Return the first step that the undo at step k took back."""
        return self._first_undone[k]

    def told(self, eyes: int) -> int | None:
        """Return the number of events that an observer was told; None if none were asked for."""
        seen = self._seen.get(eyes)
        return None if seen is None else len(seen)

    def seen_until(self, eyes: int, steps: int) -> int:
        """Return the number of events an observer had seen after this many steps."""
        return self._ends[eyes][steps - 1] if steps else 0

    def shown_until(
        self, game: Declaration, eyes: int, steps: int, stop_if: Callable[[], None] = lambda: None
    ) -> int:
        """Return the number of events visible to ``eyes`` in the first ``steps`` steps (cached).

        Safe for threads that replay a game: nothing that others read is changed in place. ``stop_if`` may
        raise.
        """
        ends = self._shown_until.get(eyes, [0])
        if len(ends) <= steps:
            ends = ends[:]
            for k in range(len(ends) - 1, steps):
                stop_if()
                ends.append(ends[-1] + len(self.events(game, k, eyes)))
            self._shown_until[eyes] = ends
        return ends[steps]

    def events(self, game: Declaration, k: int, eyes: int) -> list[Event]:
        """Return the events that step k showed to an observer."""
        return self._shown(game, k, eyes, None if self.steps[k].undone else self._around(game, k, eyes))

    def _shown(self, game: Declaration, k: int, eyes: int, around: tuple[State, State] | None) -> list[Event]:
        step = self.steps[k]
        if around is None:
            return [{"seat": step.seat, "kind": UNDO, "steps": step.undone}]
        before, after = around
        seen = game.sees_action(eyes, step.seat, step.action)
        return events_of(game, before, after, step.seat, step.action if seen else UNKNOWN, eyes)

    def _around(
        self,
        game: Declaration,
        k: int,
        eyes: int,
        last: tuple[State, State] | None = None,
        after: State = None,
        opened: Opened | None = None,
    ) -> tuple[State, State]:
        """Return the records before and after step k, concealed for an observer; ``last`` is the pair of the
        step before.

        ``after`` is the record after it, if the caller has it already.
        """
        before = last[1] if last else self._concealed(game, k, eyes, opened)
        return before, after or self._concealed(game, k + 1, eyes, opened)

    def _concealed(self, game: Declaration, steps: int, eyes: int, opened: Opened | None = None) -> State:
        """Return the record after this many steps, concealed for an observer."""
        s = None if opened is None else opened.get(steps)
        if s is None:
            s = game.layout.unpack(self.steps[steps - 1].after if steps else self.opening)
            if opened is not None:
                opened[steps] = s
        if opened is not None:
            s = game.layout.copy(s)  # faster than decoding it again
        game.rules.conceal(s, eyes)
        return s


def _was_told_no_more(eyes: int, steps: list[Step], public: list[Event]) -> bool:
    """Return True if an observer surely saw no more of these steps than these public events."""
    for step in steps:
        if step.seat == eyes or step.undone:
            return False
    return all(event["seat"] != eyes for event in public)


def _numbered(events: list[Event], told: int) -> list[Event]:
    """Return the same events, numbered from ``told`` on; the same objects if that is how they are numbered."""
    if not events or events[0]["seq"] == told + 1:
        return events
    return [{**event, "seq": seq} for seq, event in enumerate(events, told + 1)]


def _one_for_all(event: Event, others: list[list[Event]], place: int) -> Event:
    """Return the same event object that another observer has, if it is equal, to save memory."""
    for seen in others:
        if place < len(seen) and seen[place] == event:
            return seen[place]
    return event
