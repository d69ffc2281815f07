"""Handlers for the games of a guest. The key is sent in a header, since paths are logged."""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request

from tischlein.server.errors import Refusal
from tischlein.server.protocol.guests import Forgotten, GuestGame
from tischlein.server.protocol.shared import GUEST_KEY
from tischlein.server.table.deals import guest_of
from tischlein.server.table.guests import clear_seats
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hashed


async def guest_games(request: Request, body: None) -> list[GuestGame]:
    not_too_often(request)
    found = await request.app.state.registry.store.guest_games(guest_of_request(request))
    return [msgspec.json.decode(data, type=GuestGame) for data in found]


async def forget_guest(request: Request, body: None) -> Forgotten:
    not_too_often(request)
    key = _key(request)
    registry: Registry = request.app.state.registry
    games = await registry.store.forget_guest(hashed(key), lambda deal: guest_of(deal, key))
    registry.pages.forget(hashed(key))
    registry.services.ratings.forget()
    await clear_seats(registry.store, registry.tables.values())
    return Forgotten(games)


def guest_of_request(request: Request) -> str:
    """Return the guest whose key is in the Authorization header, or refuse the request."""
    return hashed(_key(request))


def not_too_often(request: Request) -> None:
    """Refuse a client that asks for long lists too often."""
    if not request.app.state.rate_limits.may_replay(request.client):
        raise Refusal("too_fast", 429)


def _key(request: Request) -> str:
    """Return the guest's key from the Authorization header, or refuse the request."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not re.fullmatch(GUEST_KEY, key.strip()):
        raise Refusal("no_key", 401)
    return key.strip()
