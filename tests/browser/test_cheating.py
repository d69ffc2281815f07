"""Servers that cheat, and the page that notices: each is the real server with one thing changed."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import Opens, Visit, play_for, table_for_two
from helpers.server.serving import Live, comes_to
from tischlein.engine.play.history import History, SeenStep
from tischlein.games.lobo77.face.notation import KIND
from tischlein.room.tell import Messages
from tischlein.verify import verify

Patch = pytest.MonkeyPatch


def sat_down(live: Live, visit: Opens) -> tuple[Visit, str, list[str]]:
    """Ada's page has promised a share; nobody looks at Ben's."""
    code, tokens = table_for_two(live, "lobo77")
    ada = visit()
    ada.go(f"/t/{code}#{tokens[0]}")
    comes_to(lambda: len(live.table(code).state.promises), 1)
    return ada, code, tokens


FALSE_FROM = 5  # steps that are told as they are


def false_hand(game: Any, step: SeenStep) -> SeenStep:
    """Return a step after which seat 0 has nothing but cards 76."""
    s = game.layout.unpack(step.record)
    s.hands[0] = [0] * len(s.hands[0])
    s.hands[0][KIND["76"]] = s.sizes[0]
    return step._replace(record=game.layout.pack(s))


def test_a_false_view_beside_honest_facts_is_convicted(live: Live, visit: Opens, monkeypatch: Patch) -> None:
    """Events, facts, heads and signatures are honest; only what is painted is not."""
    ada, code, tokens = sat_down(live, visit)
    honest = Messages.snapshot

    def snapshot(self: Messages, state: Any, seat: int | None, *given: Any) -> Any:
        found = honest(self, state, seat, *given)
        if seat == 0 and found["view"] is not None:
            found["view"] = {**found["view"], "hand": ["76"] * 5, "total": 11}
        return found

    monkeypatch.setattr(Messages, "snapshot", snapshot)
    ada.click("Let’s play")
    ada.page.locator(".tl-table").wait_for()
    expect(ada.text("The server shows you something else than what has happened")).to_have_count(
        1, timeout=60_000
    )
    play_for(live, code, *tokens)
    ada.page.locator("dialog[open] #headline").wait_for(state="attached")
    with ada.page.expect_download() as saved:
        ada.click("Download the record")
    verdict = verify(json.loads(Path(saved.value.path()).read_text("utf-8")))
    assert [finding.code for finding in verdict.findings if finding.kind == "bad"] == ["rendered"]
    assert verdict.exit_code == 1


@pytest.mark.long  # tests/room/test_cheating.py has the other frauds, web/tests/fair what a page keeps, test_site.py what it says
def test_false_cards_that_a_second_welcome_takes_back(live: Live, visit: Opens, monkeypatch: Patch) -> None:
    """During the game draws are shown falsely; when it is over and the page is loaded again, as they were."""
    ada, code, tokens = sat_down(live, visit)
    ada.click("Let’s play")
    ada.page.locator(".tl-table").wait_for()
    ada.page.evaluate("document.body.hidden = true")  # nobody needs to see it all
    hosted = live.table(code)
    honest = History.step_for

    def step_for(history: History, game: Any, k: int, observer: int) -> SeenStep:
        step = honest(history, game, k, observer)
        table = hosted.state.table
        false = table is not None and history is table.past and observer == 0 and k >= FALSE_FROM
        return false_hand(game, step) if false else step

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(History, "step_for", step_for)
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
    honest = History.step_for

    def step_for(history: History, game: Any, k: int, observer: int) -> SeenStep:
        step = honest(history, game, k, observer)
        return false_hand(game, step) if observer == 0 and k >= FALSE_FROM else step

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(History, "step_for", step_for)
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
