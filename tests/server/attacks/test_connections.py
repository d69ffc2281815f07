"""Connections: answered at once, bounded for each address, and let go when nothing comes."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.server.serving import GENEROUS, PATIENCE, Live, comes_to, knock, serving, set_table, sitting
from tischlein.room.tell import Messages
from tischlein.server.config import Rate
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.http.guards.connections import BoundedProtocol
from tischlein.server.http.guards.rate_limit import IN_A_TURN, AdmissionQueue
from tischlein.server.serve import uvicorn_config

# Another address of this machine: connections from the usual one are not counted.
STRANGER = "127.0.0.2"
STRICT = replace(GENEROUS, connections_per_address=3, files=Rate(0.001, 5))
BEGUN = b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Live]:
    with serving(tmp_path, STRICT) as live:
        yield live


def limit(live: Live, **how: float) -> None:
    """Change limits of a running server, for what begins from now on."""
    state = live.app.state
    state.registry.limits = state.rate_limits.limits = replace(state.rate_limits.limits, **how)


def call(live: Live, address: str = LOOPBACK) -> socket.socket:
    return socket.create_connection((LOOPBACK, live.port), timeout=PATIENCE, source_address=(address, 0))


def is_hung_up(line: socket.socket) -> bool:
    """Whatever is still on its way is read first; a line that stays open runs into the timeout."""
    try:
        while line.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    return True


def test_small_answers_are_not_held_back(live: Live) -> None:
    with call(live) as line:
        line.sendall(BEGUN + b"\r\n")
        assert line.recv(20).startswith(b"HTTP/1.1 200")
        sockets = [
            connection.transport.get_extra_info("socket")
            for connection in live._server.server_state.connections
        ]
        assert sockets
        assert all(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in sockets)


def test_who_does_not_finish_a_request_is_let_go(strict: Live) -> None:
    """Neither one who says nothing, nor half a request, nor half of a second one, nor a body that does not end."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    with call(strict) as second, call(strict) as body, ExitStack() as others:
        second.sendall(BEGUN + b"\r\n")
        assert second.recv(100_000).startswith(b"HTTP/1.1 200")
        comes_to(strict.app.state.rate_limits._connections.total, 2)
        limit(strict, request_seconds=0.5)
        second.sendall(BEGUN)
        body.sendall(head)
        nothing = others.enter_context(call(strict))
        half = others.enter_context(call(strict))
        with suppress(ConnectionError):  # a slow machine may be late already
            half.sendall(BEGUN)
        assert body.recv(20).startswith(b"HTTP/1.1 408")
        assert all(is_hung_up(line) for line in (nothing, half, second))


def test_one_address_has_bounded_connections(tmp_path: Path) -> None:
    with serving(tmp_path, STRICT) as live:
        lines = [call(live, STRANGER) for _ in range(STRICT.connections_per_address)]
        with call(live, STRANGER) as one_too_many:
            assert is_hung_up(one_too_many)
        # Others are served meanwhile, and so is the stranger when there is room again.
        assert live.get("/api/about").status_code == 200
        lines.pop().close()
        for _ in range(1_000):
            time.sleep(0.01)
            with call(live, STRANGER) as again:
                try:
                    again.sendall(BEGUN + b"\r\n")
                    if again.recv(20).startswith(b"HTTP/1.1 200"):
                        break
                except ConnectionError:
                    pass  # the server has not seen yet that the other one is gone
        else:
            raise AssertionError("there is no room again")
        for line in lines:
            line.close()


def test_a_trusted_proxy_speaks_for_many(tmp_path: Path) -> None:
    """A client that keeps two hundred requests open behind it must not keep out the others behind it."""
    with serving(tmp_path, STRICT) as live, ExitStack() as lines:
        uvicorn_config(live.app, proxies=(LOOPBACK, "127.0.0.2/31"))
        connections = live.app.state.rate_limits._connections
        for number in range(STRICT.connections_per_address + 1):
            lines.enter_context(call(live, STRANGER)).sendall(BEGUN)
            comes_to(connections.total, number + 1)
        last = lines.enter_context(call(live, STRANGER))
        last.sendall(BEGUN + b"\r\n")
        assert last.recv(20).startswith(b"HTTP/1.1 200")


async def test_a_client_at_a_table_may_be_silent(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """No connection that has become a socket waits for a request."""
    listen, begun = BoundedProtocol._listen, list[BoundedProtocol]()

    def listening(connection: BoundedProtocol) -> None:
        listen(connection)
        begun.append(connection)

    made = await set_table(live)
    monkeypatch.setattr(BoundedProtocol, "_listen", listening)
    async with sitting(live, made):
        assert [connection._silence for connection in begun] == [None]


def test_files_are_bounded_and_packed_once(strict: Live) -> None:
    answers = [strict.get("/") for _ in range(5)]
    assert {answer.status_code for answer in answers} == {200}
    assert answers[0].headers["content-encoding"] == "gzip"
    assert "<title>Tischlein</title>" in answers[0].text
    plain = strict.get("/", **{"accept-encoding": "identity"})
    assert plain.status_code == 429
    with serving(strict.file.parent / "more" / "tables.sqlite3") as live:
        plain = live.get("/", **{"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == answers[0].text


async def test_who_cannot_be_welcomed_is_not_there(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Messages, *given: Any) -> None:
        raise RuntimeError("a view that fails")

    made = await set_table(live)
    table = await asyncio.to_thread(live.table, made["code"])
    with monkeypatch.context() as patched:
        patched.setattr(Messages, "snapshot", broken)
        async with await knock(live, made["code"]) as line:
            await line.send(json.dumps({"type": "hello", "token": made["token"]}))
            assert json.loads(await line.recv())["code"] == "broken"
    await asyncio.to_thread(comes_to, lambda: len(table.connections), 0)
    await asyncio.to_thread(comes_to, lambda: table.state.attended, False)


@pytest.mark.parametrize("answers", [3, 20])
def test_who_takes_nothing_of_an_answer_is_let_go(own: Live, answers: int) -> None:
    """What waits for them takes memory: whether it is so much that writing stops, or less, which would wait for ever."""
    own._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    own._server.config.timeout_keep_alive = 1
    size = len(own.get("/api/games").content)
    assert 10_000 < size < 20_000, (
        "three are more than the line takes, and twenty more than the server writes"
    )
    connections = own.app.state.rate_limits._connections
    comes_to(connections.total, 0)
    limit(own, answer_seconds=0.3)
    with socket.socket() as silent:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        silent.settimeout(PATIENCE)
        silent.connect((LOOPBACK, own.port))
        comes_to(connections.total, 1)
        silent.sendall(answers * (BEGUN.replace(b"about", b"games") + b"\r\n"))
        comes_to(connections.total, 0)
        assert is_hung_up(silent)


async def test_who_plays_does_not_wait_for_all_who_come_at_once() -> None:
    """479 clients who were welcomed in one turn of the event loop kept everybody waiting for a second."""
    entrance, inside = AdmissionQueue(), list[int]()

    async def client(number: int) -> None:
        await entrance.wait_turn()
        inside.append(number)

    clients = [asyncio.create_task(client(number)) for number in range(5 * IN_A_TURN)]
    await asyncio.sleep(0)
    clients.pop(0).cancel()  # this one has gone
    while len(inside) < len(clients):
        before = len(inside)
        await asyncio.sleep(0)
        assert len(inside) <= before + IN_A_TURN
    assert inside == list(range(1, 5 * IN_A_TURN))
