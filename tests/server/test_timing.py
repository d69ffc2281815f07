"""When a bot answers tells nothing about its cards: one that has no choice takes as long as one that has to think."""

import asyncio
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from helpers.serving import GENEROUS, Live, Message, serving, set_table, sitting
from tischlein.games import GAMES
from tischlein.server.bots import own_bots

SOURCE = """
import time

class Ponders:
    def choose(self, situation):
        if len(situation.actions) > 1:
            time.sleep(situation.seconds)  # as a search that uses all of its time
        return situation.actions[situation.below(len(situation.actions))]
"""
TABLES = 4
DECISIONS = 45
# A difference that comes by chance once in ten thousand runs.
RARE = 1e-4


async def watched(live: Live, level: str) -> tuple[list[float], list[float]]:
    """How long the bots of a table took where they had no choice, and where they had one, as a spectator sees it."""
    made = await set_table(live, "quanto", seats=2, bots=[level, level])
    heard: list[tuple[int, float]] = []
    async with sitting(live, made["code"]) as watching:
        while len(heard) < DECISIONS and not watching.last["over"]:
            message: Message = await watching.until("news")
            heard.append((message["seq"], time.monotonic()))
    record = live.table(made["code"]).state.table
    assert record is not None
    history = record.history
    choices = {}
    table = GAMES["quanto"].new(2, chance=[text for seat, text in history if seat < 0])
    while len(table.history) < heard[-1][0]:
        seat, text = history[len(table.history)]
        actions = len(table.actions(seat))
        table.play(seat, text)
        choices[len(table.history)] = actions
    forced: list[float] = []
    free: list[float] = []
    for (_, before), (seq, at) in pairwise(heard):
        (forced if choices[seq] == 1 else free).append(at - before)
    return forced, free


@pytest.mark.parametrize("level", ["ponders", "medium"])
def test_the_moment_of_an_answer_does_not_tell_whether_there_was_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """The best single cut between short and long times is right no more often than luck would have it."""
    from scipy import stats  # three seconds, which no other process of the tests needs to spend

    (tmp_path / "ponders_bot.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)

    async def scene(live: Live) -> tuple[list[float], list[float]]:
        found = await asyncio.gather(*(watched(live, level) for _ in range(TABLES)))
        return [took for forced, _ in found for took in forced], [took for _, free in found for took in free]

    def told(live: Live) -> bool:
        forced, free = asyncio.run(scene(live))
        assert min(len(forced), len(free)) >= 30
        # Half of the distance between the distributions is what the best cut gains over guessing.
        likely = min(stats.ks_2samp(forced, free).pvalue, stats.mannwhitneyu(forced, free).pvalue)
        return bool(likely < RARE)

    limits = replace(GENEROUS, instant_seconds=0.05)
    with serving(tmp_path / "tables.sqlite3", limits, bots=own_bots(["ponders_bot:Ponders"])) as live:
        # A bot that tells tells every time; a machine that was busy for a moment does not.
        assert not all(told(live) for _ in range(3))
