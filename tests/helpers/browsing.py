"""A real browser for tests, and people who play in it."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    TimeoutError,
    sync_playwright,
)

from helpers.serving import Live, join, placed, set_table

SCREENSHOTS = Path(__file__).resolve().parents[1] / "browser" / "screenshots"
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Whatever can be done now carries this mark; the number keys count the same things. Who only takes back never gets to the end.
ALL = "[data-key]"
LIT = f'{ALL}:not([data-action="undo"])'
PHONE = {"width": 360, "height": 640}
WIDE = {"width": 1280, "height": 800}

# Positions from which a few moves lead to the end.
ENDINGS: dict[str, dict[str, Any]] = {
    "lobo77": {
        "game": "lobo77",
        "seats": 2,
        "options": {},
        "turn": 0,
        "total": 56,
        "chips": [0, 0],
        "hands": [["10", "9", "8", "7", "6"], ["10", "9", "8", "7", "5"]],
        "draw": ["2", "3", "4", "5", "6", "8"],
        "draw_ordered": True,
        "discard": ["5"],
    },
    "quando": {
        "game": "quando",
        "seats": 2,
        "options": {"target": 40},
        "dealer": 1,
        "turn": 0,
        "hands": [["0/4", "2/7"], ["7/1", "8/1"]],
        "draw": ["0/9", "6/8", "3/9", "5/9"],
        "draw_ordered": True,
        "discard": ["8/3"],
        "plays": [2, 2],
        "cards_played": [3, 2],
        "points": [12, 35],
    },
    "quanto": {
        "game": "quanto",
        "seats": 2,
        "options": {"teams": False, "discard": "forced"},
        "dealer": 1,
        "turn": 0,
        "hands": [["7", "10"], ["12", "9"]],
        "display": ["3", "4", "7", "10"],
        "draw": [],
        "draw_ordered": True,
        "piles": [["5", "5"], ["6", "6", "6"]],
    },
    "qwixx": {
        "game": "qwixx",
        "seats": 2,
        "options": {"jokers": False},
        "turn": 0,
        "hands": [["r2", "y5", "g7", "b9"], ["r3", "y6", "g8", "b10"]],
        "display": ["r5", "y2", "g3", "b3"],
        "draw": ["r7", "y8", "g9", "b4", "r10", "y11", "g12", "b5"],
        "draw_ordered": True,
        "sheets": [
            {"red": [2, 3], "yellow": [4], "green": [12], "blue": [], "misses": 3},
            {"red": [], "yellow": [5], "green": [], "blue": [11], "misses": 3},
        ],
    },
}


class Visit:
    """One person's browser: a context of its own, whose complaints are collected."""

    def __init__(self, browser: Browser, live: Live, **how: Any) -> None:
        self.live = live
        settings = {"viewport": WIDE, "locale": "en-US", "reduced_motion": "reduce", **how}
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(15_000)
        self.complaints: list[str] = []
        self.mouse_only = "is_mobile" in how
        self.page: Page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def go(self, path: str) -> None:
        self.page.goto(f"{self.live.url}{path}")

    def sit(self, code: str, token: str) -> None:
        """Open the own link, and wait for the table."""
        self.go(f"/t/{code}#{token}")
        self.page.get_by_role("region", name="Table").wait_for()

    @property
    def lit(self) -> Locator:
        return self.page.locator(LIT)

    @property
    def over(self) -> bool:
        return self.lit_count() < 0

    def lit_count(self) -> int:
        """How many things can be done; −1 when the end is shown."""
        count: int = self.page.evaluate(
            "lit => document.querySelector('dialog[open] #headline') ? -1 : document.querySelectorAll(lit).length",
            LIT,
        )
        return count

    def move(self, rng: Random) -> bool:
        """Do something that is lit, if there is anything: with the mouse, or by its number on the keyboard."""
        n = self.lit_count()
        if n <= 0:
            return False
        # What ends something comes last: chosen more often, it makes for shorter games.
        chosen = n - 1 if rng.random() < 0.5 else rng.randrange(n)
        if chosen < 9 and rng.random() < 0.6 and not self.mouse_only:
            # The number keys count everything that is lit, taking back included.
            self.page.keyboard.press(str(self._place(chosen) + 1))
            return True
        try:
            # Cards in a hand overlap: the upper left corner of each can be touched.
            self.lit.nth(chosen).click(position={"x": 12, "y": 14}, timeout=3_000)
        except TimeoutError:
            return False  # the question has gone meanwhile
        return True

    def _place(self, chosen: int) -> int:
        place: int = self.page.evaluate(
            "([all, lit, n]) => [...document.querySelectorAll(all)].indexOf(document.querySelectorAll(lit)[n])",
            [ALL, LIT, chosen],
        )
        return place

    def close(self) -> None:
        self.context.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        yield browser
        browser.close()


def in_a_loop(what: Any) -> Any:
    """Run a coroutine beside Playwright, whose own loop is running in this thread."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, what).result()


def table_for_two(live: Live, game: str, **wish: Any) -> tuple[str, list[str]]:
    """A lobby with two people in it."""

    async def made() -> tuple[str, list[str]]:
        table = await set_table(live, game, **{"seats": 2, **wish})
        return table["code"], [table["token"], (await join(live, table["code"], "Ben"))["token"]]

    found: tuple[str, list[str]] = in_a_loop(made())
    return found


def near_the_end(live: Live, game: str, **wish: Any) -> tuple[str, list[str]]:
    """A table for two, a few moves before its end."""
    found: tuple[str, list[str]] = in_a_loop(placed(live, ENDINGS[game], **wish))
    return found


def snap(page: Page, name: str) -> None:
    """A picture for people to look at."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
