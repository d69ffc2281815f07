"""Serves one connection to a table, from hello to goodbye. Every message is checked, and every refusal answered."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from msgspec.structs import asdict
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tischlein.room.events import Came
from tischlein.server.config import Limits
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.http.guards.middleware import foreign_host, host_of
from tischlein.server.http.guards.rate_limit import may_ask
from tischlein.server.protocol.client import ClientMessage, Hello
from tischlein.server.protocol.server import Refused
from tischlein.server.protocol.shared import Bilingual, Id
from tischlein.server.table.deals import closed
from tischlein.server.table.host import TableHost
from tischlein.server.table.ports import encode
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hashed
from tischlein.server.ws.connection import GONE, LATER, POLICY, Connection

logger = logging.getLogger("tischlein.server")
decoder = msgspec.json.Decoder(ClientMessage)


class Named(msgspec.Struct):
    """The id of a message, read also if the rest of it is invalid."""

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
        number = await _enter(connection, live, hello)
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
            await _one(connection, registry, live, number, await connection.receive())
    finally:
        live.leave(number)


async def _first(connection: Connection, seconds: float) -> Hello:
    try:
        async with asyncio.timeout(seconds):
            message = _read(await connection.receive(), connection.limits)
    except TimeoutError:
        message = None
    if not isinstance(message, Hello):
        raise Refusal("hello_first")
    return message


def _read(data: str | bytes, limits: Limits) -> ClientMessage:
    if len(data) > limits.message:
        raise Refusal("too_large", 413)
    try:
        message: ClientMessage = decoder.decode(data)
        return message
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", problem=str(error)[:200]) from None


async def _enter(connection: Connection, live: TableHost, hello: Hello) -> int:
    came = Came(0, None, hello.lang, hello.since, connection.address)
    if hello.token is None:
        came.closed = await closed(live.services.store, live.state.row)
    else:
        came.key = hashed(hello.token)
    return await live.enter(connection, came)


async def _one(
    connection: Connection, registry: Registry, live: TableHost, number: int, data: str | bytes
) -> None:
    """Carry out one message; it is answered in any case."""
    id = None
    try:
        id = _id(data)
        if not connection.may_say():
            raise Refusal("too_fast", 429)
        message = _read(data, connection.limits)
        said = {"type": message.__struct_config__.tag, **asdict(message)}
        step = await live.say(number, said, lambda cost: _limit(connection, registry, cost))
        if step.refused is None:
            connection.in_a_row = 0
        else:
            _count(connection, live, step.refused)
    except Refusal as refusal:
        _refuse(connection, live, id, refusal)
    except Exception as error:
        logger.exception("table %s", live.code)
        _refuse(connection, live, id, _explained(error))


async def _limit(connection: Connection, registry: Registry, cost: str) -> Refusal | None:
    """Return why the limits of a connection or its address do not allow something."""
    client, limits = connection.socket.client, connection.rate_limits
    if (cost == "talk" and not connection.chats.take()) or (cost == "sync" and not connection.syncs.take()):
        return Refusal("too_fast", 429)
    if cost == "table":
        return (
            await registry.has_no_room(reserved=True)
            if limits.may_set_a_table(client)
            else Refusal("too_many_tables", 429)
        )
    busy = not registry.services.advice.has_room(connection.address)
    if cost == "coach" and (busy or not limits.may_ask_advice(client)):
        return Refusal("coach_busy", 429)
    return None


def _id(data: str | bytes) -> str | None:
    try:
        return named.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _explained(error: Exception) -> Refusal:
    return Refusal("store", 503) if isinstance(error, StoreError) else Refusal("broken", 500)


def _refuse(connection: Connection, live: TableHost, id: str | None, refusal: Refusal) -> None:
    """Answer what has not come to the room, or could not be stored."""
    connection.send(encode(Refused(id, refusal.code, refusal.clause, Bilingual(**refusal.text))))
    _count(connection, live, refusal)


def _count(connection: Connection, live: TableHost, refusal: Refusal) -> None:
    live.services.metrics.refused.labels(refusal.code).inc()
    connection.in_a_row += 1
    if connection.in_a_row >= connection.limits.patience:
        connection.dismiss("too_fast", POLICY)
