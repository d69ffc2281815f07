"""Copies of stored tables: from a file to a database and back."""

from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from click import Command
from sqlalchemy import Engine, event

from helpers.server.contract import SEATS
from helpers.server.postgres import Postgres
from helpers.server.serving import Live, ask, play_on, serving, set_table, sitting
from helpers.server.stores import added, fields, loaded, moves, opened, step
from tischlein.room.rows import EVERYBODY, Advice
from tischlein.server.errors import StoreError
from tischlein.server.upkeep import databases
from tischlein.server.upkeep.check import check
from tischlein.server.upkeep.command import backup, restore
from tischlein.server.upkeep.command import check as check_command


def ran(command: Command, url: str, *files: Path) -> int:
    """Run a command, and return its exit code."""
    code: int = command.main([*map(str, files), "--data", url], standalone_mode=False)
    return code


@pytest.mark.needs("postgresql")
async def test_a_backup_of_a_database_takes_advice_and_reviews_along(
    tmp_path: Path, postgres: Postgres
) -> None:
    urls = [postgres.database(), postgres.database()]
    async with opened(urls[0]) as store:
        table_id = await added(store)
        await store.apply(step(table_id, advice=[Advice(0, EVERYBODY)]))
        await store.put_review(table_id, 3, 1, "{}")
    copy = tmp_path / "copy.sqlite3"
    assert ran(backup, urls[0], copy) == 0
    assert ran(restore, urls[1], copy) == 0
    async with opened(urls[1]) as store:
        stored = await loaded(store)
        assert fields(stored.seats) == fields(SEATS)
        assert fields(stored.advice) == [{"seq": 0, "seat": EVERYBODY}]
        assert await store.review(stored.row.id, 3, 1) == "{}"


@pytest.mark.needs("postgresql")
async def test_a_backup_of_a_database_reads_some_rows_at_a_time(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rows of a table at once may be more than a machine's memory, and take longer than a statement may."""
    url = postgres.database()
    asked: set[str] = set()
    monkeypatch.setattr(databases, "ROWS", 2)

    def look(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        """What the database has been asked last, when some entries of a log are written."""
        if statement.startswith("INSERT INTO log"):
            with psycopg.connect(url) as line:
                active = "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'"
                asked.update(query.split()[0] for (query,) in line.execute(active).fetchall())

    async with opened(url) as store:
        table_id = await added(store)
        await store.apply(step(table_id, entries=moves(1, 5)))
    event.listen(Engine, "before_cursor_execute", look)
    try:
        assert databases.backup_database(url, tmp_path / "copy.sqlite3").tables == 1
    finally:
        event.remove(Engine, "before_cursor_execute", look)
    assert asked == {"FETCH"}


@pytest.mark.needs("postgresql")
async def test_tables_move_from_a_file_to_a_database_and_back(
    tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    """A club that grows takes its games along; a backup of a database is a file as any other."""

    async def some_games(live: Live) -> tuple[str, str]:
        made = await set_table(live, bots=["random", "random"])
        async with sitting(live, made["code"]) as watching:
            await play_on(watching, Random(1))
        lobby = await set_table(live, seats=3)
        return made["code"], lobby["token"]

    with serving(tmp_path) as live:
        code, token = await some_games(live)
    url, copy = postgres.database(), tmp_path / "copy.sqlite3"
    assert ran(restore, url, tmp_path / "tables.sqlite3") == 0
    assert ran(check_command, url) == 0
    with serving(url) as live:
        async with sitting(live, code) as watching:
            assert watching.last["over"]
        mine = await ask(live, "POST", "/api/mine", json={"tokens": [token]})
        assert [table["seat"] for table in mine.json()] == [0]
        made = await set_table(live)  # numbers go on where they were
        assert made["code"]
        assert ran(backup, url, copy) == 0
    assert check(copy).tables == 3
    with pytest.raises(StoreError, match="make an empty one"):
        ran(restore, url, copy)
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE log SET text = text || '!' WHERE seq = 4")
    assert ran(check_command, url) == 1
    assert code in capsys.readouterr().out
