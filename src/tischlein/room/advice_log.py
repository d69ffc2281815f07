"""Which decisions followed the coach's advice: the log and replays mark them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tischlein.engine.play.history import UNDO
from tischlein.room.rows import EVERYBODY, Advice, Entry


@dataclass(slots=True, eq=False)
class AdviceLog:
    """The requests for advice at one table, matched with its log; methods return a changed copy."""

    rows: list[Advice] = field(default_factory=list)
    # Steps of the game decided after advice, and their seats.
    taken: list[tuple[int, int]] = field(default_factory=list)
    # Numbers of these entries, also of those before the game.
    followed: set[int] = field(default_factory=set)
    # Per seat that has not decided since: the log's length when it asked.
    asked: dict[int, int] = field(default_factory=dict)

    @property
    def allowed(self) -> bool:
        """Return True if everybody at this table may ask the coach."""
        return any(row.seat == EVERYBODY for row in self.rows)

    def has(self, row: Advice) -> bool:
        """Return True if this row is stored already."""
        return any((one.seq, one.seat) == (row.seq, row.seat) for one in self.rows)

    def with_row(self, row: Advice) -> AdviceLog:
        """Add a request for advice: the seat's next decision is marked."""
        asked = self.asked if row.seat == EVERYBODY else {**self.asked, row.seat: row.seq}
        return AdviceLog([*self.rows, row], self.taken, self.followed, asked)

    def after(self, entries: Sequence[Entry], base: int, undone: Sequence[Entry] = ()) -> AdviceLog:
        """Follow new entries; ``undone`` are those that the first one takes back."""
        if not self.asked and not undone:
            return self
        taken, followed, asked = list(self.taken), set(self.followed), dict(self.asked)
        for entry in undone:
            # The player still knows the advice: the decision in its place is marked too.
            if entry.seq in followed:
                asked[entry.seat] = entries[0].seq
        for entry in entries:
            if entry.text != UNDO and asked.get(entry.seat, entry.seq) < entry.seq:
                del asked[entry.seat]
                followed.add(entry.seq)
                if entry.seq > base:
                    taken.append((entry.seq - base - 1, entry.seat))
        return AdviceLog(self.rows, taken, followed, asked)


def read_advice(rows: Sequence[Advice], log: Sequence[Entry], base: int) -> AdviceLog:
    """Return what is known about advice at a table whose log is ``log``; ``base`` is the number of entries before the game."""
    found = AdviceLog()
    waiting = sorted(rows, key=lambda row: row.seq)
    line: list[Entry] = []  # entries that no undo has taken back
    for row in [one for one in waiting if one.seq == 0]:
        found = found.with_row(row)
    later = [one for one in waiting if one.seq > 0]
    for entry in log if rows else ():
        undone: list[Entry] = []
        if entry.text == UNDO:
            while line and (not undone or undone[-1].seat != entry.seat):
                undone.append(line.pop())
        else:
            line.append(entry)
        found = found.after([entry], base, undone)
        while later and later[0].seq <= entry.seq:
            found = found.with_row(later.pop(0))
    for row in later:
        found = found.with_row(row)
    return found
