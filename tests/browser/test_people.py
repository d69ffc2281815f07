"""People at a table: how they come, what they say, who leads, and what stays when they have gone."""

import re

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import WIDE, Opens, Visit, in_a_loop, near_the_end, one_move
from helpers.browser.fitting import SIZES
from helpers.server.serving import Live, comes_to

# How far a note hangs over the table.
COVERED = """document.querySelector('.notes .note').getBoundingClientRect().bottom
  - document.querySelector('.tl-table').getBoundingClientRect().top"""


def test_friends_come_by_link_and_by_code(live: Live, visit: Opens) -> None:
    ada, ben, cleo = visit(), visit(), visit()
    ada.go("/")
    ada.page.get_by_role("article", name="Qwixx").get_by_role("link", name="With friends").click()
    ada.page.get_by_role("textbox").first.fill("Ada")
    ada.click("Open the table and invite")
    ada.page.wait_for_url(re.compile("/t/[A-Z0-9]{6}$"))
    code = ada.page.url[-6:]

    ben.page.goto(ada.page.url)
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.click("Sit down")
    cleo.go("/")
    # As one copies it by hand: small letters, a gap.
    cleo.page.get_by_role("textbox", name="sent you a code?").fill(f"{code[:3]} {code[3:]}".lower())
    cleo.click("Join")
    cleo.page.get_by_role("textbox").first.fill("Cleo")
    cleo.click("Sit down")

    ada.click(re.compile("Cleo.*free this seat"))
    ada.page.get_by_role("alertdialog").get_by_role("button", name="Yes").click()
    cleo.page.get_by_role("alert").get_by_role("button", name="To the table").click()
    expect(cleo.headline).to_have_text("Ada invites you to Qwixx")
    ada.click("Start with bots")
    for person in (ada, ben):
        person.region("Table").wait_for()
    assert [seat.name for seat in live.table(code).state.seats[:2]] == ["Ada", "Ben"]


@pytest.mark.long
def test_talk_hiding_reactions_and_the_host(live: Live, visit: Opens) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ada, ben = visit(), visit()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])

    def say(person: Visit, text: str) -> None:
        person.page.get_by_role("tab", name="Chat").click()
        person.page.get_by_role("textbox", name="Say something …").fill(text)
        person.key("Enter")

    # Ben hears her without opening anything; once he reads along, it is not said twice.
    bubble = ben.page.get_by_role("status").filter(has_text=re.compile(r"Good luck!|Hello\?"))
    say(ada, "Good luck!")
    expect(bubble).to_have_text("Ada Good luck!")
    ben.page.get_by_role("tab", name=re.compile("Chat")).click()
    expect(ben.page.get_by_role("log")).to_contain_text("Ada Good luck!")
    expect(bubble).to_have_count(0)
    ben.click("Hide Ada")
    ben.page.get_by_role("tab", name="What happened").click()
    say(ada, "Hello?")
    expect(ada.page.get_by_role("log")).to_contain_text("Hello?")
    ben.click("React")
    ben.click("heart")
    expect(ben.text("Ben: a heart")).to_be_attached()
    expect(bubble).to_have_count(0)
    # What came later is there, so it is not for lack of time that this is not.
    say(ben, "Here I am")
    expect(ben.page.get_by_role("log")).to_contain_text("Here I am")
    expect(ben.page.get_by_role("log")).not_to_contain_text("Hello?")
    ben.page.reload()
    ben.page.get_by_role("tab", name=re.compile("Chat")).click()
    expect(ben.button("Show Player 1 again")).to_be_visible()
    expect(ben.page.get_by_role("log")).to_contain_text("Here I am")
    expect(ben.page.get_by_role("log")).not_to_contain_text("Hello?")

    ben.click("React")
    ben.click("clap")
    expect(ada.text("Ben: clap")).to_be_attached()

    ada.click("Menu")
    ada.page.get_by_role("switch", name="Chat and reactions allowed").click(force=True)
    expect(ben.button("React")).to_have_count(0)
    ada.dialog.get_by_role("button", name="Ben").click()
    ben.click("Menu")
    expect(ben.heading("You are the host")).to_be_visible()


