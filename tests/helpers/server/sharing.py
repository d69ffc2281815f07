"""Games whose players add shares to the shuffle, and the files that their pages save."""

from random import Random
from typing import Any

import msgspec

from helpers.server.room_host import RoomHost, lobby
from tischlein.engine.play import fair
from tischlein.engine.play.event_chain import chain_heads
from tischlein.room.ports import Signer
from tischlein.server.http.api.finished import _reveal
from tischlein.verify import verify

Message = dict[str, Any]
SHARES = ["0a" * 32, "0b" * 32, "0c" * 32]
PROMISES = [fair.promise(share) for share in SHARES]


def gathered(seats: int = 2, promising: Any = (0, 1), signer: Signer | None = None, **wish: Any) -> RoomHost:
    """Return a lobby in which everybody is connected and some have promised."""
    host = lobby(seats=seats, people=seats, **wish)
    host.room.ports.signer = signer
    host.crash()
    host.all_come(seats)
    for number in promising:
        assert host.says(number, "share", promise=PROMISES[number]) is None
    return host


def reveal(host: RoomHost, number: int, **more: Any) -> str | None:
    return host.says(number, "reveal", share=SHARES[number], **more)


def begun(host: RoomHost) -> RoomHost:
    """Start; each of the two pages reveals its share if commitment and promises are those that it knows."""
    shown = host.last(0, "people")["table"]["fair"]["commitment"]
    host.says(0, "start")
    for number in (0, 1):
        promised = host.last(number, "promises")
        assert (promised["commitment"], promised["promises"]) == (shown, PROMISES[:2])
        assert reveal(host, number) is None
    return host


def played(host: RoomHost, most: int = 10_000) -> RoomHost:
    """Play at random."""
    rng = Random(1)
    while host.state.row.state == "playing" and most:
        most -= 1
        seat = rng.choice(host.state.waiting)
        number = next(number for number, one in host.state.listeners.items() if one.seat == seat)
        assert host.plays(number, rng.choice(host.state.actions[seat]).text) is None
    return host


def file_of(host: RoomHost, number: int = 0) -> Message:
    """Return the file that the page of a player saves after the game."""
    table = host.state.table
    record = {**table.record(), "fair": _reveal(host.state.row, table)}
    return saved(msgspec.json.decode(msgspec.json.encode(record)), host.heard[number], SHARES[number])


def saved(record: Message, messages: list[Any], share: str) -> Message:
    """Return the file of a page that was sent these messages."""
    start = next(k for k, one in enumerate(messages) if one["type"] == "promises")
    promised, before = messages[start], [one["table"] for one in messages[:start] if "table" in one]
    receipt = {
        **{name: promised[name] for name in ("seat", "commitment", "promises")},
        "share": share,
        "options": before[-1]["options"],
        "starts": 1,
        "told": tellings(messages),
    }
    welcome = next(one for one in messages if one["type"] == "welcome")
    if welcome["signer"] is not None:
        # The last signature of each telling is enough.
        last = {one["told"]: one for one in messages if one.get("signature")}
        signatures = [[one["told"], one["head"], one["signature"]] for one in last.values()]
        receipt["signed"] = {
            "key": welcome["signer"],
            "code": welcome["table"]["code"],
            "heads": signatures,
        }
    return {**record, "receipt": receipt}


def tellings(messages: list[Any]) -> list[list[str]]:
    """Return the heads of what a page was told; more than one list where it was told differently later."""
    now: list[Message] = []
    found: list[list[str]] = []
    for message in messages:
        events = message.get("events")
        if events:
            now = [*now[: events[0]["seq"] - 1], *events]
            told = chain_heads(now)
            assert message["head"] in (None, told[-1])
            found = [*(one for one in found if one != told[: len(one)]), told]
    return found


def codes(record: Message, kind: str = "bad") -> list[str]:
    return [finding.code for finding in verify(record).findings if finding.kind == kind]
