"""The socket: one visit at a table, from hello to goodbye. Whatever is sent is checked; whatever is refused gets an answer."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tischlein.server.clock import ticks
from tischlein.server.config import Limits
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.http.guards.middleware import foreign_host, host_of
from tischlein.server.http.guards.rate_limit import host, may_ask
from tischlein.server.protocol.client import ClientMessage, Hello
from tischlein.server.protocol.server import Refused
from tischlein.server.protocol.shared import Id
from tischlein.server.table import people, start
from tischlein.server.table.broadcast import encode
from tischlein.server.table.deals import check_open
from tischlein.server.table.live import LiveTable
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hashed
from tischlein.server.ws.connection import GONE, LATER, POLICY, Connection
from tischlein.server.ws.dispatch import dispatch

logger = logging.getLogger("tischlein.server")
decoder = msgspec.json.Decoder(ClientMessage)


class Named(msgspec.Struct):
    """The field by which a client knows what an answer is about, also when nothing else makes sense."""

    id: Id | None = None


named = msgspec.json.Decoder(Named)


async def socket(websocket: WebSocket) -> None:
    """One connection, from hello to goodbye."""
    state = websocket.app.state
    await websocket.accept()
    connection = Connection(websocket, state.registry.limits, state.rate_limits)
    entered = state.rate_limits.open_socket(websocket.client)
    try:
        if not state.address.knows(host_of(websocket)):
            connection.turn_away(foreign_host(websocket), POLICY)
        elif not state.address.is_own(websocket):
            connection.turn_away(Refusal("foreign_origin"), POLICY)
        elif not entered or not may_ask(websocket):
            connection.turn_away(Refusal("too_many_sockets"), POLICY)
        elif state.rate_limits.full:
            connection.turn_away(Refusal("house_full"), LATER)
        else:
            await _visit(connection, state.registry, websocket.path_params["code"])
    except (WebSocketDisconnect, TimeoutError):
        return  # gone, or dismissed and not reading
    finally:
        if entered:
            state.rate_limits.close_socket(websocket.client)
        await connection.done()


async def _visit(connection: Connection, registry: Registry, code: str) -> None:
    try:
        hello = await _first(connection, registry.limits.hello_seconds)
        live = await registry.get(code)
        await _enter(connection, live, hello)
    except Refusal as refusal:
        connection.turn_away(refusal, {404: GONE, 503: LATER}.get(refusal.status, POLICY))
        return
    except WebSocketDisconnect:
        raise
    except Exception as error:
        logger.exception("hello at table %s", code[:12])
        connection.turn_away(_explained(error), LATER)
        return
    try:
        while connection.socket.application_state == WebSocketState.CONNECTED:
            await _one(connection, registry, live, await connection.receive())
    finally:
        _leave(connection, live)


async def _first(connection: Connection, seconds: float) -> Hello:
    try:
        async with asyncio.timeout(seconds):
            message = _read(await connection.receive(), connection.limits)
    except TimeoutError:
        message = None
    if not isinstance(message, Hello):
        raise Refusal("hello_first")
    return message


def _read(data: str | bytes, limits: Limits) -> object:
    if len(data) > limits.message:
        raise Refusal("too_large", 413)
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", problem=str(error)[:200]) from None


async def _enter(connection: Connection, live: LiveTable, hello: Hello) -> None:
    async with live.lock:
        connection.lang = hello.lang or live.state.row.lang
        if hello.token is not None:
            connection.token_hash = hashed(hello.token)
            connection.seat = live.state.seat_of(connection.token_hash)
            if connection.seat is None:
                raise Refusal("bad_token")
        elif live.state.row.spectators == "none":
            raise Refusal("no_spectators")
        else:
            await check_open(live.services.store, live.state.row)
        same = sum(listener.seat == connection.seat for listener in live.broadcast.listeners)
        if connection.seat is None and same >= connection.limits.watching:
            raise Refusal("too_many_watching")
        if connection.seat is not None and same >= connection.limits.sockets_per_seat:
            raise Refusal("too_many_sockets")
        if connection.seat is not None:
            live.payer = live.payer or host(connection.socket.client)
            await people.come_back(live, connection.seat)
        await live.broadcast.prepare(connection.seat, connection.lang)
        live.broadcast.add(connection)
        try:
            live.broadcast.welcome(connection, hello.since)
            start.greet(live, connection)
        except BaseException:
            _leave(connection, live)  # who could not be welcomed is not there
            raise
        live.broadcast.people()
        live.note_presence()
        live.changed.set()


def _leave(connection: Connection, live: LiveTable) -> None:
    live.broadcast.remove(connection, ticks())
    start.gone(live, connection)
    live.quiet_since = ticks()
    live.broadcast.people()
    live.note_presence()
    live.changed.set()


async def _one(connection: Connection, registry: Registry, live: LiveTable, data: str | bytes) -> None:
    """One message; it is answered in any case."""
    id = None
    try:
        id = _id(data)
        if not connection.may_say():
            raise Refusal("too_fast", 429)
        message = _read(data, connection.limits)
        async with live.lock:
            await dispatch(connection, registry, live, message)
        connection.in_a_row = 0
    except Refusal as refusal:
        _refuse(connection, live, id, refusal)
    except Exception as error:
        logger.exception("table %s", live.code)
        _refuse(connection, live, id, _explained(error))


def _id(data: str | bytes) -> str | None:
    try:
        return named.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _explained(error: Exception) -> Refusal:
    return Refusal("store", 503) if isinstance(error, StoreError) else Refusal("broken", 500)


def _refuse(connection: Connection, live: LiveTable, id: str | None, refusal: Refusal) -> None:
    connection.send(encode(Refused(id, refusal.code, refusal.clause, refusal.text)))
    live.services.metrics.refused.labels(refusal.code).inc()
    if refusal.code == "stale":
        live.broadcast.welcome(connection, connection.told)
    connection.in_a_row += 1
    if connection.in_a_row >= connection.limits.patience:
        connection.dismiss("too_fast", POLICY)
