"""Frames that are no messages: pings that nobody needs and messages in endless pieces end the socket, and nobody else waits."""

import asyncio
import gc
import socket
import struct
import weakref
from typing import Any

import pytest
import websockets

from helpers.server.serving import PATIENCE, Live, comes_to, knock, seated, set_table, sitting
from tischlein.room.state import State
from tischlein.server.config import Rate
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.table.encoding import encode
from tischlein.server.ws.frames import BoundedSocket

CONTINUED, TEXT, PING, PONG = 0, 1, 9, 10


def frame(opcode: int, data: bytes = b"", last: bool = True) -> bytes:
    """A frame of a client, with a mask of zeros."""
    return struct.pack("BB4x", opcode | (0x80 if last else 0), 0x80 | len(data)) + data


def masked(text: bytes) -> bytes:
    """A message of a client that is longer than 125 bytes or not, with a mask of zeros."""
    return struct.pack(">BBH4x", TEXT | 0x80, 0x80 | 126, len(text)) + text


def handshake(live: Live, code: str, more: str = "") -> bytes:
    return (
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {LOOPBACK}:{live.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
    ).encode()


def upgraded(live: Live, code: str) -> socket.socket:
    line = socket.create_connection((LOOPBACK, live.port), timeout=PATIENCE)
    line.sendall(handshake(live, code))
    assert line.recv(20).startswith(b"HTTP/1.1 101")
    return line


def sockets(live: Live) -> list[BoundedSocket]:
    return [line for line in live._server.server_state.connections if isinstance(line, BoundedSocket)]


def only_socket(live: Live) -> BoundedSocket:
    """The one that is open; the server may still be closing those of the last test."""
    comes_to(lambda: len(sockets(live)), 1)
    (line,) = sockets(live)
    return line


@pytest.mark.parametrize("strange", ["X: y\r\n" * 200, f"X: {'y' * 10_000}\r\n"], ids=["many", "long"])
def test_a_handshake_that_cannot_be_read_ends_the_connection(live: Live, strange: str) -> None:
    """It stayed open for ever, counted neither as a connection nor as a socket: as many as the system allows."""
    with socket.create_connection((LOOPBACK, live.port), timeout=PATIENCE) as line:
        line.sendall(handshake(live, "ABCDEF", strange))
        assert line.recv(1) == b""


def ends(line: socket.socket, flood: bytes) -> bool:
    """Is the line cut while this is sent? The answers are not read."""
    try:
        for _ in range(2_000):
            line.sendall(flood)
    except OSError as error:
        return not isinstance(error, TimeoutError)
    return False


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", frame(PING, b"x" * 125)),
        (b"", frame(PONG)),
        (frame(TEXT, b"{", last=False), frame(CONTINUED, last=False)),
    ],
    ids=["pings", "pongs", "empty pieces"],
)
async def test_a_flood_of_frames_ends_the_socket_and_holds_nobody_up(
    live: Live, first: bytes, then: bytes
) -> None:
    async with seated(live) as ada:
        with upgraded(live, ada.code) as line:
            line.sendall(first)
            assert await asyncio.to_thread(ends, line, then * 500)
        await ada.say("ping")
        await ada.until("pong")


async def test_what_the_line_does_not_take_at_once_waits_and_keeps_its_order(live: Live) -> None:
    async with seated(live) as ada:
        (listener,) = live.table(ada.code).connections.values()
        line = only_socket(live)

        async def tell(*numbers: int) -> None:
            for n in numbers:
                listener.send(encode({"type": "pong", "n": n}))

        async def tell_too_much() -> None:
            line.pause_writing()  # as when the line is full
            await tell(0, 1)
            line.resume_writing()
            await tell(2)  # before anything that waits has gone

        live.within(tell_too_much)
        assert [(await ada.until("pong"))["n"] for _ in range(3)] == [0, 1, 2]
        live.within(lambda: tell(3))
        assert (await ada.until("pong"))["n"] == 3


