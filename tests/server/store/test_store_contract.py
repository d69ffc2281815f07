"""What every store keeps to, be it a SQLite file or a PostgreSQL database: the same jobs, with the same outcome."""

import asyncio
import json
import traceback
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, event, inspect, text

from helpers.server.contract import ROW, SEATS
from helpers.server.serving import PATIENCE, Live, ask, play_on, serving, sitting, table_of
from helpers.server.stores import added, fields, loaded, moves, sql, step
from tischlein.room.rows import (
    EVERYBODY,
    Advice,
    ChatLine,
    DealEntry,
    Result,
    Row,
    Seat,
    columns_of,
    copy_of,
)
from tischlein.server.errors import AlreadyEntered, Damaged, NotStored, SeatsChanged, StoreError
from tischlein.server.store import deals, groups, queries, results
from tischlein.server.store.store import Store
from tischlein.server.upkeep.check import CheckReport, check_rows


async def test_a_guest_is_found_without_looking_at_all_seats(store: Store) -> None:
    found = await store.run(lambda c: inspect(c).get_indexes("seats"))
    assert ["guest"] in [index["column_names"] for index in found]


async def test_everything_comes_back_as_it_was_stored(store: Store) -> None:
    table_id = await added(store, shuffle={"promises": [None, "p"], "shares": [None, None]})
    lines = [ChatLine(n, 0, "Zoë", "x" * 200 + "🂡", n) for n in range(1, 8)]
    position = {"hands": [["7", "x2"], None], "n": 2**53}
    await store.apply(step(table_id, entries=moves(1, 5), columns={"position": position}))
    for some in (lines[:4], lines[4:]):
        await store.apply(step(table_id, lines=some, keep=3))
    stored = await loaded(store)
    assert fields(stored.seats) == fields(SEATS)
    assert fields(stored.log) == fields(moves(1, 5))
    assert fields(stored.chat) == fields(lines[-3:])
    wanted = replace(ROW, id=table_id, shuffle=stored.row.shuffle, position=position)
    assert columns_of(stored.row) == columns_of(wanted)
    assert stored.row.shuffle == {"promises": [None, "p"], "shares": [None, None]}
    assert await store.tables_of_tokens(["a" * 64, "b"]) == [("a" * 64, ROW.code)]


async def test_a_number_that_is_taken_fails_and_nothing_of_it_is_stored(store: Store) -> None:
    """Moves are safe by this, whichever server believes that a table is its own."""
    table_id = await added(store)
    await store.apply(step(table_id, entries=moves(1, 3), columns={"touched": 7}))
    with pytest.raises(NotStored):
        await store.apply(step(table_id, entries=moves(3, 2), columns={"touched": 8}))
    stored = await loaded(store)
    assert fields(stored.log) == fields(moves(1, 3))
    assert stored.row.touched == 7


async def test_what_could_not_be_stored_is_not_told(store: Store) -> None:
    """What fails is logged with all of its causes: neither cards nor words of people are among them."""
    table_id = await added(store)
    line = ChatLine(1, 0, "Quintessa", "between us", 1)
    await store.apply(step(table_id, lines=[line], keep=3))
    nowhere = copy_of(line)
    nowhere.n, nowhere.seat = 2, None  # type: ignore[assignment]  # which the database refuses
    for again in (line, nowhere):
        with pytest.raises(NotStored) as failed:
            await store.apply(step(table_id, lines=[again], keep=3))
        logged = "".join(traceback.format_exception(failed.value))
        assert "INSERT INTO chat" in logged
        assert [word for word in ("Quintessa", "between us", "exists.") if word in logged] == []


async def test_a_job_that_fails_takes_no_other_with_it(store: Store) -> None:
    table_id = await added(store)

    def append(seq: int) -> Awaitable[None]:
        return store.apply(step(table_id, entries=moves(seq, 1)))

    # At once, so that they share a batch.
    done = await asyncio.gather(*(append(seq) for seq in (1, 1, 2, 2, 3)), return_exceptions=True)
    assert [isinstance(answer, StoreError) for answer in done] == [False, True, False, True, False]
    assert [row.seq for row in (await loaded(store)).log] == [1, 2, 3]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit, StopIteration])
