"""Time for a whole game: what every seat has left. Nothing in here changes a clock; each function returns another one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

# Milliseconds that a player who comes back has at least, once for each decision.
BACK = 15_000
# Milliseconds that another player gives to one who asks for more time.
MORE = 30_000


@dataclass(slots=True, eq=False)
class PastDecision:
    """A decision: when the seat was asked, when it decided, and what was left on all clocks then."""

    since: int
    until: int
    left: Sequence[int]


@dataclass(slots=True, eq=False)
class Clocks:
    """The time left per seat when it was last counted, and when that was; in milliseconds."""

    increment: int  # that a finished turn earns
    left: Sequence[int]
    at: int
    charged: Sequence[int] = ()  # after the last decision, before it earned anything
    earned: Sequence[tuple[int, int]] = ()  # steps of the game that earned the increment, and their seats

    def left_at(self, at: int, running: Collection[int]) -> list[int]:
        """Return the time left, where the clocks of the ``running`` seats have run since they were counted."""
        passed = max(0, at - self.at)
        return [max(0, left - passed) if seat in running else left for seat, left in enumerate(self.left)]

    def running_from(self, left: Sequence[int], at: int) -> Clocks:
        """Return clocks that show ``left`` and run on from ``at``."""
        return Clocks(self.increment, list(left), at, self.charged, self.earned)

    def without(self, left: Sequence[int], first: int) -> list[int]:
        """Return ``left`` without what steps from ``first`` on have earned, which an undo takes back. Used time stays used."""
        found = list(left)
        for step, seat in self.earned:
            if step >= first:
                found[seat] = max(0, found[seat] - self.increment)
        return found

    def after_step(
        self,
        charged: Sequence[int],
        left: Sequence[int],
        at: int,
        step: int,
        seat: int | None,
        undone_from: int | None,
    ) -> Clocks:
        """Return clocks after a stored step of the game: they show ``left`` and run on from ``at``."""
        earned = list(self.earned)
        if undone_from is not None:
            earned = [one for one in earned if one[0] < undone_from]
        elif seat is not None and left[seat] > charged[seat]:
            earned.append((step, seat))
        return Clocks(self.increment, list(left), at, list(charged), earned)


def time_after_undo(
    left: Sequence[int], before: PastDecision, seat: int, at: int, all_along: Collection[int]
) -> list[int]:
    """Return the time left on all clocks if a seat takes its last decision back at once.

    The time since then is charged to the seat, and to the seats that were asked ``all_along``.
    """
    then = [left[other] if other in all_along else known for other, known in enumerate(before.left)]
    then[seat] = max(0, before.left[seat] - (at - before.until))
    return then
