"""What is around the table: how the bots play, and what became of one's games."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import Visit, accompanied, near_the_end, play_to_the_end
from helpers.browser.looking import looked_at
from helpers.server.serving import Live, comes_to

pytestmark = pytest.mark.needs("chromium")


def test_bots_are_tuned_before_and_during_a_game(live: Live, visit: Callable[..., Visit]) -> None:
    ada = visit()
    ada.go("/")
    ada.page.get_by_label("Bots play").select_option(label="medium")
    ada.page.get_by_label("Pace of the bots").select_option(label="at once")
    ada.page.get_by_role("article", name="LOBO 77").get_by_role("button", name="Play now").click()
    ada.seated()
    hosted = live.table(ada.page.url[-6:])
    assert {seat.level for seat in hosted.state.seats[1:]} == {"medium"}
    assert hosted.state.row.pace == "instant"
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_label("Bots play").select_option(label="easy")
    comes_to(lambda: {seat.level for seat in hosted.state.seats[1:]}, {"easy"})
    ada.page.get_by_label("Pace of the bots").select_option(label="slow")
    comes_to(lambda: hosted.state.row.pace, "slow")


@pytest.mark.long  # web/tests/device/results.test.ts counts, shows and deletes them
def test_my_games(live: Live, visit: Callable[..., Visit]) -> None:
    """Two games of a series: who has won how often, what is remembered, and that it can be deleted."""
    code, tokens = near_the_end(live, "lobo77")
    ada, ben = visit(), visit()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    play_to_the_end([ada, ben], Random(1))
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(re.compile(f"/t/(?!{code})[A-Z0-9]{{6}}$"))
    ben.page.get_by_role("dialog").get_by_role("button", name="To the new game").click()
    for person in (ada, ben):  # the result of the first game is no end of the second
        person.seated()
        expect(person.page.get_by_role("dialog")).to_have_count(0)
    keys = ben.page.evaluate("JSON.parse(localStorage['tischlein.tables'])")
    ben.page.close()  # his half of the game needs no window
    again = ada.page.url[-6:]
    token = next(one["seats"][0]["token"] for one in keys if one["code"] == again)
    with accompanied(live, again, token):
        ada.hurry_on()
    series = ada.page.get_by_role("region", name="Series after 2 games")
    expect(series.get_by_role("listitem")).to_have_count(2)

    ada.turn_to("/results")
    ada.page.get_by_role("region", name="LOBO 77").get_by_role(
        "img", name=re.compile("Results of 2 games")
    ).wait_for()
    expect(ada.page.get_by_text("with Ben")).to_have_count(2)
    looked_at(ada.page, "results", known=True)
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name="Download").click()
    ada.page.get_by_role("button", name="Delete everything").click()
    ada.page.get_by_role("button", name="Yes, delete").click()
    expect(ada.page.get_by_text("You have not finished a game yet.")).to_be_visible()
    assert code not in ada.page.evaluate("JSON.stringify(localStorage['tischlein.results'])")
    ada.page.locator("input[type=file]").set_input_files(download.value.path())
    expect(ada.page.get_by_role("status")).to_have_text("2 games imported.")
