"""One of several servers ends in the middle of a game, in processes of their own: people play on at another, and nothing is lost."""

import asyncio
import signal
from contextlib import closing, suppress
from random import Random
from typing import Any

import httpx
import psycopg
import pytest
import websockets

from helpers.server.postgres import Postgres
from helpers.server.process import Process
from helpers.server.serving import PATIENCE, Guest, ask, comes_to, dial

LEASE = 5.0  # seconds, as operations.md says

pytestmark = pytest.mark.needs("postgresql")


class Visitor:
    """A client that plays through the server that answers, and reconnects after every break, as the page does."""

    def __init__(self, servers: list[str], code: str, token: str, rng: Random) -> None:
        self.servers, self.code, self.token, self.rng = servers, code, token, rng
        self.events: list[dict[str, Any]] = []
        self.accepted: dict[str, int] = {}
        self.breaks = 0
        self.over = False

    async def run(self) -> None:
        while not self.over:
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                await self._visit(self.servers[self.breaks % len(self.servers)])
            self.breaks += 1
            await asyncio.sleep(0.05)

    async def _visit(self, url: str) -> None:
        async with await dial(f"{url}/api/tables/{self.code}/socket") as socket:
            guest = Guest(socket)
            await guest.say("hello", token=self.token, since=len(self.events))
            asked = -1
            while not self.over:
                message = await guest.hear()
                if message["type"] == "accepted":
                    assert self.accepted.setdefault(message["id"], message["seq"]) == message["seq"]
                elif message["type"] in ("welcome", "news"):
                    self.events += message["events"]
                    assert [event["seq"] for event in self.events] == list(range(1, message["told"] + 1))
                    self.over = message["over"]
                elif message["type"] == "goodbye":
                    return
                if guest.last.get("actions") and asked != guest.last["seq"]:
                    asked = guest.last["seq"]
                    await guest.say(
                        "play", id=f"move-{asked}", seq=asked, action=self.rng.choice(guest.choices)
                    )


ENDS = {"killed": signal.SIGKILL, "drained": signal.SIGTERM}
# The database notes when a table changes hands: how long after the lease of the server that had it, by the clock of both servers.
NOTES = """
CREATE TABLE handed_over (late double precision);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO handed_over SELECT extract(epoch FROM clock_timestamp() - until) FROM servers WHERE id = OLD.server;
    RETURN NULL;
END $$;
CREATE TRIGGER notes AFTER UPDATE ON owners FOR EACH ROW WHEN (OLD.server <> NEW.server) EXECUTE FUNCTION note();
"""


@pytest.mark.long  # test_claims.py takes over the games of a server that is gone, and test_restart.py kills one
@pytest.mark.parametrize("how", list(ENDS))
async def test_a_server_ends_in_the_middle_of_a_game_and_people_play_on(postgres: Postgres, how: str) -> None:
    """Two processes, people on both. Whatever was acknowledged is there once, and everybody plays on."""
    database = postgres.database()
    servers = [Process(database), Process(database)]
    for server in servers:
        server.launch()
    for server in servers:
        server.announced()
    try:
        code, visitors = await game_with_a_break(servers, ENDS[how])
    finally:
        for server in servers:
            server.end()
    with closing(psycopg.connect(database)) as connection:
        rows = connection.execute(
            "SELECT seq, seat, message_id FROM log JOIN tables ON id = table_id WHERE code = %s ORDER BY seq",
            [code],
        ).fetchall()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    for seat, visitor in enumerate(visitors):
        stored = [message for _, by, message in rows if by == seat and message]
        assert len(stored) == len(set(stored))
        assert set(visitor.accepted) <= set(stored)
        assert visitor.breaks > 0


@pytest.mark.long  # test_claims.py lets a lease run out at once
@pytest.mark.parametrize(("how", "first", "last"), [("killed", -LEASE, 0), ("hung", 0, LEASE)])
async def test_how_long_a_game_waits_for_another_server(
    postgres: Postgres, how: str, first: float, last: float
) -> None:
    """Nobody waits for the lease of a server that has died. Where it hangs, its lease ends first, and then another looks soon."""
    database = postgres.database()
    one, other = Process(database), Process(database)
    for server in (one, other):
        server.start()
    try:
        wish = {"game": "lobo77", "seats": 2, "bots": [None, "easy"], "name": "Ada"}
        made = (await ask(one, "POST", "/api/tables", json=wish)).json()
        with closing(psycopg.connect(database, autocommit=True)) as connection:
            connection.execute(NOTES)
            one.signal(signal.SIGKILL if how == "killed" else signal.SIGSTOP)
            read = connection.execute
            await asyncio.to_thread(comes_to, lambda: len(read("SELECT * FROM handed_over").fetchall()), 1)
            ((late,),) = read("SELECT late FROM handed_over").fetchall()
        assert first < late < last
        assert (await ask(other, "GET", f"/api/tables/{made['code']}")).status_code == 200
    finally:
        for server in (one, other):
            server.end()


async def game_with_a_break(servers: list[Process], how: signal.Signals) -> tuple[str, list[Visitor]]:
    urls = [server.url for server in servers]
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        wish = {"game": "lobo77", "seats": 3, "bots": [None, None, "easy"], "name": "Ada", "pace": "instant"}
        made = (await client.post(f"{urls[0]}/api/tables", json=wish)).json()
        code = made["code"]
        joined = (await client.post(f"{urls[1]}/api/tables/{code}/join", json={"name": "Ben"})).json()
    async with await dial(f"{urls[1]}/api/tables/{code}/socket") as socket:
        host = Guest(socket)
        await host.say("hello", token=made["token"])
        await host.until("welcome")
        await host.say("start")
        await host.until("welcome")
    visitors = [
        Visitor(urls, code, made["token"], Random(1)),
        Visitor(urls[::-1], code, joined["token"], Random(2)),
    ]
    tasks = [asyncio.create_task(visitor.run()) for visitor in visitors]

    async def have_moved(more: int) -> None:
        goals = [(visitor, len(visitor.accepted) + more) for visitor in visitors]
        async with asyncio.timeout(3 * PATIENCE):
            while any(not visitor.over and len(visitor.accepted) < goal for visitor, goal in goals):
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)

    await have_moved(2)
    await asyncio.to_thread(servers[0].end, how)
    await have_moved(4)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return code, visitors
