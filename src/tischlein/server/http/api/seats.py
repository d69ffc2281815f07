"""Seats and the tokens that open them."""

from __future__ import annotations

from starlette.requests import Request

from tischlein.room.events import Joins
from tischlein.server.protocol.rest import Joined, JoinTable
from tischlein.server.table.host import TableHost
from tischlein.server.table.tokens import hashed, new_token


def seat_of(request: Request, live: TableHost) -> int | None:
    """Return the seat that the request's token opens; a wrong token opens none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return live.state.seat_of(hashed(token.strip())) if scheme.lower() == "bearer" and token else None


async def seated(live: TableHost, wish: JoinTable, address: str) -> Joined:
    """Take a free seat at a table."""
    token = new_token()
    guest = None if wish.guest is None else hashed(wish.guest)
    joins = Joins(wish.name, hashed(token), wish.seat, wish.avatar, guest, address)
    return Joined(live.code, await live.join(joins), token)
