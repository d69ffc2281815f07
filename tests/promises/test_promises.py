"""What each published version promised still holds: names, commands, the protocol, records, and its database (docs/stability.md)."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tischlein
from helpers.server.serving import GENEROUS, play_on, serving, sitting
from scripts.promises import CURRENT, PROMISES, commands, json_keys, layouts, protocol, public_names
from tischlein.server.protocol.shared import In
from tischlein.server.upkeep.check import check

VERSIONS = sorted(path for path in PROMISES.iterdir() if path.is_dir() and path.name[0].isdigit())
WRITE = "say so in CHANGELOG.md, then run `.venv/bin/python -m scripts.promises`"
FOREVER = 1e12
every_version = pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)


def test_the_version_is_one_of_those_written_down() -> None:
    assert CURRENT in VERSIONS
    assert f'version: "{tischlein.__version__}"' in (PROMISES.parents[1] / "CITATION.cff").read_text()


def test_public_names_change_only_with_a_note() -> None:
    assert public_names() == (CURRENT / "api.txt").read_text("utf-8"), f"the API has changed: {WRITE}"


@every_version
def test_no_command_and_no_option_is_gone(version: Path) -> None:
    gone = set((version / "commands.txt").read_text("utf-8").splitlines()) - set(commands().splitlines())
    assert not gone


@every_version
def test_commands_print_the_keys_of_that_version(version: Path) -> None:
    then = (version / "json.txt").read_text("utf-8").splitlines()
    now = json_keys((version / "tables.sql").read_text("utf-8")).splitlines()
    assert set(then) - set(now) == set()
    assert len({line.partition(" ")[0] for line in then}) == 8


def received() -> set[str]:
    """Return the names of the types that clients send."""
    ahead, found = [In], set()
    while ahead:
        ahead += (kind := ahead.pop()).__subclasses__()
        found.add(kind.__name__)
    return found


def broken(old: Any, new: Any, sent: set[str]) -> Iterator[str]:
    """Yield what a client of an older protocol would miss in a newer one, or would not know to send."""
    for request in old["requests"].keys() - new["requests"].keys():
        yield f"{request} is gone"
    for name, was in old["types"].items():
        now = new["types"].get(name)
        if now is None:
            yield f"{name} is gone"
            continue
        for field, kind in was.get("properties", {}).items():
            if now["properties"].get(field) != kind:
                yield f"{name}.{field} has changed"
        added, lost = (
            set(one.get("required", [])) - set(other.get("required", []))
            for one, other in ((now, was), (was, now))
        )
        if name in sent and added:
            yield f"{name} needs {sorted(added)}"
        if name not in sent and lost:
            yield f"{name} may lack {sorted(lost)}"


@every_version
def test_clients_of_that_version_are_understood(version: Path) -> None:
    assert list(broken(json.loads((version / "protocol.json").read_text()), protocol(), received())) == []


def test_a_change_of_the_protocol_is_noticed() -> None:
    """One change of each kind."""
    now = protocol()
    changes: list[Callable[[Any], object]] = [
        lambda one: one["requests"].pop("GET /api/games"),
        lambda one: one["types"].pop("Play"),
        lambda one: one["types"]["Play"]["properties"].pop("seq"),
        lambda one: one["types"]["Play"]["required"].append("mood"),
        lambda one: one["types"]["Accepted"]["required"].remove("seq"),
    ]
    for change in changes:
        other = json.loads(json.dumps(now))
        change(other)
        assert len(list(broken(now, other, received()))) == 1


@every_version
def test_a_layout_changes_only_with_the_rules_version(version: Path) -> None:
    """The bytes of a record are what clients are sent and what receipts hash."""
    now = layouts()
    for game, then in json.loads((version / "layouts.json").read_text("utf-8")).items():
        assert now[game] == then or now[game]["version"] > then["version"], f"{game}: {WRITE}"


@every_version
def test_records_of_that_version_are_replayed(version: Path) -> None:
    for one in json.loads((version / "records.json").read_text("utf-8")):
        record = one["record"]
        table = tischlein.game(record["game"]).replay(record)
        assert (table.over, table.scores, table.winners) == (one["over"], one["scores"], one["winners"])
        assert table.record() == record


@every_version
def test_a_database_of_that_version_is_opened_and_its_game_goes_on(version: Path, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((version / "tables.sql").read_text("utf-8"))
    report = check(path)
    assert (report.damages, report.tables) == ([], len(tischlein.games()) + 1)
    asyncio.run(goes_on(path, json.loads((version / "seat.json").read_text())))


async def goes_on(path: Path, seat: dict[str, str]) -> None:
    with serving(path, replace(GENEROUS, keep=FOREVER, idle_game=FOREVER)) as live:
        async with sitting(live, seat) as ada:
            await play_on(ada, Random(1))
            assert ada.last["over"]