async def test_nothing_more_is_read_while_messages_wait(live: Live) -> None:
    """Else a client that sends faster than the table reads would fill the memory."""
    async with seated(live) as ada:
        lock = live.table(ada.code).lock
        live.within(lock.acquire)
        for _ in range(5):
            await ada.say("ping")
        line = only_socket(live)
        async with asyncio.timeout(PATIENCE):
            while not line.read_paused:
                await asyncio.sleep(0.01)

        async def go_on() -> None:
            lock.release()

        live.within(go_on)
        for _ in range(5):
            await ada.until("pong")
        await asyncio.to_thread(comes_to, lambda: line.read_paused, False)


async def test_only_who_was_not_heard_for_long_is_asked_whether_they_are_there(live: Live) -> None:
    made = await set_table(live)
    async with sitting(live, made):
        line = only_socket(live)

        async def time_to_ask() -> bool:
            line.stop_keepalive()
            line.send_keepalive_ping()
            assert line.ping_timer is not None or line.pong_timer is not None
            return line.pending_ping_payload is not None

        assert not live.within(time_to_ask)
        line._heard_at -= line.ping_interval or 0
        assert live.within(time_to_ask)


async def test_who_is_let_go_and_does_not_read_takes_no_memory(live: Live) -> None:
    """A socket that the table is done with is not counted any more: it must not stay open because of what waits in it."""
    made = await set_table(live)
    with upgraded(live, made["code"]) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.sendall(masked(encode({"type": "hello", "token": made["token"]})))
        await asyncio.to_thread(comes_to, lambda: len(live.table(made["code"]).connections), 1)
        (listener,) = live.table(made["code"]).connections.values()
        served = only_socket(live)
        served.close_timeout = 0.1

        async def shout() -> None:
            for _ in range(20):
                listener.send(b"x" * 900_000)

        live.within(shout)
        await asyncio.to_thread(comes_to, lambda: len(sockets(live)), 0)


async def test_sockets_and_tables_are_free_when_they_are_done(live: Live) -> None:
    """Nobody has to look through the memory for what they have left: that would hold everybody up."""

    async def scene() -> tuple[str, list[weakref.ref[Any]]]:
        made = await set_table(live)
        async with sitting(live, made):
            left = [weakref.ref(line) for line in sockets(live)]
            table = live.table(made["code"])
        await asyncio.to_thread(comes_to, lambda: len(table.connections), 0)
        live.put_away(made["code"])
        return made["code"], [*left, weakref.ref(table)]

    gc.disable()
    try:
        code, left = await scene()
        comes_to(lambda: [one() for one in left], [None] * len(left))
        states = [one for one in gc.get_objects() if type(one) is State]
        assert [state for state in states if state.row.code == code] == []
    finally:
        gc.enable()


async def pings(line: websockets.ClientConnection) -> None:
    for _ in range(10):
        await (await line.ping())


@pytest.mark.limits(frames=Rate(0.001, 4))
async def test_what_clients_do_by_themselves_is_no_flood(
    own: Live,
) -> None:
    """A ping now and then, and a message in a few pieces."""
    made = await set_table(own)
    async with await knock(own, made["code"]) as line:
        await line.send(['{"type": "hello", ', f'"token": "{made["token"]}"', "}"])
        assert '"welcome"' in str(await line.recv())
        await (await line.ping())
        with pytest.raises(websockets.ConnectionClosed):
            await pings(line)


@pytest.mark.parametrize("pieces", [1, 2])
async def test_a_text_that_is_not_utf_8_closes_the_socket_and_logs_no_traceback(
    live: Live, caplog: pytest.LogCaptureFixture, pieces: int
) -> None:
    made = await set_table(live)
    with upgraded(live, made["code"]) as line:
        line.sendall(frame(TEXT, b"\xff\xfe", last=pieces == 1))
        if pieces > 1:
            line.sendall(frame(CONTINUED, b"\x80"))
        answer = b""
        while part := line.recv(4096):
            answer += part
    assert struct.pack(">H", 1007) in answer
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