async def test_whatever_a_job_raises_its_caller_learns_of_it_and_the_store_goes_on(
    store: Store, error: type[BaseException]
) -> None:
    """These would end the thread, or no caller could be given them: all tables would wait for ever."""

    def fails(connection: Connection) -> None:
        connection.execute(text("SELECT 1"))
        raise error

    table_id = await added(store)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(NotStored, match=error.__name__):
            await store.run(fails)
        # In one batch with another job.
        failed, other = await asyncio.gather(
            store.run(fails), store.apply(step(table_id, entries=moves(1, 1))), return_exceptions=True
        )
        assert (type(failed), other) == (NotStored, None)
        with pytest.raises(StoreError, match=error.__name__):
            await store.read(fails)
        assert len((await loaded(store)).log) == 1


async def test_seats_are_changed_only_as_they_were_known(store: Store) -> None:
    table_id = await added(store)
    taken = [SEATS[0], SEATS[1], Seat(2, "person", "Eve", token_hash="e" * 64)]
    await store.apply(step(table_id, seats_before=SEATS, seats=taken))
    other = [SEATS[0], SEATS[1], Seat(2, "person", "Fay", token_hash="f" * 64)]
    with pytest.raises(SeatsChanged):
        await store.apply(step(table_id, seats_before=SEATS, seats=other))
    assert fields((await loaded(store)).seats) == fields(taken)
    await store.apply(step(table_id, seats_before=taken, seats=taken[:2]))
    assert fields((await loaded(store)).seats) == fields(taken[:2])


async def test_advice_and_reviews_come_back_and_go_with_their_table(store: Store) -> None:
    """A review is of one length of the game and one version of the coach, and the next one takes its place."""
    table_id = await added(store)

    async def said(seq: int, version: int) -> str | None:
        return await store.review(table_id, seq, version)

    for row in (Advice(0, EVERYBODY), Advice(4, 1), Advice(4, 2)):
        await store.apply(step(table_id, advice=[row]))
    taken = [(row.seq, row.seat) for row in (await loaded(store)).advice]
    assert taken == [(0, EVERYBODY), (4, 1), (4, 2)]
    with pytest.raises(NotStored):  # once is enough
        await store.apply(step(table_id, advice=[Advice(4, 1)]))
    for seq, text_of_it in ((9, '{"a":"Zoë"}'), (12, '{"b":1}')):
        await store.put_review(table_id, seq, 1, text_of_it)
        assert await said(seq, 1) == text_of_it
    assert [await said(9, 1), await said(12, 2)] == [None, None]
    await store.run(lambda c: queries.remove(c, table_id))
    assert await said(12, 1) is None
    assert await sql(store, "SELECT count(*) FROM advice") == [0]


async def test_results_of_guests_come_back_and_are_forgotten(store: Store) -> None:
    ada, ben = "a" * 64, "b" * 64
    first = await added(store, code="GAME22")
    second = await added(store, code="GAME33")

    seats = [replace(seat, guest=guest) for seat, guest in zip(SEATS, (ada, ben), strict=False)]

    for table_id in (first, second):
        await store.apply(step(table_id, seats_before=SEATS[:2], seats=seats))
    old = [Result(0, ada, 10, {"n": 1}), Result(1, ben, 10, {"of": "Ben"})]
    await store.apply(step(first, results=old))
    await store.apply(step(second, results=[Result(0, ada, 20, {"n": 2})]))

    async def kept(guest: str) -> list[dict[str, Any]]:
        """What was stored, without what is added to it: who has decided how often."""
        games = [json.loads(data) for data in await store.guest_games(guest)]
        assert all(game.pop("decisions") == [] for game in games)
        assert not any(game.pop("counts") for game in games)
        return games

    assert await kept(ada) == [{"n": 2}, {"n": 1}]
    # What is kept last counts.
    await store.apply(step(second, results=[]))
    assert await kept(ada) == [{"n": 1}]
    assert await store.run(lambda c: results.forget(c, ada)) == 1
    late = [Result(0, ada, 30, {"late": True})]
    await store.apply(step(second, results=late))
    assert await kept(ada) == []
    assert await kept(ben) == [{"of": "Ben"}]
    # Their seats do not name them any more.
    assert [seat.guest for seat in (await loaded(store, "GAME33")).seats[:2]] == [None, ben]
    # A server that has read the table before writes what it changes, and not whom it still knows.
    gone = [replace(seat, left=True) for seat in seats]
    await store.apply(step(second, seats_before=seats, seats=gone))
    moved = [replace(gone[1], seat=0), replace(gone[0], seat=1)]
    with pytest.raises(SeatsChanged):
        await store.apply(step(second, seats_before=gone, seats=moved))
    await store.apply(step(second, results=late))
    assert await store.guest_games(ada) == []
    assert [seat.guest for seat in (await loaded(store, "GAME33")).seats[:2]] == [None, ben]
    # With its table a result goes too.
    await store.run(lambda c: queries.remove(c, first))
    assert await store.guest_games(ben) == []


