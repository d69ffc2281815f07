"""Bots of the operator's own: offered by name to everybody, named by nobody else."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest

import tischlein
from helpers.server.serving import PATIENCE, Guest, Live, ask, error, serving, set_table, sitting, want_table
from tischlein.bots import BotError, Situation, bot_process, situation
from tischlein.bots.bot_process import BotProcess
from tischlein.engine.errors import OptionError
from tischlein.server.bots import own_bots

SOURCE = """
import os
import sys
import time
from pathlib import Path

def beside(name):
    return Path(__file__).with_name(name)

class Last:
    def __init__(self, patience=1):
        self.patience = patience

    def choose(self, situation):
        with beside("asked").open("a") as asked:
            told = [os.environ.get(name) for name in ("TISCHLEIN_DATA", "PGPASSWORD")]
            asked.write(f"{self.patience} {os.getpid()} {told}\\n")
        return situation.actions[-1]

class Counting:
    def __init__(self):
        self.asked = -1

    def choose(self, situation):
        self.asked += 1
        return situation.actions[self.asked]

class Crash:
    def choose(self, situation):
        return 1 / 0

class Goer:
    def choose(self, situation):
        sys.exit(3)

class Cheat:
    def choose(self, situation):
        return float(situation.actions[0])

class Killer:
    def choose(self, situation):
        os._exit(9)

class Sleeper:
    def choose(self, situation):
        beside("asleep").touch()
        time.sleep(1000)

class Stammerer:
    def choose(self, situation):
        for pipe in range(3, 10):
            try:
                os.write(pipe, b'{"action":')
            except OSError:
                pass
        time.sleep(1000)

class Nester:
    def choose(self, situation):
        for pipe in range(3, 10):
            try:
                os.write(pipe, b'{"answer":' + b"[" * 50_000 + b"\\n")
            except OSError:
                pass
        time.sleep(1000)

class Waiter:
    def choose(self, situation):
        while not beside("go on").exists():
            time.sleep(0.01)
        return situation.actions[0]

class Printer:
    def choose(self, situation):
        print('{"action": 0}')
        os.write(1, b'{"action": 0}')
        return 1 / 0
"""


@pytest.fixture(autouse=True)
def my_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that can be imported; a busy machine takes its time to start a process."""
    monkeypatch.setattr(bot_process, "PATIENCE", PATIENCE)
    (tmp_path / "my_bots.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)


@contextmanager
def started(name: str) -> Iterator[tuple[BotProcess, Situation]]:
    """Start the process of a bot; yields it, and something to decide."""
    process = BotProcess(f"my_bots:{name}")
    known = situation(tischlein.game("lobo77").new(2, seed=1, starter=0), 0, 1, 0.05)
    try:
        yield process, known
    finally:
        process.close()


async def test_a_bot_of_ones_own_is_offered_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TISCHLEIN_DATA", str(tmp_path))
    monkeypatch.setenv("PGPASSWORD", "opens all tables")
    file = tmp_path / "tables.sqlite3"

    async def first(live: Live) -> str:
        games = (await ask(live, "GET", "/api/games")).json()
        assert all(game["levels"][-1] == "last" for game in games)
        answer = await want_table(live, bots=[None, "my_bots:Last"])
        assert error(answer) == (422, "no_level")
        made = await set_table(live, bots=["last", "last"])
        await look(live, made["code"])
        return str(made["code"])

    async def look(live: Live, code: str) -> None:
        async with sitting(live, code) as watching:
            await watching.until("news")

    with serving(file, bots=own_bots(["my_bots:Last,patience=7"])) as live:
        code = await first(live)
    asked = (tmp_path / "asked").read_text().splitlines()
    assert {line.split()[0] for line in asked} == {"7"}
    # In a process of its own, which has been told nothing about this one.
    assert str(os.getpid()) not in {line.split()[1] for line in asked}
    assert {line.split(maxsplit=2)[2] for line in asked} == {"[None, None]"}
    assert "my_bots" not in sys.modules
    # Without it the table goes on, with a bot that is there.
    before = len(asked)
    with serving(file) as live:
        await look(live, code)
    assert len((tmp_path / "asked").read_text().splitlines()) == before


@pytest.mark.parametrize(
    "name",
    [
        "Crash",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("Killer", "Goer", "Cheat", "Printer")),
    ],
)
async def test_a_bot_that_fails_stops_neither_its_table_nor_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    with serving(tmp_path, bots=own_bots([f"my_bots:{name}"])) as live:
        made = await set_table(live, seats=2, bots=[name.lower()] * 2)
        async with sitting(live, made["code"]) as watching:
            # Some turns of both are enough: each takes its time.
            while not watching.last["over"] and watching.last["seq"] < 32:
                await watching.hear()
    assert f"my_bots:{name}" in caplog.text


@pytest.mark.parametrize(
    "names", [["nothing:Here"], ["nonsense"], ["random"], ["tischlein.bots.uniform:Uniform"] * 2]
)
def test_a_bot_that_cannot_be_offered_is_refused(names: list[str]) -> None:
    with pytest.raises(OptionError):
        own_bots(names)


async def test_a_bot_that_hangs_holds_up_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps more tables waiting than there are threads; a search at another one goes on."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    with serving(tmp_path, bots=own_bots(["my_bots:Waiter"])) as live:
        try:
            async with AsyncExitStack() as stack:

                async def watching(level: str) -> Guest:
                    made = await set_table(live, bots=[level, level])
                    return await stack.enter_async_context(sitting(live, made["code"]))

                for _ in range(3):
                    await watching("waiter")
                async with asyncio.timeout(PATIENCE):
                    while live.registry.services._waiting < 1:
                        await asyncio.sleep(0.01)
                await (await watching("hard")).until("news")
        finally:
            (tmp_path / "go on").touch()


@pytest.mark.parametrize("name", ["Sleeper", "Stammerer"])
def test_a_bot_that_does_not_answer_is_given_up_and_started_again(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(bot_process, "PATIENCE", 0.1)
    with started(name) as (process, known):
        for _ in range(2):
            with pytest.raises(BotError, match="did not answer"):
                process.player("table/0").choose(known)


def test_an_answer_that_is_nested_too_deeply_is_one_that_is_not_understood() -> None:
    with (
        started("Nester") as (process, known),
        pytest.raises(BotError, match="my_bots:Nester: its answer is not understood"),
    ):
        process.player("table/0").choose(known)


def test_closing_does_not_wait_for_a_bot_that_hangs(tmp_path: Path) -> None:
    """A table that waits for its answer is told at once that it has gone, and nothing starts it again."""
    with started("Sleeper") as (process, known), ThreadPoolExecutor(1) as pool:
        asked = pool.submit(process.player("table/0").choose, known)
        while not (tmp_path / "asleep").exists() and not asked.done():
            time.sleep(0.01)
        process.close()
        with pytest.raises(BotError, match="its process has ended"):
            asked.result()
        with pytest.raises(BotError, match="its process has ended"):
            process.player("table/0").choose(known)


def test_each_player_has_a_bot_of_its_own() -> None:
    """Two seats share a process, but not a memory."""
    with started("Counting") as (process, known):
        assert len(known.actions) > 2
        ada, ben = process.player("A/0"), process.player("A/1")
        asked = [ada, ada, ben, ada]
        assert [known.actions.index(player.choose(known)) for player in asked] == [0, 1, 0, 2]
