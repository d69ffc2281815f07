"""Whatever strangers hold, people who play come in, and health checks are answered."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.server.evenings import opened
from helpers.server.serving import (
    GENEROUS,
    PATIENCE,
    Guest,
    Live,
    ask,
    comes_to,
    dial,
    error,
    serving,
    set_table,
    sitting,
)
from tischlein.server.config import Rate
from tischlein.server.errors import Refusal
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.http.guards.rate_limit import NestedCount, RateLimits
from tischlein.server.networks import client_name

STRANGER = "127.0.0.2"  # another address of this machine: the usual one speaks for many
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: any\r\n\r\n"


@pytest.fixture
def own(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Live]:
    marker = request.node.get_closest_marker("limits")
    with serving(tmp_path, replace(GENEROUS, **marker.kwargs)) as live:
        yield live


@pytest.mark.parametrize(
    ("clients", "most"),
    [
        (["2001:db8:1:200::1"] * 50, 10),
        ([f"2001:db8:1:2{k:02x}::1" for k in range(25)] * 10, 20),  # one /56
        ([f"2001:db8:1:{k:x}00::1" for k in range(16)] * 10, 40),  # one /48
        ([f"192.0.2.{k}" for k in range(256)] * 10, 40),
        ([f"2001:db8:{k:x}::1" for k in range(9)] * 20, 90),
    ],
    ids=["/64", "/56", "/48", "/24", "strangers"],
)
def test_networks_hold_no_more_than_their_part(clients: list[str], most: int) -> None:
    """Of sockets, connections and requests alike; what is given back can be taken again."""
    names = [client_name((client, 1)) for client in clients]
    held = NestedCount(10)
    taken = [name for name in names if held.take(name)]
    assert (len(taken), held.total()) == (most, most)
    for name in taken:
        held.give_back(name)
    assert held.total() == 0
    assert sum(map(held.take, names)) == most
    limits = RateLimits(replace(GENEROUS, sockets_per_address=10, connections_per_address=10))
    assert sum(map(limits.open_socket, names)) == most
    assert sum(limits.connect((client, 1)) for client in clients) == most


def test_held_requests_are_bounded_for_networks_and_in_all() -> None:
    limits = RateLimits(replace(GENEROUS, held_per_address=10, held=70))
    with ExitStack() as stack:

        def hold(*clients: str) -> int:
            held = 0
            for client in clients:
                with suppress(Refusal):
                    stack.enter_context(limits.holding((client, 1)))
                    held += 1
            return held

        assert hold(*["2001:db8:1:200::1"] * 20) == 10
        assert hold(*[f"2001:db8:1:2{k:02x}::1" for k in range(1, 25)]) == 10
        assert hold(*[f"2001:db9:{k:x}::1" for k in range(99)]) == 50
    assert hold("2001:db8:1:200::1") == 1


@pytest.mark.limits(held_per_address=3)
async def test_who_holds_too_many_requests_is_told_so_and_others_are_answered(own: Live) -> None:
    evening = await opened(own, seats=2)
    version = (await evening.info())["version"]
    own.app.state.rate_limits._proxies.clear()
    waiting = [asyncio.ensure_future(evening.get(since=str(version))) for _ in range(5)]
    done, held = await asyncio.wait(waiting, timeout=3)
    assert [error(one.result()) for one in done] == [(429, "too_fast")] * 2
    assert (await ask(own, "GET", "/healthz")).status_code == 200
    assert (await evening.get()).status_code == 200
    await evening.join("Ada")
    assert [(await one).status_code for one in held] == [200] * 3
    assert own.app.state.rate_limits._held.total() == 0


@pytest.mark.limits(connections=6)
async def test_a_crowded_server_answers_health_checks_and_people_who_play(own: Live) -> None:
    made = await set_table(own, bots=[None, "random"])
    with ExitStack() as lines:
        for _ in range(6):
            lines.enter_context(socket.create_connection((LOOPBACK, own.port), source_address=(STRANGER, 0)))
        comes_to(lambda: own.app.state.rate_limits.crowded, True)
        for path in ("/healthz", "/readyz"):
            assert (await ask(own, "GET", path)).status_code == 200
        refused = await ask(own, "GET", "/api/about")
        assert error(refused) == (503, "house_full")
        assert refused.headers["connection"] == "close"
        async with sitting(own, made) as ada:
            await ada.asked()
            assert (await ada.play(ada.choices[0]))["type"] == "accepted"
        # Strangers have one more, of which only a health check is answered.
        line = lines.enter_context(
            socket.create_connection((LOOPBACK, own.port), source_address=(STRANGER, 0))
        )
        line.settimeout(PATIENCE)
        line.sendall(HEALTH)
        assert line.recv(1000).startswith(b"HTTP/1.1 200")
        over = lines.enter_context(
            socket.create_connection((LOOPBACK, own.port), source_address=(STRANGER, 0))
        )
        over.settimeout(PATIENCE)
        assert over.recv(1000).startswith(b"HTTP/1.1 503")


@pytest.mark.limits(sockets=10, stranger_seconds=0.5)
async def test_keys_that_nobody_knows_keep_no_place_from_people_who_play(own: Live) -> None:
    made = await set_table(own, bots=[None, "random"])
    pages = []
    for number in range(9):
        page = Guest(await dial(f"{own.url}/api/guest/socket"))
        await page.say("present", key=str(number) * 43)
        pages.append((page, (await page.hear())["type"]))
    assert [kind for _, kind in pages] == ["invitations"] * 8 + ["goodbye"]
    await asyncio.sleep(0.6)
    async with sitting(own, made) as ada:  # she takes the ninth place, and the strangers lose theirs
        await ada.asked()
        assert (await ada.play(ada.choices[0]))["type"] == "accepted"
        for page, kind in pages:
            if kind == "invitations":
                message = await page.hear()
                assert (message["type"], message["code"]) == ("goodbye", "house_full")


@pytest.mark.limits(round_tables=Rate(0.0, 9))
async def test_the_start_of_a_round_costs_as_many_tables_as_it_makes(own: Live) -> None:
    evening = await opened(own, seats=2, rounds=3)
    for number in range(9):
        await evening.join(f"Guest {number}")
    await evening.lead("start")  # five tables, and four are left
    other = await opened(own, seats=2)
    for number in range(9):
        await other.join(f"Guest {number}")
    assert await other.refused("lead", other.token, what="start") == "too_many_tables"


async def test_what_could_be_two_requests_ends_the_connection(live: Live) -> None:
    """With both lengths, a proxy and this server could disagree about where the second one begins."""
    body = b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    with socket.create_connection((LOOPBACK, live.port), timeout=PATIENCE) as line:
        line.sendall(head + body)
        answer = b""
        while more := line.recv(65_536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1


async def test_a_look_at_a_table_replays_no_game(live: Live) -> None:
    made = await set_table(live, bots=[None, "random"])
    code = made["code"]
    async with sitting(live, made) as ada:
        await ada.asked()
        await ada.play(ada.choices[0])
    before = (await ask(live, "GET", f"/api/tables/{code}")).json()
    live.put_away(code)
    after = (await ask(live, "GET", f"/api/tables/{code}")).json()
    assert (await ask(live, "GET", f"/api/tables/{code}/qr.svg")).status_code == 200
    assert code not in live.registry.tables
    assert {name for name in before if before[name] != after[name]} <= {"seats"}