async def test_tables_come_with_their_own_seats_while_others_are_stored(store: Store) -> None:
    """On PostgreSQL each statement sees what other servers have stored before it."""
    first = await added(store, group_code="G")
    other = await added(store, code="LATER2")

    def job(connection: Connection) -> list[tuple[Row, list[Seat]]]:
        @event.listens_for(connection, "after_cursor_execute", once=True)
        def stored_elsewhere(*_: object) -> None:
            move = "UPDATE tables SET group_code = CASE WHEN id = :other THEN 'G' END"
            connection.execute(text(move), {"other": other})

        return groups.tables_of(connection, "G")

    ((row, seats),) = await store.run(job)
    assert row.id == first
    assert fields(seats) == fields(SEATS)


DAMAGES = [
    ("UPDATE log SET text = 'act 1' WHERE seq = 3", "entry 3 of its log is not what was written"),
    ("UPDATE log SET message_id = 'other' WHERE seq = 2", "entry 2 of its log is not what was written"),
    ("UPDATE log SET at = 9 WHERE seq = 4", "entry 4 of its log is not what was written"),
    ("UPDATE log SET seat = 1 WHERE seq = 1", "entry 1 of its log is not what was written"),
    ("UPDATE log SET chain = (SELECT chain FROM log WHERE seq = 1 AND table_id = 1) WHERE seq = 2", "entry 2"),
    ("UPDATE log SET seq = 9 WHERE seq = 4", "entry 4 of its log is missing"),
    ("DELETE FROM log WHERE seq = 2", "entry 2 of its log is missing"),
    ("DELETE FROM log WHERE seq = 4", "entry 4 of its log is missing"),
    ("DELETE FROM log", "all entries of its log are missing"),
    ("UPDATE tables SET head = (SELECT chain FROM log WHERE seq = 3 AND table_id = 1)", "entry 5 of its log is missing"),
    ("UPDATE tables SET secret = '2'", "entry 1 of its log is not what was written"),
    ("UPDATE tables SET code = 'OTHER2' WHERE code = 'ABCDEF'", "entry 1 of its log is not what was written"),
    ("UPDATE tables SET secret = '2' WHERE code = 'LOBBY3'", "its secret is not what was written"),
    ("UPDATE log SET table_id = 3 - table_id", "entry 1 of its log is not what was written"),
    ("UPDATE tables SET options = '{'", "this is not JSON"),
]  # fmt: skip
# The logs of both tables are exchanged; numbers must not be there twice meanwhile.
SWAP = [
    "UPDATE log SET seq = seq + 100 WHERE table_id = 2",
    "UPDATE log SET table_id = 2 WHERE table_id = 1",
    "UPDATE log SET table_id = 1, seq = seq - 100 WHERE seq > 100",
]


async def test_a_log_that_is_not_what_was_written_is_noticed(store: Store) -> None:
    """A rewritten, missing, moved or swapped entry, in both kinds of store; the sentence names the first one."""
    for code in ("ABCDEF", "SECOND"):  # the same entries with the same secret, in another table
        table_id = await added(store, code=code)
        for first in (1, 3):
            await store.apply(step(table_id, entries=moves(first, 2)))
        assert [row.seq for row in (await loaded(store, code)).log] == [1, 2, 3, 4]
    await added(store, code="LOBBY3")

    def noticed(connection: Connection, changes: list[str], code: str) -> tuple[str, str]:
        """Return what loading the table says, and what the check says; then take the changes back."""
        report = CheckReport("")
        if "sqlite" in store.url:
            connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        with connection.begin_nested() as whole:
            for change in changes:
                connection.execute(text(change))
            said = "nothing"
            try:
                queries.load(connection, code)
            except Damaged as damaged:
                said = str(damaged)
            check_rows(connection, report)
            whole.rollback()
        return said, " ".join(damage.problem for damage in report.damages if damage.table == code)

    for change, problem in DAMAGES:
        changes = SWAP if "3 - table_id" in change else [change]
        code = next((code for code in ("OTHER2", "LOBBY3") if code in change), "ABCDEF")
        said = await store.run(partial(noticed, changes=changes, code=code))
        assert [problem in one for one in said] == [True, True], (change, said)


