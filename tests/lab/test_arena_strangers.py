"""Bots of strangers in the arena: what a bot does to the game, to its process or to its answer is noticed, and the bot named."""

import gc
import os
import time
from dataclasses import replace
from pathlib import Path
from types import FunctionType

import pytest
from click.testing import CliRunner

import tischlein
from tischlein.bots import Situation, situation
from tischlein.bots.ask import BotError
from tischlein.engine.errors import OptionError
from tischlein.engine.play.history import History
from tischlein.engine.play.table import Table
from tischlein.lab.arena import contest as arena
from tischlein.lab.arena.cli import arena as command
from tischlein.lab.arena.contest import CheatError, Contest
from tischlein.lab.workers import WorkerError


class Cheat:
    """Looks for the true game in memory, and gives itself chips."""

    def choose(self, situation: Situation) -> int:
        for one in gc.get_objects():
            if type(one) is Table and one.seats == situation.seats:  # a proxy of a dead object has no class
                chips = getattr(one._s, "chips", None)
                if chips is not None:
                    chips[situation.seat] = 9
        return situation.actions[0]


class Replaces:
    def choose(self, situation: Situation) -> int:
        object.__setattr__(situation, "actions", (10_000,))
        return 10_000


class Speaks:
    def choose(self, situation: Situation) -> str:
        return situation.text(situation.actions[0])


class Kills:
    def choose(self, situation: Situation) -> int:
        os._exit(3)


class Hangs:
    def choose(self, situation: Situation) -> int:
        time.sleep(3600)
        return situation.actions[0]


class Forks:
    """Makes a copy of its process in its first decision, and both go on."""

    def choose(self, situation: Situation) -> int:
        if os.fork() == 0:
            with Path(os.environ["COPIES"]).open("a") as file:
                file.write("copy\n")
        return situation.actions[0]


class First:
    def choose(self, situation: Situation) -> int:
        return situation.actions[0]


def against(name: str, **how: object) -> Contest:
    return Contest("lobo77", (f"{__name__}:{name}", "random"), 2, deals=1, **how)  # type: ignore[arg-type]


def test_nothing_leads_from_a_situation_to_the_table() -> None:
    table = tischlein.game("lobo77").new(seats=2, seed=3)
    for _ in range(9):
        table.play(table.actor, table.actions(table.actor)[0])
    known = situation(table, table.actor, seed=1)
    reached: list[object] = [vars(known)]
    seen: set[int] = set()
    while reached:
        one = reached.pop()
        if id(one) in seen or one is known.game or isinstance(one, type):
            continue
        seen.add(id(one))
        assert not isinstance(one, Table | History)
        assert not isinstance(one, FunctionType)
        reached += gc.get_referents(one)
    events = known.events()
    assert events == table.events(known.seat)
    events.clear()
    assert known.events() == table.events(known.seat)


def test_a_result_that_does_not_follow_from_the_decisions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheatError, match=r"test_arena_strangers:Cheat has changed the game"):
        arena.run(against("Cheat"), tmp_path / "games.jsonl", processes=1)
    game = arena.one(against("First"), (0, 1), 0, 0)
    arena.check_record(against("First"), game)
    with pytest.raises(CheatError, match=r"it ends with \[.*\], not \[9, 9\]"):
        arena.check_record(against("First"), replace(game, scores=(9, 9)))
    with pytest.raises(CheatError, match="not legal"):
        arena.check_record(against("First"), replace(game, actions=(999, *game.actions)))


def test_in_a_process_of_its_own_a_bot_finds_no_table(tmp_path: Path) -> None:
    [one, other] = arena.run(against("Cheat", isolated=True), tmp_path / "games.jsonl", processes=1)
    alike = arena.run(against("First"), tmp_path / "others.jsonl", processes=1)
    assert [(one.scores, one.actions), (other.scores, other.actions)] == [
        (game.scores, game.actions) for game in alike
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Replaces", "test_arena_strangers:Replaces replaced situation.actions"),
        ("Speaks", "is the text of action [0-9]+: return the number"),
    ],
)
@pytest.mark.parametrize("isolated", [False, True])
def test_a_mistake_is_named(name: str, said: str, isolated: bool) -> None:
    with pytest.raises((OptionError, BotError), match=said):
        arena.one(against(name, isolated=isolated), (0, 1), 0, 0)


def test_a_bot_that_ends_its_process_is_named() -> None:
    with pytest.raises(WorkerError, match="test_arena_strangers:Kills has ended its process in deal 0"):
        arena.run(against("Kills"), None, processes=2)
    with pytest.raises(BotError, match="test_arena_strangers:Kills: its process has ended"):
        arena.one(against("Kills", isolated=True), (0, 1), 0, 0)


def test_a_bot_that_hangs_is_stopped() -> None:
    begin = time.monotonic()
    with pytest.raises(BotError, match=r"test_arena_strangers:Hangs: did not answer within 0\.5 seconds"):
        arena.one(against("Hangs", isolated=True, move_seconds=0.5), (0, 1), 0, 0)
    assert time.monotonic() - begin < 60


@pytest.mark.parametrize("isolated", [False, True])
def test_copies_that_a_bot_makes_of_its_process_do_not_multiply(
    isolated: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "copies"
    monkeypatch.setenv("COPIES", str(copies))
    games = arena.run(against("Forks", isolated=isolated), None, processes=2)
    assert games == arena.run(against("First"), None, processes=1)
    # One for each decision of its own, which has ended since.
    assert len(copies.read_text().splitlines()) <= sum(game.decisions for game in games)


def test_a_limit_for_a_move_needs_processes() -> None:
    found = CliRunner().invoke(command, ["lobo77", "random", "easy", "--move-seconds", "1"])
    assert isinstance(found.exception, OptionError)
