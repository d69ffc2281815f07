"""Encodes messages as JSON."""

import msgspec

from tischlein.engine.types import Json

encode = msgspec.json.Encoder().encode


class JsonCodec:
    """Encodes messages as JSON."""

    def message(self, message: Json) -> bytes:
        return encode(message)
