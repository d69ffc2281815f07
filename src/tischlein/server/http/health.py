"""Health checks and metrics for operators and load balancers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tischlein.server.clock import seconds
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.http.guards.address import is_loopback
from tischlein.server.http.responses import refusal_response

if TYPE_CHECKING:
    from tischlein.server.table.registry import Registry

PATIENCE = 2.0  # seconds that the store may take
FRESH = 1.0  # seconds for which an answer is kept, so that requests cannot keep the disk busy

# Load balancers use an address instead of a name.
ANY_HOST = frozenset({"/healthz", "/readyz"})


class Health:
    """The last answers of the store."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._asked: dict[str, tuple[float, str]] = {}
        self._lock = asyncio.Lock()

    async def problem(self, what: str) -> str:
        """Return why the store cannot be read or written, empty if it can."""
        async with self._lock:
            at, found = self._asked.get(what, (float("-inf"), ""))
            if seconds() - at < FRESH:
                return found
            found = await self._ask(what)
            self._asked[what] = seconds(), found
            return found

    async def _ask(self, what: str) -> str:
        store = self._registry.store
        try:
            async with asyncio.timeout(PATIENCE):
                await (store.check_writable() if what == "write" else store.count_tables())
        except TimeoutError:
            return "the store does not answer"
        except StoreError as error:
            return str(error)
        return ""


async def healthz(request: Request) -> Response:
    """Answer 200 if this process can read the store; otherwise it should be restarted."""
    return _answer(await request.app.state.health.problem("read"))


async def readyz(request: Request) -> Response:
    """Answer 200 if a move can be written; otherwise people should be sent to another server."""
    if request.app.state.registry.stopping:
        return _answer("the server stops")
    return _answer(await request.app.state.health.problem("write"))


async def metrics(request: Request) -> Response:
    """Answer with the metrics, only to programs on this machine."""
    if not is_loopback(request.client):
        return refusal_response(Refusal("no_page", 404))
    text = request.app.state.registry.services.metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4")


def _answer(problem: str) -> Response:
    # The reason is for the log: strangers need not know where files are.
    return JSONResponse(
        {"status": "failing" if problem else "ok"}, 503 if problem else 200, {"cache-control": "no-store"}
    )
