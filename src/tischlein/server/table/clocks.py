"""Time for a whole game: what every seat has left of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

# Whoever comes back has at least so many milliseconds, once for each decision.
BACK = 15_000


class Answered(NamedTuple):
    """When a seat was asked for a decision that it has made, when it made it, and what was left then on the clocks for the game."""

    since: int
    until: int
    left: list[int]


@dataclass
class Clocks:
    """What was left when it was counted last, and when that was; in milliseconds."""

    increment: int  # that a seat earns when it has done its turn
    left: list[int]
    at: int
    charged: list[int] = field(default_factory=list)  # after the last decision, before it earned anything
    earned: list[tuple[int, int]] = field(default_factory=list)  # steps of the game, and whose they were

    def left_at(self, at: int, running: Collection[int]) -> list[int]:
        """What is left, where the clocks of these seats have run since they were counted last."""
        passed = max(0, at - self.at)
        return [max(0, left - passed) if seat in running else left for seat, left in enumerate(self.left)]

    def left_in_question(self, since: int, asker: int, at: int, running: Collection[int]) -> list[int]:
        """What is left while others think about an undo, since that time: only the clock of whoever asks runs on."""
        left = self.left_at(since, running)
        left[asker] = self.left_at(at, running)[asker]
        return left

    def count_from_question(self, since: int, asker: int, running: Collection[int]) -> None:
        """All count from the question on, and the clock of whoever asks has run since then."""
        if asker in running:
            self.left[asker] += self.at - since
        self.at = since

    def end_question(self, pause: int, asker: int, running: Collection[int]) -> None:
        """Clocks go on from where they were, but that of whoever asked has run."""
        if asker in running:
            self.left[asker] = max(0, self.left[asker] - pause)
        self.at += pause

    def decided(self, left: list[int], seat: int | None, done: bool) -> list[int]:
        """What is left after a decision: a seat that has done its turn earns the increment."""
        self.charged = list(left)
        if seat is not None and done:
            left[seat] += self.increment
        return left

    def taken_back(self, left: list[int], first: int) -> list[int]:
        """Nobody keeps what was earned by steps, from ``first`` on, that an undo takes back. Time that was used is used."""
        for step, seat in self.earned:
            if step >= first:
                left[seat] = max(0, left[seat] - self.increment)
        return left

    def go_on(self, left: list[int], at: int, step: int, seat: int | None, undone_from: int | None) -> None:
        """A step of the game is stored: this is left, and clocks run on from now."""
        if undone_from is not None:
            self.earned = [one for one in self.earned if one[0] < undone_from]
        elif seat is not None and left[seat] > self.charged[seat]:
            self.earned.append((step, seat))
        self.left, self.at = left, at


def resumed(left: list[int], before: Answered, seat: int, at: int, all_along: Collection[int]) -> list[int]:
    """What is left when a seat takes back at once what it has decided: as if nothing had been decided.

    The time since then is the seat's own, and of those who were asked ``all_along``.
    """
    then = [left[other] if other in all_along else known for other, known in enumerate(before.left)]
    then[seat] = max(0, before.left[seat] - (at - before.until))
    return then
