"""What each message of a client does."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.engine.types import Json
from tischlein.room.events import Said
from tischlein.room.opening import following, start
from tischlein.room.people import chat, seats
from tischlein.room.play import advice, moves, undo
from tischlein.room.refusal import Refusal
from tischlein.room.rows import copy_of
from tischlein.room.step import Step

SEATED: dict[str, Callable[[Step, int, Json], None]] = {
    "play": moves.play,
    "why": moves.why,
    "undo": undo.undo,
    "undo_answer": undo.answer,
    "advice": advice.ask,
    "start": start.start,
    "share": start.share,
    "reveal": start.reveal,
    "set_seat": seats.set_seat,
    "swap": seats.swap,
    "kick": seats.kick,
    "hand_over": seats.hand_over,
    "leave": seats.leave,
    "stand_in": seats.stand_in,
    "back": seats.back,
    "rematch": following.rematch,
    "chat": chat.say,
    "chat_switch": seats.switch_chat,
    "list": seats.list_table,
    "tune": seats.tune,
    "react": chat.react,
    "prefer": seats.prefer,
}


def said(step: Step, event: Said) -> None:
    """Do what a client asks for."""
    state, message = step.state, event.message
    kind = message["type"]
    step.listener, step.message_id = event.listener, message.get("id")
    listener = state.listeners.get(event.listener)
    if listener is None:
        raise Refusal("hello_first")
    if kind in step.ports.bounds.unavailable:
        raise Refusal("only_here", 409)
    if kind == "ping":
        step.reply({"type": "pong"})
    elif kind == "hello":
        raise Refusal("hello_once")
    elif kind == "sync":
        _sync(step, event.listener, message)
    else:
        seat = listener.seat
        if seat is None or state.seat_of(listener.key) != seat:
            raise Refusal("not_seated", 403)
        SEATED[kind](step, seat, message)


def _sync(step: Step, number: int, message: Json) -> None:
    """Welcome a client again, after a gap or in another language."""
    step.limit("sync")
    state = step.state
    listener = copy_of(state.listeners[number])
    listener.lang = message["lang"] or listener.lang
    state.listeners = {**state.listeners, number: listener}
    step.welcome(number, message["since"])
