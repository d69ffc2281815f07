"""One connection of a person or a spectator: what cannot be sent at once waits in a bounded queue."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from tischlein.server.config import Limits
from tischlein.server.errors import Refusal
from tischlein.server.http.guards.rate_limit import Bucket, RateLimits, host
from tischlein.server.protocol.server import Goodbye
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.table.ports import encode
from tischlein.server.texts import own_text
from tischlein.server.ws.frames import AT_ONCE

# Close codes, as RFC 6455 has them; 4000 and above are ours.
NORMAL, POLICY, LATER, GONE = 1000, 1008, 1013, 4404
# Seconds for a dismissed client to read what is queued.
GRACE = 2.0


class Connection:
    """A client's connection with a bounded queue of messages; a client that cannot follow is disconnected."""

    def __init__(self, socket: WebSocket, limits: Limits, rate_limits: RateLimits) -> None:
        self.socket = socket
        self.rate_limits = rate_limits
        self.limits = limits
        self.address = host(socket.client)
        self.messages = Bucket(limits.messages_per_second, limits.messages_burst)
        self.chats = Bucket(limits.chats_per_second, limits.chats_burst)
        self.syncs = Bucket(limits.syncs_per_second, limits.syncs_burst)
        self.in_a_row = 0  # refused
        self._at_once = socket.scope.get("extensions", {}).get(AT_ONCE, {}).get("send")
        self._unsent: deque[bytes | None] = deque()
        self._unsent_bytes = 0
        self._closing = False
        self._until: float | None = None
        self._stay: asyncio.Timeout | None = None
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
        """Would more wait than should? A long game is told in one message, which may be long itself."""
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
            text = own_text(f"goodbye.{code}")
            self._wait(encode(Goodbye(code, text)))
            self._finish(close)

    def turn_away(self, refusal: Refusal, close: int) -> None:
        if not self._closing:
            self._wait(encode(Goodbye(refusal.code, Bilingual(**refusal.text))))
            self._finish(close)

    def _finish(self, close: int) -> None:
        self._closing, self._code = True, close
        self._wait(None)
        # Not everybody who is dismissed goes; but what is being done for them is done to the end.
        self._until = asyncio.get_running_loop().time() + GRACE
        if self._stay is not None:
            self._stay.reschedule(self._until)

    def may_say(self) -> bool:
        """One more message, on this socket and from its address."""
        return self.messages.take() and self.rate_limits.may_say(self.address)

    async def receive(self) -> str | bytes:
        try:
            async with asyncio.timeout_at(self._until) as self._stay:
                message = await self.socket.receive()
        finally:
            self._stay = None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        return message.get("text") or message.get("bytes") or b""

    async def _write(self) -> None:
        try:
            while self._unsent:
                data = self._unsent.popleft()
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

    async def done(self) -> None:
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
