"""Limits for connections: how many an address may have, and how long one may stay silent."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import ClassVar

from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from tischlein.engine.types import Untyped
from tischlein.server.errors import Refusal
from tischlein.server.http.guards.rate_limit import RateLimits
from tischlein.server.http.health import ANY_HOST
from tischlein.server.http.responses import refusal_response

SPARE_SECONDS = 2.0  # for a request on a connection beyond what the server accepts


def limit_protocol(rate_limits: RateLimits) -> type[BoundedProtocol]:
    """Return a protocol class with these limits."""
    return type("Bounded", (BoundedProtocol,), {"rate_limits": rate_limits})


def free(transport: Untyped) -> None:
    """Break the reference cycle of a closed connection of asyncio: only a full collection would free it, which holds everybody up."""
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = _nothing


def _nothing() -> None:
    """Read nothing from a closed connection."""


@cache
def _full() -> bytes:
    body = bytes(refusal_response(Refusal("house_full", 503)).body)
    head = [
        "HTTP/1.1 503 Service Unavailable",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "retry-after: 10",
        "connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


def vital_only(app: ASGI3Application) -> ASGI3Application:
    """Return an application that answers health checks only, and refuses everything else; sockets do not come here."""

    async def answer(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] == "http" and scope["path"] not in ANY_HOST:
            response = refusal_response(Refusal("house_full", 503))
            response.headers["connection"] = "close"
            response.headers["retry-after"] = "10"
            await response(scope, receive, send)  # type: ignore[arg-type]  # Starlette's names for the same
        else:
            await app(scope, receive, send)

    return answer


class BoundedProtocol(H11Protocol):
    """An HTTP connection whose requests must be complete in time; sockets have limits of their own."""

    rate_limits: ClassVar[RateLimits]
    _counted = False
    _spare = False  # beyond what the server accepts
    _silence: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        if self.rate_limits.crowded:
            if not self.rate_limits.is_spare(self.client):
                # Answered without reading the request.
                transport.write(_full())
                transport.close()
                return
            self._spare = True
            self.app = vital_only(self.app)
        self._counted = self.rate_limits.connect(self.client)
        if not self._counted:
            transport.abort()
            return
        self._listen()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        self.config.app.state.registry.gone += 1  # type: ignore[union-attr]  # it is the Starlette application
        super().connection_lost(exc)
        free(self.transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._asks:
            self._stop_listening()
        elif self._silence is None and self._counted:
            self._listen()

    def handle_websocket_upgrade(self, event: Untyped) -> None:
        self._release()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self._unread is None and self.transport.get_write_buffer_size():
            self._wait_for_reader()  # closed, but there are unread bytes

    @property
    def _asks(self) -> bool:
        """True while a request has no complete answer."""
        return self.cycle is not None and not self.cycle.response_complete

    def _listen(self) -> None:
        seconds = self.rate_limits.limits.request_seconds
        self._silence = self.loop.call_later(
            min(seconds, SPARE_SECONDS) if self._spare else seconds, self._hang_up
        )

    def _stop_listening(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def _hang_up(self) -> None:
        self._silence = None
        if not self._asks:
            self.transport.abort()

    def _wait_for_reader(self) -> None:
        """Close the connection if the client reads nothing for a while: unread bytes take memory."""
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.rate_limits.limits.answer_seconds, self._look_again, left)

    def _look_again(self, before: int) -> None:
        if self.transport.get_write_buffer_size() >= before:
            self.transport.abort()
        else:
            self._wait_for_reader()

    def _stop_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _release(self) -> None:
        self._stop_listening()
        self._stop_waiting()
        if self._counted:
            self._counted = False
            self.rate_limits.disconnect(self.client)
