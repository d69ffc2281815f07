"""Handlers of the server itself, its games, and tables."""

import io
import logging

import segno
from starlette.responses import Response

import tischlein
from tischlein.engine.errors import TischleinError
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.games import GAMES
from tischlein.room.events import SeatRequested
from tischlein.room.room import Room
from tischlein.server.clock import moment
from tischlein.server.errors import Refusal
from tischlein.server.http.api.catalogue import catalogue, game_texts
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.request_context import RequestContext
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
from tischlein.server.store.store import Store
from tischlein.server.table.deals import check_unseen
from tischlein.server.table.host import TableHost
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hash_token, is_code, new_token

logger = logging.getLogger("tischlein.server")

AT_ONCE = 10  # tables in a list that count as much as a replay


@get("/api/about")
async def about(request: RequestContext) -> About:
    """Return what this server is, and where others reach it."""
    return _about(request)


def _about(request: RequestContext) -> About:
    address, signer = request.address, request.ports.signer
    return About(
        tischlein.__version__,
        address.reach,
        address.url_for(request),
        address.may_open(request.client),
        request.registry.services.ratings.on,
        None if signer is None else signer.public,
    )


@post("/api/open")
async def open_to_lan(request: RequestContext) -> About:
    """Open the server to the local network; only from its own machine."""
    if not request.address.may_open(request.client):
        raise Refusal("cannot_open", 403)
    try:
        await request.address.open_to_lan()
    except TischleinError:
        raise Refusal("cannot_open", 503) from None
    return _about(request)


@get("/api/games")
async def games(request: RequestContext) -> list[GameInfo]:
    """Return the games, their options and their bots."""
    return catalogue(request.registry.services.bots)


@get("/api/games/{game}/texts/{lang}")
async def texts(request: RequestContext) -> Json:
    """Return what there is to read about a game: its rules, and the names of cards."""
    game, language = request.path_params["game"], request.path_params["lang"]
    if game not in GAMES:
        raise Refusal("no_game", 404)
    if language not in LANGUAGES:
        raise Refusal("no_page", 404)
    return game_texts(GAMES[game], language)


@post("/api/tables", 409, 422, status=201, limit="tables")
async def create(request: RequestContext, body: CreateTable) -> TableCreated:
    """Set a table."""
    if body.group is not None:
        await check_member(request.store, body.group, body.guest)
    return await request.registry.create(body, request.payer)


async def check_member(store: Store, code: str, key: str | None) -> None:
    """Refuse a group's table or evening unless the guest is a member."""
    group = None if key is None else await store.group(code, hash_token(key))
    if key is None or group is None or not group.has(hash_token(key)):
        raise Refusal("no_group", 404)


@get("/api/tables/{code}")
async def table(request: RequestContext) -> TableInfo:
    """Return what everybody with the link may know of a table."""
    return TableInfo(**(await _look_at(request)).info(moment()))


async def _look_at(request: RequestContext) -> Room:
    """Return the room of the path for a look at it, which replays no game; only among several servers does it open the table."""
    registry, code = request.registry, request.code
    if code in registry.tables:
        return registry.tables[code].room
    if registry.membership is not None:
        request.check("replays")
        return (await request.table()).room
    if not is_code(code):
        raise Refusal("no_table", 404, table=code[:12])
    registry.check_sound(code)
    room = await _glance(registry, code)
    await check_unseen(request.store, room.state.row)
    return room


@post("/api/tables/{code}/join", 409, 422, status=201, limit="joins")
async def join(request: RequestContext, body: JoinTable) -> Joined:
    """Take a free seat."""
    return await take_seat(await request.table(), body, request.payer)


async def take_seat(live: TableHost, wish: JoinTable, address: str) -> Joined:
    """Take a free seat at a table."""
    token = new_token()
    guest = None if wish.guest is None else hash_token(wish.guest)
    joins = SeatRequested(wish.name, hash_token(token), wish.seat, wish.avatar, guest, address)
    return Joined(live.code, await live.join(joins), token)


@get("/api/tables/{code}/qr.svg", media="image/svg+xml")
async def qr(request: RequestContext) -> Response:
    """Return the link to a table as a QR code."""
    return qr_code(request, f"t/{(await _look_at(request)).state.row.code}")


def qr_code(request: RequestContext, path: str) -> Response:
    """Answer with the link to a page of this server as a QR code."""
    out = io.BytesIO()
    link = f"{request.address.url_for(request)}/{path}"
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=8, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


@post("/api/mine", limit="replays")
async def mine(request: RequestContext, body: MyTables) -> list[MyTable]:
    """Return the tables that these tokens open, the latest first."""
    places = {hash_token(token): place for place, token in reversed(list(enumerate(body.tokens)))}
    opened = await request.store.tables_of_tokens(list(places))
    for _ in range(len(opened) // AT_ONCE):
        request.check("replays")  # a look at each of them takes 2 ms
    tables = []
    for token_hash, code in opened:
        try:
            room = await _glance(request.registry, code)
            seat = room.state.seat_of(token_hash)
            if seat is not None:
                your_turn = seat in room.state.obliged and room.state.row.state == "playing"
                tables.append(MyTable(places[token_hash], seat, your_turn, TableInfo(**room.info(moment()))))
        except Refusal:
            continue  # one table that does not open hides no other
        except Exception:
            logger.exception("table %s does not open", code)
    return tables


async def _glance(registry: Registry, code: str) -> Room:
    """Return the room for a look at it: a table that is not open is read, not opened, and without its log.

    Where it is open at another server, its connections are not known here.
    """
    if code in registry.tables:
        return registry.tables[code].room
    stored = await registry.load_stored(code, glance=True)
    if stored is None:
        raise Refusal("no_table", 404, table=code)
    return Room.from_stored(stored, registry.services.ports, moment(), glance=True)
