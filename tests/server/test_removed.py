"""Who is sent away loses everything at once, however often they connect meanwhile."""

import asyncio
from pathlib import Path

import websockets

from helpers.server.evenings import opened
from helpers.server.guests import ADA, BEN
from helpers.server.serving import GENEROUS, Live, ask, join, serving, set_table, sitting, turned_away
from tischlein.server.club.people import alias
from tischlein.server.table.tokens import hash_token


class Attacker:
    """Comes with an old key again and again, and notes when she was let in, and when a decision of hers was taken."""

    def __init__(self, live: Live, code: str, token: str) -> None:
        self.live, self.code, self.token = live, code, token
        self.removed = False
        self.tries = 0
        self.welcomed: list[bool] = []  # whether she had been removed before she came
        self.moves: list[bool] = []
        self.goodbyes: set[str] = set()

    async def comes(self) -> None:
        while self.tries < 200:
            before = self.removed
            if before:
                self.tries += 40
            try:
                await self._once(before)
            except (AssertionError, websockets.ConnectionClosed, TimeoutError):
                self.goodbyes.add(await turned_away(self.live, self.code, self.token) if before else "")

    async def _once(self, before: bool) -> None:
        async with sitting(self.live, self.code, self.token) as guest:
            self.welcomed.append(before)
            while guest.last["actions"] and not guest.last["over"]:
                sent = self.removed
                answer = await guest.play(guest.choices[0])
                if answer["type"] == "accepted":
                    self.moves.append(sent)


async def test_a_person_removed_from_an_evening_is_out_in_the_same_moment(tmp_path: Path) -> None:
    with serving(tmp_path, GENEROUS) as live:
        evening = await opened(live, seats=2, rounds=1)
        tokens = [await evening.join(name) for name in ("Ada", "Ben", "Eve")]
        await evening.lead("start")
        eve = tokens[2]
        sits = (await evening.until(lambda info: info["sits"] is not None, eve))["sits"]
        attackers = [Attacker(live, sits["code"], eve) for _ in range(3)]

        async def remove() -> None:
            await asyncio.sleep(0.3)
            await evening.lead("remove", person=2)
            for one in attackers:
                one.removed = True
            info = await evening.info(eve)
            assert (info["you"], info["sits"]) == (None, None)

        async with sitting(live, sits["code"], eve) as guest:
            await asyncio.gather(remove(), *(one.comes() for one in attackers))
            while (message := await guest.hear())["type"] != "goodbye":
                pass
            assert message["code"] == "kicked"
        assert [any(one.welcomed) or any(one.moves) for one in attackers] == [False] * 3
        assert await turned_away(live, sits["code"], eve) == "bad_token"
        mine = await ask(live, "POST", "/api/mine", json={"tokens": [eve]})
        assert sits["code"] not in mine.text
        assert await evening.refused("attend", eve, here=True) == "evening_removed"


async def test_a_kicked_player_is_out_in_the_same_moment(tmp_path: Path) -> None:
    with serving(tmp_path, GENEROUS) as live:
        made = await set_table(live, seats=3)
        eve = (await join(live, made["code"], "Eve"))["token"]
        attackers = [Attacker(live, made["code"], eve) for _ in range(3)]
        async with sitting(live, made["code"], made["token"]) as ada:

            async def kick() -> None:
                await asyncio.sleep(0.2)
                await ada.say("kick", seat=1)
                while ada.table["state"] != "lobby" or await seats(live, made["code"]) != [
                    "person",
                    "open",
                    "open",
                ]:
                    await asyncio.sleep(0.01)
                for one in attackers:
                    one.removed = True

            await asyncio.gather(kick(), *(one.comes() for one in attackers))
        assert [any(one.welcomed) for one in attackers] == [False] * 3
        assert set().union(*(one.goodbyes for one in attackers)) >= {"bad_token"}


async def seats(live: Live, code: str) -> list[str]:
    return [seat["kind"] for seat in (await ask(live, "GET", f"/api/tables/{code}")).json()["seats"]]


async def test_a_removed_member_of_a_group_is_out_in_the_same_moment(tmp_path: Path) -> None:
    with serving(tmp_path, GENEROUS) as live:
        made = (await ask(live, "POST", "/api/groups", ADA, json={"group": "Monday", "name": "Ada"})).json()
        code, link = made["code"], made["link"]
        await ask(live, "POST", f"/api/groups/{link}/join", BEN, json={"name": "Ben"})
        removed, late = False, []

        async def comes() -> None:
            for _ in range(40):
                before = removed
                for name in (code, link):
                    answer = await ask(live, "GET", f"/api/groups/{name}", BEN)
                    season = await ask(live, "GET", f"/api/groups/{name}/season", BEN)
                    if before:
                        late.append((answer.status_code, season.status_code))

        async def remove() -> None:
            nonlocal removed
            await asyncio.sleep(0.1)
            body = {"member": alias(hash_token(ADA), hash_token(BEN))}
            assert (await ask(live, "POST", f"/api/groups/{code}/remove", ADA, json=body)).status_code == 200
            removed = True

        await asyncio.gather(remove(), comes(), comes())
        assert late
        assert set(late) == {(404, 404)}
