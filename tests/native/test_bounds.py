"""Out-of-range reads: silent in compiled code, but found in the checked run, which every game passes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.games.toy import environment, run, write_toy
from per_game import KITS, Kit

# The toy's row has four cells; the fifth read lands in the field behind it.
READ_OUTSIDE = """
from toygame import rules
from tischlein.engine.backends import load
native = load(rules, "native")
box = native.blank()
native.call("setup", box)
native.call("apply", box, 0, 5)
print(box[0]["row"][0])
"""


@pytest.mark.parametrize(
    "warm", [pytest.param(True, marks=pytest.mark.long), False], ids=["unchecked cache", "no cache"]
)
def test_a_read_outside_a_row_raises_in_the_checked_run(tmp_path: Path, warm: bool) -> None:
    write_toy(tmp_path)
    cache = tmp_path / "cache"
    if warm:
        silent = run(READ_OUTSIDE, environment(tmp_path, cache, NUMBA_BOUNDSCHECK="0"))
        assert (silent.returncode, silent.stdout) == (0, "71\n")
    checked = run(READ_OUTSIDE, environment(tmp_path, cache, NUMBA_BOUNDSCHECK="1"))
    assert checked.returncode == 1
    assert "IndexError" in checked.stderr


@pytest.mark.long
@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.game.id)
def test_a_game_reads_nothing_outside_its_rows(kit: Kit) -> None:
    """The comparison with the python backend once more, with every index checked."""
    suite = Path(__file__).with_name("test_native_agrees.py")
    wanted = f"positions and {kit.game.id}"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", wanted]
    done = subprocess.run(
        [*command, str(suite)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        cwd=suite.parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "2 passed" in done.stdout
