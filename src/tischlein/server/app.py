"""The ASGI application: requests, the socket and the page, with their bounds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from tischlein.server.answers import json, refused
from tischlein.server.catalogue import OwnBots
from tischlein.server.endpoints import ENDPOINTS, Endpoint, Handler
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.front import KnownHosts, SecurityHeaders
from tischlein.server.gate import Gate
from tischlein.server.house import House
from tischlein.server.limits import Limits
from tischlein.server.openapi import document
from tischlein.server.rest import HANDLERS
from tischlein.server.site import Site
from tischlein.server.socket import socket
from tischlein.server.static import page
from tischlein.server.store import Store

logger = logging.getLogger("tischlein.server")

STATUS_CODES = {404: "no_page", 405: "no_method"}


def application(
    store: Store, site: Site | None = None, limits: Limits | None = None, bots: OwnBots | None = None
) -> Starlette:
    """A table server on a store."""
    limits = limits or Limits()
    house = House(store, limits, bots)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    routes: list[Any] = [
        Route(endpoint.path, _route(endpoint, HANDLERS[name]), methods=[endpoint.method])
        for name, endpoint in ENDPOINTS.items()
    ]
    routes += [
        Route("/api/openapi.json", _openapi),
        WebSocketRoute("/api/tables/{code}/socket", socket),
        Route("/api/{path:path}", _nothing),
        Route("/{path:path}", _page),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(KnownHosts),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _broken},
        lifespan=lifespan,
    )
    app.state.house = house
    app.state.gate = Gate(limits)
    app.state.site = site or Site()
    return app


def _route(endpoint: Endpoint, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    decoder = msgspec.json.Decoder(endpoint.body) if endpoint.body is not None else None

    async def answer(request: Request) -> Response:
        try:
            if not request.app.state.gate.may_ask(request.client):
                raise Refusal("too_fast", 429)
            body = await _body(request, decoder) if endpoint.method == "POST" else None
            reply = await handler(request, body)
        except Refusal as refusal:
            return refused(refusal)
        except StoreError:
            logger.exception("%s %s", request.method, request.url.path)
            return refused(Refusal("store", 503))
        if isinstance(reply, Response):
            return reply
        return json(reply, endpoint.status)

    return answer


async def _body(request: Request, decoder: msgspec.json.Decoder[Any] | None) -> Any:
    """The body, checked against its type; it is not read beyond what is allowed."""
    _same_origin(request)
    most: int = request.app.state.house.limits.body
    data = bytearray()
    try:
        async with asyncio.timeout(request.app.state.house.limits.request_seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise Refusal("too_large", 413)
    except TimeoutError:
        raise Refusal("bad_request", 408, problem="it did not end in time") from None
    except ClientDisconnect:
        raise Refusal("bad_request", problem="it ended early") from None
    if decoder is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("bad_request", 415, problem="the content type has to be application/json")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_request", problem=str(error)[:200]) from None


def _same_origin(request: Request) -> None:
    """Other people's pages may not set tables from a visitor's browser."""
    site: Site = request.app.state.site
    if not site.is_own(request):
        raise Refusal("foreign_origin", 403)


async def _openapi(request: Request) -> Response:
    return _gated(request) or Response(_written(), media_type="application/json")


@cache
def _written() -> bytes:
    return msgspec.json.encode(document())


async def _page(request: Request) -> Response:
    return _gated(request) or page(request)


def _gated(request: Request) -> Response | None:
    if request.app.state.gate.may_read(request.client):
        return None
    return refused(Refusal("too_fast", 429))


async def _nothing(request: Request) -> Response:
    return refused(Refusal("no_page", 404))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 — that is what it is registered for
    response = refused(
        Refusal(STATUS_CODES.get(error.status_code, "bad_request"), error.status_code, problem=error.detail)
    )
    response.headers.update(error.headers or {})
    return response


async def _broken(request: Request, error: Exception) -> Response:
    logger.error("%s %s", request.method, request.url.path, exc_info=error)
    return refused(Refusal("broken", 500))
