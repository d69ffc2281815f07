"""Encodes messages as JSON, and keeps the events that a seat was sent; earlier ones compressed."""

import zlib
from collections.abc import Iterable

import msgspec

from tischlein.engine.play.growing import TOGETHER, GrowingList
from tischlein.engine.types import AnyEvent, Json

encode = msgspec.json.Encoder().encode
encode_sorted = msgspec.json.Encoder(order="sorted").encode


class SentEvents(GrowingList):
    """A list of JSON texts that only grows.

    >>> sent = SentEvents()
    >>> sent.extend([msgspec.Raw(b"%d" % number) for number in range(100)])
    >>> len(sent), [bytes(text) for text in sent.since(98)]
    (100, [b'98', b'99'])
    """

    def extend(self, texts: Iterable[msgspec.Raw]) -> None:
        plain = self._kept[1]
        plain.extend(texts)
        if len(plain) >= 2 * TOGETHER:
            self.squeeze()

    def packed(self, texts: list[msgspec.Raw]) -> bytes:
        # JSON has no line breaks of its own: they are written as two characters.
        return zlib.compress(b"\n".join(map(bytes, texts)), 1)

    def unpacked(self, batch: bytes) -> list[msgspec.Raw]:
        return [msgspec.Raw(text) for text in zlib.decompress(batch).split(b"\n")]


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
