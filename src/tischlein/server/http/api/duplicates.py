"""Handlers for the same deal at several tables."""

from __future__ import annotations

from starlette.requests import Request

from tischlein.room.events import Gives
from tischlein.server.errors import Refusal
from tischlein.server.http.api.seats import seat_of
from tischlein.server.http.endpoint import get, post
from tischlein.server.protocol.rest import DuplicateMade, Duplicates
from tischlein.server.table import duplicates
from tischlein.server.table.host import TableHost
from tischlein.server.table.registry import Registry


@get("/api/tables/{code}/duplicates", 403, token=True, limit="replays")
async def compare(request: Request) -> Duplicates:
    """Return the tables with the same deal; with their results when your own game is over."""
    registry, live = await _asked(request)
    async with live.lock:
        if live.state.row.deal is None:
            return Duplicates(False, [])
        return await duplicates.compared(registry, live, _seat(request, live))


@post("/api/tables/{code}/duplicates", 409, status=201, token=True)
async def add_duplicate(request: Request) -> DuplicateMade:
    """Set a table with the same deal for another group, as the host."""
    registry, live = await _asked(request)

    async def allowed(cost: str) -> Refusal | None:
        if not request.app.state.rate_limits.may("tables", request.client):
            return Refusal("too_many_tables", 429)
        return await registry.has_no_room(reserved=False)

    async with live.lock:
        row = live.state.row
        known = [] if row.deal is None else [one.state for one in await registry.store.deal_tables(row.deal)]
        step = await live.step(Gives(_seat(request, live), known), allowed)
        return DuplicateMade((step.answer() or {})["code"])


async def _asked(request: Request) -> tuple[Registry, TableHost]:
    registry: Registry = request.app.state.registry
    return registry, await registry.get(request.path_params["code"])


def _seat(request: Request, live: TableHost) -> int:
    seat = seat_of(request, live)
    if seat is None:
        raise Refusal("not_seated", 403)
    return seat
