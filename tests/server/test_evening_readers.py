"""Many readers of an evening: what they cost the server, and how often a change wakes them."""

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from helpers.server.evenings import Evening, opened
from helpers.server.serving import PATIENCE, Live
from tischlein.server.evenings.host import GAP, Evenings


def _evenings(live: Live) -> Evenings:
    evenings: Evenings = live.app.state.evenings
    return evenings


async def test_what_readers_are_told_is_computed_once_for_each_version(live: Live) -> None:
    evenings = _evenings(live)
    evening = await opened(live)
    ada = await evening.join("Ada")

    async def many() -> set[int]:
        found = await asyncio.gather(*(evenings.answers(evening.code) for _ in range(64)))
        return {id(one) for one in found}

    first = live.within(lambda: evenings.answers(evening.code))
    assert live.within(many) == {id(first)}
    await evening.post("attend", {"here": False}, ada)
    second = live.within(lambda: evenings.answers(evening.code))
    assert (second.stored.version, second.info(None).people[0].here) == (first.stored.version + 1, False)
    assert live.within(many) == {id(second)}
    assert second.spreadsheet is second.spreadsheet


@pytest.mark.parametrize("here", [True, False])
async def test_a_request_that_changes_nothing_writes_nothing(live: Live, here: bool) -> None:
    evening = await opened(live)
    ada = await evening.join("Ada")
    before = (await evening.post("attend", {"here": here}, ada)).json()["version"]
    again = [(await evening.post("attend", {"here": here}, ada)).json() for _ in range(3)]
    assert [one["version"] for one in again] == [before] * 3


def test_an_evening_does_not_wait_for_another_one(live: Live) -> None:
    evenings, going, go_on = _evenings(live), threading.Event(), threading.Event()
    one, other = asyncio.run(opened(live)), asyncio.run(opened(live))

    def slow(_: object) -> None:
        going.set()
        go_on.wait(PATIENCE)

    changing = asyncio.run_coroutine_threadsafe(evenings.change(one.code, slow), live.loop)
    assert going.wait(PATIENCE)
    try:
        asyncio.run(other.join("Ada"))
        assert not changing.done()
    finally:
        go_on.set()
    changing.result(PATIENCE)


async def test_a_storm_of_changes_wakes_waiting_pages_once_a_second_at_most(live: Live) -> None:
    async def page(evening: Evening, done: Callable[[int], bool]) -> int:
        """Wait for changes until the last one has come; return the number of answers."""
        version, answers = (await evening.info())["version"], 0
        while not done(version):
            version = (await evening.get(since=str(version))).json()["version"]
            answers += 1
        return answers

    evening = await opened(live)
    ada = await evening.join("Ada")
    last: list[int] = []
    began = time.monotonic()
    pages = [asyncio.create_task(page(evening, lambda version: version in last)) for _ in range(4)]
    for k in range(20):
        changed = await evening.post("attend", {"here": bool(k % 2)}, ada)
    last.append(changed.json()["version"])
    async with asyncio.timeout(PATIENCE):
        answers = await asyncio.gather(*pages)
    most = 2 + (time.monotonic() - began) * 1000 / GAP
    assert all(1 <= number <= most for number in answers), (answers, most)
