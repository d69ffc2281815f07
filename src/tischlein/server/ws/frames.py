"""What a socket may send below its messages: pings, pongs, and messages in pieces, which nobody at a table needs many of.

The library answers each ping, and collects pieces, before anything of it is a message that could be counted.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tischlein.server.config import Limits
from tischlein.server.http.rate_limit import Bucket

# Bytes that are read before somebody looks: thousands of empty frames fit into what arrives at once.
PIECE = 4_096


def bounded_sockets(limits: Limits) -> type[BoundedSocket]:
    """The kind of socket that these limits allow."""
    return type("Socket", (BoundedSocket,), {"limits": limits})


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that is closed when it sends more frames than messages need."""

    limits: ClassVar[Limits]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._frames = Bucket(self.limits.frames_per_second, self.limits.frames_burst)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])

    def handle_ping(self) -> None:
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._may():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._may():
            super().handle_cont(event)

    def _may(self) -> bool:
        if self._frames.take():
            return True
        self.transport.abort()
        return False
