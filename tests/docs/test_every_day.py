"""What docs/evenings.md calls things under "Every day" is what the page calls them, and its figures are those of the sets."""

import json
import re
from pathlib import Path
from statistics import mean

import pytest

from tischlein.games import GAMES
from tischlein.lab.puzzles.files import read

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/evenings.md").read_text("utf-8")
SECTION = PAGE.split("\n## Every day\n")[1].split("\n## ")[0]
TEXTS = [
    text
    for path in (ROOT / "web/src/texts/en").glob("*.json")
    for section in json.loads(path.read_text("utf-8")).values()
    for text in section.values()
]


def test_what_is_quoted_stands_on_the_page() -> None:
    quoted = re.findall(r"\*\*([^*]+)\*\*", SECTION.replace("\n", " "))
    assert len(quoted) > 8
    patterns = [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))) for text in TEXTS]
    assert [one for one in quoted if not any(pattern.fullmatch(one) for pattern in patterns)] == []


@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if not GAMES[game].draft])
def test_the_table_has_the_figures_of_the_set(game: str) -> None:
    puzzles = read(ROOT / "src/tischlein/games" / game / "puzzles.json")["puzzles"]
    choices = mean(len(one["choices"]) for one in puzzles)
    lead = mean(100 * one["lead"] for one in puzzles)
    hard, expert = (mean(100 * one["solved"][level] for one in puzzles) for level in ("hard", "expert"))
    missed = sum(one["solved"]["hard"] < 0.5 for one in puzzles)
    row = f"| {GAMES[game].name} | {len(puzzles)} | {choices:.1f} | {lead:.0f} | {hard:.0f} % | {expert:.0f} % | {missed} |"
    assert row in SECTION, row
