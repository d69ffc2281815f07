"""Puzzles as the page asks them: which one is today's, how it is answered, and how many find it."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import tischlein

# Under every answer: all strong bots, some of 100, or none of them.
HOW_MANY_FIND_IT = re.compile(
    r"all strong bots find it|\d+ of 100 strong bots find it|no strong bot finds it"
)


def of_today(game: str) -> Any:
    path = Path(tischlein.__file__).parent / "games" / game / "puzzles.json"
    puzzles = json.loads(path.read_text("utf-8"))["puzzles"]
    return puzzles[(datetime.now(UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days % len(puzzles)]


def tap(page: Page, card: str) -> None:
    page.locator(f'.tl-table [data-key][data-card="{card}"]').first.click()
