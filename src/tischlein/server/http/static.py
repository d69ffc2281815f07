"""Serves the built files of the page."""

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

FOLDER = Path(__file__).parents[1] / "static"

# No file system has longer names.
LONGEST = 200

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

TEXT = (
    "text/",
    "application/json",
    "application/javascript",
    "application/manifest+json",
    "application/wasm",
    "image/svg+xml",
)

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tischlein</title>
<h1>Tischlein</h1><p>The server runs, but its page has not been built: <code>make page</code> does that.</p></html>"""


def page(request: Request) -> Response:
    """Return a file of the page; for every other path return the page itself, which knows its own paths."""
    wanted = (FOLDER / request.path_params.get("path", "")).resolve()
    inside = wanted.is_relative_to(FOLDER.resolve())
    if inside and len(wanted.name) <= LONGEST and wanted.is_file():
        # Names of built files contain a hash of their contents.
        return _file(request, wanted, FOREVER if wanted.parent.name == "assets" else ASK_AGAIN)
    if "." in request.url.path.rpartition("/")[2]:
        return HTMLResponse("", status_code=404)
    index = FOLDER / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, status_code=503)
    return _file(request, index, ASK_AGAIN)


def _file(request: Request, path: Path, caching: str) -> Response:
    kind = guess_type(path.name)[0] or "application/octet-stream"
    if not kind.startswith(TEXT) or "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(path, media_type=kind, headers={"cache-control": caching})
    headers = {"cache-control": caching, "content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(_compress(path, path.stat().st_mtime_ns), media_type=kind, headers=headers)


@lru_cache(256)
def _compress(path: Path, changed: int) -> bytes:
    """Return the compressed file; kept as long as the file stays the same."""
    return gzip.compress(path.read_bytes(), mtime=0)
