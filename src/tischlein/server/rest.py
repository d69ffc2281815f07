"""What the requests do. Each is declared in ``endpoints``; whatever is refused is answered with the reason."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import Response

import tischlein
from tischlein.engine.errors import TischleinError
from tischlein.engine.texts import LANGUAGES, game_texts
from tischlein.games import GAMES
from tischlein.server import people
from tischlein.server.catalogue import catalogue
from tischlein.server.endpoints import Handler
from tischlein.server.errors import Refusal
from tischlein.server.house import House
from tischlein.server.info import table_info
from tischlein.server.protocol.rest import (
    About,
    CreateTable,
    GameInfo,
    Joined,
    JoinTable,
    MyTable,
    MyTables,
    Replay,
    TableCreated,
    TableInfo,
)
from tischlein.server.room import Room
from tischlein.server.site import Site
from tischlein.server.story import frames


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


async def room_of(request: Request) -> Room:
    return await house_of(request).room(request.path_params["code"])


async def about(request: Request, body: None) -> About:
    site = site_of(request)
    return About(tischlein.__version__, site.reach, site.address_for(request), site.may_open(request.client))


async def open_to_lan(request: Request, body: None) -> About:
    site = site_of(request)
    if not site.may_open(request.client):
        raise Refusal("cannot_open", 403)
    try:
        await site.open_to_lan()
    except TischleinError:
        raise Refusal("cannot_open", 503) from None
    return await about(request, body)


async def games(request: Request, body: None) -> list[GameInfo]:
    return catalogue(house_of(request).bots)


async def texts(request: Request, body: None) -> dict[str, Any]:
    game, language = request.path_params["game"], request.path_params["lang"]
    if game not in GAMES:
        raise Refusal("no_game", 404)
    if language not in LANGUAGES:
        raise Refusal("no_page", 404)
    return game_texts(GAMES[game], language)


async def create(request: Request, body: CreateTable) -> TableCreated:
    if not request.app.state.gate.may_set_a_table(request.client):
        raise Refusal("too_many_tables", 429)
    return await house_of(request).create(body)


async def table(request: Request, body: None) -> TableInfo:
    return table_info(await room_of(request))


async def join(request: Request, body: JoinTable) -> Joined:
    room = await room_of(request)
    seat, token = await people.join(room, body.name, body.seat)
    return Joined(room.row.code, seat, token)


async def qr(request: Request, body: None) -> Response:
    room = await room_of(request)
    out = io.BytesIO()
    link = f"{site_of(request).address_for(request)}/t/{room.row.code}"
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=8, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


async def record(request: Request, body: None) -> dict[str, Any]:
    room = await room_of(request)
    async with room.lock:
        if room.table is None or room.row.state != "over":
            raise Refusal("not_shown_yet", 409)
        _may_look(room, _seat_of(request, room))
        return room.table.record()


async def replay(request: Request, body: None) -> Replay:
    if not request.app.state.gate.may_replay(request.client):
        raise Refusal("too_fast", 429)
    room = await room_of(request)
    seat = _asked_seat(request, room)
    async with room.lock:
        own = _seat_of(request, room)
        _may_look(room, own)
        if room.table is None:
            raise Refusal("not_shown_yet", 409)
        over = room.row.state == "over"
        # The own eyes and the spectators' see what they have seen anyway; others' only what is laid open.
        rounds_only = not over and seat is not None and seat != own
        if rounds_only and room.row.spectators != "rounds":
            raise Refusal("not_shown_yet", 409)
        taken_down = room.table.record()
        names = room.names
    found = await asyncio.to_thread(frames, room.game, taken_down, seat, rounds_only)
    return Replay(room.row.game, len(names), seat, names, over, found)


async def mine(request: Request, body: MyTables) -> list[MyTable]:
    if not request.app.state.gate.may_replay(request.client):
        raise Refusal("too_fast", 429)
    return await house_of(request).mine(body.tokens)


def _asked_seat(request: Request, room: Room) -> int | None:
    text = request.query_params.get("seat")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise Refusal("bad_request", 400, problem="seat is not a number")
    if int(text) >= len(room.seats):
        raise Refusal("no_such_seat", 404)
    return int(text)


def _seat_of(request: Request, room: Room) -> int | None:
    """The seat that the request's token opens; a wrong token is no token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return room.seat_of(people.hashed(token.strip())) if scheme.lower() == "bearer" and token else None


def _may_look(room: Room, seat: int | None) -> None:
    if seat is None and room.row.spectators == "none":
        raise Refusal("no_spectators", 403)


HANDLERS: dict[str, Handler] = {
    "about": about,
    "open_to_lan": open_to_lan,
    "games": games,
    "texts": texts,
    "create": create,
    "table": table,
    "join": join,
    "qr": qr,
    "record": record,
    "replay": replay,
    "mine": mine,
}
