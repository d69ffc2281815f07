"""Who took the coach's advice at a table, and which decisions followed it: the log and replays mark them."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.engine.play.history import UNDO
from tischlein.room.rows import EVERYBODY, Advice, Entry


class AdviceTaken:
    """What is stored about advice at one table, held against its log."""

    def __init__(self, rows: list[Advice]) -> None:
        self.rows = rows
        # The steps of the game that were decided after advice, in order, and by which seat.
        self.taken: dict[int, int] = {}
        self._followed: set[int] = set()  # the entries of the log, also those before the game
        self._open: dict[int, int] = {}  # per seat that has not decided since: the log's length then
        self._line: list[Entry] = []  # the entries that no undo has taken back
        self._base = 0

    def read(self, log: Sequence[Entry], base: int) -> None:
        """Begin with this log; ``base`` is the number of its entries before the game."""
        self.taken, self._followed, self._open, self._line, self._base = {}, set(), {}, [], base
        noted = 0
        for row in sorted(self.rows, key=lambda one: one.seq):
            self.note(log[noted : row.seq])
            self._mark(row)
            noted = row.seq
        self.note(log[noted:])

    @property
    def allowed(self) -> bool:
        """May everybody at this table ask the coach?"""
        return any(row.seat == EVERYBODY for row in self.rows)

    def take(self, row: Advice) -> None:
        """Somebody took advice: the next decision of this seat is marked."""
        self.rows.append(row)
        self._mark(row)

    def note(self, rows: Sequence[Entry]) -> None:
        """The log has grown."""
        for row in rows:
            if row.text == UNDO:
                self._take_back(row)
                continue
            self._line.append(row)
            since = self._open.get(row.seat)
            if since is not None and row.seq > since:
                del self._open[row.seat]
                self._followed.add(row.seq)
                if row.seq > self._base:
                    self.taken[row.seq - self._base - 1] = row.seat

    def _take_back(self, undo: Entry) -> None:
        """Who takes back a decision that followed advice still knows it: the one in its place is marked too."""
        seat = None
        while self._line and seat != undo.seat:
            row = self._line.pop()
            seat = row.seat
            if row.seq in self._followed:
                self._open[seat] = undo.seq

    def _mark(self, row: Advice) -> None:
        if row.seat != EVERYBODY:
            self._open[row.seat] = row.seq
