"""PostgreSQL goes away while it commits: it has written, and the server hears that it failed."""

import asyncio
from random import Random
from typing import Any

import psycopg
import pytest

from helpers.server.postgres import Postgres, apart
from helpers.server.serving import comes_to, join, play_on, serving, set_table, sitting

pytestmark = pytest.mark.needs("postgresql")

WAITING = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


def ask(postgres: Postgres, *statements: str) -> list[tuple[Any, ...]]:
    """The answer to the last of these statements; this connection waits for no standby."""
    how = "-c synchronous_commit=local"
    with psycopg.connect(postgres.url("postgres"), autocommit=True, options=how) as connection:
        for statement in statements:
            answer = connection.execute(statement)
        return answer.fetchall()


def wait_for_standby(postgres: Postgres, name: str) -> None:
    """Let every COMMIT be written and then wait for this standby; for none, if the name is empty."""
    ask(postgres, f"ALTER SYSTEM SET synchronous_standby_names = '{name}'", "SELECT pg_reload_conf()")


async def test_a_start_that_was_stored_after_all_is_played() -> None:
    """Else the table would stay in its lobby for ever, and refuse every start."""

    def waits(beginning: str) -> bool:
        return any(query.startswith(beginning) for (query,) in ask(postgres, f"SELECT query {WAITING}"))

    with apart() as postgres, serving(postgres.database()) as live:
        made = await set_table(live)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            wait_for_standby(postgres, "nobody")
            await asyncio.to_thread(comes_to, lambda: waits("INSERT INTO servers"), True)  # a sign of life
            await ada.say("start")
            await asyncio.to_thread(comes_to, lambda: waits("COMMIT"), True)
            ask(postgres, f"SELECT pg_terminate_backend(pid) {WAITING}")
            wait_for_standby(postgres, "")
            assert (await ada.until("refused"))["code"] == "store"
            await guest.until("welcome")
            assert [one.table["state"] for one in (ada, guest)] == ["playing", "playing"]
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))
