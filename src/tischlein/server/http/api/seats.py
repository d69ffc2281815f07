"""Who asks: the seat that a request's token opens."""

from __future__ import annotations

from starlette.requests import Request

from tischlein.server.table.live import LiveTable
from tischlein.server.table.tokens import hashed


def seat_of(request: Request, live: LiveTable) -> int | None:
    """The seat that the request's token opens; a wrong token is no token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return live.state.seat_of(hashed(token.strip())) if scheme.lower() == "bearer" and token else None
