"""Encodes messages as JSON."""

import msgspec

from tischlein.engine.types import AnyEvent, Json

encode = msgspec.json.Encoder().encode
encode_sorted = msgspec.json.Encoder(order="sorted").encode


class JsonCodec:
    """Encodes messages as JSON."""

    def canonical(self, event: AnyEvent) -> bytes:
        return encode_sorted(event)

    def message(self, message: Json) -> bytes:
        return encode(message)
