"""Middleware: security headers for every response, and a check of the Host header."""

from html import escape

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tischlein.server.errors import Refusal
from tischlein.server.http.guards.hosts import name_of
from tischlein.server.http.health import ANY_HOST
from tischlein.server.http.responses import refusal_response

HEADERS = {
    # Scripts and styles come from here only; the page places cards through the CSSOM, which this does not restrict.
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the link to a seat contains its key
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class SecurityHeaders:
    """Adds security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)


class TrustedHosts:
    """Refuses requests under foreign names and malformed paths; sockets are refused by a message later."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = HTTPConnection(scope)
            if "content-length" in request.headers and "transfer-encoding" in request.headers:
                # Two servers could read two requests from this, where one was sent: nothing after it is read.
                response = refusal_response(
                    Refusal("bad_request", problem="Content-Length and Transfer-Encoding")
                )
                response.headers["connection"] = "close"
                await response(scope, receive, send)
                return
            if strange := _strange(scope["path"], request.app.state.registry.limits.path):
                await refusal_response(strange)(scope, receive, send)
                return
            if scope["path"] not in ANY_HOST and not request.app.state.address.knows(host_of(request)):
                await _not_here(request)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _strange(path: str, most: int) -> Refusal | None:
    """Return a refusal for a path that is too long or has control characters."""
    if len(path) > most:
        return Refusal("bad_path", 414)
    if any(ord(char) < 32 or ord(char) == 127 for char in path):
        return Refusal("bad_path", 400)
    return None


def foreign_host(connection: HTTPConnection) -> Refusal:
    """Return the refusal of a request under a foreign name."""
    _, port = connection.scope.get("server") or ("", "")
    address = connection.app.state.address.url or f"http://localhost:{port}"
    return Refusal(
        "foreign_host", 421, host=(name_of(host_of(connection)) or host_of(connection))[:80], address=address
    )


def host_of(connection: HTTPConnection) -> str:
    """Return the Host header."""
    return connection.headers.get("host", "")


def _not_here(request: HTTPConnection) -> Response:
    refusal = foreign_host(request)
    if request.url.path.startswith("/api/"):
        return refusal_response(refusal)
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in (refusal.text["de"], refusal.text["en"]))
    return HTMLResponse(
        f'<!doctype html><meta charset="utf-8"><title>Tischlein</title><h1>Tischlein</h1>{paragraphs}',
        refusal.status,
    )
