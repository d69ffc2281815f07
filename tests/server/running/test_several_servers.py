"""Several servers on one PostgreSQL database: any of them will do, a table has one at a time, and none is missed for long."""

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from random import Random
from threading import Barrier
from typing import Any

import psycopg
import pytest
import websockets
from sqlalchemy import Engine, create_engine, event

from helpers.server.guests import ADA, BEN, played, two_at_a_table
from helpers.server.postgres import Postgres
from helpers.server.serving import (
    GENEROUS,
    PATIENCE,
    Guest,
    Live,
    ask,
    comes_to,
    dial,
    error,
    join,
    knock,
    play_on,
    seated,
    serving,
    set_table,
    sitting,
)
from tischlein.server.config import Rate
from tischlein.server.errors import StoreError
from tischlein.server.http import proxy
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.http.proxy import CLIENT, PEER
from tischlein.server.store import membership, migrations
from tischlein.server.store.store import Store

pytestmark = pytest.mark.needs("postgresql")


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture
def one(url: str) -> Iterator[Live]:
    with serving(url) as live:
        yield live


@pytest.fixture
def other(url: str, one: Live) -> Iterator[Live]:
    """Another server on the same database."""
    with serving(url) as live:
        yield live


async def test_people_play_together_through_different_servers(one: Live, other: Live) -> None:
    """Requests and sockets reach the table wherever they come in; the other server never has the game."""
    made = await set_table(one)
    joined = await join(other, made["code"], "Ben")
    async with (
        sitting(one, made) as ada,
        sitting(other, made["code"], joined["token"]) as ben,
        sitting(other, made["code"]) as watching,
    ):
        await ada.say("start")
        for guest in (ada, ben, watching):
            await guest.until("welcome")
        await ben.say("chat", text="Through another door")
        assert (await ada.until("chat"))["line"]["text"] == "Through another door"
        await asyncio.gather(play_on(ada, Random(1)), play_on(ben, Random(2)), play_on(watching, Random(3)))
        assert ada.last["seq"] == ben.last["seq"] == watching.last["seq"]
        assert other.registry.tables == {}
        comes_to(lambda: len(other.registry.passing), 2)
    path = f"/api/tables/{made['code']}"
    record, same = [await ask(server, "GET", f"{path}/record") for server in (one, other)]
    assert record.json() == same.json()
    assert (await ask(other, "GET", f"{path}/replay?seat=1&limit=3")).status_code == 200
    refused = await ask(other, "POST", f"{path}/join", json={"name": "Eve"})
    assert error(refused) == (409, "not_in_lobby")
    large = await ask(other, "POST", f"{path}/join", content=b"x" * 100_000)
    assert large.status_code in (413, 415)
    mine = (await ask(other, "POST", "/api/mine", json={"tokens": [joined["token"]]})).json()
    assert [table["table"]["code"] for table in mine] == [made["code"]]
    comes_to(lambda: len(other.registry.passing), 0)


async def test_a_client_that_waits_to_send_its_request_is_led_on(one: Live, other: Live) -> None:
    """The other server's permission was taken for its answer: the client read 503, and a seat was gone that nobody had."""
    made = await set_table(one)
    body, headers = {"name": "Ben"}, {"expect": "100-continue"}
    for code in (201, 409):  # the name is taken then
        answer = await ask(other, "POST", f"/api/tables/{made['code']}/join", json=body, headers=headers)
        assert answer.status_code == code
        assert len(answer.headers.get_list("date")) == 1


async def test_an_invitation_reaches_a_page_that_is_open_at_another_server(one: Live, other: Live) -> None:
    await played(one, *await two_at_a_table(one))
    async with await dial(f"{other.url}/api/guest/socket") as page:
        await page.send(json.dumps({"type": "present", "key": BEN}))
        assert json.loads(await page.recv())["invitations"] == []
        key = {"Authorization": f"Bearer {ADA}"}
        [ben] = (await ask(one, "GET", "/api/guest/people", headers=key)).json()["people"]
        table = (await set_table(one, guest=ADA))["code"]
        wish = {"code": table, "people": [ben["id"]]}
        assert (await ask(one, "POST", "/api/guest/invite", json=wish, headers=key)).status_code == 200
        [invitation] = json.loads(await page.recv())["invitations"]
        assert (invitation["code"], invitation["name"]) == (table, "Ada")


