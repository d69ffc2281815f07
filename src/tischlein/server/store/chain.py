"""Chains the entries of a table's log, so that a rewritten, missing or swapped entry is noticed.

Every entry is stored with an HMAC over itself and the hash of the entry before it; the first one follows the table's code. The key is
the secret of the table's shuffle: cards are few, and could be guessed from a plain hash. The last hash is also stored in the table's
row, as its head, so that missing entries at the end are noticed too.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from tischlein.server.errors import Damaged

# An entry as it is hashed: its number, seat, text, message id and time.
Hashed = tuple[int, int, str, str | None, int]

_encode = msgspec.json.Encoder().encode


@lru_cache(1_000)
def _keyed(secret: str) -> hmac.HMAC:
    """Return an HMAC with its key already hashed: copying it takes a third of the time of a new one."""
    return hmac.new(secret.encode(), None, "sha256")


def start(code: str) -> bytes:
    """Return what the first entry of a table's log follows."""
    return code.encode()


def link(secret: str, before: bytes, entry: Hashed) -> bytes:
    """Return the hash of an entry that follows the hash ``before``."""
    hashed = _keyed(secret).copy()
    hashed.update(before + _encode(entry))
    return hashed.digest()


def links(secret: str, before: bytes, entries: Iterable[Hashed]) -> list[bytes]:
    """Return the hash of each entry."""
    found = []
    for entry in entries:
        before = link(secret, before, entry)
        found.append(before)
    return found


def verify(
    code: str, secret: str, head: bytes | None, entries: Sequence[Hashed], stored: Sequence[bytes]
) -> None:
    """Raise Damaged, naming the first entry that differs, unless these are all entries that were written."""
    for place, (entry, hashed, written) in enumerate(
        zip(entries, links(secret, start(code), entries), stored, strict=True), start=1
    ):
        if entry[0] != place:
            raise Damaged(f"entry {place} of its log is missing")
        if hashed != written:
            raise Damaged(f"entry {place} of its log is not what was written: its hash differs")
    if head != (stored[-1] if stored else None):
        raise Damaged(f"entry {len(entries) + 1} of its log is missing")
