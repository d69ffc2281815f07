"""The socket of a page that is open, but not at a table: it shows that a guest is here, and brings invitations."""

import msgspec
from starlette.websockets import WebSocket, WebSocketState

from tischlein.server.errors import Refusal
from tischlein.server.protocol.client import Ping
from tischlein.server.protocol.people import Dismiss, Present
from tischlein.server.protocol.server import Pong
from tischlein.server.table.encoding import encode
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hash_token
from tischlein.server.ws.endpoint import POLICY, Connection, admit, first, read

decoder = msgspec.json.Decoder(Present | Dismiss | Ping)


async def guest_socket(websocket: WebSocket) -> None:
    """One connection of a guest's page."""
    await admit(websocket, lambda connection: _stay(connection, websocket.app.state.registry))


async def _stay(connection: Connection, registry: Registry) -> None:
    pages = registry.pages
    guest = None
    try:
        guest = hash_token((await first(connection, decoder, Present)).key)
        if pages.count(guest) >= registry.limits.sockets_per_seat:
            raise Refusal("too_many_sockets")
        if not await registry.store.knows_guest(guest):
            connection.rate_limits.add_stranger(connection)
        pages.enter(guest, connection)
        registry.passing.add(connection)
        while connection.socket.application_state == WebSocketState.CONNECTED:
            message = read(await connection.receive(), connection, decoder)
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
