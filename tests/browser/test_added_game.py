"""A game that was added as docs/adding-a-game.md says is played in the page, to the end, without a line of Svelte."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from helpers.browsing import PHONE, Visit
from helpers.project import Project
from helpers.serving import Live

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture
def address(live: Live, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server of a project that has the game; `live` has built the page."""
    project = Project(tmp_path_factory.mktemp("project"), page=True)
    with project.serving() as address:
        yield address


def test_a_fifth_game_in_the_browser(browser: Browser, live: Live, address: str) -> None:
    ada = Visit(browser, live, address=address, viewport=PHONE, locale="de-DE", has_touch=True)
    ada.go("/")
    ada.page.get_by_role("article").filter(has_text="Hoch").get_by_role("button").first.click()
    table = ada.page.locator(".tl-table")
    expect(table).to_contain_text("Wähl eine Karte: Die höchste gewinnt den Stich.")
    ada.seated()
    ada.play_on(Random("hoch"))
    record = ada.page.request.get(f"{address}/api/tables/{ada.page.url[-6:]}/record").json()
    assert [seat for seat, _ in record["history"]].count(0) == 3
    end = ada.page.get_by_role("dialog")
    expect(end).to_contain_text(re.compile("gew[io]nn"))
    expect(end.get_by_role("listitem").first).to_contain_text("Platz 1")
    ada.close()
    assert ada.complaints == []
