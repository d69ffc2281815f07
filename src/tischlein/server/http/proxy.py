"""A reverse proxy to the server that has a table, so that clients can use any of several servers.

Servers that share a store know one another by a secret in it. A forwarded request carries the address of its client, so that limits
hold for clients and not for servers.
"""

import asyncio
import hmac
import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import h11
import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tischlein.server.clock import ticks
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.http.guards.middleware import host_of
from tischlein.server.http.guards.rate_limit import may_ask
from tischlein.server.http.responses import refusal_response
from tischlein.server.protocol.rest import Joined, JoinTable
from tischlein.server.table.encoding import encode
from tischlein.server.table.registry import Registry
from tischlein.server.texts import goodbye

PEER, CLIENT = b"x-tischlein-peer", b"x-tischlein-client"
PATH = re.compile(r"/api/tables/([^/]+)(?:/.*)?")
# Headers of one connection, which are not forwarded; each server writes its own date, and asks for a body itself.
HOP = frozenset(
    {
        b"connection",
        b"upgrade",
        b"keep-alive",
        b"transfer-encoding",
        b"te",
        b"trailer",
        b"content-length",
        b"date",
        b"expect",
    }
)
PATIENCE = 3_000  # milliseconds in which a server must be reached
PAUSE = 0.1  # seconds until the second attempt, doubled each time
OPENING = 2.0  # seconds for opening a connection to another server
ANSWERING = 15.0  # seconds for an answer to a request
CREATED = 201
RESTARTED = 1012  # close code: the client should reconnect

Headers = list[tuple[bytes, bytes]]


class PeerProxy:
    """Middleware that forwards requests and sockets for tables of other servers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        registry: Registry = scope["app"].state.registry
        found = PATH.fullmatch(scope["path"])
        if registry.membership is None or found is None or _from_peer(scope, registry.membership.secret):
            await self.app(scope, receive, send)
        elif not may_ask(HTTPConnection(scope)):
            await self.app(scope, receive, send)  # refused there, without asking the store
        elif not scope["app"].state.address.knows(host_of(HTTPConnection(scope))):
            await self.app(scope, receive, send)  # likewise, since the name is part of the forwarded address
        elif scope["type"] == "http":
            await self._request(registry, found[1], scope, receive, send)
        else:
            await self._socket(registry, found[1], scope, receive, send)

    async def _request(
        self, registry: Registry, code: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        body: bytes | None = None
        pauses = _pauses(ticks() + PATIENCE)
        while (url := await _url(registry, code)) is not None:
            try:
                async with asyncio.timeout(registry.limits.request_seconds):
                    body = await _body(receive, registry.limits.body) if body is None else body
            except TimeoutError:
                late = Refusal("bad_request", 408, problem="it did not end in time")
                await refusal_response(late)(scope, receive, send)
                return
            try:
                answer = await _request(url, scope, _forward_headers(scope, registry), body)
            except OSError:
                if (pause := next(pauses, None)) is not None:
                    await asyncio.sleep(pause)
                    continue
                answer = None
            if answer is None:
                await refusal_response(Refusal("store", 503))(scope, receive, send)
            else:
                head, content = answer
                await send({"type": "http.response.start", **head})
                await send({"type": "http.response.body", "body": content})
            return
        await self.app(scope, receive if body is None else _again(body, receive), send)

    async def _socket(
        self, registry: Registry, code: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        pauses = _pauses(ticks() + PATIENCE)
        while (url := await _url(registry, code)) is not None:
            try:
                line = await _dial(url, scope, registry)
            except (OSError, TimeoutError, WebSocketException):
                if (pause := next(pauses, None)) is not None:
                    await asyncio.sleep(pause)
                    continue
                line = None
            await ProxiedSocket(line, receive, send).run(registry)
            return
        await self.app(scope, receive, send)


class ProxiedSocket:
    """A client's socket that is forwarded to another server; ``line`` is None if that does not answer."""

    def __init__(self, line: ClientConnection | None, receive: Receive, send: Send) -> None:
        self._line = line
        self._receive = receive
        self._send = send
        self._goodbye: str | None = None

    async def run(self, registry: Registry) -> None:
        await self._receive()  # websocket.connect
        await self._send({"type": "websocket.accept"})
        registry.passing.add(self)
        try:
            await self._pass_on()
        finally:
            registry.passing.discard(self)
            if self._line is not None:
                await self._line.close()

    def dismiss(self, code: str) -> None:
        """Close the socket with a goodbye, after the current message."""
        self._goodbye = code
        if self._line is not None:
            self._line.transport.abort()

    async def _pass_on(self) -> None:
        out = asyncio.create_task(self._to_server())
        try:
            await self._to_client()
        finally:
            out.cancel()
            with suppress(asyncio.CancelledError):
                await out

    async def _to_server(self) -> None:
        with suppress(ConnectionClosed):
            while (message := await self._receive())["type"] == "websocket.receive":
                if self._line is not None:
                    await self._line.send(message.get("text") or message.get("bytes") or b"")
        if self._line is not None:
            await self._line.close()

    async def _to_client(self) -> None:
        code = RESTARTED
        with suppress(OSError, RuntimeError):  # the client has gone
            if self._line is not None:
                with suppress(ConnectionClosed):
                    async for data in self._line:
                        await self._send(
                            {
                                "type": "websocket.send",
                                "text": data if isinstance(data, str) else data.decode(),
                            }
                        )
                code = self._line.close_code or code
            if code in (RESTARTED, 1006) or self._goodbye is not None:
                # The other server has gone, or this one stops: the page reconnects.
                code, last = RESTARTED, encode(goodbye(self._goodbye or "moved"))
                await self._send({"type": "websocket.send", "text": last.decode()})
            await self._send({"type": "websocket.close", "code": code})


