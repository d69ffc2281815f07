"""Tables that look for company: shown by their hosts, found by others."""

import re

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import Opens, in_a_loop
from helpers.browser.fitting import settle
from helpers.browser.looking import looked_at
from helpers.server.serving import Live, comes_to, join, set_table, sitting


@pytest.mark.long  # tests/server/test_lobby.py asks the server the same
def test_a_listed_table_is_found_by_others(live: Live, visit: Opens) -> None:
    ada, ben = visit(), visit()
    ada.go("/")
    ada.link("Tables to join").press("Enter")
    expect(ada.page.get_by_role("status")).to_have_text("Nobody is looking for players right now.")
    looked_at(ada.page, "lobby-empty", known=True)
    ada.page.get_by_label("Your name").fill("Ada")
    ada.button("Quando").press("Enter")
    shown = ada.page.get_by_role("switch", name="Show it to everybody")
    expect(shown).to_be_checked()
    looked_at(ada.page, "lobby-listed", known=True)
    code = ada.page.url[-6:]

    ben.go("/lobby")
    here = ben.region("Seats are free")
    expect(here.get_by_role("listitem")).to_contain_text("2 of 3 seats free")
    shown.press("Space")
    expect(here).to_have_count(0)
    shown.press("Space")
    expect(here).to_have_count(1)
    looked_at(ben.page, "lobby")
    here.get_by_role("button", name="Join: Quando with Ada").press("Enter")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_label("Your name").press("Enter")
    ben.sees("This table is listed under “Tables to join”.")
    ben.turn_to("/lobby")
    here.get_by_role("button", name="Back to the table: Quando with Ada").wait_for()

    cleo = visit()
    cleo.go("/lobby")
    cleo.page.get_by_label("Your name").fill("Cleo")
    cleo.button("Quando", exact=True).press("Enter")
    cleo.page.wait_for_url(f"**/t/{code}")
    hosted = live.table(code)
    comes_to(lambda: hosted.state.names, ["Ada", "Ben", "Cleo"])

    # By keyboard: Ben and Cleo change places, and Ada goes where Cleo sat.
    ada.button("Seat 2, Ben").press("Enter")
    swap = ada.page.get_by_role("group", name="Who changes seats with Ben?")
    swap.get_by_role("button", name="Cleo").press("Enter")
    comes_to(lambda: hosted.state.names, ["Ada", "Cleo", "Ben"])
    expect(swap.get_by_role("button").nth(1)).to_be_focused()
    looked_at(ada.page, "lobby-swap", known=True)
    swap.get_by_role("button", name="Ada").press("Enter")
    comes_to(lambda: hosted.state.names, ["Ben", "Cleo", "Ada"])
    comes_to(lambda: hosted.state.row.host, 2)

    async def watched() -> None:
        async with sitting(live, code):
            comes_to(lambda: hosted.state.watching, 1)

    in_a_loop(watched())


@pytest.mark.long
def test_a_clock_for_the_whole_game_is_declared_once_and_shown_at_the_seats(live: Live, visit: Opens) -> None:
    ada = visit()
    ada.go("/new/lobo77")
    ada.text("Rules and time").click()
    ada.page.get_by_role("radio", name="5 min a game, +5 s a turn").check()
    ada.click("Open the table and invite")
    ada.sees("5 minutes for the game, +5 s a turn")
    code = ada.page.url[-6:]
    ben = in_a_loop(join(live, code, "Ben"))
    ada.click("Start with bots")
    mine = ada.page.get_by_role("timer", name="left for this game")
    mine.wait_for()
    theirs = ada.page.get_by_role("list", name="Other players").get_by_role("listitem").filter(has_text="Ben")
    expect(theirs).to_contain_text(re.compile(r"time left\s*[45]:\d\d"))
    assert live.table(code).state.seats[ben["seat"]].name == "Ben"
    looked_at(ada.page, "clocks")


# Phones upright and on their side, a tablet, and windows of laptops.
SCREENS = [(360, 640), (360, 740), (740, 360), (768, 1024), (1024, 700), (1280, 720), (1440, 900)]
# Where the middle of an element lies in the window, and whether that point belongs to it.
IN_SIGHT = """(thing) => {
  const box = thing.getBoundingClientRect()
  const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
    && (thing === on || thing.contains(on) || on?.contains(thing))
}"""


@pytest.mark.long  # test_screens_around_a_table_can_be_read looks at an invitation
@pytest.mark.parametrize("game", ["lobo77", "quando"])
def test_an_invitation_shows_its_form_on_the_first_screen(live: Live, visit: Opens, game: str) -> None:
    """Name, avatar, sitting down and watching: at every size, in both languages, without scrolling."""
    code = in_a_loop(set_table(live, game, 5, spectators="public"))["code"]
    guest = visit()
    guest.go(f"/t/{code}")
    guest.page.locator("form").wait_for()
    hidden = []
    for lang in ("de", "en"):
        for width, height in SCREENS:
            settle(guest.page, (width, height), lang)
            guest.page.evaluate("scrollTo(0, 0)")
            for name, thing in {
                "name": guest.page.get_by_label(re.compile("Dein Name|Your name")),
                "avatar": guest.page.locator("fieldset label.on"),
                "sit": guest.button(re.compile("Hinsetzen|Sit down")),
                "watch": guest.button(re.compile("Zuschauen|Watch")),
            }.items():
                if not thing.evaluate(IN_SIGHT):
                    hidden.append(f"{name} at {width}×{height} in {lang}")
    assert hidden == []
