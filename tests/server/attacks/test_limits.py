"""What one client may ask of a server, and hold of its memory, is bounded; the others notice nothing."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from socket import create_connection

import pytest
from starlette.datastructures import Address

from helpers.server.serving import (
    GENEROUS,
    Guest,
    Live,
    Message,
    ask,
    comes_to,
    error,
    join,
    knock,
    play_on,
    seated,
    serving,
    set_table,
    sitting,
    want_table,
)
from tischlein.server.config import Limits, Rate
from tischlein.server.http.api import tables
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.http.guards.rate_limit import Bucket, Buckets, RateLimits
from tischlein.server.networks import client_name
from tischlein.server.protocol.server import Pong
from tischlein.server.table import registry
from tischlein.server.table.encoding import encode
from tischlein.server.table.registry import GONE
from tischlein.server.ws import endpoint

STRICT = replace(
    Limits(),
    messages=Rate(0.001, 30),
    patience=10,
    syncs=Rate(0.001, 3),
    requests=Rate(0.001, 60),
    new_tables=Rate(0.0, 4),
    sockets_per_address=6,
    sockets_per_seat=2,
    watching=2,
    unsent=200,
    unsent_bytes=10**9,
)


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Live]:
    with serving(tmp_path, STRICT) as live:
        yield live


async def test_a_flood_is_slowed_down_and_then_ended(strict: Live) -> None:
    calm = await set_table(strict, bots=[None, "random"])
    made = await set_table(strict)
    async with sitting(strict, calm) as ada:
        async with sitting(strict, made) as flood:
            for _ in range(STRICT.messages.burst - 1):
                await flood.socket.send('{"type":"ping"}')
            for _ in range(200):
                await flood.socket.send('{"type":"why","id":"w","action":"7"}')
            refused = await flood.until("refused", code="too_fast")
            assert refused["id"] == "w"
            assert (await flood.until("goodbye"))["code"] == "too_fast"
        # At the other table nobody has noticed.
        answer = await ada.play(ada.choices[0]) if ada.choices else await ada.until("news")
        assert answer["type"] in ("accepted", "news")


async def test_the_whole_game_is_told_again_only_so_often_and_written_once(strict: Live) -> None:
    async with seated(strict, bots=[None, "random"], options={"starter": 0}) as ada:
        await ada.play(ada.choices[0])
        table = strict.game(ada.code)
        made_up: list[int] = []
        events = table.events

        def counting(seat: int | None, since: int = 0) -> list[Message]:
            found = events(seat, since)
            if seat == 0:
                made_up.append(len(found))
            return found

        table.events = counting  # type: ignore[method-assign]
        before = ada.last["told"]
        for _ in range(STRICT.syncs.burst):
            await ada.say("sync")
            welcome = await ada.until("welcome")
            assert [event["seq"] for event in welcome["events"]] == list(range(1, welcome["told"] + 1))
        assert sum(made_up) <= welcome["told"] - before
        await ada.say("sync")
        assert (await ada.until("refused"))["code"] == "too_fast"


async def test_a_rematch_is_a_table_too(strict: Live) -> None:
    made = await set_table(strict, bots=[None, "random"], options={"starter": 0})
    for _ in range(STRICT.new_tables.burst - 1):
        await set_table(strict)
    live_table = strict.table(made["code"])

    async def finish() -> None:
        live_table.state.row.state = "over"

    async with sitting(strict, made) as ada:
        strict.within(finish)
        await ada.say("rematch")
        assert (await ada.until("refused", "rematch")).get("code") == "too_many_tables"


def test_a_house_of_many_addresses_is_one_client() -> None:
    assert client_name(Address("2001:db8:1:2::1", 1)) == client_name(Address("2001:db8:1:2:ffff::9", 1))
    assert client_name(Address("2001:db8:1:2::1", 1)) != client_name(Address("2001:db8:1:3::1", 1))
    assert client_name(Address("192.0.2.1", 1)) != client_name(Address("192.0.2.2", 1))
    # A proxy that listens for both kinds of addresses names IPv4 clients like this.
    assert client_name(Address("::ffff:192.0.2.1", 1)) == client_name(Address("192.0.2.1", 1))


async def test_one_address_has_bounded_tables_sockets_and_requests(strict: Live) -> None:
    made = [await set_table(strict) for _ in range(4)]
    assert error(await want_table(strict)) == (429, "too_many_tables")
    code, token = made[0]["code"], made[0]["token"]
    sockets = [await knock(strict, code) for _ in range(7)]
    last = Guest(sockets[-1])
    assert (await last.hear())["code"] == "too_many_sockets"
    guests = [Guest(socket) for socket in sockets[:6]]
    for watching in guests[:2]:
        await watching.say("hello")
        await watching.until("welcome")
    await guests[2].say("hello")
    assert (await guests[2].until("goodbye"))["code"] == "too_many_watching"
    for player in guests[3:5]:
        await player.say("hello", token=token)
        await player.until("welcome")
    await guests[5].say("hello", token=token)
    assert (await guests[5].until("goodbye"))["code"] == "too_many_sockets"
    for socket in sockets:
        await socket.close()
    statuses = {(await ask(strict, "GET", "/api/about")).status_code for _ in range(80)}
    assert statuses == {200, 429}


async def test_who_says_nothing_is_let_go(tmp_path: Path) -> None:
    with serving(tmp_path, replace(STRICT, hello_seconds=0.5)) as live:
        made = await set_table(live)
        async with await knock(live, made["code"]) as socket:
            assert (await Guest(socket).hear())["code"] == "hello_first"


async def test_who_does_not_read_is_let_go_and_holds_nobody_up(
    strict: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "GRACE", 0.05)

    made = await set_table(strict)
    async with (
        sitting(strict, made["code"]) as watching,
        await knock(strict, made["code"], close_timeout=0.1) as socket,
    ):
        guest = Guest(socket)
        await guest.say("hello", token=made["token"])
        await guest.until("welcome")
        live_table = strict.table(made["code"])

        async def shout() -> None:
            seats = {number: one.seat for number, one in live_table.state.listeners.items()}
            (slow,) = (one for number, one in live_table.connections.items() if seats[number] == 0)
            # More than the line takes, and all that may wait for it.
            for _ in range(STRICT.unsent + 150):
                slow.send(b"x" * 200_000)
                await asyncio.sleep(0)
            for connection in live_table.connections.values():
                connection.send(encode(Pong()))

        strict.within(shout)
        await watching.until("pong")
        # Gone from the table too, though it has not closed its end.
        while watching.table["seats"][0]["online"]:
            await watching.hear()
        assert {one.seat for one in live_table.state.listeners.values()} == {None}


@pytest.mark.limits(unsent_bytes=1000000)
async def test_few_long_messages_that_nobody_reads_are_too_much_as_well(
    own: Live,
) -> None:
    """The whole of a long game is long: sixty-four of them would take more memory than all tables."""
    made = await set_table(own)
    async with sitting(own, made):
        (slow,) = own.table(made["code"]).connections.values()

        async def shout() -> list[int]:
            waiting = []
            for _ in range(100):  # more than the line takes
                slow.send(b"x" * 400_000)
                waiting.append(slow._unsent_bytes)  # type: ignore[attr-defined]
            return waiting

        waiting = own.within(shout)  # nothing is taken meanwhile
        assert 400_000 < max(waiting) < 1_000_000 + 1_000  # and a goodbye
        assert slow._closing  # type: ignore[attr-defined]


@pytest.mark.limits(messages_of_address=Rate(0.001, 6))
async def test_one_address_does_not_speak_on_many_sockets_as_if_it_were_many(
    own: Live,
) -> None:
    made = await set_table(own)
    ben = await join(own, made["code"], "Ben")
    async with (
        sitting(own, made) as ada,
        sitting(own, made["code"], ben["token"]) as other,
    ):
        for n in range(6):
            await (ada, other)[n % 2].say("ping")
            assert (await (ada, other)[n % 2].until("pong", "refused"))["type"] == "pong"
        for guest in (ada, other):
            await guest.say("ping")
            assert (await guest.until("refused"))["code"] == "too_fast"


@pytest.mark.limits(joins=Rate(0.001, 2))
async def test_one_address_does_not_take_all_free_seats(
    own: Live,
) -> None:
    made = await set_table(own, seats=6)
    answers = [
        await ask(own, "POST", f"/api/tables/{made['code']}/join", json={"name": f"Eve {n}"})
        for n in range(4)
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 429, 429]


async def test_a_list_of_own_tables_reads_no_game_that_is_over(live: Live) -> None:
    """A guest may have a hundred long games, and ask twice a second: the store has others to serve."""
    async with seated(live, bots=[None, "random"]) as ada:
        await play_on(ada, Random(3))

    async def stored() -> list[int]:
        found = [await live.registry.load_stored(ada.code, glance) for glance in (False, True)]
        return [len(one.log) for one in found if one is not None]

    live.put_away(ada.code)
    whole, short = live.within(stored)
    assert whole > 10
    assert short == 0
    (mine,) = (await ask(live, "POST", "/api/mine", json={"tokens": [ada.token]})).json()
    assert (mine["table"]["state"], mine["seat"], mine["your_turn"]) == ("over", 0, False)
    assert ada.code not in live.registry.tables


async def test_a_list_of_own_tables_opens_no_game(live: Live) -> None:
    """A guest with a hundred running games would fill the memory by looking at them; whose turn it is is shown all the same."""
    made = await set_table(live)
    ben = await join(live, made["code"], "Ben")
    tokens = [made["token"], ben["token"]]
    async with (
        sitting(live, made) as ada,
        sitting(live, made["code"], ben["token"]),
    ):
        await ada.say("start")
        await ada.until("welcome")
    wish = {"tokens": tokens}
    before = (await ask(live, "POST", "/api/mine", json=wish)).json()
    open_table = live.table(made["code"])
    comes_to(lambda: len(open_table.connections), 0)
    live.put_away(made["code"])
    after = (await ask(live, "POST", "/api/mine", json=wish)).json()
    assert made["code"] not in live.registry.tables
    shown = [
        [(one["seat"], one["your_turn"], one["table"]["state"]) for one in list] for list in (before, after)
    ]
    assert shown[0] == shown[1]
    assert sorted(turn for _, turn, _ in shown[1]) == [False, True]


def test_a_bucket_fills_up_again() -> None:
    bucket = Bucket(Rate(1e12, 2))
    assert [bucket.take() for _ in range(50)] == [True] * 50
    empty = Bucket(Rate(0.0, 2))
    assert [empty.take() for _ in range(4)] == [True, True, False, False]


def test_addresses_do_not_fill_the_memory() -> None:
    buckets = Buckets(Rate(0.0, 1), most=3)
    assert [buckets.take(name) for name in "aabcd"] == [True, False, True, True, True]
    assert len(buckets._buckets) == 3


def test_limits_that_tests_relax_are_strict_for_everybody_else() -> None:
    assert Limits().messages < GENEROUS.messages
    assert Limits().new_tables.per_second <= 60 / 3600


async def test_memory_of_closed_connections_is_freed_in_a_quiet_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking through all of the memory holds everybody up: the sweep does it when few are there, and when it is worth while."""

    class Circle:
        def __init__(self) -> None:
            self.own = self

    async def look_after(live: Live, more: int) -> None:
        live.registry.gone += more
        await live.registry.sweep()

    gc.disable()
    try:
        with serving(tmp_path) as live:
            left = weakref.ref(Circle())
            made = await set_table(live)
            async with sitting(live, made):
                pass
            comes_to(lambda: live.registry.gone, 2)  # a request and a socket
            live.within(lambda: look_after(live, 0))
            assert left() is not None
            with monkeypatch.context() as crowded:
                crowded.setattr(registry, "FEW", 0)
                live.within(lambda: look_after(live, GONE))
                assert left() is not None, "nobody waits for a collection in a full house"
            live.within(lambda: look_after(live, 0))
            assert (left(), live.registry.gone) == (None, 0)
    finally:
        gc.enable()


