"""What every backend offers: single steps on boxes that hold one record each, and batches of whole games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tischlein.engine.errors import OptionError
from tischlein.engine.rules.complete import complete
from tischlein.engine.rules.contract import Rules
from tischlein.engine.rules.positions import short_repr, whole_number
from tischlein.engine.rules.record import Layout
from tischlein.engine.types import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Far above what any sensible play reaches; a game cut off there is not over.
NO_CAP = 1 << 40
_MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class Batch:
    """Finished random games: decisions per game, the last records as rows of bytes, the generators' last words."""

    decisions: NDArray[np.int64]
    rows: NDArray[np.uint8]
    rngs: NDArray[np.int64]


def words_of(seed: int) -> tuple[int, int]:
    """Split a seed into two words; seeds count modulo 2**64.

    >>> words_of(2**32 + 5)
    (5, 1)
    """
    return seed & _MASK, (seed >> 32) & _MASK


class Backend(ABC):
    """A rules module made runnable. A *box* holds one record in the backend's own form."""

    name: str

    def __init__(self, rules: Rules) -> None:
        complete(rules)
        self.rules = rules
        self.layout = Layout(rules.RECORD)

    # Boxes

    @abstractmethod
    def unpack(self, data: bytes) -> State:
        """Return a box that holds the record with these bytes."""

    @abstractmethod
    def pack(self, box: State) -> bytes:
        """Return the bytes of the record in a box."""

    def copy(self, box: State) -> State:
        """Return another box with the same record."""
        return self.unpack(self.pack(box))

    def blank(self) -> State:
        """Return a box with a record of zeros."""
        return self.unpack(bytes(self.layout.size))

    # The contract

    @abstractmethod
    def call(self, name: str, box: State, *arguments: int) -> int:
        """Call a function of the contract that takes no array but ``work``."""

    @abstractmethod
    def fill(self, name: str, box: State, size: int, *arguments: int) -> tuple[int, list[int]]:
        """Call a function of the contract that writes into an array of this size."""

    @abstractmethod
    def imagine(self, box: State, seat: int, rng: list[int]) -> None:
        """Fill a concealed record with hidden cards; the words of ``rng`` move on."""

    def legal(self, box: State, seat: int) -> list[int]:
        n, out = self.fill("legal", box, self.rules.ACTIONS + 1, seat)
        return out[:n]

    def scores(self, box: State) -> list[int]:
        return self.fill("scores", box, self.rules.MAX_SEATS)[1]

    def payoff(self, box: State) -> list[int]:
        return self.fill("payoff", box, self.rules.MAX_SEATS)[1]

    def observe(self, box: State, seat: int) -> list[int]:
        return self.fill("observe", box, self.rules.OBSERVED, seat)[1]

    # Batches

    def random_games(
        self, start: bytes, games: int, seed: int, first: int = 0, cap: int = NO_CAP, threads: int = 1
    ) -> Batch:
        """Play random games from one start, the i-th with stream ``first + i`` of the seed.

        Each ends at the latest after ``cap`` decisions. Raises OptionError if an argument does not fit.
        """
        if not isinstance(start, bytes) or len(start) != self.layout.size:
            raise OptionError(
                f"start: {short_repr(start)} is not a record of {self.layout.size} bytes, as game.opening(seats) gives it"
            )
        return self._random_games(
            start,
            whole_number("games", games, 1),
            whole_number("seed", seed),
            whole_number("first", first, 0),
            whole_number("cap", cap, 0),
            whole_number("threads", threads, 1),
        )

    @abstractmethod
    def _random_games(
        self, start: bytes, games: int, seed: int, first: int, cap: int, threads: int
    ) -> Batch: ...
