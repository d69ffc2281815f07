"""Short texts and reactions. The caller holds the room's lock."""

from __future__ import annotations

import msgspec

from tischlein.server import queries
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.limits import Bucket
from tischlein.server.protocol.server import Chat, ChatLine, Reacted
from tischlein.server.protocol.shared import Reaction
from tischlein.server.room import Room
from tischlein.server.rows import ChatRow

NOBODY = -1


async def say(room: Room, seat: int, text: str, allowance: Bucket) -> None:
    """A line for all at the table."""
    _may_talk(room, allowance)
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not text:
        raise Refusal("bad_message", problem="there is nothing in it")
    keep = room.house.limits.chat_kept
    row = ChatRow(room.chat[-1].n + 1 if room.chat else 1, seat, room.names[seat], text, now())
    await room.house.store.run(lambda c: queries.add_chat(c, room.row.id, row, keep))
    room.chat = [*room.chat, row][-keep:]
    room.tell_all(Chat(ChatLine(row.n, row.seat, row.name, row.text, row.at)))


def moved(lines: list[ChatRow], places: dict[int, int]) -> list[ChatRow]:
    """The lines after seats have got new numbers; whoever has gone keeps the name and has no seat."""
    return [msgspec.structs.replace(line, seat=places.get(line.seat, NOBODY)) for line in lines]


def react(room: Room, seat: int, reaction: Reaction, allowance: Bucket) -> None:
    """A reaction without words; nothing is stored."""
    _may_talk(room, allowance)
    room.tell_all(Reacted(seat, reaction))


def _may_talk(room: Room, allowance: Bucket) -> None:
    if not room.row.chat:
        raise Refusal("chat_off", 409)
    if not allowance.take():
        raise Refusal("too_fast", 429)
