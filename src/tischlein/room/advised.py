"""Which decisions followed the coach's advice: the log and replays mark them."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.engine.play.history import UNDO
from tischlein.room.rows import EVERYBODY, Advice, Entry


class Advised:
    """What is stored about advice at one table, compared with its log. Methods return another one."""

    def __init__(self, rows: Sequence[Advice] = ()) -> None:
        self.rows = list(rows)
        self.taken: list[tuple[int, int]] = []  # steps of the game decided after advice, and their seats
        self._followed: set[int] = set()  # numbers of entries, also of those before the game
        self._open: dict[int, int] = {}  # per seat that has not decided since: the log's length when it asked

    def _copy(self) -> Advised:
        new = Advised(self.rows)
        new.taken, new._followed, new._open = self.taken[:], set(self._followed), dict(self._open)
        return new

    @property
    def allowed(self) -> bool:
        """Return True if everybody at this table may ask the coach."""
        return any(row.seat == EVERYBODY for row in self.rows)

    def has(self, row: Advice) -> bool:
        """Return True if this row is stored already."""
        return any((one.seq, one.seat) == (row.seq, row.seat) for one in self.rows)

    def with_row(self, row: Advice) -> Advised:
        """Add a request for advice: the seat's next decision is marked."""
        new = self._copy()
        new.rows.append(row)
        if row.seat != EVERYBODY:
            new._open[row.seat] = row.seq
        return new

    def after(self, entries: Sequence[Entry], base: int, undone: Sequence[Entry] = ()) -> Advised:
        """Follow new entries; ``undone`` are those that the first one takes back."""
        if not self._open and not undone:
            return self
        new = self._copy()
        for entry in undone:
            # The player still knows the advice: the decision in its place is marked too.
            if entry.seq in new._followed:
                new._open[entry.seat] = entries[0].seq
        for entry in entries:
            if entry.text != UNDO and new._open.get(entry.seat, entry.seq) < entry.seq:
                del new._open[entry.seat]
                new._followed.add(entry.seq)
                if entry.seq > base:
                    new.taken.append((entry.seq - base - 1, entry.seat))
        return new


def read(rows: Sequence[Advice], log: Sequence[Entry], base: int) -> Advised:
    """Return what is known about advice at a table whose log is ``log``; ``base`` is the number of entries before the game."""
    found = Advised()
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
