"""Responses to requests."""

from starlette.responses import Response

from tischlein.server.errors import Refusal
from tischlein.server.protocol.shared import Bilingual, ErrorInfo, ErrorReply
from tischlein.server.table.encoding import encode


def refusal_response(refusal: Refusal) -> Response:
    """Return the response for a refusal."""
    return json(ErrorReply(ErrorInfo(refusal.code, Bilingual(**refusal.text))), refusal.status)


def json(value: object, status: int = 200) -> Response:
    """Return a JSON response that is not cached."""
    return Response(encode(value), status, {"cache-control": "no-store"}, "application/json")
