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
from tischlein.room.opening import restore, start
from tischlein.room.state import State
from tischlein.verify import Verdict, verify

pytestmark = pytest.mark.needs("chromium")

Patch = pytest.MonkeyPatch


def sat_down(live: Live, visit: Callable[..., Visit]) -> tuple[Visit, str, list[str]]:
    """Ada's page has promised a share; nobody looks at Ben's."""
    code, tokens = table_for_two(live, "lobo77")
    ada = visit()
    ada.go(f"/t/{code}#{tokens[0]}")
    comes_to(lambda: len(live.table(code).state.promises), 1)
    return ada, code, tokens


def begun(ada: Visit) -> None:
    ada.page.get_by_role("button", name="Let’s play").click()
    ada.page.locator(".tl-table").wait_for()
    ada.page.evaluate("document.body.hidden = true")  # nobody needs to see it all


def checked(ada: Visit, tmp_path: Path) -> Verdict:
    """Let the page check the deal, and tischlein verify the file that it saves."""
    ada.page.evaluate("document.body.hidden = false")
    ada.page.get_by_role("button", name="Check this deal").click()
    expect(ada.page.locator(".verdict")).to_be_visible()
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("button", name="Download the record").click()
    file = tmp_path / "record.json"
    saved.value.save_as(file)
    return verify(json.loads(file.read_text("utf-8")))


def wrong(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.findings if finding.kind == "bad"]


@pytest.mark.long  # test_fair.py finds an exchanged card; tests/unit/engine/test_verify.py knows the other frauds
def test_false_cards_that_a_second_welcome_takes_back(
    live: Live, visit: Callable[..., Visit], tmp_path: Path, monkeypatch: Patch
) -> None:
    """During the game draws are shown falsely; when it is over and the page is loaded again, as they were."""
    ada, code, tokens = sat_down(live, visit)
    begun(ada)
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
    verdict = checked(ada, tmp_path)
    expect(ada.page.get_by_text("This game was NOT dealt as promised.")).to_be_visible()
    expect(ada.page.get_by_text("Before, seat 1 had been told the game differently")).to_be_visible()
    assert (wrong(verdict), verdict.exit_code) == (["retold"], 1)


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


@pytest.mark.long
def test_an_option_that_was_hidden_in_the_lobby(
    live: Live, visit: Callable[..., Visit], tmp_path: Path, monkeypatch: Patch
) -> None:
    """The server sets it when it knows all shares, and says that it is what goes without saying."""
    honest = restore.source_of

    def deal(row: Any, log: Any) -> Any:
        row.options = {**row.options, "reverse_cards": 5}
        return honest(row, log)

    def options(state: State) -> dict[str, Any]:
        return {name: value for name, value in state.row.options.items() if name != "reverse_cards"}

    monkeypatch.setattr(start, "source_of", deal)
    monkeypatch.setattr(State, "options", property(options))
    ada, code, tokens = sat_down(live, visit)
    # The page asks which options there are, and what they usually are.
    ada.page.route("**/api/games", lambda route: route.fulfill(json=usually(route.fetch().json())))
    begun(ada)
    play_for(live, code, *tokens)
    verdict = checked(ada, tmp_path)
    expect(
        ada.page.get_by_text("Your page was shown other options of the game than the record has.")
    ).to_be_visible()
    assert (wrong(verdict), verdict.exit_code) == (["options"], 1)


def usually(games: Any) -> Any:
    for game in games:
        for option in game["options"]:
            if option["name"] == "reverse_cards":
                option["default"] = 5
    return games


@pytest.mark.long
def test_a_choice_between_deals_is_counted(
    live: Live, visit: Callable[..., Visit], tmp_path: Path, monkeypatch: Patch
) -> None:
    """A friend of the server promises a share, and keeps it back where the cards are better without it."""
    honest = start._deal

    def deal(step: Any, starting: Any) -> None:
        if starting.promises is not None and step.state.row.code == code:
            starting.promises = [starting.promises[0], "ab" * 32]
        honest(step, starting)

    shown = start._show_promises

    def show(step: Any, starting: Any, listener: Any) -> None:
        starting.promises = [starting.promises[0], "ab" * 32]
        shown(step, starting, listener)

    monkeypatch.setattr(start, "_show_promises", show)
    monkeypatch.setattr(start, "_deal", deal)
    ada, code, tokens = sat_down(live, visit)
    begun(ada)
    play_for(live, code, *tokens)
    verdict = checked(ada, tmp_path)
    expect(ada.page.get_by_text("But one of 2 deals could have been chosen")).to_be_visible()
    assert (verdict.kind, verdict.choices, verdict.exit_code) == ("note", 2, 3)
