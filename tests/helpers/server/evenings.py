"""An evening at a real server, as a host and its people use it."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

import httpx

from helpers.server.serving import PATIENCE, Message, Reached, ask, play_on, sitting


@dataclass
class Evening:
    """An evening, with the key of its host."""

    live: Reached
    code: str
    token: str

    async def get(self, what: str = "", token: str | None = None, **query: str) -> httpx.Response:
        return await ask(self.live, "GET", self._path(what), key=token, params=query)

    async def post(self, what: str, body: Message, token: str | None = None) -> httpx.Response:
        return await ask(self.live, "POST", self._path(what), json=body, key=token)

    def _path(self, what: str) -> str:
        return f"/api/evenings/{self.code}" + (f"/{what}" if what else "")

    async def info(self, token: str | None = None) -> Message:
        answer = await self.get(token=token)
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        return found

    async def join(self, name: str, **wish: Any) -> str:
        answer = await self.post("join", {"name": name, **wish})
        assert answer.status_code == 201, answer.text
        token: str = answer.json()["token"]
        return token

    async def lead(self, what: str, **more: int) -> None:
        answer = await self.post("lead", {"what": what, **more}, self.token)
        assert answer.status_code == 200, answer.text

    async def refused(self, request: str, /, token: str | None = None, **body: Any) -> str:
        answer = await self.post(request, body, token)
        assert answer.status_code >= 400, answer.text
        code: str = answer.json()["error"]["code"]
        return code

    async def until(self, wanted: Callable[[Message], bool], token: str | None = None) -> Message:
        """Return the evening as soon as it is as wanted."""
        async with asyncio.timeout(2 * PATIENCE):
            info = await self.info(token)
            while not wanted(info):
                info = (await self.get(token=token, since=str(info["version"]))).json()
        return info


async def opened(live: Reached, game: str = "lobo77", **wish: Any) -> Evening:
    """Return a new evening; its bots do not hesitate."""
    body = {
        "name": "Club",
        "games": [{"game": game}],
        "minutes": 120,
        "level": "random",
        "pace": "instant",
        **wish,
    }
    answer = await ask(live, "POST", "/api/evenings", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Evening(live, made["code"], made["token"])


async def begun(live: Reached, *names: str, **wish: Any) -> tuple[Evening, list[str]]:
    """Return an evening for tables of two whose first round has begun, and the keys of its people."""
    evening = await opened(live, seats=2, **wish)
    tokens = [await evening.join(name) for name in names]
    await evening.lead("start")
    return evening, tokens


async def plays(live: Reached, evening: Evening, token: str, random: Random, most: int = 10_000) -> None:
    """Sit down where the evening says, and play to the end, or so many decisions."""
    sits = (await evening.info(token))["sits"]
    async with sitting(live, sits["code"], token) as guest:
        await play_on(guest, random, most)


async def one_decision_each(live: Reached, evening: Evening, tokens: Iterable[str]) -> None:
    """Let these people decide once; then the time of the round is up, and bots play the rest."""
    await asyncio.gather(*(plays(live, evening, token, Random(token), 1) for token in tokens))
    await evening.lead("time")
