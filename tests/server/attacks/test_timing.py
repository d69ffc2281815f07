"""When a bot answers tells nothing about its cards: one that has no choice takes as long as one that has to think."""

import asyncio
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from helpers.games.alike import as_early, as_spread
from helpers.server.serving import GENEROUS, Live, Message, serving, set_table, sitting
from samples import SAMPLES
from tischlein.bots import Situation
from tischlein.bots.learned import GLANCE_SECONDS
from tischlein.games import GAMES
from tischlein.room.step import BotRequest
from tischlein.server.table import bot_player, host

# Tables at a time at which bots play each game; there are fewer where a bot has no choice more often.
TABLES = {"quanto": 2, "quando": 7, "qwixx": 3}
DECISIONS = 60 if SAMPLES.every_path else 20
# Decisions of each sort that are compared: with six and 24 the largest difference comes by chance once in 600 000 runs.
FORCED, FREE = (50, 200) if SAMPLES.every_path else (6, 24)
# Bots search shortly.
SHORT = replace(GENEROUS, instant_seconds=0.05)
# A difference that comes by chance once in ten thousand runs.
RARE = 1e-4


class Ponders:
    """A search that uses all of its time where there is something to search for."""

    seconds: float | None = None

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) > 1:
            time.sleep(self.seconds or situation.seconds)
        return situation.actions[situation.below(len(situation.actions))]


class Glances(Ponders):
    """A net that uses all of the time for its glance."""

    seconds = GLANCE_SECONDS


async def watched(live: Live, game: str, level: str) -> list[tuple[bool, float]]:
    """Of the bots at a table: whether they had a choice, and how long they took, as a spectator sees it."""
    made = await set_table(live, game, bots=[level, level])
    heard: list[tuple[int, float]] = []
    async with sitting(live, made["code"]) as watching:
        while len(heard) < DECISIONS and not watching.last["over"]:
            message: Message = await watching.until("news")
            heard.append((message["seq"], time.monotonic()))
    record = live.game(made["code"])
    history = record.history
    choices = {}
    table = GAMES[game].new(2, chance=[text for seat, text in history if seat < 0])
    while len(table.history) < heard[-1][0]:
        seat, text = history[len(table.history)]
        actions = len(table.actions(seat))
        table.play(seat, text)
        choices[len(table.history)] = actions
    return [(choices[seq] > 1, at - before) for (_, before), (seq, at) in pairwise(heard)]


async def times(live: Live, game: str, level: str) -> tuple[list[float], list[float]]:
    """How long bots took where they had no choice, and where they had one."""
    forced: list[float] = []
    free: list[float] = []
    while len(forced) < FORCED or len(free) < FREE:
        for found in await asyncio.gather(*(watched(live, game, level) for _ in range(TABLES[game]))):
            for had_choice, took in found:
                (free if had_choice else forced).append(took)
    return forced[:FORCED], free[:FREE]


def telling(live: Live, games: Iterable[str], level: str) -> list[str]:
    """The games in which the best single cut between short and long times is right more often than luck would have it."""
    games = list(games)

    async def scene() -> list[tuple[list[float], list[float]]]:
        return await asyncio.gather(*(times(live, game, level) for game in games))

    found = dict(zip(games, asyncio.run(scene()), strict=True))
    # Half of the distance between the distributions is what the best cut gains over guessing.
    return [game for game, both in found.items() if min(as_spread(*both), as_early(*both)) < RARE]


def told_by_time(live: Live, games: Iterable[str], level: str) -> list[str]:
    """The games in which a bot tells every time; a machine that was busy for a moment does not."""
    tell = list(games)
    for _ in range(3):
        if tell:
            tell = telling(live, tell, level)
    return tell


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A server with as many threads for bots as if searches that only sleep needed no core."""
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    with serving(tmp_path, SHORT) as live:
        yield live


@pytest.mark.parametrize(
    ("level", "slow", "game"),
    [("expert", Ponders, "quanto"), ("hard", Glances, "qwixx"), ("medium", None, "quando")],
)
def test_the_moment_of_an_answer_does_not_tell_whether_there_was_a_choice(
    live: Live, monkeypatch: pytest.MonkeyPatch, level: str, slow: type[Ponders] | None, game: str
) -> None:
    """Each level at one game, in the long run at all of them."""
    if slow is not None:
        monkeypatch.setattr(bot_player, "bot", lambda level: slow())
    assert told_by_time(live, TABLES if SAMPLES.every_path else [game], level) == []


@pytest.mark.long  # the slowest search and the slowest glance above are harder cases
@pytest.mark.parametrize("level", ["expert", "hard"])
def test_nor_do_the_bots_themselves(tmp_path: Path, level: str) -> None:
    with serving(tmp_path, SHORT) as live:
        assert told_by_time(live, TABLES, level) == []


def test_a_bot_that_answers_as_soon_as_it_can_is_noticed(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same sample is enough to see it where a server forgets to wait, if a search takes longer than the machine keeps others waiting."""
    monkeypatch.setattr(bot_player, "bot", lambda level: Ponders())
    monkeypatch.setattr(host, "time_for", lambda state, think: 0)

    def noticed(seconds: float) -> bool:
        monkeypatch.setattr(Ponders, "seconds", seconds)
        return telling(live, ["quando"], "expert") == ["quando"]

    assert any(noticed(seconds) for seconds in (0.2, 0.8, 3.2))


def test_a_net_takes_less_time_than_a_search(own: Live) -> None:
    """``hard`` plays by a net, at once in LOBO 77 and after a glance elsewhere, and waits for no search."""

    def times(game: str, level: str) -> list[int]:
        made = asyncio.run(set_table(own, game, bots=[None, level]))
        table = own.table(made["code"])
        seat = min(table.state.obliged)
        think = BotRequest(seat, 0, level, GENEROUS.instant_seconds)
        return [bot_player.time_for(table.state, think) for _ in range(50)]

    slowest = max(times("lobo77", "hard"))
    assert max(times("lobo77", "medium")) < min(times("lobo77", "hard"))
    assert slowest <= 1250 * bot_player.BY_NET < 1000 * (GENEROUS.instant_seconds + bot_player.LATE) * 1.25
    assert min(times("quando", "expert")) >= 1000 * (GENEROUS.instant_seconds + bot_player.LATE) - 1
    # A net that has to glance ahead takes longer than one that need not.
    glancing = times("qwixx", "hard")
    assert slowest < min(glancing) <= max(glancing) <= 1250 * bot_player.WITH_A_GLANCE
    # However slow the machine, a glance ends before that: its time does not tell how many actions there were.
    assert GLANCE_SECONDS < bot_player.WITH_A_GLANCE
