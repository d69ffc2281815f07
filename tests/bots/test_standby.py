"""At a table with people nobody waits for a compiler."""

import subprocess
import sys

import tischlein
from tischlein.bots import bot, situation
from tischlein.bots.standby import Standby, at_once, is_ready, wait_for

GAME = tischlein.game("lobo77")


def test_medium_answers_until_hard_is_ready() -> None:
    """In a fresh process: the first answer is there before anything is compiled, and later ones come from the search."""
    script = """
import sys, tischlein
from tischlein.bots import bot, situation
from tischlein.bots.standby import at_once, is_ready, wait_for
game = tischlein.game("lobo77")
table = game.new(seats=3, seed=8)
told = lambda: situation(table, table.waiting[0], seed=1, iterations=300)
player = at_once("hard")
assert player.choose(told()) == bot("medium").choose(told())
assert "numba" not in sys.modules or not is_ready(game)
wait_for(game)
assert is_ready(game)
assert player.choose(told()) == bot("hard").choose(told())
print("ready")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "ready\n"), done.stderr


def test_other_levels_are_always_ready() -> None:
    for level in ("random", "easy", "medium"):
        assert not isinstance(at_once(level), Standby)
    table = GAME.new(seats=2, seed=1)
    told = situation(table, table.waiting[0], seed=1)
    assert at_once("medium").choose(told) == bot("medium").choose(told)


def test_getting_ready_twice_is_getting_ready_once() -> None:
    wait_for(GAME)
    wait_for(GAME)
    assert is_ready(GAME)
