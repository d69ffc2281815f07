"""Servers that cheat, and the page that notices: each is the real server with one thing changed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import Visit, play_for, table_for_two
from helpers.server.serving import Live, comes_to
from tischlein.engine.play.growing import GrowingList
from tischlein.engine.play.table import Table
from tischlein.verify import verify

pytestmark = pytest.mark.needs("chromium")

Patch = pytest.MonkeyPatch


def sat_down(live: Live, visit: Callable[..., Visit]) -> tuple[Visit, str, list[str]]:
    """Ada's page has promised a share; nobody looks at Ben's."""
    code, tokens = table_for_two(live, "lobo77")
    ada = visit()
    ada.go(f"/t/{code}#{tokens[0]}")
    comes_to(lambda: len(live.table(code).state.promises), 1)
    return ada, code, tokens


@pytest.mark.long  # tests/room/test_cheating.py has the other frauds, web/tests/fair what a page keeps, test_site.py what it says
def test_false_cards_that_a_second_welcome_takes_back(
    live: Live, visit: Callable[..., Visit], monkeypatch: Patch
) -> None:
    """During the game draws are shown falsely; when it is over and the page is loaded again, as they were."""
    ada, code, tokens = sat_down(live, visit)
    ada.page.get_by_role("button", name="Let’s play").click()
    ada.page.locator(".tl-table").wait_for()
    ada.page.evaluate("document.body.hidden = true")  # nobody needs to see it all
    honest, hosted = Table.seen_events, live.table(code)

    def events(table: Table, eyes: int, *given: Any) -> GrowingList:
        seen = honest(table, eyes, *given)
        false = table is hosted.state.table and eyes == 0
        return GrowingList(
            [{**one, "card": "76"} if false and one["kind"] == "draw" else one for one in seen]
        )

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Table, "seen_events", events)
        play_for(live, code, *tokens)
        ada.page.locator("dialog[open] #headline").wait_for(state="attached")
    hosted.room._teller.forget()
    ada.page.reload()
    warned = ada.page.get_by_text("The server now tells the past of this game differently")
    expect(warned).to_have_count(1)
    ada.page.get_by_role("button", name="Check this deal").click()
    expect(ada.page.get_by_text("This game was NOT dealt as promised.")).to_be_visible()
    expect(ada.page.get_by_text("Before, seat 1 had been told the game differently")).to_be_visible()
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("button", name="Download the record").click()
    verdict = verify(json.loads(Path(saved.value.path()).read_text("utf-8")))
    assert [finding.code for finding in verdict.findings if finding.kind == "bad"] == ["retold"]


def test_false_cards_are_noticed_on_another_device_with_the_link_to_the_seat(
    live: Live, visit: Callable[..., Visit], monkeypatch: Patch
) -> None:
    """The link in the menu carries along what was told so far; the other device is told the truth."""
    ada, code, _ = sat_down(live, visit)
    ada.allow("clipboard-read", "clipboard-write")
    honest = Table.seen_events

    def events(table: Table, eyes: int, *given: Any) -> GrowingList:
        seen = honest(table, eyes, *given)
        return GrowingList(
            [{**one, "card": "76"} if eyes == one["seat"] == 0 and "card" in one else one for one in seen]
        )

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Table, "seen_events", events)
        ada.page.get_by_role("button", name="Let’s play").click()
        ada.page.locator(".tl-table").wait_for()
        ada.page.get_by_role("button", name="Menu").click()
        ada.page.get_by_role("button", name="Copy link to my seat").click()
        link = ada.page.evaluate("navigator.clipboard.readText()")
    live.table(code).room._teller.forget()
    phone = visit()
    phone.page.goto(link)
    warned = phone.page.get_by_text("The server now tells the past of this game differently")
    expect(warned).to_have_count(1)
    assert "~" not in phone.page.url