def test_connections_that_only_came_and_went_leave_nothing(tmp_path: Path) -> None:
    """Without any collection: those of a busy server are rare."""
    gc.disable()
    try:
        with serving(tmp_path) as live:
            connections = live._server.server_state.connections
            lines = [create_connection((LOOPBACK, live.port)) for _ in range(3)]
            comes_to(lambda: len(connections), 3)
            left = [weakref.ref(one.transport) for one in connections]
            for line in lines:
                line.close()
            comes_to(lambda: [one() is None for one in left], [True] * 3)
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("clients", "times"),
    [
        ([f"2001:db8:1:2{k:02x}::1" for k in range(8)], 2),  # one /56
        ([f"2001:db8:1:{k:x}00::1" for k in range(16)], 4),  # one /48
        ([f"192.0.2.{k}" for k in range(16)], 2),
        ([f"192.0.2.{16 * k}" for k in range(16)], 4),
        ([f"2001:db8:{k:x}::1" for k in range(8)], 8),
        (["192.0.2.1"] * 3 + ["::ffff:192.0.2.1"], 1),
    ],
    ids=["/56", "/48", "/28", "/24", "strangers", "one"],
)
def test_networks_around_a_client_have_budgets_for_tables(clients: list[str], times: int) -> None:
    """Who has a whole network of networks cannot fill the store with one after the other."""
    limits = RateLimits(replace(STRICT, new_tables=Rate(0.0, 5)))
    made = [limits.may("tables", client_name((client, 1))) for client in clients for _ in range(6)]
    assert sum(made) == times * 5


