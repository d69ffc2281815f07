"""What this server overrides of uvicorn is still called by it: its parts are private, and change without notice."""

import asyncio
import json
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest

from helpers.server.serving import GENEROUS, PATIENCE, dial, serving, set_table, sitting
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.http.guards.connections import BoundedProtocol
from tischlein.server.ws.frames import BoundedSocket

GET = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def overridden(kind: type) -> list[str]:
    """Return the methods of ours that a class of uvicorn, or of asyncio, has too."""
    return [name for name, one in vars(kind).items() if isfunction(one) and hasattr(kind.__bases__[0], name)]


def test_what_is_overridden_is_there() -> None:
    """A method that uvicorn renames would never be called, without an error."""
    assert set(overridden(BoundedProtocol)) == {
        "connection_made", "connection_lost", "data_received", "handle_websocket_upgrade", "pause_writing", "resume_writing",
        "timeout_keep_alive_handler",
    }  # fmt: skip
    assert set(overridden(BoundedSocket)) == {
        "connection_made", "connection_lost", "data_received", "handle_connect", "start_keepalive", "send_keepalive_ping", "run_asgi",
        "send_receive_event_to_app", "handle_ping", "handle_pong", "handle_cont",
    }  # fmt: skip


async def test_what_is_overridden_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: Counter[tuple[str, str]] = Counter()

    def noted(kind: type, name: str) -> Callable[..., Any]:
        real = getattr(kind, name)

        def method(self: Any, *given: Any) -> Any:
            called[kind.__name__, name] += 1
            return real(self, *given)

        return method

    for kind in (BoundedProtocol, BoundedSocket):
        for name in overridden(kind):
            monkeypatch.setattr(kind, name, noted(kind, name))
    with serving(tmp_path, replace(GENEROUS)) as live:
        live._server.config.timeout_keep_alive = 1
        live._server.config.ws_ping_interval = 0.2
        made = await set_table(live, bots=[None, "random"])
        async with sitting(live, made) as ada:
            await ada.asked()
            await ada.socket.ping()
            await ada.socket.send([json.dumps({"type": "ping"})[:4], json.dumps({"type": "ping"})[4:]])
            await ada.until("pong")
            await asyncio.sleep(1)  # pings of the server are answered meanwhile
        await asyncio.to_thread(unread, live.port)
        page = await dial(f"{live.url}/api/guest/socket")
        await page.close()
    wanted = {(kind.__name__, name) for kind in (BoundedProtocol, BoundedSocket) for name in overridden(kind)}
    assert wanted - called.keys() == set()


def unread(port: int) -> None:
    """Ask for more than the line holds, read it late, and stay until the connection is closed."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.settimeout(PATIENCE)
        line.connect((LOOPBACK, port))
        for _ in range(400):
            line.sendall(GET)
        time.sleep(3)
        while line.recv(1 << 20):
            pass
