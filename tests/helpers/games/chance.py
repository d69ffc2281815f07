"""Chance for tests: shared between two tables, or written down."""

from collections import deque
from random import Random

from tischlein.engine.play.chance import Outcomes


class Shared:
    """Chooses for an engine's table, and then tells a reference; both must see the same outcomes."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._told: deque[tuple[str, int, list[str] | None]] = deque()

    def choose(self, outcomes: Outcomes) -> int:
        """The engine's side."""
        index = self._rng.randrange(outcomes.n)
        text = outcomes.text(index)
        found = outcomes.find(text)
        assert found is not None
        assert outcomes.text(found) == text
        # Naming all cards of a whole deck takes time: one draw in five is enough there.
        name_all = outcomes.n <= 20 or outcomes.n % 5 == 0
        names = sorted(map(outcomes.text, range(outcomes.n))) if name_all else None
        self._told.append((text, outcomes.n, names))
        return index

    def __call__(self, outcomes: list[str]) -> str:
        """The reference's side: every outcome by name, in any order."""
        assert self._told, "the reference calls `chance` where the engine draws nothing"
        text, n, names = self._told.popleft()
        assert len(outcomes) == n, (
            f"`chance` gets {len(outcomes)} outcomes, but `chances` of the rules says {n}"
        )
        given = sorted(outcomes)
        assert names in (None, given), f"`chance` gets other outcomes, {given}, than the rules name, {names}"
        assert text in given, f"{text!r} happens, but `chance` gets {given} only"
        return text

    @property
    def all_told(self) -> bool:
        """Return True if the reference has asked as often as the engine."""
        return not self._told