async def test_a_whole_evening(data: Path | str) -> None:
    async def evening(live: Live) -> tuple[str, str, Any, list[str]]:
        async with table_of(live) as (code, guests, tokens):
            await guests[0].say("chat", text="Good evening")
            await guests[1].until("chat")
            await asyncio.gather(*(play_on(guest, Random(n)) for n, guest in enumerate(guests)))
            await guests[0].say("rematch")
            following = (await guests[1].until("rematch"))["code"]
        record = (await ask(live, "GET", f"/api/tables/{code}/record")).json()
        mine = (await ask(live, "POST", "/api/mine", json={"tokens": tokens})).json()
        assert {table["table"]["code"] for table in mine} == {code, following}
        return code, following, record, tokens

    async def morning(live: Live, code: str, following: str, record: Any, tokens: list[str]) -> None:
        assert (await ask(live, "GET", f"/api/tables/{code}/record")).json() == record
        async with sitting(live, code, tokens[0]) as ada:
            assert ada.last["over"]
            assert [line["text"] for line in ada.last["chat"]] == ["Good evening"]
        async with sitting(live, following, tokens[0]) as ada, sitting(live, following, tokens[1]) as ben:
            mover = ada if ada.last["actions"] else ben
            assert (await mover.play(mover.choices[0]))["type"] == "accepted"

    with serving(data) as live:
        found = await evening(live)
    with serving(data) as live:
        await morning(live, *found)


async def test_a_deal_has_one_secret_and_everybody_one_try(store: Store) -> None:
    deal = "daily/2026-11-16/lobo77"
    first = await store.deal_secret(deal, "1" * 64, 5)
    assert first == await store.deal_secret(deal, "2" * 64, 6) == "1" * 64
    results = [("A", 1, 3), ("B", 2, 9), ("C", 1, 5), ("D", 1, 3)]
    for k, (name, place, score) in enumerate(results):
        entry = DealEntry(name.lower() * 64, f"CODE{name}", name)
        await store.run(partial(deals.enter, deal=deal, entry=entry, at=k))
        own = await store.deal_entry(deal, entry.guest)
        assert own is not None
        assert columns_of(own) == columns_of(entry)
        await store.run(partial(deals.finish, code=entry.code, place=place, score=score))
    with pytest.raises(AlreadyEntered):
        await store.run(lambda c: deals.enter(c, deal, DealEntry("a" * 64, "OTHER2", "A"), 9))
    for low_wins, most, guest, expected, ranks in (
        (False, 9, None, "CADB", [1, 2, 2, 4]),
        (True, 9, None, "ADCB", [1, 1, 3, 4]),
        (False, 1, "b" * 64, "CB", [1, 4]),
        (False, 2, "a" * 64, "CA", [1, 2]),
    ):
        found = await store.deal_standing(deal, low_wins, most, guest, None, 9)
        assert "".join(one.name for one in found.ranking) == expected
        assert ([one.rank for one in found.ranking], found.players) == (ranks, 4)
        assert (found.own is None) == (guest is None)
    await store.run(lambda c: deals.forget(c, 7))
    gone = await store.deal_standing(deal, False, 9, None, None, 9)
    assert (gone.secret, gone.players, gone.ranking) == (None, 0, [])


async def test_tables_with_the_same_deal_are_found(store: Store) -> None:
    await added(store, code="FIRST2", deal="FIRST2", state="over", archived=True)
    await added(store, code="OTHER2", deal="FIRST2", state="playing")
    await added(store, code="GONE22", deal="FIRST2", state="playing", archived=True)
    await added(store, code="ELSE22", deal=None)
    found = await store.deal_tables("FIRST2")
    assert [*found.items()] == [("FIRST2", "over"), ("OTHER2", "playing")]


async def test_a_store_is_writable_only_if_a_move_could_be_written(store: Store) -> None:
    refuse = (
        "CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        if "sqlite" in store.url
        else "ALTER TABLE log ADD CONSTRAINT no_space_left_on_device CHECK (false)"
    )

    for _ in range(2):
        await store.check_writable()
    assert await store.count_tables() == 0
    await sql(store, refuse)
    with pytest.raises(NotStored):
        await store.check_writable()
    assert await store.count_tables() == 0
