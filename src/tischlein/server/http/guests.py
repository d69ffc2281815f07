"""Games that belong to a guest. The key comes in a header, never in an address: addresses stand in logs."""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request

from tischlein.server.errors import Refusal
from tischlein.server.protocol.guests import Forgotten, GuestGame
from tischlein.server.protocol.shared import GUEST_KEY
from tischlein.server.store import results
from tischlein.server.table.tokens import hashed


async def guest_games(request: Request, body: None) -> list[GuestGame]:
    guest = _guest(request)
    found = await request.app.state.registry.store.run(lambda c: results.of_guest(c, guest))
    return [msgspec.json.decode(data, type=GuestGame) for data in found]


async def forget_guest(request: Request, body: None) -> Forgotten:
    guest = _guest(request)
    return Forgotten(await request.app.state.registry.store.run(lambda c: results.forget(c, guest)))


def _guest(request: Request) -> str:
    """The hash of the key, which is long enough that nobody guesses it."""
    if not request.app.state.rate_limits.may_replay(request.client):
        raise Refusal("too_fast", 429)
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not re.fullmatch(GUEST_KEY, key.strip()):
        raise Refusal("no_key", 401)
    return hashed(key.strip())
