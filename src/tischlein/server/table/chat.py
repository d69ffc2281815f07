"""Short texts and reactions. The caller holds the table's lock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tischlein.room.rows import NOBODY, Line
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import Chat, ChatLine, Reacted
from tischlein.server.protocol.shared import Reaction
from tischlein.server.table.live import LiveTable


async def say(live: LiveTable, seat: int, text: str, may_talk: Callable[[], bool]) -> None:
    """A line for all at the table."""
    _check(live, may_talk)
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not text:
        raise Refusal("bad_message", problem="there is nothing in it")
    keep = live.services.limits.chat_kept
    row = Line(live.state.chat[-1].n + 1 if live.state.chat else 1, seat, live.state.names[seat], text, now())
    writes = live.writes()
    writes.lines, writes.keep = [row], keep
    await live.store(writes)
    live.state.chat = [*live.state.chat, row][-keep:]
    live.broadcast.all(Chat(ChatLine(row.n, row.seat, row.name, row.text, row.at)))


def moved(lines: list[Line], places: dict[int, int]) -> list[Line]:
    """The lines after seats have got new numbers; whoever has gone keeps the name and has no seat."""
    return [replace(line, seat=places.get(line.seat, NOBODY)) for line in lines]


def react(live: LiveTable, seat: int, reaction: Reaction, may_talk: Callable[[], bool]) -> None:
    """A reaction without words; nothing is stored."""
    _check(live, may_talk)
    live.broadcast.all(Reacted(seat, reaction))


def _check(live: LiveTable, may_talk: Callable[[], bool]) -> None:
    if not live.state.row.chat:
        raise Refusal("chat_off", 409)
    if not may_talk():
        raise Refusal("too_fast", 429)
