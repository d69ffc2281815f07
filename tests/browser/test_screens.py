"""Every screen, in both themes: nothing that keeps people out, and pictures at three widths to look at."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from helpers.browsing import Visit, in_a_loop, near_the_end, play_to_the_end, snap
from helpers.serving import Live, set_table
from tischlein.games import GAMES

pytestmark = pytest.mark.needs("chromium")

SIZES = {360: 640, 768: 1024, 1440: 900}
SERIOUS = ("serious", "critical")


def looked_at(page: Page, name: str, theme: str) -> None:
    """Take pictures, and let axe search for barriers: on a phone in both themes, on a wide screen in one."""
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        snap(page, f"{name}-{theme}-{width}")
        if width == 360 or (width == 1440 and theme == "light"):
            assert barriers(page) == [], f"{name}, {theme}, {width}"


def barriers(page: Page) -> list[str]:
    found: dict[str, Any] = Axe().run(page).response
    assert found["passes"], "axe has looked at nothing"
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]


PLAIN = {
    "start": ("/", "button", "Play now"),
    "new": ("/new/quando", "button", "Open the table and invite"),
    "rules": ("/rules/quanto", "heading", None),
    "settings": ("/settings", "heading", None),
    "mine": ("/mine", "heading", None),
    "missing": ("/nowhere/at/all", "heading", None),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_screens_without_a_table(live: Live, visit: Callable[..., Visit], theme: str) -> None:
    ada = visit(color_scheme=theme)
    for name, (path, role, label) in PLAIN.items():
        ada.go(path)
        ada.page.get_by_role(role, name=label).first.wait_for()  # type: ignore[arg-type]  # one of its roles
        looked_at(ada.page, name, theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_tables(live: Live, visit: Callable[..., Visit], theme: str, game: str) -> None:
    made = in_a_loop(set_table(live, game, 4, bots=[None, "random", "random", "random"]))
    ada = visit(color_scheme=theme)
    ada.sit(made["code"], made["token"])
    ada.lit.first.wait_for()
    looked_at(ada.page, f"table-{game}", theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lobby_join_end_and_replay(live: Live, visit: Callable[..., Visit], theme: str) -> None:
    lobby = in_a_loop(set_table(live, "qwixx", 3))
    ada, ben = visit(color_scheme=theme), visit(color_scheme=theme)
    ada.go(f"/t/{lobby['code']}#{lobby['token']}")
    ada.page.get_by_role("button", name=re.compile("^Start, bots")).wait_for()
    looked_at(ada.page, "lobby", theme)
    ben.go(f"/t/{lobby['code']}")
    ben.page.get_by_role("button", name="Sit down").wait_for()
    looked_at(ben.page, "join", theme)

    code, tokens = near_the_end(live, "quando")
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    play_to_the_end([ada, ben], Random(1))
    looked_at(ada.page, "end", theme)
    ben.page.get_by_role("link", name="See it again").click()
    ben.page.get_by_role("slider").wait_for()
    looked_at(ben.page, "replay", theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_learning(live: Live, visit: Callable[..., Visit], theme: str) -> None:
    ada = visit(color_scheme=theme)
    ada.go("/learn/lobo77")
    ada.page.get_by_role("region", name="Table").wait_for()
    looked_at(ada.page, "learn", theme)
