"""The same deal for several groups: whoever sits at one of the tables asks here."""

from __future__ import annotations

from starlette.requests import Request

from tischlein.server.errors import Refusal
from tischlein.server.http.api.seats import seat_of
from tischlein.server.protocol.rest import DuplicateMade, Duplicates
from tischlein.server.table import duplicates
from tischlein.server.table.live import LiveTable
from tischlein.server.table.registry import Registry


async def compare(request: Request, body: None) -> Duplicates:
    if not request.app.state.rate_limits.may_replay(request.client):
        raise Refusal("too_fast", 429)
    registry, live = await _asked(request)
    async with live.lock:
        if live.state.row.deal is None:
            return Duplicates(False, [])
        return await duplicates.compared(registry, live, _seat(request, live))


async def add_duplicate(request: Request, body: None) -> DuplicateMade:
    registry, live = await _asked(request)
    async with live.lock:
        seat = _seat(request, live)
        if not request.app.state.rate_limits.may_set_a_table(request.client):
            raise Refusal("too_many_tables", 429)
        return DuplicateMade(await duplicates.add(registry, live, seat))


async def _asked(request: Request) -> tuple[Registry, LiveTable]:
    registry: Registry = request.app.state.registry
    return registry, await registry.get(request.path_params["code"])


def _seat(request: Request, live: LiveTable) -> int:
    seat = seat_of(request, live)
    if seat is None:
        raise Refusal("not_seated", 403)
    return seat
