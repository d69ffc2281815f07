"""What each message of a client does. The caller holds the table's lock."""

from __future__ import annotations

from tischlein.server.errors import Refusal
from tischlein.server.protocol.client import (
    AskAdvice,
    Back,
    HandOver,
    Hello,
    Kick,
    Leave,
    ListTable,
    Ping,
    Play,
    Prefer,
    React,
    Rematch,
    Reveal,
    Say,
    SetSeat,
    Share,
    StandIn,
    Start,
    Swap,
    SwitchChat,
    Sync,
    Tune,
    Undo,
    UndoAnswer,
    Why,
)
from tischlein.server.protocol.server import Accepted, Pong
from tischlein.server.table import advice, chat, moves, people, rematch, start, undo
from tischlein.server.table.broadcast import encode
from tischlein.server.table.live import LiveTable
from tischlein.server.table.registry import Registry
from tischlein.server.ws.connection import Connection


async def dispatch(connection: Connection, registry: Registry, live: LiveTable, message: object) -> None:
    match message:
        case Ping():
            connection.send(encode(Pong()))
        case Sync(since, lang):
            if not connection.syncs.take():
                raise Refusal("too_fast", 429)
            connection.lang = lang or connection.lang
            await live.broadcast.prepare(connection.seat, connection.lang)
            live.broadcast.welcome(connection, since)
        case Hello():
            raise Refusal("hello_once")
        case _:
            seat = connection.seat
            if seat is None or live.state.seats[seat].token_hash != connection.token_hash:
                raise Refusal("not_seated", 403)
            await _seated(connection, registry, live, seat, message)


async def _seated(  # noqa: C901 — one line per message
    connection: Connection, registry: Registry, live: LiveTable, seat: int, message: object
) -> None:
    match message:
        case Play(id, seq, action):
            await moves.play(live, connection, seat, id, seq, action)
        case Why(id, action):
            connection.send(encode(moves.why(live, seat, id, action)))
        case AskAdvice(id):
            allowed = connection.rate_limits.may_ask_advice
            await advice.ask(live, connection, seat, id, lambda: allowed(connection.socket.client))
        case Undo(id):
            connection.send(encode(Accepted(id, await undo.undo(live, seat, id))))
        case UndoAnswer(agree):
            await undo.answer(live, seat, agree)
        case Start(empty):
            await start.start(live, seat, empty)
        case Share(promise):
            await start.share(live, connection, seat, promise)
        case Reveal(share):
            await start.reveal(live, seat, share)
        case SetSeat(other, bot):
            await people.set_seat(live, seat, other, bot)
        case Swap(one, other):
            await people.swap(live, seat, one, other)
        case Kick(other):
            await people.kick(live, seat, other)
        case HandOver(other):
            await people.hand_over(live, seat, other)
        case Leave():
            for gone in await people.leave(live, seat):
                await undo.left(live, gone)
        case StandIn(other):
            await people.stand_in(live, other)
            undo.away(live, other)
        case Back():
            await people.come_back(live, seat)
        case Rematch():
            allowed = connection.rate_limits.may_set_a_table
            await rematch.open_next(registry, live, seat, lambda: allowed(connection.socket.client))
        case Say(text):
            await chat.say(live, seat, text, connection.chats.take)
        case SwitchChat(on):
            await people.switch_chat(live, seat, on)
        case ListTable(on):
            await people.list_table(live, seat, on)
        case Tune(pace, level):
            await people.tune(live, seat, pace, level)
        case React(reaction):
            chat.react(live, seat, reaction, connection.chats.take)
        case Prefer(name, on):
            await people.prefer(live, seat, name, on)
