"""Encodes messages as JSON, and keeps the events that a seat was sent; earlier ones compressed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from tischlein.engine.types import AnyEvent, Json

encode = msgspec.json.Encoder().encode
encode_sorted = msgspec.json.Encoder(order="sorted").encode

# Events are compressed in batches of this size. The last ones stay plain: clients that reconnect ask for them.
TOGETHER = 32


class SentEvents:
    """A list of JSON texts that only grows.

    >>> sent = SentEvents()
    >>> sent.extend([msgspec.Raw(b"%d" % number) for number in range(100)])
    >>> len(sent), [bytes(text) for text in sent.since(98)]
    (100, [b'98', b'99'])
    """

    def __init__(self) -> None:
        self._squeezed: list[bytes] = []
        self._recent: list[msgspec.Raw] = []

    def __len__(self) -> int:
        return TOGETHER * len(self._squeezed) + len(self._recent)

    def extend(self, texts: Sequence[msgspec.Raw]) -> None:
        self._recent += texts
        while len(self._recent) >= 2 * TOGETHER:
            # JSON has no line breaks of its own: they are written as two characters.
            self._squeezed.append(zlib.compress(b"\n".join(map(bytes, self._recent[:TOGETHER])), 1))
            del self._recent[:TOGETHER]

    def since(self, number: int) -> list[msgspec.Raw]:
        """All texts after the first ``number``."""
        first, skipped = divmod(max(number, 0), TOGETHER)
        earlier = [
            msgspec.Raw(text)
            for squeezed in self._squeezed[first:]
            for text in zlib.decompress(squeezed).split(b"\n")
        ]
        if first < len(self._squeezed):
            return (earlier + self._recent)[skipped:]
        return self._recent[number - TOGETHER * len(self._squeezed) :]


class JsonCodec:
    """Encodes messages as JSON, each event once."""

    def event(self, event: Json) -> msgspec.Raw:
        return msgspec.Raw(encode(event))

    def canonical(self, event: AnyEvent) -> bytes:
        return encode_sorted(event)

    def message(self, message: Json) -> bytes:
        return encode(message)

    def book(self) -> SentEvents:
        return SentEvents()
