"""docs/privacy.md lists every table of the store, and docs/puzzles.md has the figures of the puzzles that come with the page."""

import re
from pathlib import Path
from statistics import mean

import pytest

from tischlein.games import GAMES
from tischlein.lab.puzzles.files import read
from tischlein.server.store import schema

ROOT = Path(__file__).resolve().parents[2]
PRIVACY = (ROOT / "docs/privacy.md").read_text("utf-8")
PUZZLES = (ROOT / "docs/puzzles.md").read_text("utf-8")


def test_everything_that_is_stored_is_in_the_table() -> None:
    rows = [line for line in PRIVACY.partition("## What is stored")[2].splitlines() if line.startswith("| ")][
        1:
    ]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    kept = {*schema.metadata.tables, *schema.shared.tables}
    assert sorted(named) == sorted(kept)
    assert all(len(row.split("|")) == 6 for row in rows)


@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if not GAMES[game].draft])
def test_the_table_has_the_figures_of_the_set(game: str) -> None:
    puzzles = read(ROOT / "src/tischlein/games" / game / "puzzles.json")["puzzles"]
    choices = mean(len(one["choices"]) for one in puzzles)
    lead = mean(100 * one["lead"] for one in puzzles)
    hard, expert = (mean(100 * one["solved"][level] for one in puzzles) for level in ("hard", "expert"))
    missed = sum(one["solved"]["hard"] < 0.5 for one in puzzles)
    row = f"| {GAMES[game].name} | {len(puzzles)} | {choices:.1f} | {lead:.0f} | {hard:.0f} % | {expert:.0f} % | {missed} |"
    assert row in PUZZLES, row
