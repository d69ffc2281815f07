"""Limit control frames and message fragments of a WebSocket, and send messages without waking a task.

A socket may send pings, pongs, and messages in pieces, which nobody at a table needs many of: the library answers each ping, and
collects pieces, before anything of it is a message that could be counted. A message to a client that keeps reading goes out
at once, without waking a task.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from tischlein.engine.types import Untyped
from tischlein.server.config import Limits
from tischlein.server.http.guards.connections import free
from tischlein.server.http.guards.rate_limit import Bucket

# Where the application finds how to send at once.
AT_ONCE = "tischlein.at_once"
# Bytes that are parsed at a time: thousands of empty frames fit into one packet.
PIECE = 4_096
TEXT = 0x81  # a whole message of text
INVALID_DATA = 1007  # RFC 6455: a text that is not UTF-8


def limit_sockets(limits: Limits) -> type[BoundedSocket]:
    """Return a protocol class with these limits."""
    return type("Socket", (BoundedSocket,), {"limits": limits})


def text_frame(text: bytes) -> bytes:
    r"""Return a message as one frame of RFC 6455, unmasked and uncompressed.

    >>> text_frame(b"{}"), text_frame(bytes(126))[:4], text_frame(bytes(65_536))[:10]
    (b'\x81\x02{}', b'\x81~\x00~', b'\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00')
    """
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 65_536:
        return bytes((TEXT, 126)) + size.to_bytes(2) + text
    return bytes((TEXT, 127)) + size.to_bytes(8) + text


def _is_utf8(parts: list[bytes]) -> bool:
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that is closed if it sends more frames than its messages need."""

    limits: ClassVar[Limits]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._frames = Bucket(self.limits.frames)
        self._heard_at = self.loop.time()
        super().connection_made(transport)

    def handle_connect(self, event: Untyped) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}

    def start_keepalive(self) -> None:
        """Drop the headers of the handshake, which take several kilobytes."""
        super().start_keepalive()
        del self.request, self.response

    def send_keepalive_ping(self) -> None:
        """Send a ping unless the client was heard recently: a ping costs a tenth of a move."""
        quiet = self.loop.time() - self._heard_at
        if self.ping_interval is not None and quiet < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    async def run_asgi(self) -> None:
        """Serve the socket when it is its turn, then close it even if the client does not read: queued bytes take memory."""
        await self.config.app.state.rate_limits.entrance.wait_turn()  # type: ignore[union-attr]  # it is the Starlette application
        await super().run_asgi()
        self.loop.call_later(self.close_timeout, self.transport.abort)
        self.scope["extensions"].pop(AT_ONCE, None)  # it leads back here

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles, so that the memory of a socket is freed at once."""
        super().connection_lost(exc)
        self.conn.parser.close()
        free(self.transport)
        self.config.app.state.registry.gone += 1  # type: ignore[union-attr]  # it is the Starlette application

    def send_at_once(self, *texts: bytes) -> bool:
        """Send texts together, if the other end takes what it is sent; they have to wait for their turn otherwise."""
        if (
            not self.handshake_complete
            or self.disconnected
            or self.close_sent
            or not self.writable.is_set()
            or self.conn.state is not State.OPEN
        ):
            return False
        self.transport.write(b"".join([text_frame(text) for text in texts]))
        return True

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])
        if self.conn.handshake_exc is not None:
            # Too many headers for the library, or too long ones: it waits for the end, and nobody counts this connection any more.
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Stop reading when a second message is waiting; pausing at the first would cost time for every message."""
        if self.curr_msg_data_type == "text" and not _is_utf8(self.frames):
            # Before uvicorn, which logs a traceback for each such message.
            self.frames = []
            self.conn.send_close(INVALID_DATA)
            self.handle_parser_exception()
            return
        first, paused = self.queue.empty(), self.read_paused
        self.read_paused = first or paused
        super().send_receive_event_to_app()
        if first:
            self.read_paused = paused

    def handle_ping(self) -> None:
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Untyped) -> None:
        if self._may():
            super().handle_pong(event)

    def handle_cont(self, event: Untyped) -> None:
        if self._may():
            super().handle_cont(event)

    def _may(self) -> bool:
        if self._frames.take():
            return True
        self.transport.abort()
        return False
