"""Whose a table is, where several servers share a PostgreSQL database, and what they hear of one another."""

import asyncio
import logging
from contextlib import AsyncExitStack, closing
from typing import Any

import psycopg
import pytest

from helpers.server.contract import ROW
from helpers.server.postgres import Postgres
from helpers.server.serving import comes_to
from helpers.server.stores import added, fields, opened, sql, step
from tischlein.room.rows import Entry
from tischlein.server.errors import NotOwner, StoreError
from tischlein.server.store import apply, membership, queries
from tischlein.server.store.store import Store

pytestmark = pytest.mark.needs("postgresql")


async def claimed(store: Store) -> str | None:
    """Ask for the table; the address of the server that has it."""
    membership = store.membership
    assert membership is not None
    return await store.run(lambda c: membership.claim(c, ROW.code))


async def test_two_who_believe_that_a_table_is_theirs(postgres: Postgres) -> None:
    """The claim guards each write in its own transaction, and the sequence is unique even without it."""
    url = postgres.database()

    one, other = Store.on_postgres(url, "http://127.0.0.1:1"), Store.on_postgres(url, "http://127.0.0.1:2")
    heard: list[tuple[str, list[str]]] = []
    await one.open()
    await other.open(lambda what, about: heard.append((what, about)))
    assert one.membership is not None
    gone = ("gone", [one.membership.id])
    table_id = await one.run(lambda c: apply.add_table(c, ROW, []))
    first = Entry(1, 0, "a", None, 1)
    # Nobody's, then the first one's for every server that asks.
    assert await claimed(one) is None
    assert await claimed(other) == "http://127.0.0.1:1"
    with pytest.raises(NotOwner):
        await other.apply(step(table_id, entries=[first]))
    await one.apply(step(table_id, entries=[first]))
    with pytest.raises(StoreError):
        await other.run(lambda c: apply.append(c, table_id, [first], {}))
    # The first one is gone: its claim is another's at once.
    await asyncio.to_thread(one.membership.stop)
    await asyncio.to_thread(comes_to, lambda: gone in heard, True)
    assert await claimed(other) is None
    with pytest.raises(NotOwner):
        await one.apply(step(table_id, entries=[Entry(2, 0, "b", None, 1)]))
    stored = await other.run(lambda c: queries.load(c, ROW.code))
    assert stored is not None
    assert fields(stored.log) == fields([first])
    await one.close()
    await other.close()


async def test_a_lease_runs_out_when_it_is_not_renewed(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that hangs holds its lock; its row shows that it does not answer."""
    monkeypatch.setattr(membership, "LEASE", 0.05)
    url = postgres.database()

    one, other = Store.on_postgres(url, "http://127.0.0.1:1"), Store.on_postgres(url, "http://127.0.0.1:2")
    await one.open()
    await other.open()
    await one.run(lambda c: apply.add_table(c, ROW, []))
    await claimed(one)
    while await claimed(other) is not None:
        await asyncio.sleep(0.01)
    await one.close()
    await other.close()


async def test_games_of_a_server_that_is_gone_are_taken_over(postgres: Postgres) -> None:
    """Bots and clocks go on there, though nobody comes; claims on what need not go on are forgotten."""
    url = postgres.database()
    kinds = {
        "GOING": ("playing", False),
        "OVER": ("over", False),
        "OPEN": ("lobby", False),
        "OLD": ("playing", True),
    }

    async with AsyncExitStack() as stack:
        gone, asking, there = (Store.on_postgres(url, f"http://127.0.0.1:{k}") for k in (1, 2, 3))
        for name, store in (("A", gone), ("B", asking), ("C", there)):
            await store.open()
            stack.push_async_callback(store.close)
            for kind, (state, archived) in kinds.items():
                await added(store, code=f"{name}{kind}", state=state, archived=archived)
        assert gone.membership is not None
        assert asking.membership is not None
        assert await asking.run(asking.membership.orphans) == []
        await asyncio.to_thread(gone.membership.stop)
        assert await asking.run(asking.membership.orphans) == ["AGOING"]
        await asking.run(asking.membership.tidy)
        assert await asking.run(asking.membership.orphans) == ["AGOING"]
        owned = "SELECT code FROM tables JOIN owners ON owners.table_id = tables.id"
        assert sorted(await sql(asking, owned)) == sorted(
            ["AGOING", *(f"{name}{kind}" for name in "BC" for kind in kinds)]
        )


@pytest.mark.parametrize("nonsense", ["", "unheard of"])
async def test_a_message_that_makes_no_sense_keeps_nobody_from_the_next(
    postgres: Postgres, caplog: pytest.LogCaptureFixture, nonsense: str
) -> None:
    """Anybody who uses the database may send one; who hears nothing any more counts as gone."""
    url = postgres.database()
    heard: list[tuple[str, list[str]]] = []

    def news(what: str, about: list[str]) -> None:
        if what == "unheard":
            raise LookupError(what)
        heard.append((what, about))

    with caplog.at_level(logging.ERROR):
        store = Store.on_postgres(url, "http://127.0.0.1:1")
        await store.open(news)
        with closing(psycopg.connect(url, autocommit=True)) as line:
            for message in (nonsense, "taken ABC"):
                line.execute("SELECT pg_notify(%s, %s)", [membership.CHANNEL, message])
        try:
            await asyncio.to_thread(comes_to, lambda: heard, [("taken", ["ABC"])])
        finally:
            await store.close()
    assert caplog.messages == [f"a message of another server is not understood: {nonsense!r}"]


async def test_whatever_goes_wrong_a_server_comes_back_to_the_others(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    beat, ahead = membership.Membership._beat, [ArithmeticError("once")]

    def once_wrong(self: membership.Membership, connection: Any) -> None:
        if ahead:
            raise ahead.pop()
        beat(self, connection)

    monkeypatch.setattr(membership.Membership, "_beat", once_wrong)

    async with opened(postgres.database()) as store:
        assert store.membership is not None
        assert await store.run(lambda c: c.execute(membership.ALIVE).scalars().all()) == [store.membership.id]
    (told,) = caplog.records
    assert told.getMessage() == "no connection to the other servers: once"
    assert told.exc_info is not None
