"""Guests whose pages add shares to the shuffle and keep receipts, as the real page does."""

import asyncio
import json
import secrets
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random
from typing import Any

from helpers.server.serving import GENEROUS, Guest, Live, Message, join, play_on, set_table, sitting
from tischlein.engine.play import fair
from tischlein.engine.play.heads import heads
from tischlein.verify import verify

# Waiting for nobody in vain: those tests that are about it set their own.
PATIENT = replace(GENEROUS, share_seconds=60.0)


class Player:
    """A guest whose page adds a share and keeps a receipt, as the real page does."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.share = secrets.token_hex(32)
        self.commitment: str = guest.table["fair"]["commitment"]
        self.receipt: dict[str, Any] = {}

    async def promise(self) -> None:
        await self.guest.say("share", promise=fair.promise(self.share))
        while fair.promise(self.share) not in self.guest.table["fair"]["promises"]:
            await self.guest.hear()

    async def reveal(self) -> None:
        """Hear all promises; reveal the share if its own promise is among them, and keep what was shown."""
        told = await self.guest.until("promises")
        assert told["commitment"] == self.commitment
        assert told["promises"][told["seat"]] == fair.promise(self.share)
        self.receipt = {
            "seat": told["seat"],
            "commitment": told["commitment"],
            "promises": told["promises"],
            "share": self.share,
            "options": self.guest.table["options"],
            "starts": 1,
        }
        await self.guest.say("reveal", share=self.share)

    def saved(self, record: Message) -> Message:
        """The file that the page saves after the game."""
        told, signed = self.told(), self.signed()
        return {**record, "receipt": {**self.receipt, "told": told, **({"signed": signed} if signed else {})}}

    def signed(self) -> Message | None:
        """The signatures of a server that has a key: the last one of each telling is enough."""
        messages = [json.loads(frame) for frame in self.guest.frames if '"signature"' in frame]
        welcome = next(one for one in messages if one["type"] == "welcome")
        if welcome["signer"] is None:
            return None
        last = {one["told"]: one for one in messages if one["signature"]}
        heads = [[one["told"], one["head"], one["signature"]] for one in last.values()]
        return {"key": welcome["signer"], "code": welcome["table"]["code"], "heads": heads}

    def told(self) -> list[list[str]]:
        """The heads of what the page was told; more than one list where the server has told it differently later."""
        now: list[Message] = []
        tellings: list[list[str]] = []
        for frame in self.guest.frames:
            message = json.loads(frame) if '"events"' in frame else {"events": []}
            events = message["events"]
            if events:
                now = [*now[: events[0]["seq"] - 1], *events]
                told = heads(now)
                assert message["head"] in (None, told[-1])
                tellings = [*(one for one in tellings if one != told[: len(one)]), told]
        return tellings


async def record_of(live: Live, code: str) -> Message:
    async with live.client() as client:
        answer = await client.get(f"/api/tables/{code}/record")
    assert answer.status_code == 200, answer.text
    record: Message = answer.json()
    return record


async def party(stack: AsyncExitStack, live: Live, seats: int = 2, **wish: Any) -> tuple[str, list[Player]]:
    """A lobby full of people who have promised their shares."""
    made = await set_table(live, wish.pop("game", "lobo77"), seats, **wish)
    tokens = [made["token"]]
    tokens += [(await join(live, made["code"], f"Guest {seat}"))["token"] for seat in range(1, seats)]
    players = [
        Player(await stack.enter_async_context(sitting(live, made["code"], token))) for token in tokens
    ]
    for player in players:
        await player.promise()
    return made["code"], players


async def started(players: list[Player]) -> None:
    await players[0].guest.say("start")
    await asyncio.gather(*(player.reveal() for player in players))
    for player in players:
        await player.guest.until("welcome")


async def played(players: list[Player]) -> None:
    await asyncio.gather(*(play_on(player.guest, Random(seat)) for seat, player in enumerate(players)))


def codes(record: Message, kind: str = "bad") -> list[str]:
    return [finding.code for finding in verify(record).findings if finding.kind == kind]
