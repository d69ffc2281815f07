"""At a table with people nobody waits for a compiler."""

import logging
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tischlein
from tischlein.bots import bot, situation, standby, warm
from tischlein.bots.mind import mind
from tischlein.bots.standby import Standby, at_once, is_ready, wait_for
from tischlein.engine.game import Game

GAME = tischlein.game("lobo77")


@pytest.mark.long
def test_medium_answers_until_the_search_is_ready() -> None:
    """In a fresh process: the first answer is there before anything is compiled, and later ones come from the search."""
    script = """
import sys, tischlein
from tischlein.bots import bot, situation
from tischlein.bots.standby import at_once, is_ready, wait_for
game = tischlein.game("lobo77")
def told(seed):
    table = game.new(seats=3, seed=seed)
    return situation(table, table.waiting[0], seed=1, iterations=300)
player = at_once("search")
assert player.choose(told(0)) == bot("medium").choose(told(0))
assert "numba" not in sys.modules or not is_ready(game)
wait_for(game)
assert is_ready(game)
search, medium = ([bot(level).choose(told(seed)) for seed in range(40)] for level in ("search", "medium"))
assert search != medium, "nothing tells them apart here"
assert [player.choose(told(seed)) for seed in range(40)] == search
print("ready")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "ready\n"), done.stderr


def test_other_levels_are_always_ready() -> None:
    for level in ("random", "easy", "medium"):
        assert not isinstance(at_once(level), Standby)
    table = GAME.new(seats=2, seed=1)
    # Each with dice of its own: some actions look equally good.
    told = [situation(table, table.waiting[0], seed=1) for _ in range(2)]
    assert at_once("medium").choose(told[0]) == bot("medium").choose(told[1])


class Compiler:
    """Stands in for the other process, and for what is done here after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, code: int, said: str = "") -> None:
        self.commands: list[list[str]] = []
        self.loaded: list[Game] = []
        self.code, self.said = code, said
        # What has begun in other tests ends first, with what it began with.
        for begun in standby._preparing.values():
            begun.join()
        monkeypatch.setattr(standby, "_preparing", {})
        monkeypatch.setattr(standby, "_ready", set())
        monkeypatch.setattr(subprocess, "run", self.run)
        monkeypatch.setattr(standby, "warm", self.loaded.append)

    def run(self, command: list[str], **how: Any) -> SimpleNamespace:
        self.commands.append(command)
        return SimpleNamespace(returncode=self.code, stderr=self.said)


def test_getting_ready_twice_is_getting_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(monkeypatch, code=0)
    wait_for(GAME)
    wait_for(GAME)
    assert is_ready(GAME)
    assert compiler.commands == [[sys.executable, "-m", "tischlein.bots.warm", "lobo77"]]
    assert compiler.loaded == [GAME]


def test_what_cannot_be_compiled_there_is_not_compiled_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    compiler = Compiler(monkeypatch, code=1, said="Traceback\nMemoryError: no more\n")
    table = GAME.new(seats=3, seed=8)
    player = at_once("search")
    with caplog.at_level(logging.WARNING):
        wait_for(GAME)
        wait_for(GAME)
    assert [record.getMessage() for record in caplog.records] == [
        "the search of LOBO 77 could not be compiled (code 1): MemoryError: no more; bots answer without thinking ahead"
    ]
    assert not is_ready(GAME)
    assert compiler.loaded == []
    told = [situation(table, table.waiting[0], seed=1, iterations=5) for _ in range(2)]
    assert player.choose(told[0]) == bot("medium").choose(told[1])


def test_what_cannot_be_kept_counts_as_not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else the process that asked for it would compile it once more."""
    kernels: Any = mind(GAME, "native").functions
    monkeypatch.setattr(kernels.store, "folder", tmp_path)
    monkeypatch.setattr(warm, "warm", lambda game: None)
    with pytest.raises(SystemExit, match="cannot be written to the disk"):
        warm.main(["lobo77"])
    for name in warm.needed(GAME):
        (tmp_path / f"{name}-0123.kernel").touch()
    warm.main(["lobo77"])
