"""Games whose players add shares to the shuffle, and the files that their pages save."""

import base64
from random import Random
from typing import Any

import msgspec

from helpers.server.room_host import RoomHost, lobby
from tischlein.cards import SPECTATOR
from tischlein.engine.play import fair
from tischlein.engine.play.chain import first_head, next_head
from tischlein.engine.play.history import SeenStep
from tischlein.games import GAMES
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
    host.all_come(seats, facts=0)
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
        "rendered": {"compared": len(messages), "differs": None},
    }
    welcome = next(one for one in messages if one["type"] == "welcome")
    if welcome["signer"] is not None:
        # The last signature of each telling is enough.
        last = {steps_after(one): one for one in messages if one.get("signature")}
        signatures = [[steps, one["head"], one["signature"]] for steps, one in last.items()]
        receipt["signed"] = {
            "key": welcome["signer"],
            "code": welcome["table"]["code"],
            "heads": signatures,
        }
    return {**record, "receipt": receipt}


def steps_after(message: Message) -> int:
    """Return the number of steps that a client knows after a message with facts."""
    return int(message["facts"]["first"]) + len(message["facts"]["steps"])


def tellings(messages: list[Any], observer: int = 0) -> list[list[str]]:
    """Return the heads of what a page was told; more than one list where it was told differently later."""
    record, heads, start = bytearray(), [""], b""
    found: list[list[str]] = []
    for message in messages:
        if "you" in message:
            observer = SPECTATOR if message["you"] is None else message["you"]
        facts = message.get("facts")
        if not facts:
            continue
        opening = facts["opening"]
        if opening is not None:
            record = bytearray(base64.b64decode(opening["record"]))
            start = first_head(GAMES[opening["game"]], observer, bytes(record))
            heads = []
        assert len(heads) == facts["first"]
        for actor, action, undone, _, changes in facts["steps"]:
            change(record, changes)
            before = bytes.fromhex(heads[-1]) if heads else start
            heads.append(next_head(before, SeenStep(actor, action, undone, bytes(record))).hex())
        assert message["head"] is None or not heads or message["head"] == heads[-1]
        found = [*(one for one in found if one != heads[: len(one)]), heads[:]]
    return found


def change(record: bytearray, changes: str) -> None:
    """Carry out the changes of a step."""
    data, place = base64.b64decode(changes), 0
    while data:
        place += data[0] | data[1] << 8
        size = data[2]
        record[place : place + size] = data[3 : 3 + size]
        place, data = place + size, data[3 + size :]


def codes(record: Message, kind: str = "bad") -> list[str]:
    return [finding.code for finding in verify(record).findings if finding.kind == kind]
