"""Calls handlers: checks rate limit, origin, time and type of a request, and encodes the answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tischlein.server.errors import Refusal, StoreError
from tischlein.server.http.api.finished import ClientGone
from tischlein.server.http.endpoint import Endpoint
from tischlein.server.http.guards.rate_limit import may_ask
from tischlein.server.http.openapi import document
from tischlein.server.http.request_context import RequestContext
from tischlein.server.http.responses import json, refusal_response
from tischlein.server.http.static import page
from tischlein.server.networks import client_name

logger = logging.getLogger("tischlein.server")

SHOWN = 200  # characters of an address, in the log
STATUS_CODES = {404: "no_page", 405: "no_method"}


def request_handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of an endpoint for Starlette."""
    query, body = endpoint.type_of("query"), endpoint.type_of("body")
    decoder = None if body is None else msgspec.json.Decoder(body)

    async def answer(plain: Request) -> Response:
        request = RequestContext(plain)
        try:
            if not may_ask(request):
                raise Refusal("too_fast", 429)
            given = {} if query is None else {"query": _query(request, query)}
            if endpoint.method == "POST":
                sent = await _body(request, decoder)
                given |= {} if decoder is None else {"body": sent}
            if endpoint.limit is not None:
                request.check(endpoint.limit)
            reply = await endpoint.handler(request, **given)
        except Refusal as refusal:
            request.registry.services.metrics.refused.labels(refusal.code).inc()
            return refusal_response(refusal)
        except ClientGone:
            return Response(status_code=499)  # the client has gone
        except StoreError:
            logger.exception("%s %s", request.method, request.url.path[:SHOWN])
            return refusal_response(Refusal("store", 503))
        if isinstance(reply, Response):
            return reply
        return json(reply, endpoint.status)

    return answer


def _query(request: RequestContext, kind: Any) -> Any:
    """Return the query, converted to its declared type."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal("bad_request", problem=str(error)[:200]) from None


async def _body(request: RequestContext, decoder: msgspec.json.Decoder[Any] | None) -> Any:
    """Return the body, decoded as its declared type; read no more than the limit."""
    if not request.address.is_own(request):
        raise Refusal("foreign_origin", 403)  # a foreign page sends it from a visitor's browser
    limits, data = request.registry.limits, bytearray()
    try:
        async with asyncio.timeout(limits.request_seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limits.body:
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


async def api_document(request: Request) -> Response:
    """Answer with the OpenAPI document."""
    return _check_limit(request) or Response(_encode_openapi(), media_type="application/json")


@cache
def _encode_openapi() -> bytes:
    return msgspec.json.encode(document())


async def file(request: Request) -> Response:
    """Answer with a file of the page."""
    return _check_limit(request) or page(request)


def _check_limit(request: Request) -> Response | None:
    if request.app.state.rate_limits.may("files", client_name(request.client)):
        return None
    return refusal_response(Refusal("too_fast", 429))


async def nothing(request: Request) -> Response:
    """Respond with 404 for an unknown endpoint."""
    return refusal_response(Refusal("no_page", 404))


async def http_error(request: Request, error: Exception) -> Response:
    """Answer an error of Starlette as one of ours."""
    assert isinstance(error, HTTPException)  # noqa: S101 — it is registered for these
    response = refusal_response(
        Refusal(STATUS_CODES.get(error.status_code, "bad_request"), error.status_code, problem=error.detail)
    )
    response.headers.update(error.headers or {})
    return response


async def server_error(request: Request, error: Exception) -> Response:
    """Log an unexpected error and answer that the server is broken."""
    logger.error("%s %s", request.method, request.url.path[:SHOWN], exc_info=error)
    return refusal_response(Refusal("broken", 500))
