"""Bots think in threads that are shared fairly."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

import tischlein
from tischlein.bots import Situation, bot, situation
from tischlein.server.table import thinking
from tischlein.server.table.thinking import LEAST, BotPool

TABLE = tischlein.game("lobo77").new(2, seed=1, starter=0)
KNOWN = situation(TABLE, 0, 1, 1.0)


class Noting:
    """Thinks until it may stop, and notes who came when, and for how long it was told to think."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.asked: list[tuple[str, float]] = []

    def mind(self, name: str) -> "Noted":
        return Noted(self, name)


class Noted:
    def __init__(self, notes: Noting, name: str) -> None:
        self.notes = notes
        self.name = name

    def choose(self, situation: Situation) -> int:
        self.notes.asked.append((self.name, situation.seconds))
        assert self.notes.gate.wait(20)
        return situation.actions[0]


def run(
    scene: Callable[[BotPool, Noting], Awaitable[None]], threads: int = 1, budget: float = 60.0
) -> Noting:
    notes = Noting()

    async def whole() -> None:
        thinkers = BotPool(threads, budget)
        try:
            async with asyncio.timeout(20):
                await scene(thinkers, notes)
        finally:
            notes.gate.set()
            thinkers.shutdown()

    asyncio.run(whole())
    return notes


async def begun(notes: Noting, n: int) -> None:
    while len(notes.asked) < n:
        await asyncio.sleep(0.001)


def test_cheap_levels_never_wait_for_searches() -> None:
    """All threads search: an easy bot elsewhere answers all the same."""

    async def scene(thinkers: BotPool, notes: Noting) -> None:
        searching = [
            asyncio.create_task(thinkers.ask("crowd", "hard", notes.mind("crowd"), KNOWN)) for _ in range(40)
        ]
        await begun(notes, 2)
        easy = bot("easy")
        assert await thinkers.ask("alone", "easy", easy, KNOWN) in KNOWN.actions
        assert not any(task.done() for task in searching)
        notes.gate.set()
        await asyncio.gather(*searching)

    run(scene, threads=2)


def test_the_payer_who_has_used_least_is_next() -> None:
    """Forty searches of one address wait: that of another comes right after the one that is running."""

    async def scene(thinkers: BotPool, notes: Noting) -> None:
        crowd = [
            asyncio.create_task(thinkers.ask("crowd", "hard", notes.mind("crowd"), KNOWN)) for _ in range(40)
        ]
        await begun(notes, 1)
        alone = asyncio.create_task(thinkers.ask("alone", "hard", notes.mind("alone"), KNOWN))
        await asyncio.sleep(0)
        notes.gate.set()
        await alone
        await asyncio.gather(*crowd)

    asked = [name for name, _ in run(scene).asked]
    assert asked.index("alone") == 1
    assert len(asked) == 41


def test_tables_of_one_address_take_turns() -> None:
    """Each table asks for one bot at a time; a third that comes later waits for one search of each, not for all that they ask."""

    async def scene(thinkers: BotPool, notes: Noting) -> None:
        async def table(name: str) -> None:
            for _ in range(5):
                await thinkers.ask("one", "hard", notes.mind(name), KNOWN)

        tables = [asyncio.create_task(table(name)) for name in "ab"]
        await begun(notes, 1)
        tables.append(asyncio.create_task(table("c")))
        await asyncio.sleep(0)
        notes.gate.set()
        await asyncio.gather(*tables)

    asked = "".join(name for name, _ in run(scene).asked)
    assert asked == "abc" * 5


def test_the_more_wait_the_shorter_each_one_thinks() -> None:
    async def scene(thinkers: BotPool, notes: Noting) -> None:
        notes.gate.set()
        await thinkers.ask("one", "hard", notes.mind("alone"), KNOWN)
        notes.gate.clear()
        tasks = [
            asyncio.create_task(thinkers.ask("one", "hard", notes.mind("many"), KNOWN)) for _ in range(30)
        ]
        await begun(notes, 2)
        notes.gate.set()
        await asyncio.gather(*tasks)

    asked = run(scene).asked
    assert asked[0][1] == 1.0
    seconds = [seconds for name, seconds in asked if name == "many"][1:]
    assert seconds == sorted(seconds)
    assert LEAST <= seconds[0] < 0.05
    assert seconds[-1] == 1.0


def test_who_has_used_up_the_time_of_an_address_thinks_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(thinkers: BotPool, notes: Noting) -> None:
        notes.gate.set()
        thinkers._charge("greedy", 10.0)
        await thinkers.ask("greedy", "hard", notes.mind("greedy"), KNOWN)
        await thinkers.ask("other", "hard", notes.mind("other"), KNOWN)
        monkeypatch.setattr(thinking, "HALF", 1e-6)  # a long time passes
        await thinkers.ask("greedy", "hard", notes.mind("later"), KNOWN)

    assert run(scene, budget=5.0).asked == [("greedy", LEAST), ("other", 1.0), ("later", 1.0)]


def test_nobody_thinks_longer_than_asked() -> None:
    async def scene(thinkers: BotPool, notes: Noting) -> None:
        notes.gate.set()
        await thinkers.ask("one", "hard", notes.mind("short"), replace(KNOWN, seconds=0.001))

    assert run(scene).asked == [("short", 0.001)]


def test_a_failure_belongs_to_its_caller() -> None:
    class Broken:
        def choose(self, situation: Situation) -> int:
            raise ValueError("broken")

    async def scene(thinkers: BotPool, notes: Noting) -> None:
        with pytest.raises(tischlein.TischleinError, match="broken"):
            await thinkers.ask("one", "hard", Broken(), KNOWN)
        notes.gate.set()
        assert await thinkers.ask("one", "hard", notes.mind("next"), KNOWN) == KNOWN.actions[0]

    run(scene)


def test_a_payer_who_has_gone_is_not_waited_for() -> None:
    async def scene(thinkers: BotPool, notes: Noting) -> None:
        first = asyncio.create_task(thinkers.ask("one", "hard", notes.mind("first"), KNOWN))
        await begun(notes, 1)
        gone = asyncio.create_task(thinkers.ask("one", "hard", notes.mind("gone"), KNOWN))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        notes.gate.set()
        await first
        await thinkers.ask("one", "hard", notes.mind("last"), KNOWN)
        assert thinkers.waiting == 0

    assert [name for name, _ in run(scene).asked] == ["first", "last"]


def test_addresses_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "KNOWN", 3)
    thinkers = BotPool(1)
    for k in range(10):
        thinkers._charge(str(k), 1.0)
    assert list(thinkers._used) == ["7", "8", "9"]
    thinkers.shutdown()
