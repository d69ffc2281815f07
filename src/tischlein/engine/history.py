"""What happened at a table, step by step: decisions, chance outcomes, and undos, which take steps back but never delete them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tischlein.cards import CHANCE, SPECTATOR, UNKNOWN
from tischlein.engine.chance import Outcomes
from tischlein.engine.declaration import Declaration
from tischlein.engine.views import events_of, view_of

UNDO = "undo"
# So many of the last steps are never squeezed: they are looked at again and again. Earlier ones then take a fifth of the room.
RECENT = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the history: who, what, and the record's bytes afterwards."""

    seat: int
    text: str
    action: int
    kept: bytes  # the record's bytes, or fewer
    undone: int = 0  # for an undo: how many steps it took back
    small: bool = False

    @property
    def after(self) -> bytes:
        """The record's bytes after this step."""
        if not self.small:
            return self.kept
        import zlib  # here: what a table needs is there without it, and it is not in every Python

        return zlib.decompress(self.kept)

    def squeezed(self) -> Step:
        """The same in less room: records are mostly small numbers and zeros."""
        import zlib

        return Step(self.seat, self.text, self.action, zlib.compress(self.after, 1), self.undone, True)


class History:
    """All steps, which of them still stand, and the chance outcomes that an undo took back."""

    def __init__(self, opening: bytes) -> None:
        self.opening = opening
        self.steps: list[Step] = []
        self.line: list[int] = []  # the steps that still stand
        self.again: list[str] = []  # chance outcomes that were taken back: they happen again, in order
        self._seen: dict[int, list[dict[str, Any]]] = {}  # to these eyes
        self._ends: dict[int, list[int]] = {}  # how many events they had seen after each step
        self._squeezed = 0  # so many of the first steps

    def copy(self) -> History:
        """Return another one with the same steps."""
        copied = History(self.opening)
        copied.steps, copied.line, copied.again = self.steps[:], self.line[:], self.again[:]
        copied._seen = {eyes: seen[:] for eyes, seen in self._seen.items()}
        copied._ends = {eyes: ends[:] for eyes, ends in self._ends.items()}
        copied._squeezed = self._squeezed
        return copied

    @property
    def now(self) -> bytes:
        """The record after everything that happened."""
        return self.steps[-1].after if self.steps else self.opening

    def add(self, seat: int, text: str, action: int, after: bytes) -> None:
        """A step that stands."""
        self.line.append(len(self.steps))
        self.steps.append(Step(seat, text, action, after))

    def squeeze(self) -> None:
        """Keep all but the last steps in less room: for tables that are many, and games that are long."""
        last = len(self.steps) - RECENT
        for k in range(self._squeezed, last):
            # Another one in its place, never a change of it: threads that replay a game read it meanwhile.
            self.steps[k] = self.steps[k].squeezed()
        self._squeezed = max(self._squeezed, last)

    def last_decision(self, seat: int) -> int | None:
        """Return where, in the line of standing steps, the seat decided last."""
        for place in range(len(self.line) - 1, -1, -1):
            if self.steps[self.line[place]].seat == seat:
                return place
        return None

    def take_back(self, seat: int, place: int) -> bytes:
        """Undo everything from this place in the line on; return the record before it."""
        taken_back = [self.steps[k] for k in self.line[place:]]
        self.again[:0] = [step.text for step in taken_back if step.seat == CHANCE]
        before = self.steps[self.line[place - 1]].after if place else self.opening
        del self.line[place:]
        self.steps.append(Step(seat, UNDO, UNKNOWN, before, undone=len(taken_back)))
        return before

    def next_taken_back(self, outcomes: Outcomes) -> int | None:
        """Return the outcome that was taken back and is possible now, if there is one."""
        while self.again:
            index = outcomes.find(self.again.pop(0))
            if index is not None:
                return index
        return None

    def mark(self) -> tuple[int, int, list[str]]:
        """Return what ``forget`` needs to come back to this moment."""
        return len(self.steps), len(self.line), self.again[:]

    def forget(self, mark: tuple[int, int, list[str]], rolled: list[str]) -> None:
        """Go back to a mark as if nothing had happened; what chance has said since happens again next time."""
        del self.steps[mark[0] :], self.line[mark[1] :]
        self._squeezed = min(self._squeezed, mark[0])
        self.again = mark[2] + rolled

    def view(self, game: Declaration, steps: int, eyes: int) -> dict[str, Any]:
        """Return what these eyes saw after so many steps."""
        return view_of(
            game, _concealed(game, self.steps[steps - 1].after if steps else self.opening, eyes), eyes
        )

    def seen_events(self, game: Declaration, eyes: int, known: Any = None) -> list[dict[str, Any]]:
        """Return the list that grows with every event that these eyes see; to be read only.

        ``known`` is the record after all steps, concealed for these eyes, where the caller has it already.
        """
        seen, ends = self._seen.setdefault(eyes, []), self._ends.setdefault(eyes, [])
        around, last = None, len(self.steps) - 1
        for k in range(len(ends), len(self.steps)):
            # What came after a step is what comes before the next one.
            after = known if k == last else None
            around = None if self.steps[k].undone else self._around(game, k, eyes, around, after)
            for event in self._shown(game, k, eyes, around):
                seen.append({"seq": len(seen) + 1, **event})
            if self.steps[k].undone:
                seen[-1]["since"] = self.seen_until(eyes, self.first_undone(k)) + 1
            ends.append(len(seen))
        return seen

    def standing_events(self, game: Declaration, eyes: int) -> list[dict[str, Any]]:
        """Return what these eyes saw happen, without what was taken back."""
        seen = self.seen_events(game, eyes)
        return [
            event
            for k in self.line
            for event in seen[self.seen_until(eyes, k) : self.seen_until(eyes, k + 1)]
        ]

    def first_undone(self, k: int) -> int:
        """Return the first of the steps that the k-th one took back."""
        left, skipped = self.steps[k].undone, 0
        for j in range(k - 1, -1, -1):
            step = self.steps[j]
            if step.undone or skipped:
                skipped += step.undone or -1
                continue
            left -= 1
            if left == 0:
                return j
        raise AssertionError("more was taken back than had happened")

    def seen_until(self, eyes: int, steps: int) -> int:
        """Return how many events these eyes had seen after so many steps."""
        return self._ends[eyes][steps - 1] if steps else 0

    def events(self, game: Declaration, k: int, eyes: int) -> list[dict[str, Any]]:
        """Return what the k-th step showed to these eyes."""
        return self._shown(game, k, eyes, None if self.steps[k].undone else self._around(game, k, eyes))

    def _shown(
        self, game: Declaration, k: int, eyes: int, around: tuple[Any, Any] | None
    ) -> list[dict[str, Any]]:
        step = self.steps[k]
        if around is None:
            return [{"seat": step.seat, "kind": UNDO, "steps": step.undone}]
        before, after = around
        seen = game.sees_action(eyes, step.seat, step.action)
        choices = self._chosen(game, k) if game.lays_open and game.lays_open(before, after) else None
        return events_of(game, before, after, step.seat, step.action if seen else UNKNOWN, eyes, choices)

    def _chosen(self, game: Declaration, k: int) -> list[tuple[int, int]]:
        """The secret choices up to the k-th step, which lays them open, since others were; without what was taken back."""
        found: list[tuple[int, int]] = []
        skipped = 0
        for j in range(k, -1, -1):
            step = self.steps[j]
            if step.undone or skipped:
                skipped += step.undone or -1
                continue
            if j < k and game.lays_open and game.lays_open(*self._around(game, j)):
                break
            if step.seat != CHANCE and not game.open_action(step.action):
                found.append((step.seat, step.action))
        return found[::-1]

    def _around(
        self,
        game: Declaration,
        k: int,
        eyes: int = SPECTATOR,
        last: tuple[Any, Any] | None = None,
        after: Any = None,
    ) -> tuple[Any, Any]:
        """The records before and after the k-th step, concealed for these eyes; ``last`` are those of the step before it.

        ``after`` is the one after it, where it is there already.
        """
        before = last[1] if last else _concealed(game, self.steps[k - 1].after if k else self.opening, eyes)
        return before, after or _concealed(game, self.steps[k].after, eyes)


def _concealed(game: Declaration, data: bytes, eyes: int) -> Any:
    s = game.layout.unpack(data)
    game.rules.conceal(s, eyes)
    return s
