"""A list that only grows; what lies back in it is compressed, to save memory with many tables or long games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tischlein.engine.types import Untyped

# Entries are compressed in batches of this size. The last ones stay plain: they are read often.
TOGETHER = 32


class GrowingList:
    """A list of anything that can be pickled.

    >>> numbers = GrowingList(range(100))
    >>> numbers.squeeze()
    >>> len(numbers), numbers[30:34], numbers.since(98), numbers.until(3)[1:]
    (100, [30, 31, 32, 33], [98, 99], [1, 2])
    """

    def __init__(self, entries: Iterable[Untyped] = (), squeezed: Sequence[bytes] = ()) -> None:
        # The compressed batches and the plain rest are replaced together: other threads may be reading them.
        self._kept: tuple[Sequence[bytes], list[Untyped]] = squeezed, list(entries)

    def __len__(self) -> int:
        squeezed, plain = self._kept
        return TOGETHER * len(squeezed) + len(plain)

    def __iter__(self) -> Iterator[Untyped]:
        return iter(self[0:])

    def __getitem__(self, place: Untyped) -> Untyped:
        """Return one entry or a slice without a step, which is a plain list."""
        if not isinstance(place, slice):
            return self[place:][0] if place >= 0 else self[len(self) + place]
        start = max(place.start or 0, 0)
        return self.since(start)[: None if place.stop is None else max(place.stop - start, 0)]

    def since(self, number: int) -> list[Untyped]:
        """Return all entries after the first ``number``."""
        squeezed, plain = self._kept
        skipped = TOGETHER * len(squeezed)
        if number < skipped:
            first = number // TOGETHER
            plain = [one for batch in squeezed[first:] for one in self.unpacked(batch)] + plain
            skipped = TOGETHER * first
        return plain[number - skipped :]

    def extend(self, entries: Iterable[Untyped]) -> None:
        """Append several entries."""
        self._kept[1].extend(entries)

    def squeeze(self) -> None:
        """Compress all but the last entries."""
        squeezed, plain = self._kept
        while len(plain) >= 2 * TOGETHER:
            squeezed, plain = [*squeezed, self.packed(plain[:TOGETHER])], plain[TOGETHER:]
            self._kept = squeezed, plain

    def copy(self) -> GrowingList:
        """Return a copy, which stays as it is when this list grows."""
        squeezed, plain = self._kept
        return type(self)(plain, squeezed)

    def until(self, length: int) -> GrowingList:
        """Return a copy of the first ``length`` entries."""
        found = self.copy()
        if length < len(found):
            found.cut(length)
        return found

    def cut(self, length: int) -> None:
        """Drop all entries after the first ``length``."""
        squeezed = self._kept[0][: length // TOGETHER]
        self._kept = squeezed, self[TOGETHER * len(squeezed) : length]

    def packed(self, entries: list[Untyped]) -> bytes:
        """Return a batch as compressed bytes."""
        import pickle  # here, since not every Python has it
        import zlib

        return zlib.compress(pickle.dumps(entries, pickle.HIGHEST_PROTOCOL), 1)

    def unpacked(self, batch: bytes) -> list[Untyped]:
        """Return the entries of a batch."""
        import pickle
        import zlib

        found: list[Untyped] = pickle.loads(zlib.decompress(batch))  # noqa: S301 — what was packed above
        return found
