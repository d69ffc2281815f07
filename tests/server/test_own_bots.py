"""Bots of the operator's own: offered by name to everybody, named by nobody else."""

import asyncio
import importlib
from pathlib import Path

import pytest

from helpers.serving import Live, serving, set_table, sitting
from tischlein.engine.errors import OptionError
from tischlein.server.bots import own_bots

SOURCE = """
ASKED = []

class Last:
    def __init__(self, patience=1):
        self.patience = patience

    def choose(self, situation):
        ASKED.append(self.patience)
        return situation.actions[-1]
"""

FAILING = """
import sys

class Crash:
    def choose(self, situation):
        return 1 / 0

class Goer:
    def choose(self, situation):
        sys.exit(3)

class Cheat:
    def choose(self, situation):
        return float(situation.actions[0])
"""


def test_a_bot_of_ones_own_is_offered_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_last_bot.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "tables.sqlite3"

    async def first(live: Live) -> str:
        async with live.client() as client:
            games = (await client.get("/api/games")).json()
            assert all(game["levels"][-1] == "last" for game in games)
            wish = {"game": "lobo77", "seats": 2, "name": "Eve", "bots": [None, "my_last_bot:Last"]}
            answer = await client.post("/api/tables", json=wish)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_level")
        made = await set_table(live, seats=2, bots=["last", "last"])
        await look(live, made["code"])
        return str(made["code"])

    async def look(live: Live, code: str) -> None:
        async with sitting(live, code) as watching:
            await watching.until("news")

    with serving(file, bots=own_bots(["my_last_bot:Last,patience=7"])) as live:
        code = asyncio.run(first(live))
    asked = importlib.import_module("my_last_bot").ASKED
    assert set(asked) == {7}
    # Without it the table goes on, with a bot that is there.
    before = len(asked)
    with serving(file) as live:
        asyncio.run(look(live, code))
    assert len(asked) == before


@pytest.mark.parametrize("name", ["Crash", "Goer", "Cheat"])
def test_a_bot_that_fails_stops_neither_its_table_nor_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    (tmp_path / "my_failing_bot.py").write_text(FAILING)
    monkeypatch.syspath_prepend(tmp_path)

    async def scene(live: Live) -> None:
        made = await set_table(live, seats=2, bots=[name.lower()] * 2)
        async with sitting(live, made["code"]) as watching:
            while not watching.last["over"]:
                await watching.hear()

    with serving(tmp_path / "tables.sqlite3", bots=own_bots([f"my_failing_bot:{name}"])) as live:
        asyncio.run(scene(live))
    assert f"my_failing_bot:{name}" in caplog.text


@pytest.mark.parametrize(
    "names", [["nothing:Here"], ["nonsense"], ["random"], ["tischlein.bots.uniform:Uniform"] * 2]
)
def test_a_bot_that_cannot_be_offered_is_refused(names: list[str]) -> None:
    with pytest.raises(OptionError):
        own_bots(names)
