"""Check that the suites assume nothing that a game need not have, with games of other kinds; tests/docs proves these as drafts."""

import os
import subprocess
import sys
from pathlib import Path

from helpers.chosen import EXTRA

ROOT = Path(__file__).resolve().parents[2]
QUICK = (
    "tests/shared/test_all_games.py",
    "tests/rules",
    "tests/properties/test_tables.py",
    "tests/properties/test_rules_hold.py",
    "tests/properties/test_reveals.py",
    "tests/differential",
    "tests/unit/texts/test_words.py",
    "tests/unit/engine/test_declaration.py",
    "tests/unit/engine/test_stacks.py",
)


def run(*arguments: str) -> str:
    """Return what a command prints; it must succeed. Large samples of one more game would take many minutes."""
    command = [sys.executable, "-m", *arguments]
    quick = {**os.environ, "TISCHLEIN_SAMPLES": "quick"}
    done = subprocess.run(command, cwd=ROOT, env=quick, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


# The tests below are not parametrized with the game: `--game` would select them, and they would start themselves.
def test_suites_pass_for_games_of_another_kind() -> None:
    for name in sorted(EXTRA):
        said = run("pytest", "-q", "-n0", "-p", "no:cacheprovider", "--game", name, *QUICK)
        assert " passed" in said
        assert " failed" not in said
