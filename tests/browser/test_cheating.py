"""Servers that cheat, and the page that notices: each is the real server with one thing changed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import Opens, Visit, play_for, table_for_two
from helpers.server.serving import Live, comes_to
from tischlein.engine.play.history import History
from tischlein.verify import verify

Patch = pytest.MonkeyPatch


def sat_down(live: Live, visit: Opens) -> tuple[Visit, str, list[str]]:
    """Ada's page has promised a share; nobody looks at Ben's."""
    code, tokens = table_for_two(live, "lobo77")
    ada = visit()
    ada.go(f"/t/{code}#{tokens[0]}")
    comes_to(lambda: len(live.table(code).state.promises), 1)
    return ada, code, tokens


@pytest.mark.long  # tests/room/test_cheating.py has the other frauds, web/tests/fair what a page keeps, test_site.py what it says
def test_false_cards_that_a_second_welcome_takes_back(live: Live, visit: Opens, monkeypatch: Patch) -> None:
    """During the game draws are shown falsely; when it is over and the page is loaded again, as they were."""
    ada, code, tokens = sat_down(live, visit)
    ada.click("Let’s play")
    ada.page.locator(".tl-table").wait_for()
    ada.page.evaluate("document.body.hidden = true")  # nobody needs to see it all
    honest, hosted = History.events_between, live.table(code)

    def events(history: History, game: Any, observer: int, *given: Any) -> Iterator[list[Any]]:
        table = hosted.state.table
        false = table is not None and history is table.past and observer == 0
        for shown in honest(history, game, observer, *given):
            yield [{**one, "card": "76"} if false and one["kind"] == "draw" else one for one in shown]

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(History, "events_between", events)
        play_for(live, code, *tokens)
        ada.page.locator("dialog[open] #headline").wait_for(state="attached")
    hosted.room._teller.forget()
    ada.page.reload()
    warned = ada.text("The server now tells the past of this game differently")
    expect(warned).to_have_count(1)
    ada.click("Check this deal")
    ada.sees("This game was NOT dealt as promised.")
    ada.sees("Before, seat 1 had been told the game differently")
    with ada.page.expect_download() as saved:
        ada.click("Download the record")
    verdict = verify(json.loads(Path(saved.value.path()).read_text("utf-8")))
    assert [finding.code for finding in verdict.findings if finding.kind == "bad"] == ["retold"]


def test_false_cards_are_noticed_on_another_device_with_the_link_to_the_seat(
    live: Live, visit: Opens, monkeypatch: Patch
) -> None:
    """The link in the menu carries along what was told so far; the other device is told the truth."""
    ada, code, _ = sat_down(live, visit)
    ada.allow("clipboard-read", "clipboard-write")
    honest = History.events_between

    def events(history: History, game: Any, observer: int, *given: Any) -> Iterator[list[Any]]:
        for shown in honest(history, game, observer, *given):
            yield [
                {**one, "card": "76"} if observer == one["seat"] == 0 and "card" in one else one
                for one in shown
            ]

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(History, "events_between", events)
        ada.click("Let’s play")
        ada.page.locator(".tl-table").wait_for()
        ada.click("Menu")
        ada.click("Copy link to my seat")
        link = ada.page.evaluate("navigator.clipboard.readText()")
    live.table(code).room._teller.forget()
    phone = visit()
    phone.page.goto(link)
    warned = phone.text("The server now tells the past of this game differently")
    expect(warned).to_have_count(1)
    assert "~" not in phone.page.url