def _pauses(until: int) -> Iterator[float]:
    """Yield the seconds to wait before each further attempt; each attempt asks the store for the owner."""
    pause = PAUSE
    while ticks() < until:
        yield pause
        pause *= 2


async def _url(registry: Registry, code: str) -> str | None:
    """Return the address of the server that has a table; None if it is this one, or the store does not answer."""
    try:
        return await registry.elsewhere(code)
    except StoreError:
        return None


def _from_peer(scope: Scope, secret: str) -> bool:
    """Return True if another server forwards this request, and take over the client that it names."""
    headers = dict(scope["headers"])
    given = headers.get(PEER)
    if given is None or not secret or not hmac.compare_digest(given, secret.encode()):
        return False
    scope["client"] = (headers.get(CLIENT, b"?").decode("latin-1"), 0)
    return True


def _forward_headers(scope: Scope, registry: Registry) -> Headers:
    """Return the headers of a forwarded request."""
    assert registry.membership is not None  # noqa: S101 — for the type checker: otherwise nothing is forwarded
    own = {PEER: registry.membership.secret.encode(), CLIENT: (scope.get("client") or ("?", 0))[0].encode()}
    kept = [(name, value) for name, value in scope["headers"] if name not in HOP and name not in own]
    return [*kept, *own.items()]


async def _dial(url: str, scope: Scope, registry: Registry) -> ClientConnection:
    kept = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in _forward_headers(scope, registry)
        if name not in (b"host", b"user-agent") and not name.startswith(b"sec-websocket")
    ]
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    parts = urlsplit(url)
    # Under the name that the client has used, at the address of the other server.
    return await connect(
        f"ws://{host}{scope['raw_path'].decode('latin-1')}",
        host=parts.hostname,
        port=parts.port,
        additional_headers=kept,
        compression=None,
        max_size=None,
        open_timeout=OPENING,
        ping_interval=None,
        proxy=None,
        user_agent_header=None,
    )


async def _request(url: str, scope: Scope, headers: Headers, body: bytes) -> tuple[Message, bytes] | None:
    """Return the answer of another server, None if there is none; OSError if it was not reached, so that nothing was sent."""
    parts = urlsplit(url)
    try:
        async with asyncio.timeout(OPENING):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    except TimeoutError as error:
        raise OSError("it does not answer") from error
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    headers = [*headers, (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    request = h11.Request(method=scope["method"], target=scope["raw_path"] + query, headers=headers)
    try:
        async with asyncio.timeout(ANSWERING):
            return await _answer(reader, writer, request, body)
    except (OSError, h11.ProtocolError):  # a timeout is an OSError
        return None
    finally:
        writer.close()


async def join_elsewhere(
    url: str, scope: Scope, registry: Registry, code: str, wish: JoinTable
) -> Joined | None:
    """Join a table of another server for the client of this request; return None if that is refused."""
    path = f"/api/tables/{code}/join".encode()
    asked = {**scope, "method": "POST", "raw_path": path, "query_string": b""}
    try:
        answer = await _request(url, asked, _forward_headers(scope, registry), encode(wish))
    except OSError:
        return None
    if answer is None or answer[0]["status"] != CREATED:
        return None
    return msgspec.json.decode(answer[1], type=Joined)


async def _answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> tuple[Message, bytes] | None:
    talk = h11.Connection(h11.CLIENT)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(talk.send(part) or b"")
    await writer.drain()
    head: Message = {}
    content = bytearray()
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(65_536))
        elif isinstance(event, h11.Response):
            kept = [(name, value) for name, value in event.headers if name not in HOP]
            head = {"status": event.status_code, "headers": kept}
        elif isinstance(event, h11.Data):
            content += event.data
        elif isinstance(event, h11.EndOfMessage):
            head["headers"].append((b"content-length", str(len(content)).encode()))
            return head, bytes(content)
        else:
            return None


async def _body(receive: Receive, most: int) -> bytes:
    """Return the body, up to one byte more than allowed, so that it is refused later."""
    data, more = bytearray(), True
    while more and len(data) <= most:
        message = await receive()
        data += message.get("body", b"")
        more = message["type"] == "http.request" and message.get("more_body", False)
    return bytes(data[: most + 1])


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives the body once more."""
    left = [body]

    async def replay() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return replay
