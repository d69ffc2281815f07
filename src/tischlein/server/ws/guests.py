"""The socket of a page that is open, but not at a table: it shows that a guest is here, and brings invitations."""

import asyncio

import msgspec
from starlette.websockets import WebSocket, WebSocketState

from tischlein.server.errors import Refusal
from tischlein.server.protocol.client import Ping
from tischlein.server.protocol.people import Dismiss, Present
from tischlein.server.protocol.server import Pong
from tischlein.server.table.encoding import encode
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hashed
from tischlein.server.ws.endpoint import POLICY, Connection, admit

decoder = msgspec.json.Decoder(Present | Dismiss | Ping)


async def guest_socket(websocket: WebSocket) -> None:
    """One connection of a guest's page."""
    await admit(websocket, lambda connection: _stay(connection, websocket.app.state.registry))


async def _stay(connection: Connection, registry: Registry) -> None:
    pages = registry.pages
    guest = None
    try:
        guest = hashed(await _key(connection))
        if pages.count(guest) >= registry.limits.sockets_per_seat:
            raise Refusal("too_many_sockets")
        pages.enter(guest, connection)
        registry.passing.add(connection)
        while connection.socket.application_state == WebSocketState.CONNECTED:
            message = _read(await connection.receive(), connection)
            if not connection.may_say():
                raise Refusal("too_fast")
            if isinstance(message, Dismiss):
                pages.dismiss(guest, message.code)
            else:
                connection.send(encode(Pong()))
    except Refusal as refusal:
        connection.turn_away(refusal, POLICY)
    finally:
        registry.passing.discard(connection)
        if guest is not None:
            pages.leave(guest, connection)


async def _key(connection: Connection) -> str:
    """Return the key from the first message."""
    try:
        async with asyncio.timeout(connection.limits.hello_seconds):
            first = _read(await connection.receive(), connection)
    except TimeoutError:
        first = None
    if not isinstance(first, Present):
        raise Refusal("hello_first")
    return first.key


def _read(data: str | bytes, connection: Connection) -> Present | Dismiss | Ping:
    if len(data) > connection.limits.message:
        raise Refusal("too_large", 413)
    try:
        message: Present | Dismiss | Ping = decoder.decode(data)
        return message
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", problem=str(error)[:200]) from None
