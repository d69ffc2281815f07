"""The page: built files with their caching, and headers that let it do what it needs and nothing else."""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FOLDER = Path(__file__).with_name("static")

HEADERS = {
    # Styles may be set on elements (cards are placed so), scripts only come from here.
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # an own link carries its key
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-resource-policy": "same-origin",
}
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tischlein</title>
<h1>Tischlein</h1><p>The server runs, but its page has not been built: <code>make page</code> does that.</p></html>"""


class SecurityHeaders:
    """Adds the headers to every answer."""

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


async def page(request: Request) -> Response:
    """A file of the page; every other address is the page itself, which knows its own addresses."""
    wanted = (FOLDER / request.path_params.get("path", "")).resolve()
    inside = wanted.is_relative_to(FOLDER.resolve())
    if inside and wanted.is_file():
        # Built names carry a hash of what is in them.
        cache = FOREVER if wanted.parent.name == "assets" else ASK_AGAIN
        return FileResponse(wanted, headers={"cache-control": cache})
    if "." in request.url.path.rpartition("/")[2]:
        return HTMLResponse("", status_code=404)
    index = FOLDER / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, status_code=503)
    return FileResponse(index, headers={"cache-control": ASK_AGAIN})