async def test_limits_hold_for_people_and_not_for_servers(one: Live, other: Live) -> None:
    """The address of a client is carried on; nobody can name another one without the servers' secret."""
    made = await set_table(one)
    for server, headers, seen in [
        (other, {"X-Forwarded-For": "203.0.113.7"}, "203.0.113.7"),
        (one, {PEER.decode(): "guessed", CLIENT.decode(): "203.0.113.9"}, "127.0.0.1"),
        (other, {PEER.decode(): "guessed", CLIENT.decode(): "203.0.113.9"}, "127.0.0.1"),
    ]:
        async with await knock(server, made["code"], additional_headers=headers) as socket:
            guest = Guest(socket)
            await guest.say("hello", token=made["token"])
            await guest.until("welcome")
            live_table = one.registry.tables[made["code"]]
            assert {listener.address for listener in live_table.connections.values()} == {seen}
        comes_to(partial(len, live_table.connections), 0)


async def test_a_socket_under_a_strange_name_is_turned_away_where_it_comes_in(
    one: Live, other: Live, caplog: pytest.LogCaptureFixture
) -> None:
    """No other server is asked under that name."""

    def answer(line: socket.socket, code: str, host: str) -> bytes:
        line.sendall(
            f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        said = b""
        while not turned_away(said) and (part := line.recv(4096)):
            said += part
        return said

    def turned_away(said: bytes) -> bool:
        return b"foreign_host" in said or b"HTTP/1.1 400" in said

    names = ["127.0.0.1:notaport", "[::1", "127.0.0.1/x?", "127.0.0.1:99999", "evil.example", "a b"]
    code = (await set_table(one))["code"]
    for host in names:
        with closing(socket.create_connection((LOOPBACK, other.port), timeout=PATIENCE)) as line:
            said = answer(line, code, host)
        assert turned_away(said), host
        assert not one.registry.passing | other.registry.passing
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_a_client_that_asks_too_much_does_not_reach_the_database(url: str) -> None:
    """Made-up codes are refused before their tables are looked for; each request counts once."""
    few = replace(GENEROUS, requests=Rate(0.001, 3))

    with statements() as asked, serving(url, few) as live:
        for k in range(3):
            assert (await ask(live, "GET", f"/api/tables/MADE{k + 2}P")).status_code == 404
        answer = await ask(live, "GET", "/api/tables/MADE6P")
        async with await knock(live, "MADE7P") as socket:
            said = await Guest(socket).hear()
        assert error(answer) == (429, "too_fast")
        assert said["code"] == "too_many_sockets"
    # The database heard of those three, and of no other.
    assert [any(f"MADE{k}P" in values for values in asked) for k in range(2, 8)] == [True] * 3 + [False] * 3


def test_a_server_is_looked_for_again_after_longer_and_longer_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time the database is asked where the table is: waiting must not keep it busy."""
    at = 0
    monkeypatch.setattr(proxy, "ticks", lambda: at)
    found = []
    for pause in proxy._pauses(3_000):
        found.append(pause)
        at += int(1000 * pause)
    assert found == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6])
    assert next(proxy._pauses(at), None) is None  # the first attempt has taken all of the time


@contextmanager
def statements() -> Iterator[list[str]]:
    """The values of all statements that go to a database meanwhile."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, _statement: str, values: Any, *_: Any) -> None:
        asked.append(str(values))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_a_server_that_cannot_be_reached_is_looked_for_after_each_pause(
    one: Live, other: Live, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxy, "_pauses", lambda until: iter([0.0, 0.0]))

    made = await set_table(one)
    with closing(psycopg.connect(url, autocommit=True)) as line:
        line.execute("UPDATE servers SET url = 'http://127.0.0.1:9'")
    with statements() as asked:
        answer = await ask(other, "GET", f"/api/tables/{made['code']}")
    assert error(answer) == (503, "store")
    assert sum(made["code"] in values for values in asked) == 3


async def test_a_server_that_stops_hands_its_tables_over(url: str) -> None:
    one = Live(url)
    with serving(url) as other:
        one.start()
        made = await set_table(one, seats=3, bots=[None, None, "easy"])
        joined = await join(other, made["code"], "Ben")
        alone = await set_table(one, bots=["random", "random"])
        with suppress(websockets.ConnectionClosed):
            async with (
                sitting(one, made) as ada,
                sitting(other, made["code"], joined["token"]) as ben,
            ):
                await ada.say("start")
                for guest in (ada, ben):
                    await guest.until("welcome")
                assert {made["code"], alone["code"]} <= set(one.registry.tables)
                stopping = asyncio.create_task(asyncio.to_thread(one.stop))
                assert (await ada.until("goodbye"))["code"] == "closing"
                assert (await ben.until("goodbye"))["code"] in ("closing", "moved")
        async with (
            sitting(other, made) as ada,
            sitting(other, made["code"], joined["token"]) as ben,
        ):
            assert ada.last["seq"] > 0
            await asyncio.gather(play_on(ada, Random(1)), play_on(ben, Random(2)))
            assert ada.last["over"]
        await stopping
        comes_to(lambda: alone["code"] in other.registry.tables, True)


async def test_a_server_that_has_lost_a_table_writes_nothing(one: Live, other: Live) -> None:
    """It does not know yet that it counts as gone: its people are sent to the other server, and nothing happens twice."""
    made = await set_table(one)
    joined = await join(one, made["code"], "Ben")
    async with sitting(one, made) as ada:
        await ada.say("start")
        await ada.until("welcome")
        assert one.registry.membership is not None
        with closing(psycopg.connect(str(one.registry.store.url), autocommit=True)) as connection:
            # As if the first server had been cut off from the database for a while.
            connection.execute("UPDATE servers SET key = -1 WHERE id = %s", [one.registry.membership.id])
        async with sitting(other, made["code"], joined["token"]) as ben:
            assert made["code"] in other.registry.tables
            assert (await ada.until("goodbye"))["code"] == "moved"
            assert ben.last["seq"] > 0
    comes_to(lambda: made["code"] in one.registry.tables, False)


def owned(url: str) -> set[str]:
    """The codes of all tables that some server has."""
    with closing(psycopg.connect(url)) as connection:
        rows = connection.execute("SELECT code FROM tables JOIN owners ON owners.table_id = tables.id")
        return {code for (code,) in rows.fetchall()}


async def test_a_full_server_leaves_a_table_to_one_that_has_room(url: str) -> None:
    """Else it would lead everybody to a door that stays shut."""
    few = replace(GENEROUS, live=1)

    with serving(url, few) as one, serving(url, few) as other:
        made = await set_table(one)
        one.put_away(made["code"])
        comes_to(lambda: owned(url), set())
        path = f"/api/tables/{made['code']}"
        async with seated(other) as busy:
            assert error(await ask(other, "GET", path)) == (503, "house_full")
            comes_to(lambda: owned(url), {busy.code})
            assert (await ask(one, "GET", path)).status_code == 200
            assert made["code"] in one.registry.tables


async def test_a_table_that_nobody_opened_is_nobody_s_again(url: str) -> None:
    """A request for what is not there must not keep a table from being cleared away."""
    with serving(url) as live:
        made, kept = await set_table(live), await set_table(live)
        live.put_away(made["code"])
        comes_to(lambda: owned(url), {kept["code"]})
        assert (await ask(live, "GET", f"/api/tables/{made['code']}/nothing")).status_code == 404
        assert owned(url) == {made["code"], kept["code"]}
        with closing(psycopg.connect(url, autocommit=True)) as line:
            line.execute("UPDATE tables SET touched = 1")
        live.registry._opening[made["code"]] = asyncio.Lock()  # it is being opened at this moment
        for _ in range(2):
            live.within(live.registry.sweep)
        assert owned(url) == {made["code"], kept["code"]}
        del live.registry._opening[made["code"]]
        for _ in range(2):
            live.within(live.registry.sweep)
        assert owned(url) == {kept["code"]}
        mine = await ask(live, "POST", "/api/mine", json={"tokens": [made["token"], kept["token"]]})
        assert [entry["table"]["code"] for entry in mine.json()] == [kept["code"]]


def test_without_the_database_the_server_says_so_in_a_sentence() -> None:
    with pytest.raises(StoreError, match="PostgreSQL does not answer"):
        Store.on_postgres("postgresql://nobody@127.0.0.1:1/nothing", "http://127.0.0.1:1").lock()


def test_servers_that_start_at_once_make_the_tables_once(postgres: Postgres) -> None:
    """Into a fresh database; they know one another by the same secret."""
    engine = create_engine(postgres.database().replace("postgresql:", "postgresql+psycopg:", 1), pool_size=8)
    with engine.begin() as connection:
        migrations.prepare(connection)
    ready = Barrier(8)

    def start(k: int) -> str:
        server = membership.Membership("", f"http://server{k}")
        with engine.connect() as connection:
            ready.wait(PATIENCE)
            with connection.begin():
                server.prepare(connection)
        return server.secret

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(start, range(8)))) == 1
    engine.dispose()
