"""Handlers for the games of a guest. The key is sent in a header, since paths are logged."""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request

from tischlein.server.errors import Refusal
from tischlein.server.http.api.seats import bearer
from tischlein.server.http.endpoint import get, post
from tischlein.server.protocol.guests import Forgotten, GuestGame
from tischlein.server.protocol.shared import GUEST_KEY
from tischlein.server.table.deals import guest_of
from tischlein.server.table.guests import clear_seats
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hashed


@get("/api/guest/games", 401, token=True, limit="replays")
async def guest_games(request: Request) -> list[GuestGame]:
    """Return the finished games of the guest with this key."""
    found = await request.app.state.registry.store.guest_games(guest_of_request(request))
    return [msgspec.json.decode(data, type=GuestGame) for data in found]


@post("/api/guest/forget", 401, token=True, limit="replays")
async def forget_guest(request: Request) -> Forgotten:
    """Delete everything that is stored about the guest with this key."""
    key = _key(request)
    registry: Registry = request.app.state.registry
    games = await registry.store.forget_guest(hashed(key), lambda deal: guest_of(deal, key))
    registry.pages.forget(hashed(key))
    await registry.services.ratings.forget(hashed(key))
    await clear_seats(registry.store, registry.tables.values())
    return Forgotten(games)


def guest_of_request(request: Request) -> str:
    """Return the guest whose key is in the Authorization header, or refuse the request."""
    return hashed(_key(request))


def _key(request: Request) -> str:
    """Return the guest's key from the Authorization header, or refuse the request."""
    key = bearer(request)
    if key is None or not re.fullmatch(GUEST_KEY, key):
        raise Refusal("no_key", 401)
    return key
