"""A game that was added as docs/adding-a-game.md says is played in the page, to the end, without a line of Svelte."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from extra_games.treppe import GAME as TREPPE
from helpers.browser.browsing import PHONE, Opens, Visit, in_a_loop
from helpers.browser.hearing import listen
from helpers.project import Project
from helpers.server.serving import Live, placed, serving
from tischlein.engine.game import Suit
from tischlein.games import GAMES


@pytest.fixture
def address(live: Live, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server of a project that has the game; `live` has built the page."""
    project = Project(tmp_path_factory.mktemp("project"), page=True)
    with project.serving() as address:
        yield address


@pytest.mark.long  # tests/docs/test_adding_a_game.py plays it in a terminal, and the plain table is tapped below
def test_a_fifth_game_in_the_browser(browser: Browser, live: Live, address: str) -> None:
    ada = Visit(browser, live, address=address, viewport=PHONE, locale="de-DE", has_touch=True)
    listen(ada)
    ada.go("/")
    ada.page.get_by_role("article").filter(has_text="Hoch").get_by_role("button").first.click()
    table = ada.page.locator(".tl-table")
    task = "Wähl eine Karte: Die höchste gewinnt den Stich."
    expect(table).to_contain_text(task)
    ada.page.wait_for_function("task => heard.filter((said) => said === task).length === 1", arg=task)
    ada.seated()
    ada.play_on(Random("hoch"))
    record = ada.page.request.get(f"{address}/api/tables/{ada.page.url[-6:]}/record").json()
    assert [seat for seat, _ in record["history"]].count(0) == 3
    end = ada.dialog
    expect(end).to_contain_text(re.compile("gew[io]nn"))
    expect(end.get_by_role("listitem").first).to_contain_text("Platz 1")
    ada.close()
    assert ada.complaints == []


def test_suits_have_colours_and_rows_are_tapped(
    visit: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but the declaration says so: the table is the plain one."""
    position = {"game": "treppe", "seats": 2, "options": {}, "rows": [[], [], [], None, None], "card": "14"}
    suits = {"1": Suit("red", "♥")}
    monkeypatch.setitem(GAMES, "treppe", replace(TREPPE, face=replace(TREPPE.face, suits=suits)))
    with serving(tmp_path) as live:
        code, tokens = in_a_loop(placed(live, position))
        ada = visit(address=live.url, viewport=PHONE)
        listen(ada)
        ada.sit(code, tokens[0])
        task = "Lay the card on a row, or leave it."
        ada.page.wait_for_function("task => heard.filter((said) => said === task).length === 1", arg=task)
        row = ada.region("Row 2")
        expect(row.locator(".suit")).to_have_count(0)
        expect(ada.region("Row 4")).to_have_count(0)
        row.get_by_role("button", name="Lay it on row 2").click()
        expect(row.locator(".suit")).to_have_text("♥")
        expect(row.locator(".suit")).to_have_css("color", "rgb(179, 38, 30)")
        expect(row.get_by_role("button")).to_have_count(0)  # it is Ben's turn
        table = live.game(code)
        assert table.position()["rows"][1] == ["14"]
