"""The socket: one connection of a person or a spectator. Whatever it sends is checked; whatever is refused gets an answer."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tischlein.server import moves, people, presence, talk
from tischlein.server.clock import now
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.front import foreign_host, host_of
from tischlein.server.gate import Gate
from tischlein.server.house import House
from tischlein.server.limits import Bucket, Limits
from tischlein.server.protocol.client import (
    Back,
    ClientMessage,
    HandOver,
    Hello,
    Kick,
    Leave,
    Ping,
    Play,
    Prefer,
    React,
    Rematch,
    Say,
    SetSeat,
    StandIn,
    Start,
    SwitchChat,
    Sync,
    Undo,
    UndoAnswer,
    Why,
)
from tischlein.server.protocol.server import Accepted, Goodbye, Pong, Refused
from tischlein.server.protocol.shared import Id
from tischlein.server.room import Room, encode
from tischlein.server.words import said

logger = logging.getLogger("tischlein.server")
decoder = msgspec.json.Decoder(ClientMessage)

# Close codes, as RFC 6455 has them; 4000 and above are ours.
NORMAL, POLICY, LATER, GONE = 1000, 1008, 1013, 4404
# Seconds in which somebody who was dismissed may still take what waits.
GRACE = 2.0


class Named(msgspec.Struct):
    """The field by which a client knows what an answer is about, also when nothing else makes sense."""

    id: Id | None = None


named = msgspec.json.Decoder(Named)


class Connection:
    """Somebody at the other end. Messages wait in a bounded queue; who cannot follow is let go."""

    def __init__(self, socket: WebSocket, limits: Limits, gate: Gate) -> None:
        self.socket = socket
        self.gate = gate
        self.limits = limits
        self.seat: int | None = None
        self.told = 0
        self.token_hash: str | None = None
        self.messages = Bucket(limits.messages_per_second, limits.messages_burst)
        self.chats = Bucket(limits.chats_per_second, limits.chats_burst)
        self.syncs = Bucket(limits.syncs_per_second, limits.syncs_burst)
        self.in_a_row = 0  # refused
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._closing = False
        self._until: float | None = None
        self._stay: asyncio.Timeout | None = None
        self._writer = asyncio.create_task(self._write())

    def send(self, data: bytes) -> None:
        if self._closing:
            return
        if self._unsent.qsize() >= self.limits.unsent:
            self.dismiss("slow")
            return
        self._unsent.put_nowait(data)

    def dismiss(self, code: str, close: int = NORMAL) -> None:
        """Say goodbye and close, after everything that waits."""
        if not self._closing:
            words = said(f"goodbye.{code}")
            self._unsent.put_nowait(encode(Goodbye(code, words)))
            self._finish(close)

    def turn_away(self, refusal: Refusal, close: int) -> None:
        if not self._closing:
            self._unsent.put_nowait(encode(Goodbye(refusal.code, refusal.words)))
            self._finish(close)

    def _finish(self, close: int) -> None:
        self._closing, self._code = True, close
        self._unsent.put_nowait(None)
        # Not everybody who is dismissed goes; but what is being done for them is done to the end.
        self._until = asyncio.get_running_loop().time() + GRACE
        if self._stay is not None:
            self._stay.reschedule(self._until)

    async def receive(self) -> str | bytes:
        try:
            async with asyncio.timeout_at(self._until) as self._stay:
                message = await self.socket.receive()
        finally:
            self._stay = None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        return message.get("text") or message.get("bytes") or b""

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (data := await self._unsent.get()) is not None:
                await self.socket.send_text(data.decode())
            await self.socket.close(self._code)

    async def done(self) -> None:
        """Give what waits a moment to leave, then stop."""
        if self._closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._writer), GRACE)
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer


async def socket(websocket: WebSocket) -> None:
    """One connection, from hello to goodbye."""
    state = websocket.app.state
    await websocket.accept()
    connection = Connection(websocket, state.house.limits, state.gate)
    entered = state.gate.come_in(websocket.client)
    try:
        if not state.site.knows(host_of(websocket)):
            connection.turn_away(foreign_host(websocket), POLICY)
        elif not state.site.is_own(websocket):
            connection.turn_away(Refusal("foreign_origin"), POLICY)
        elif not entered or not state.gate.may_ask(websocket.client):
            connection.turn_away(Refusal("too_many_sockets"), POLICY)
        else:
            await _visit(connection, state.house, websocket.path_params["code"])
    except (WebSocketDisconnect, TimeoutError):
        return  # gone, or dismissed and not reading
    finally:
        if entered:
            state.gate.go_out(websocket.client)
        await connection.done()


async def _visit(connection: Connection, house: House, code: str) -> None:
    try:
        async with asyncio.timeout(house.limits.hello_seconds):
            hello = await _first(connection)
        room = await house.room(code)
        await _enter(connection, room, hello)
    except TimeoutError:
        connection.turn_away(Refusal("hello_first"), POLICY)
        return
    except Refusal as refusal:
        connection.turn_away(refusal, {404: GONE, 503: LATER}.get(refusal.status, POLICY))
        return
    except WebSocketDisconnect:
        raise
    except Exception as error:
        logger.exception("hello at table %s", code[:12])
        connection.turn_away(_explained(error), LATER)
        return
    try:
        while connection.socket.application_state == WebSocketState.CONNECTED:
            await _one(connection, room, await connection.receive())
    finally:
        room.listeners.discard(connection)
        presence.note_gone(room, connection.token_hash)
        room.quiet_since = now()
        room.tell_people()
        room.changed.set()


async def _first(connection: Connection) -> Hello:
    message = _read(await connection.receive(), connection.limits)
    if not isinstance(message, Hello):
        raise Refusal("hello_first")
    return message


def _read(data: str | bytes, limits: Limits) -> Any:
    if len(data) > limits.message:
        raise Refusal("too_large", 413)
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", problem=str(error)[:200]) from None


async def _enter(connection: Connection, room: Room, hello: Hello) -> None:
    async with room.lock:
        if hello.token is not None:
            connection.token_hash = people.hashed(hello.token)
            connection.seat = room.seat_of(connection.token_hash)
            if connection.seat is None:
                raise Refusal("bad_token")
        elif room.row.spectators == "none":
            raise Refusal("no_spectators")
        same = sum(listener.seat == connection.seat for listener in room.listeners)
        if connection.seat is None and same >= connection.limits.watching:
            raise Refusal("too_many_watching")
        if connection.seat is not None and same >= connection.limits.sockets_per_seat:
            raise Refusal("too_many_sockets")
        if connection.seat is not None:
            await people.come_back(room, connection.seat)
        room.listeners.add(connection)
        room.tell_welcome(connection, hello.since)
        room.tell_people()
        room.changed.set()


async def _one(connection: Connection, room: Room, data: str | bytes) -> None:
    """One message; it is answered in any case."""
    id = None
    try:
        id = _id(data)
        if not connection.messages.take():
            raise Refusal("too_fast", 429)
        message = _read(data, connection.limits)
        async with room.lock:
            await _do(connection, room, message)
        connection.in_a_row = 0
    except Refusal as refusal:
        _refuse(connection, room, id, refusal)
    except Exception as error:
        logger.exception("table %s", room.row.code)
        _refuse(connection, room, id, _explained(error))


def _id(data: str | bytes) -> str | None:
    try:
        return named.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _explained(error: Exception) -> Refusal:
    return Refusal("store", 503) if isinstance(error, StoreError) else Refusal("broken", 500)


def _refuse(connection: Connection, room: Room, id: str | None, refusal: Refusal) -> None:
    connection.send(encode(Refused(id, refusal.code, refusal.clause, refusal.words)))
    if refusal.code == "stale":
        room.tell_welcome(connection, connection.told)
    connection.in_a_row += 1
    if connection.in_a_row >= connection.limits.patience:
        connection.dismiss("too_fast", POLICY)


async def _do(connection: Connection, room: Room, message: Any) -> None:
    match message:
        case Ping():
            connection.send(encode(Pong()))
        case Sync(since):
            if not connection.syncs.take():
                raise Refusal("too_fast", 429)
            room.tell_welcome(connection, since)
        case Hello():
            raise Refusal("hello_once")
        case _:
            seat = connection.seat
            if seat is None or room.seats[seat].token_hash != connection.token_hash:
                raise Refusal("not_seated", 403)
            await _do_seated(connection, room, seat, message)


async def _do_seated(connection: Connection, room: Room, seat: int, message: Any) -> None:  # noqa: C901 — one line per message
    match message:
        case Play(id, seq, action):
            connection.send(encode(Accepted(id, await moves.play(room, seat, id, seq, action))))
        case Why(id, action):
            connection.send(encode(moves.why(room, seat, id, action)))
        case Undo(id):
            connection.send(encode(Accepted(id, await moves.undo(room, seat, id))))
        case UndoAnswer(agree):
            await moves.answer(room, seat, agree)
        case Start(empty):
            await people.start(room, seat, empty)
        case SetSeat(other, bot):
            await people.set_seat(room, seat, other, bot)
        case Kick(other):
            await people.kick(room, seat, other)
        case HandOver(other):
            await people.hand_over(room, seat, other)
        case Leave():
            for gone in await people.leave(room, seat):
                await moves.left(room, gone)
        case StandIn(other):
            await people.stand_in(room, other)
            await moves.left(room, other)
        case Back():
            await people.come_back(room, seat)
        case Rematch():
            await people.rematch(
                room, seat, lambda: connection.gate.may_set_a_table(connection.socket.client)
            )
        case Say(text):
            await talk.say(room, seat, text, connection.chats)
        case SwitchChat(on):
            await people.switch_chat(room, seat, on)
        case React(reaction):
            talk.react(room, seat, reaction, connection.chats)
        case Prefer(no_offers):
            await people.prefer(room, seat, no_offers)