@pytest.mark.limits(tables=41)
async def test_the_last_places_are_for_people_who_are_in_the_middle_of_something(
    own: Live,
) -> None:
    async with seated(own, bots=[None, "random"]) as ada:
        await play_on(ada, Random(1))

        async def asked(path: str, **body: object) -> int:
            return (await ask(own, "POST", path, json=body)).status_code

        plain = [await asked("/api/tables", game="lobo77", seats=2, name="Eve") for _ in range(37)]
        assert plain == [201] * 36 + [503]
        assert await asked("/api/match", game="quanto", name="Ben") == 201
        assert await asked("/api/daily/qwixx", name="Ada", guest="a" * 64) == 201
        await ada.say("rematch")
        assert (await ada.until("rematch", "refused"))["type"] == "rematch"
        assert await asked("/api/match", game="lobo77", name="Cem") == 201
        assert await asked("/api/match", game="quando", name="Dua") == 503


@pytest.mark.limits(replays=Rate(1e-06, 5))
async def test_a_list_of_many_tables_counts_as_the_work_that_it_is(
    own: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look at each of 200 tables took 0.4 s of processor time, and an address had two such requests each second."""
    monkeypatch.setattr(tables, "AT_ONCE", 2)
    asked = {"tokens": [(await set_table(own))["token"] for _ in range(5)]}
    for status in (200, 429):  # three of five, and more than are left
        assert (await ask(own, "POST", "/api/mine", json=asked)).status_code == status
