"""How every store makes room: what is old is archived and removed, and what a full store gives up first."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from helpers.server.contract import SEATS
from helpers.server.stores import added, moves, sql, step
from tischlein.room.rows import (
    BY_CLOCK,
    Entry,
    Result,
)
from tischlein.server.store import queries, results, schema
from tischlein.server.store.groups import GroupRow
from tischlein.server.store.store import Store


async def test_what_is_old_is_archived_or_removed_with_all_that_belongs_to_it(store: Store) -> None:
    ids = {}
    for code, state, touched in [
        ("LOBBY2", "lobby", 10),
        ("GAME22", "playing", 10),
        ("GAME33", "playing", 90),
    ]:
        ids[code] = await added(store, code=code, state=state, touched=touched)
        await store.apply(step(ids[code], entries=moves(1, 2)))
    busy = await added(store, code="BUSY22", touched=10)
    assert await store.playing() == ["GAME33", "GAME22"]
    assert await store.archive(50, 50, 5, [busy]) == 2
    assert await store.playing() == ["GAME33"]
    assert await store.load("LOBBY2") is None
    rows = await store.run(lambda c: c.execute(text("SELECT count(*) FROM log")).scalar())
    assert rows == 4
    await store.run(lambda c: queries.remove(c, ids["GAME22"]))
    assert await store.run(lambda c: c.execute(text("SELECT count(*) FROM log")).scalar()) == 2
    assert await store.count_tables() == 2


async def test_moves_are_written_while_many_old_games_are_removed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one transaction 4,000 old games kept everybody waiting for 6 seconds."""
    monkeypatch.setattr(queries, "PORTION", 2)

    for k in range(6):
        await added(store, code=f"LOBBY{k}", touched=10)
        await played(store, f"GAME{k}", MACHINE, None, touched=10)
    mine = await added(store, code="MINE22", touched=90)

    async def written_before(sweep: Coroutine[Any, Any, int], gone: int) -> None:
        sweeping, before = asyncio.create_task(sweep), await store.count_tables()
        while await store.count_tables() == before:
            await store.apply(step(mine, columns={"touched": 90}))
        assert not sweeping.done()
        assert await sweeping == gone
        assert await store.count_tables() == before - gone

    await written_before(store.make_room(7, 50, 50, 100, [mine]), 6)
    await written_before(store.archive(50, 50, 50, [mine]), 6)


PERSON = next(seat.seat for seat in SEATS if seat.kind == "person")
MACHINE = next(seat.seat for seat in SEATS if seat.kind == "bot")


async def played(
    store: Store, code: str, seat: int = PERSON, message_id: str | None = "id", **row: Any
) -> int:
    """Store a game in which one decision was made."""
    table_id = await added(store, **{"code": code, "state": "playing", **row})
    rows = [Entry(1, -1, "7", None, 5), Entry(2, seat, "7", message_id, 5)]
    await store.apply(step(table_id, entries=rows))
    return table_id


async def left(store: Store) -> set[str]:
    return set(await sql(store, "SELECT code FROM tables"))


async def test_a_full_store_lets_unused_games_go_first_and_then_archived_ones_finished_ones_last(
    store: Store,
) -> None:
    await played(store, "FINISH", touched=5, archived=True, state="over")
    await played(store, "OLD222", touched=20, archived=True)
    await played(store, "OLDER2", touched=10, archived=True)
    await played(store, "PLAYED", touched=10)
    await played(store, "BYBOTS", MACHINE, None, touched=30)
    await played(store, "BYTIME", PERSON, BY_CLOCK, touched=40)
    await played(store, "RECENT", MACHINE, None, touched=90)
    await added(store, code="LOBBY2", touched=35)
    busy = await played(store, "BUSY22", MACHINE, None, touched=10)
    codes = await left(store)

    async def gone(most: int) -> set[str]:
        await store.make_room(most, 50, 50, 100, [busy])
        return codes - await left(store)

    assert await gone(9) == set()
    assert await gone(8) == {"BYBOTS"}
    assert await gone(7) == {"BYBOTS", "LOBBY2"}
    assert await gone(5) == {"BYBOTS", "LOBBY2", "BYTIME", "OLDER2"}
    assert await gone(4) == {"BYBOTS", "LOBBY2", "BYTIME", "OLDER2", "OLD222"}
    assert await gone(0) == {"BYBOTS", "LOBBY2", "BYTIME", "OLDER2", "OLD222", "FINISH"}


