"""Every screen, in both themes and languages: nothing that keeps people out, and pictures at three widths to look at."""

import re
from collections.abc import Callable
from random import Random

import pytest

from helpers.browsing import Visit, accompanied, in_a_loop, near_the_end
from helpers.looking import glanced_at, looked_at
from helpers.serving import Live, join, set_table
from tischlein.games import GAMES

pytestmark = pytest.mark.needs("chromium")

PLAIN = {
    "start": "/",
    "new": "/new/quando",
    "new-device": "/new/quanto?with=device",
    "settings": "/settings",
    "mine": "/mine",
    "missing": "/nowhere/at/all",
}


@pytest.mark.parametrize("name", PLAIN)
def test_screens_without_a_table(visit: Callable[..., Visit], name: str) -> None:
    ada = visit(painted=True)
    ada.go(PLAIN[name])
    ada.page.get_by_role("heading", level=1).wait_for()
    ada.page.wait_for_load_state("networkidle")
    looked_at(ada.page, name)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_tables(live: Live, visit: Callable[..., Visit], game: str) -> None:
    """With three others: the table of the game, its rules and the first thought of the guide."""
    made = in_a_loop(set_table(live, game, 4, bots=[None, "random", "random", "random"]))
    ada = visit(painted=True)
    ada.sit(made["code"], made["token"])
    ada.lit.first.wait_for()
    looked_at(ada.page, f"table-{game}")
    ada.go(f"/learn/{game}")
    ada.page.get_by_role("button", name="Got it").wait_for()
    if game == "lobo77":
        looked_at(ada.page, "learn-lobo77")
    else:
        glanced_at(ada.page, f"learn-{game}", "dark", 360)
    ada.go(f"/rules/{game}")
    ada.page.get_by_role("heading", level=2).first.wait_for()
    if game == "quanto":
        looked_at(ada.page, "rules-quanto")
    else:
        glanced_at(ada.page, f"rules-{game}", "light", 768)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_end_and_replay(live: Live, visit: Callable[..., Visit], game: str) -> None:
    code, tokens = near_the_end(live, game)
    ada = visit(painted=True)
    ada.sit(code, tokens[0])
    with accompanied(live, code, tokens[1]):
        ada.play_on(Random(1))
    ada.page.get_by_role("heading", name="How it came about").wait_for()
    looked_at(ada.page, f"end-{game}")
    ada.page.get_by_role("link", name="See it again").click()
    ada.page.get_by_role("slider").press("ArrowRight")
    looked_at(ada.page, f"replay-{game}")


def test_lobby_and_join(live: Live, visit: Callable[..., Visit]) -> None:
    lobby = in_a_loop(set_table(live, "qwixx", 4, bots=[None, None, "random", None]))
    in_a_loop(join(live, lobby["code"], "Ben"))
    ada = visit(painted=True)
    ada.go(f"/t/{lobby['code']}#{lobby['token']}")
    ada.page.get_by_role("button", name=re.compile("^Start, bots")).wait_for()
    looked_at(ada.page, "lobby")
    ada.page.get_by_role("button", name=re.compile("Ben.*free this seat")).click()
    ada.page.get_by_role("alertdialog").wait_for()
    glanced_at(ada.page, "lobby-kick", "light", 360)
    ben = visit(painted=True)
    ben.go(f"/t/{lobby['code']}")
    ben.page.get_by_role("button", name="Sit down").wait_for()
    looked_at(ben.page, "join")


def test_drawers_and_notes(live: Live, visit: Callable[..., Visit]) -> None:
    """What slides in over a table, and what is said above it."""
    code, tokens = near_the_end(live, "lobo77")
    ada = visit(painted=True, viewport={"width": 768, "height": 1024})
    ada.sit(code, tokens[0])
    for drawer in ("Menu", "What happened", "Talk"):
        ada.page.set_viewport_size({"width": 768, "height": 1024})
        ada.page.get_by_role("button", name=drawer).click()
        ada.page.get_by_role("dialog").wait_for()
        looked_at(ada.page, f"drawer-{drawer.split()[-1].lower()}", drawn_out=drawer != "Menu")
        ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="React").click()
    glanced_at(ada.page, "reactions", "light", 1440)


def test_curtain(live: Live, visit: Callable[..., Visit]) -> None:
    ada = visit(painted=True)
    ada.go("/new/lobo77?with=device")
    ada.page.get_by_role("button", name="Start playing").click()
    ada.page.get_by_role("button", name=re.compile("^I am .* – show my cards$")).wait_for()
    looked_at(ada.page, "curtain")


def test_server_gone_and_offline(live: Live, visit: Callable[..., Visit]) -> None:
    """A table whose server is silent, and a page without a network."""
    ada = visit(painted=True)
    ada.go("/")
    ada.page.get_by_role("button", name="Play now").first.wait_for()
    ada.page.route("**/api/**", lambda route: route.abort())
    ada.page.reload()
    ada.page.get_by_role("alert").filter(has_text="The table is out of reach").wait_for()
    glanced_at(ada.page, "gone-start", "light", 768)
    ada.page.get_by_role("link", name="With friends").first.click()
    ada.page.get_by_role("button", name="Try again").wait_for()
    looked_at(ada.page, "gone")
    ada.context.set_offline(True)
    ada.page.get_by_role("heading", name="You are offline").wait_for()
    looked_at(ada.page, "offline")
    ada.forgive("ERR_FAILED", "ERR_INTERNET_DISCONNECTED")
