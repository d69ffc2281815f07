"""What once went wrong at a table, and must not again."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browsing import Visit, near_the_end, play_to_the_end
from helpers.serving import Live

pytestmark = pytest.mark.needs("chromium")


def test_the_game_so_far_shows_no_hand_at_one_device(visit: Callable[..., Visit]) -> None:
    """One device for all: who looks back sees what lay open, and the curtain is down again afterwards."""
    ada = visit()
    ada.go("/new/lobo77?with=device")
    ada.page.get_by_role("button", name="Start playing").click()
    curtain = ada.page.get_by_role("button", name=re.compile("^I am .* – show my cards$"))
    curtain.click()
    ada.lit.first.wait_for()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("link", name="The game so far").click()
    ada.page.get_by_role("slider").press("End")
    expect(ada.page.get_by_role("toolbar", name="Your cards")).to_have_count(0)
    expect(ada.page.get_by_role("option")).to_have_text(["what all see"])
    ada.page.get_by_role("link", name="Back").click()
    curtain.wait_for()


def test_who_reads_the_result_is_not_pulled_away(live: Live, visit: Callable[..., Visit]) -> None:
    """Number keys stay with what lies over the table; the result opens for both; only who wants another game goes there."""
    code, tokens = near_the_end(live, "lobo77")
    ada, ben = visit(), visit()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    ada.lit.first.wait_for()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("dialog").wait_for()
    told = live.room(code).seq
    ada.page.keyboard.press("1")
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(ada.lit.first).to_be_visible()
    assert live.room(code).seq == told

    play_to_the_end([ada, ben], Random(1))
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(re.compile(f"/t/(?!{code})[A-Z0-9]{{6}}$"))
    onwards = ben.page.get_by_role("dialog").get_by_role("button", name="To the new game")
    onwards.wait_for()
    expect(ben.page.get_by_role("list", name="Result")).to_be_visible()
    onwards.click()
    ben.page.wait_for_url(ada.page.url)
    ben.page.get_by_role("region", name="Table").wait_for()
