"""Serves one connection to a table, from hello to goodbye. Every message is checked, and every refusal answered.

What cannot be sent at once waits in a bounded queue.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tischlein.room.events import ClientConnected
from tischlein.server.config import Limits
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.http.guards.middleware import foreign_host, host_of
from tischlein.server.http.guards.rate_limit import Bucket, RateLimits, may_ask
from tischlein.server.networks import client_name
from tischlein.server.protocol.client import ClientMessage, Hello
from tischlein.server.protocol.server import Goodbye, Refused
from tischlein.server.protocol.shared import Bilingual, Id
from tischlein.server.table.deals import check_deal_open
from tischlein.server.table.encoding import encode
from tischlein.server.table.host import TableHost
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hash_token
from tischlein.server.texts import goodbye
from tischlein.server.ws.frames import AT_ONCE

logger = logging.getLogger("tischlein.server")
# Close codes, as RFC 6455 has them; 4000 and above are ours.
NORMAL, POLICY, LATER, GONE = 1000, 1008, 1013, 4404
# Seconds for a dismissed client to read what is queued.
GRACE = 2.0

First = TypeVar("First")
Message = TypeVar("Message")

decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class Named(msgspec.Struct):
    """The id of a message, read also if the rest of it is invalid."""

    id: Id | None = None


named = msgspec.json.Decoder(Named)


class Connection:
    """A client's connection with a bounded queue of messages; a client that cannot follow is disconnected."""

    __slots__ = (
        "_at_once", "_closing", "_code", "_receiving", "_stay", "_unsent", "_unsent_bytes", "_until", "_writer", "address", "chats", "in_a_row",
        "limits", "messages", "rate_limits", "socket", "syncs",
    )  # fmt: skip

    def __init__(self, socket: WebSocket, limits: Limits, rate_limits: RateLimits) -> None:
        self.socket = socket
        self.rate_limits = rate_limits
        self.limits = limits
        self.address = client_name(socket.client)
        self.messages = Bucket(limits.messages)
        self.chats = Bucket(limits.chats)
        self.syncs = Bucket(limits.syncs)
        self.in_a_row = 0  # refused
        self._at_once = socket.scope.get("extensions", {}).get(AT_ONCE, {}).get("send")
        self._unsent: list[bytes | None] = []  # an empty deque would take a fiftieth of a socket's memory
        self._unsent_bytes = 0
        self._closing = False
        self._until: float | None = None
        # Of the whole visit: one for each message would cost more than reading it.
        self._stay: asyncio.Timeout | None = None
        self._receiving = False
        self._writer: asyncio.Task[None] | None = None  # while something waits

    def send(self, *messages: bytes) -> None:
        """Send messages, together if the line is free: each time that the system is asked costs as much as making one."""
        if self._closing:
            return
        if self._writer is None and self._at_once is not None and self._at_once(*messages):
            return
        for data in messages:
            if self._unsent and self._is_too_much(data):
                self.dismiss("slow")
                return
            self._wait(data)

    def _is_too_much(self, data: bytes) -> bool:
        """Return True if the queue would exceed its limit. A single message may be long by itself."""
        many = len(self._unsent) >= self.limits.unsent
        return many or self._unsent_bytes + len(data) > self.limits.unsent_bytes

    def _wait(self, data: bytes | None) -> None:
        self._unsent.append(data)
        self._unsent_bytes += len(data or b"")
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def dismiss(self, code: str, close: int = NORMAL) -> None:
        """Say goodbye and close, after everything that waits."""
        if not self._closing:
            self._wait(encode(goodbye(code)))
            self._finish(close)

    def turn_away(self, refusal: Refusal, close: int) -> None:
        if not self._closing:
            self._wait(encode(Goodbye(refusal.code, Bilingual(**refusal.text))))
            self._finish(close)

    def _finish(self, close: int) -> None:
        self._closing, self._code = True, close
        self._wait(None)
        # A client that does not close within GRACE is cut off, but never in the middle of its request.
        self._until = asyncio.get_running_loop().time() + GRACE
        if self._receiving and self._stay is not None:
            self._stay.reschedule(self._until)

    def may_say(self) -> bool:
        """Count one more message; return False if this socket or its address has sent too many."""
        return self.messages.take() and self.rate_limits.may("messages_of_address", self.address)

    async def run_visit(self, visit: Callable[[Connection], Coroutine[None, None, None]]) -> None:
        """Carry out a visit; TimeoutError if the client was dismissed and does not go."""
        try:
            async with asyncio.timeout(None) as self._stay:
                await visit(self)
        finally:
            self._stay = None  # break the reference cycle: timeout -> task -> connection

    async def receive(self) -> str | bytes:
        self._receiving = True
        if self._until is not None and self._stay is not None:
            self._stay.reschedule(self._until)
        try:
            message = await self.socket.receive()
        finally:
            self._receiving = False
        if self._until is not None and self._stay is not None:
            self._stay.reschedule(None)
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        return message.get("text") or message.get("bytes") or b""

    async def _write(self) -> None:
        try:
            while self._unsent:
                data = self._unsent.pop(0)
                self._unsent_bytes -= len(data or b"")
                if data is None:
                    await self.socket.close(self._code)
                else:
                    await self.socket.send_text(data.decode())
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._closing = True  # the client has gone
            self._unsent.clear()
        finally:
            self._writer = None

    async def stop(self) -> None:
        """Give what waits a moment to leave, then stop."""
        writer = self._writer
        if writer is None:
            return
        if self._closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(writer), GRACE)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def socket(websocket: WebSocket) -> None:
    """One connection at a table, from hello to goodbye."""
    registry, code = websocket.app.state.registry, websocket.path_params["code"]
    await admit(websocket, lambda connection: _visit(connection, registry, code))


