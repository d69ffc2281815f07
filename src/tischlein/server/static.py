"""The page: built files with their caching."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

FOLDER = Path(__file__).with_name("static")

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tischlein</title>
<h1>Tischlein</h1><p>The server runs, but its page has not been built: <code>make page</code> does that.</p></html>"""


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
