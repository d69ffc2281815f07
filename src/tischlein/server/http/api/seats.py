"""Seats and the tokens that open them."""

from __future__ import annotations

from starlette.requests import Request

from tischlein.room.events import Joins
from tischlein.server.protocol.rest import Joined, JoinTable
from tischlein.server.table.host import TableHost
from tischlein.server.table.tokens import hashed, new_token


def bearer(request: Request) -> str | None:
    """Return the token in the Authorization header, None if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def seat_of(request: Request, live: TableHost) -> int | None:
    """Return the seat that the request's token opens; a wrong token opens none."""
    token = bearer(request)
    return None if token is None else live.state.seat_of(hashed(token))


async def seated(live: TableHost, wish: JoinTable, address: str) -> Joined:
    """Take a free seat at a table."""
    token = new_token()
    guest = None if wish.guest is None else hashed(wish.guest)
    joins = Joins(wish.name, hashed(token), wish.seat, wish.avatar, guest, address)
    return Joined(live.code, await live.join(joins), token)