async def admit(websocket: WebSocket, visit: Callable[[Connection], Coroutine[None, None, None]]) -> None:
    """Admit a client, unless the limits or its origin forbid it."""
    state = websocket.app.state
    await websocket.accept()
    connection = Connection(websocket, state.registry.limits, state.rate_limits)
    entered = state.rate_limits.open_socket(connection.address)
    state.rate_limits.make_room()
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
            # In a task of its own: what it waits for does not wake the layers of the application around it.
            await asyncio.create_task(connection.run_visit(visit))
    except (WebSocketDisconnect, TimeoutError):
        return  # gone, or dismissed and not reading
    finally:
        state.rate_limits.drop_stranger(connection)
        if entered:
            state.rate_limits.close_socket(connection.address)
        await connection.stop()


async def _visit(connection: Connection, registry: Registry, code: str) -> None:
    try:
        hello = await first(connection, decoder, Hello)
        await connection.rate_limits.entrance.wait_turn()
        live = await registry.get(code)
        number = await _enter(connection, live, hello)
    except Refusal as refusal:
        connection.turn_away(refusal, {404: GONE, 503: LATER}.get(refusal.status, POLICY))
        return
    except WebSocketDisconnect:
        raise
    except Exception as error:
        logger.exception("hello at table %s", code[:12])
        connection.turn_away(_refusal_for(error), LATER)
        return
    try:
        while connection.socket.application_state == WebSocketState.CONNECTED:
            await _one(connection, registry, live, number, await connection.receive())
    finally:
        live.leave(number)


async def first(connection: Connection, decoder: msgspec.json.Decoder[Any], kind: type[First]) -> First:
    """Return the first message, which has to be of this kind."""
    message = None
    with suppress(TimeoutError):
        async with asyncio.timeout(connection.rate_limits.hello_seconds):
            message = read(await connection.receive(), connection, decoder)
    if not isinstance(message, kind):
        raise Refusal("hello_first")
    return message


def read(data: str | bytes, connection: Connection, decoder: msgspec.json.Decoder[Message]) -> Message:
    """Return a message, or refuse one that is too large or not written as it should be."""
    if len(data) > connection.limits.message:
        raise Refusal("too_large", 413)
    try:
        message = decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", problem=str(error)[:200]) from None
    if "\0" in (getattr(message, "id", None) or ""):
        raise Refusal("bad_message", problem="an id without NUL, which PostgreSQL cannot store")
    return message


async def _enter(connection: Connection, live: TableHost, hello: Hello) -> int:
    came = ClientConnected(0, None, hello.lang, hello.since, connection.address, hello.facts)
    if hello.token is None:
        connection.rate_limits.add_stranger(connection)
        came.closed = await check_deal_open(live.services.store, live.state.row)
    else:
        came.key = hash_token(hello.token)
        if live.state.row.of_evening and not await live.services.store.opens(live.state.row.id, came.key):
            raise Refusal("bad_token")  # also where another server has removed the person
    return await live.enter(connection, came)


async def _one(
    connection: Connection, registry: Registry, live: TableHost, number: int, data: str | bytes
) -> None:
    """Carry out one message; it is answered in any case."""
    try:
        if not connection.may_say():
            raise Refusal("too_fast", 429)
        said = msgspec.to_builtins(read(data, connection, decoder))
        step = await live.say(number, said, lambda cost: _check_limits(connection, registry, cost))
        if step.refused is None:
            connection.in_a_row = 0
        else:
            _count(connection, live, step.refused)
    except Refusal as refusal:
        _refuse(connection, live, _id(data), refusal)
    except Exception as error:
        logger.exception("table %s", live.code)
        _refuse(connection, live, _id(data), _refusal_for(error))


async def _check_limits(connection: Connection, registry: Registry, cost: str) -> None:
    """Refuse what the limits of a connection or its address do not allow."""
    client, limits = connection.address, connection.rate_limits
    if (cost == "talk" and not connection.chats.take()) or (cost == "sync" and not connection.syncs.take()):
        raise Refusal("too_fast", 429)
    if cost == "table":
        limits.check("tables", client)
        await registry.check_room(reserved=True)
    if cost == "coach" and not (registry.services.advice.has_room(client) and limits.may("advice", client)):
        raise Refusal("coach_busy", 429)


def _id(data: str | bytes) -> str | None:
    try:
        return named.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _refusal_for(error: Exception) -> Refusal:
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