async def test_of_unused_games_those_of_the_largest_creator_go_first(store: Store) -> None:
    await played(store, "OLDEST", MACHINE, None, touched=1)
    await played(store, "SMALL2", MACHINE, None, touched=2, creator="small")
    for k in range(3):
        await played(store, f"LARGE{k}", MACHINE, None, touched=10 + k, creator="large")
    await store.make_room(3, 50, 50, 100, [])
    assert await left(store) == {"OLDEST", "SMALL2", "LARGE2"}
    await store.make_room(2, 50, 50, 100, [])
    assert await left(store) == {"SMALL2", "LARGE2"}


async def test_who_has_more_than_a_share_loses_games_before_others_lose_archived_ones(store: Store) -> None:
    """Also games in which a program has decided: else it could keep a store full for as long as games are kept."""
    await played(store, "MINE22", touched=1, creator="small", archived=True)
    for k in range(4):
        await played(store, f"LARGE{k}", touched=10 + k, creator="large")
    await played(store, "RECENT", touched=90, creator="large")
    await store.make_room(3, 50, 50, 2, [])
    assert await left(store) == {"MINE22", "LARGE3", "RECENT"}
    await store.make_room(2, 50, 50, 2, [])  # now they have their share
    assert await left(store) == {"LARGE3", "RECENT"}


async def test_a_result_says_whether_the_guest_has_played(store: Store) -> None:
    """Ada made one of two decisions of her seat herself, a bot the other; at her next game bots made two of three."""
    guest = "a" * 64
    for code, ids in (("HALF22", ["id", None]), ("LESS22", ["id", None, None])):
        table_id = await added(store, code=code, game="lobo77")
        log = [Entry(k, PERSON, "7", message_id, 5) for k, message_id in enumerate(ids, start=1)]
        own = [replace(seat, guest=guest if seat.kind == "person" else None) for seat in SEATS]
        await store.apply(step(table_id, seats_before=SEATS, seats=own))
        done = [Result(PERSON, guest, 9, {"game": "lobo77", "code": code})]
        await store.apply(step(table_id, entries=log, results=done))
    assert [msgspec.json.decode(row.data)["code"] for row in await store.rated_results("lobo77")] == [
        "HALF22"
    ]
    assert len(await store.guest_games(guest)) == 2


async def test_where_groups_have_no_room_those_of_the_largest_founder_go_first(store: Store) -> None:
    async def found(code: str, creator: str | None, most: int = 99) -> bool:
        return await store.add_group(code, code, code, "Ada", creator, most)

    async def codes() -> set[str]:
        return set(await sql(store, "SELECT code FROM groups"))

    async def age() -> None:
        await sql(store, "UPDATE groups SET touched = touched - 700000")

    assert await found("ALONE2", "small")
    for code in ("MANY22", "MANY33", "GAMES2"):
        assert await found(code, "large")
    table_id = await added(store, group_code="GAMES2")
    await store.join_group(await group(store, "GAMES2"), "b", "Ben")
    row = {"table_id": table_id, "seat": 0, "guest": "b", "at": 1, "own": True, "data": ""}
    await store.run(lambda c: c.execute(schema.results.insert().values(row)))
    # At once: they have more than their share.
    assert await found("NEW222", "new", 4)
    assert await found("NEW333", "newer", 4)
    assert await codes() == {"ALONE2", "GAMES2", "NEW222", "NEW333"}
    assert not await found("FULL22", "other", 4)
    await age()
    assert await found("FULL22", "other", 4)
    assert "GAMES2" in await codes()


async def group(store: Store, code: str) -> GroupRow:
    found = await store.group(code, "nobody")
    assert found is not None
    return found


async def test_many_games_from_one_network_push_nobody_elses_out_of_the_ratings(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The puppets' games are the latest, and there are more of them than ratings are computed from."""
    monkeypatch.setattr(results, "RATED", 6)
    own = [replace(seat, guest="a" * 64 if seat.kind == "person" else None) for seat in SEATS]
    for k, creator in enumerate(["club", "club", *["puppets"] * 9]):
        table_id = await added(store, code=f"GAME{k:02}", game="lobo77", creator=creator)
        await store.apply(step(table_id, seats_before=SEATS, seats=own))
        done = [Result(PERSON, "a" * 64, k, {"game": "lobo77"})]
        await store.apply(step(table_id, entries=[Entry(1, PERSON, "7", "id", 5)], results=done))
    rated = await store.rated_results("lobo77")
    assert [(row.at, row.creator) for row in rated] == [
        (0, "club"), (1, "club"), (7, "puppets"), (8, "puppets"), (9, "puppets"), (10, "puppets"),
    ]  # fmt: skip
