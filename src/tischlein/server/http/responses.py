"""Responses to requests."""

import msgspec
from starlette.responses import Response

from tischlein.server.errors import Refusal
from tischlein.server.protocol.shared import Bilingual, ErrorInfo, ErrorReply

encode = msgspec.json.Encoder().encode


def refused(refusal: Refusal) -> Response:
    """Return the response for a refusal."""
    return json(ErrorReply(ErrorInfo(refusal.code, Bilingual(**refusal.text))), refusal.status)


def json(value: object, status: int = 200) -> Response:
    """Return a JSON response that is not cached."""
    return Response(encode(value), status, {"cache-control": "no-store"}, "application/json")
