"""Handlers of the server itself, its games, and tables."""

from __future__ import annotations

import io

import segno
from starlette.requests import Request
from starlette.responses import Response

import tischlein
from tischlein.engine.errors import TischleinError
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.games import GAMES
from tischlein.server.errors import Refusal
from tischlein.server.http.api.catalogue import catalogue, game_texts
from tischlein.server.http.api.seats import seated
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.guards.address import ServerAddress
from tischlein.server.http.guards.rate_limit import client_name
from tischlein.server.protocol.rest import (
    About,
    CreateTable,
    GameInfo,
    Joined,
    JoinTable,
    MyTable,
    MyTables,
    TableCreated,
    TableInfo,
)
from tischlein.server.table.host import TableHost
from tischlein.server.table.mine import tables_of
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hashed


def registry_of(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry


def address_of(request: Request) -> ServerAddress:
    address: ServerAddress = request.app.state.address
    return address


async def live_table(request: Request) -> TableHost:
    return await registry_of(request).get(request.path_params["code"])


@get("/api/about")
async def about(request: Request) -> About:
    """Return what this server is, and where others reach it."""
    return _about(request)


def _about(request: Request) -> About:
    address = address_of(request)
    signer = registry_of(request).services.ports.signer
    return About(
        tischlein.__version__,
        address.reach,
        address.url_for(request),
        address.may_open(request.client),
        registry_of(request).services.ratings.on,
        None if signer is None else signer.public,
    )


@post("/api/open")
async def open_to_lan(request: Request) -> About:
    """Open the server to the local network; only from its own machine."""
    address = address_of(request)
    if not address.may_open(request.client):
        raise Refusal("cannot_open", 403)
    try:
        await address.open_to_lan()
    except TischleinError:
        raise Refusal("cannot_open", 503) from None
    return _about(request)


@get("/api/games")
async def games(request: Request) -> list[GameInfo]:
    """Return the games, their options and their bots."""
    return catalogue(registry_of(request).services.bots)


@get("/api/games/{game}/texts/{lang}")
async def texts(request: Request) -> Json:
    """Return what there is to read about a game: its rules, and the names of cards."""
    game, language = request.path_params["game"], request.path_params["lang"]
    if game not in GAMES:
        raise Refusal("no_game", 404)
    if language not in LANGUAGES:
        raise Refusal("no_page", 404)
    return game_texts(GAMES[game], language)


@post("/api/tables", 409, 422, status=201, limit="tables")
async def create(request: Request, body: CreateTable) -> TableCreated:
    """Set a table."""
    registry = registry_of(request)
    if body.group is not None:
        await check_member(registry, body.group, body.guest)
    return await registry.create(body, client_name(request.client))


async def check_member(registry: Registry, code: str, key: str | None) -> None:
    """Refuse a group's table or evening unless the guest is a member."""
    group = None if key is None else await registry.store.group(code, hashed(key))
    if key is None or group is None or not group.has(hashed(key)):
        raise Refusal("no_group", 404)


@get("/api/tables/{code}")
async def table(request: Request) -> TableInfo:
    """Return what everybody with the link may know of a table."""
    return TableInfo(**(await live_table(request)).info())


@post("/api/tables/{code}/join", 409, 422, status=201, limit="joins")
async def join(request: Request, body: JoinTable) -> Joined:
    """Take a free seat."""
    return await seated(await live_table(request), body, client_name(request.client))


@get("/api/tables/{code}/qr.svg", media="image/svg+xml")
async def qr(request: Request) -> Response:
    """Return the link to a table as a QR code."""
    live = await live_table(request)
    out = io.BytesIO()
    link = f"{address_of(request).url_for(request)}/t/{live.code}"
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=8, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


@post("/api/mine", limit="replays")
async def mine(request: Request, body: MyTables) -> list[MyTable]:
    """Return the tables that these tokens open."""
    return await tables_of(registry_of(request), body.tokens)
