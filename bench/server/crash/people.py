"""What people do while a server has trouble, and what of it the server has acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import tischlein
from bench.common.errors import BenchError
from bench.server.traffic import PATIENCE, cpu_seconds, post
from tischlein.engine.types import Json

if TYPE_CHECKING:
    from websockets import ClientConnection

TALK = 0.15  # part of what people do
BACK = 0.15
AGAIN = 0.05


@dataclass
class Noted:
    """What the server has acknowledged, and the tokens of the seats."""

    tables: dict[str, list[str]] = field(default_factory=dict)  # code: the tokens of its players
    moves: dict[tuple[str, str], int] = field(default_factory=dict)  # table and message: the number after it
    lines: list[tuple[str, str]] = field(default_factory=list)  # table and text
    seats: dict[str, str] = field(default_factory=dict)  # token: table
    rematches: dict[str, str] = field(default_factory=dict)
    told: dict[str, int] = field(default_factory=dict)  # table: the last number that anybody has heard of
    counts: dict[str, int] = field(default_factory=dict)  # of all that was ever acknowledged

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1


class Evening:
    """People at four tables, one of each game where there are as many: two people and a bot. They come back after every break."""

    def __init__(self, url: str, noted: Noted, rng: random.Random, pid: int) -> None:
        self.url, self.noted, self.rng = url, noted, rng
        self._pid = pid  # of the server
        self._visits: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def begin(self) -> None:
        """Set the missing tables, and seat all players."""
        games = list(tischlein.games())[:4]
        with suppress(OSError):
            for game in games[len(self.noted.tables) :]:
                await asyncio.to_thread(_set, self.url, game, self.noted)
        self._come()

    def _come(self) -> None:
        for code, tokens in self.noted.tables.items():
            for token in tokens:
                if (code, token) not in self._visits:
                    visit = _visit(self.url, code, token, self.noted, random.Random(self.rng.random()))
                    self._visits[code, token] = asyncio.create_task(visit)

    async def go_on(self, seconds: float) -> None:
        """Let them play; a rematch is a table of its own."""
        until = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.05)
            self._come()
            for visit in self._visits.values():
                if visit.done():
                    visit.result()

    async def must_go_on(self, after: str) -> None:
        """Wait for the next move that is acknowledged."""
        before, used = self.noted.counts.get("moves", 0), cpu_seconds(self._pid)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.noted.counts.get("moves", 0) == before:
                    await self.go_on(0.05)
                return
        # A server that did not get a core has not failed.
        spent = (cpu_seconds(self._pid) or 0.0) - (used or 0.0)
        raise BenchError(
            f"no table goes on within {PATIENCE:g} s after this trouble: {after}; "
            f"the server used {spent:.2f} s of processor time meanwhile"
        )

    async def end(self) -> None:
        for visit in self._visits.values():
            visit.cancel()
        await asyncio.gather(*self._visits.values(), return_exceptions=True)


def _set(url: str, game: str, noted: Noted) -> None:
    """Set a table with two players, who join one after the other, and a bot."""
    wish = {"game": game, "seats": 3, "bots": [None, None, "random"], "name": "Ada", "pace": "instant"}
    made = post(f"{url}/api/tables", wish)
    noted.seats[made["token"]] = made["code"]
    joined = post(f"{url}/api/tables/{made['code']}/join", {"name": "Ben"})
    noted.seats[joined["token"]] = made["code"]
    noted.count("joins")
    noted.tables[made["code"]] = [made["token"], joined["token"]]


async def _visit(url: str, code: str, token: str, noted: Noted, rng: random.Random) -> None:
    """Play at a table until its rematch."""
    import websockets

    while code not in noted.rematches:
        with suppress(OSError, websockets.WebSocketException):
            await _sit(url, code, token, noted, rng)
        await asyncio.sleep(AGAIN)


async def _sit(url: str, code: str, token: str, noted: Noted, rng: random.Random) -> None:
    import websockets

    address = f"{url.replace('http', 'ws')}/api/tables/{code}/socket"
    async with websockets.connect(address, max_size=None, ping_interval=None, compression=None) as socket:
        person = _Person(socket, code, noted, rng)
        await person.say(type="hello", token=token)
        async for data in socket:
            message = json.loads(data)
            await person.hear(message)
            if message["type"] == "rematch":
                noted.rematches[code] = message["code"]
                if code in noted.tables:
                    noted.count("rematches")
                    noted.tables[message["code"]] = noted.tables.pop(code)
                return
            await person.act()


class _Person:
    """A player at a table, on one connection."""

    def __init__(self, socket: ClientConnection, code: str, noted: Noted, rng: random.Random) -> None:
        self._socket, self._code, self._noted, self._rng = socket, code, noted, rng
        self._last: Json = {}
        self._seat: int | None = None  # news do not name it
        self._asked: object = None
        self._chatted = ""

    async def say(self, **message: object) -> None:
        await self._socket.send(json.dumps(message))

    async def hear(self, message: Json) -> None:
        kind = message["type"]
        if kind in ("welcome", "news"):
            self._last = message
            self._noted.told[self._code] = max(message["seq"], self._noted.told.get(self._code, 0))
            self._seat = message.get("you", self._seat)
            asked = message.get("undo")
            if asked and self._seat in asked["open"]:
                await self._answer()
        elif kind == "accepted":
            self._noted.moves[self._code, message["id"]] = message["seq"]
            self._noted.count("undos" if message["id"].startswith("undo") else "moves")
        elif kind == "chat" and message["line"]["text"] == self._chatted:
            self._noted.lines.append((self._code, self._chatted))
            self._noted.count("chat_lines")
        elif kind == "undo_asked" and self._seat in message["undo"]["open"]:
            await self._answer()
        elif kind == "undo_answered":
            self._asked = None  # also where no player agreed: then something else is done
        elif kind == "refused":
            await asyncio.sleep(AGAIN)  # then look again, and decide again
            self._asked = None
            await self.say(type="sync")

    async def _answer(self) -> None:
        await self.say(type="undo_answer", agree=self._rng.random() < 0.7)

    async def act(self) -> None:
        """Do what is next; whatever was asked already is waited for."""
        last, rng = self._last, self._rng
        if not last:
            return
        if last.get("view") is None:
            await self._once("start", type="start")
        elif last["over"]:
            await self._once("rematch", type="rematch")
        elif last["actions"] and self._asked != last["seq"]:
            mark = f"{rng.getrandbits(60):x}"
            if rng.random() < TALK:
                self._chatted = f"line {mark}"
                await self.say(type="chat", text=self._chatted)
            if rng.random() < BACK and last.get("can_undo"):
                await self._once(last["seq"], type="undo", id=f"undo {mark}")
            else:
                action = rng.choice(last["actions"])["text"]
                await self._once(last["seq"], type="play", id=f"move {mark}", seq=last["seq"], action=action)

    async def _once(self, asked: object, **message: object) -> None:
        if self._asked != asked:
            self._asked = asked
            await self.say(**message)
