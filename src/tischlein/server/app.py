"""The ASGI application: routes, middleware and state."""

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route, WebSocketRoute

from tischlein.room.ports import Signer
from tischlein.server.bots import OwnBots
from tischlein.server.config import Limits
from tischlein.server.evenings.host import Evenings
from tischlein.server.http.guards.address import ServerAddress
from tischlein.server.http.guards.middleware import SecurityHeaders, TrustedHosts
from tischlein.server.http.guards.rate_limit import RateLimits
from tischlein.server.http.health import Health, healthz, metrics, readyz
from tischlein.server.http.proxy import PeerProxy
from tischlein.server.http.requests import (
    api_document,
    file,
    http_error,
    nothing,
    request_handler,
    server_error,
)
from tischlein.server.http.routes import ENDPOINTS
from tischlein.server.store.store import Store
from tischlein.server.table.listing import Listings
from tischlein.server.table.registry import Registry
from tischlein.server.table.services import Services
from tischlein.server.ws.endpoint import socket
from tischlein.server.ws.guests import guest_socket


def application(
    store: Store,
    address: ServerAddress | None = None,
    limits: Limits | None = None,
    bots: OwnBots | None = None,
    signer: Signer | None = None,
    rating: bool = True,
) -> Starlette:
    """Return the application of a server with this store."""
    limits = limits or Limits()
    registry = Registry(Services(store, limits, bots or {}, signer, rating))
    evenings = Evenings(registry)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await registry.start()
        evenings.start()
        try:
            yield
        finally:
            await evenings.stop()
            await registry.stop()

    routes: list[BaseRoute] = [
        Route(endpoint.path, request_handler(endpoint), methods=[endpoint.method])
        for endpoint in ENDPOINTS.values()
    ]
    routes += [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", metrics),
        Route("/api/openapi.json", api_document),
        WebSocketRoute("/api/tables/{code}/socket", socket),
        WebSocketRoute("/api/guest/socket", guest_socket),
        Route("/api/{path:path}", nothing),
        Route("/{path:path}", file),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(TrustedHosts),
            Middleware(PeerProxy),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
        exception_handlers={HTTPException: http_error, Exception: server_error},
        lifespan=lifespan,
    )
    app.state.registry = registry
    app.state.listings = Listings(registry)
    app.state.evenings = evenings
    app.state.health = Health(registry)
    app.state.rate_limits = RateLimits(limits)
    app.state.address = address or ServerAddress()
    return app