@pytest.mark.long  # test_by_ear.py asks for an undo and answers; tests/room/test_clocks.py gives time
def test_an_undo_and_more_time_are_asked_for_and_granted(live: Live, visit: Opens) -> None:
    code, tokens = near_the_end(live, "lobo77", timer=600)
    ada, ben = visit(), visit()
    ben.context.clock.install()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    ada.tap(re.compile("^Play 6:"))
    clock = ben.page.get_by_role("timer")
    ben.lit.first.wait_for()
    ben.context.clock.fast_forward(30_000)
    expect(clock).to_have_text(re.compile("^9:[0-3]"))
    ada.click("Take a move back")
    # Ben's time rests while he is asked.
    ben.button("Yes").wait_for()
    note, seat = ben.page.locator(".notes .note").bounding_box(), ben.page.locator(".seat").bounding_box()
    assert note is not None
    assert seat is not None
    assert note["x"] > seat["x"] + seat["width"], "on a wide screen a question covers nobody"
    for width, height in SIZES[:3]:  # elsewhere it lies above the table, which gives way
        ben.page.set_viewport_size({"width": width, "height": height})
        ben.page.wait_for_function("() => document.querySelector('.notes .note').offsetWidth > 300")
        assert ben.page.evaluate(COVERED) <= 0, (width, height)
    ben.page.set_viewport_size(WIDE)
    rests = clock.inner_text()
    ben.context.clock.fast_forward(30_000)
    expect(clock).to_have_text(rests)
    ben.click("Yes")
    expect(ada.button(re.compile("^Play 6:"))).to_be_visible()

    expect(ada.page.get_by_title("Ask for more time")).to_be_visible()
    ada.key("m")
    expect(ada.page.locator(".notes")).to_contain_text("You have asked for more time.")
    ben.click("Give 30 seconds")
    expect(ada.page.get_by_role("timer")).to_have_text(re.compile("^10:"))
    expect(ada.page.locator(".notes[aria-live]")).to_contain_text("You have 30 more seconds.")


def test_a_spectator_sees_the_table_and_no_cards(live: Live, visit: Opens) -> None:
    code, tokens = near_the_end(live, "lobo77")
    in_a_loop(one_move(live, code, tokens[0], "6"))
    eve = visit()
    eve.go(f"/t/{code}")
    eve.click("Watch")
    eve.region("Table").wait_for()
    # Both are there, a card has been played, and nothing is hers.
    expect(eve.page.get_by_role("list", name="Other players").get_by_role("listitem")).to_have_count(2)
    expect(eve.page.get_by_role("log")).to_contain_text("Ada plays 6")
    assert eve.look()["things"] == []
    assert eve.hand.count() == 0
    eve.sees("You are watching")


def test_bots_are_tuned_before_and_during_a_game(live: Live, visit: Opens) -> None:
    ada = visit()
    ada.go("/")
    ada.page.get_by_label("Bots play").select_option(label="medium")
    ada.page.get_by_label("Pace of the bots").select_option(label="at once")
    ada.page.get_by_role("article", name="LOBO 77").get_by_role("button", name="Play now").click()
    ada.seated()
    hosted = live.table(ada.page.url[-6:])
    assert {seat.level for seat in hosted.state.seats[1:]} == {"medium"}
    assert hosted.state.row.pace == "instant"
    ada.click("Menu")
    ada.page.get_by_label("Bots play").select_option(label="easy")
    comes_to(lambda: {seat.level for seat in hosted.state.seats[1:]}, {"easy"})
    ada.page.get_by_label("Pace of the bots").select_option(label="slow")
    comes_to(lambda: hosted.state.row.pace, "slow")
