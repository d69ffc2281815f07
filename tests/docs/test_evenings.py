"""The guides for players name what is on the page; docs/evenings.md also all that is stored, with the figures of the puzzles."""

import json
import re
from pathlib import Path
from statistics import mean

import pytest

from tischlein.games import GAMES
from tischlein.lab.puzzles.files import read
from tischlein.server.store import schema

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/evenings.md").read_text("utf-8")
HOW_TO_PLAY = (ROOT / "docs/how-to-play.md").read_text("utf-8").partition("\n## ")[2]
WORDS = [
    re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)))
    for path in (ROOT / "web/src/texts").glob("*/en.json")
    for part in json.loads(path.read_text("utf-8")).values()
    for text in part.values()
]


@pytest.mark.parametrize(
    "section", [*PAGE.split("\n## ")[1:], HOW_TO_PLAY], ids=lambda section: section.partition("\n")[0]
)
def test_what_people_are_told_to_choose_is_on_the_page(section: str) -> None:
    quoted = re.findall(r'\*\*(.+?)\*\*|(?<= )"([A-Z][^"]*)"', section, re.DOTALL)
    named = {" ".join("".join(name).split()) for name in quoted}
    assert named
    assert [one for one in named if not any(word.fullmatch(one) for word in WORDS)] == []


def test_everything_that_is_stored_is_in_the_table() -> None:
    rows = [line for line in PAGE.partition("## What is stored")[2].splitlines() if line.startswith("| ")][1:]
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
    assert row in PAGE, row
