"""A shuffle that players can check: chance follows from a secret of the server and from shares of the players.

docs/fair.md has the construction, version 1, in eight steps: commitment, promises, shares, key, numbers, lots and stacks. Nobody can
steer the outcomes: the server fixes its secret before it sees a share, and every player fixes a share before seeing another one. That
page also says what each of them could still try, and who would notice.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from tischlein.cards import NO_CARD
from tischlein.engine.errors import RecordError
from tischlein.engine.play.chance import Outcomes, Retracing
from tischlein.engine.rules.stacks import (
    KNOWN,
    LARGEST,
    LEFT,
    MOST_CARDS,
    STACK_CELLS,
    TWO_SIDED,
    choices,
    choose_next,
    draw,
    lay_out,
    next_place,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

CONSTRUCTION = 1
BYTES = 32  # bytes of a secret and of a share
_NAME = f"tischlein fair {CONSTRUCTION}"
_WORD = 4
_SPAN = 2 ** (8 * _WORD)
_DIGITS = frozenset("0123456789abcdef")


def is_hex(text: object) -> bool:
    """Return True for a secret, a share or a hash: 64 hexadecimal digits in lower case.

    >>> is_hex("0f" * 32), is_hex("0F" * 32), is_hex("0f")
    (True, False, False)
    """
    return isinstance(text, str) and len(text) == 2 * BYTES and set(text) <= _DIGITS


def commitment(table: str, secret: str) -> str:
    """Return what the server publishes before the first card; ``table`` is the code of the table."""
    return _hash(f"{_NAME} secret", table, secret)


def promise(share: str) -> str:
    """Return what a player publishes before any share is revealed."""
    return _hash(f"{_NAME} share", share)


def key(
    secret: str, table: str, game: str, promises: Sequence[str | None], shares: Sequence[str | None]
) -> bytes:
    """Return the key of one game's chance outcomes; ``promises`` and ``shares`` have an entry per seat."""
    seats = [f"{promised or '-'} {share or '-'}" for promised, share in zip(promises, shares, strict=True)]
    return _hmac(bytes.fromhex(secret), "\n".join([f"{_NAME} key", table, game, *seats]))


def outcome(key: bytes, name: str, n: int) -> int:
    """Return the number of this name, one of ``n`` equally likely ones from 0 on.

    >>> outcome(bytes(32), "lot 0", 1)
    0
    """
    limit = _SPAN - _SPAN % n
    block = 0
    while True:
        digest = _hmac(key, f"{_NAME} outcome {name} {block}")
        for place in range(0, len(digest), _WORD):
            x = int.from_bytes(digest[place : place + _WORD], "big")
            if x < limit:  # words above would make small indices more likely
                return x % n
        block += 1


class Fair(Retracing):
    """The source of a table whose chance outcomes can be checked; ``first`` is the number of its first lot and deal."""

    def __init__(self, key: bytes, first: int = 0) -> None:
        self._key = key
        self.first = first
        self.draws: list[tuple[int, int, int]] = []  # (n, index, stack) of each outcome
        self._row = [0] * STACK_CELLS
        self._lots = first
        self._deal = first - 1
        self._shuffle = 0

    def choose(self, outcomes: Outcomes) -> int:
        n, stack = outcomes.n, outcomes.stack
        index = self.draw(n, stack, outcomes.stacks, outcomes.two_sided)
        self.draws.append((n, index, stack))
        return index

    def draw(self, n: int, stack: int, stacks: int, two_sided: bool) -> int:
        """Return which of n outcomes comes next: a card of this stack, or a lot."""
        row, cards = self._row, n >> two_sided
        if stack == NO_CARD or cards > MOST_CARDS:
            self._lots += 1
            return outcome(self._key, f"lot {self._lots - 1}", n)
        row[TWO_SIDED] = two_sided
        if row[LEFT] != cards:
            new = cards >= row[LARGEST]
            self._deal, self._shuffle = (self._deal + 1, 0) if new else (self._deal, self._shuffle + 1)
            lay_out(row, cards, stacks)
        place = next_place(row, stack, stacks)
        while row[KNOWN] <= place:
            name = f"deal {self._deal} {self._shuffle} {row[KNOWN]}"
            choose_next(row, outcome(self._key, name, choices(row)))
        return draw(row, place)

    def mark(self) -> tuple[int, list[int], int, int, int]:
        return len(self.draws), self._row[:], self._lots, self._deal, self._shuffle

    def back_to(self, mark: tuple[int, list[int], int, int, int]) -> None:
        draws, row, self._lots, self._deal, self._shuffle = mark
        self._row = row[:]
        del self.draws[draws:]

    def retrace(self, outcomes: Outcomes, text: str) -> None:
        """Check that an outcome of a played game is the one that follows from the key."""
        index = self.choose(outcomes)
        if outcomes.text(index) != text:
            raise RecordError(f"secret and shares give {outcomes.text(index)!r} here")


def _hash(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode("ascii"), "sha256")
