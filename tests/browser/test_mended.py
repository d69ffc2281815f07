"""What once went wrong at a table, and must not again."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import (
    PHONE,
    Opens,
    accompanied,
    in_a_loop,
    near_the_end,
    play_to_the_end,
)
from helpers.browser.looking import glanced_at
from helpers.server.serving import Live, comes_to, join, later, placed, serving, set_table
from tischlein.server.http.guards.address import ServerAddress


@pytest.mark.long
def test_with_friends_opens_the_table_to_the_network(tmp_path: Path, visit: Opens) -> None:
    """Two clicks, no name needed; where it does not go the page says so, and shows no link that leads nowhere."""
    answers: list[str | Exception] = [OSError("no network here"), "http://192.0.2.7:8077"]

    async def opener() -> str:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with serving(tmp_path, address=ServerAddress(opener=opener)) as shut:
        ada = visit()
        ada.page.goto(shut.url)
        ada.page.get_by_role("article", name="Qwixx").get_by_role("link", name="With friends").click()
        ada.sees("Inviting opens Tischlein to devices on your Wi-Fi.")
        ada.click("Open the table and invite")
        again = ada.button("Open it to devices on the same Wi-Fi")
        expect(ada.page.get_by_role("alert")).not_to_be_empty()
        invitation = ada.region("Bring friends")
        expect(invitation).not_to_contain_text("127.0.0.1")
        again.click()
        expect(invitation).to_contain_text(f"192.0.2.7:8077/t/{ada.page.url[-6:]}")
        expect(invitation).to_contain_text("open to devices on your Wi-Fi")
        ada.forgive("500", "409", "503")


@pytest.mark.long
def test_the_end_of_a_game_is_shared_with_others_only_where_they_can_come(
    tmp_path: Path, visit: Opens
) -> None:
    """On a machine that nobody else reaches there is no link to copy, but a way to open the table."""

    async def opener() -> str:
        return "http://192.0.2.7:8077"

    with serving(tmp_path, address=ServerAddress(opener=opener)) as shut:
        code, tokens = near_the_end(shut, "lobo77")
        ada, ben = visit(), visit()
        for person, token in ((ada, tokens[0]), (ben, tokens[1])):
            person.page.goto(f"{shut.url}/t/{code}#{token}")
            person.region("Table").wait_for()
        play_to_the_end([ada, ben], Random(1))
        link = ada.button("Copy link to the game")
        expect(link).to_have_count(0)
        ada.click("Open it to devices on the same Wi-Fi")
        expect(link).to_be_visible()


@pytest.mark.long
def test_in_the_lobby(live: Live, visit: Opens) -> None:
    made = in_a_loop(set_table(live, "qwixx", 4))
    ben = in_a_loop(join(live, made["code"], "Ben"))
    code = made["code"]
    ada, eve = visit(), visit()
    ada.go(f"/t/{code}#{made['token']}")
    ada.click(re.compile("^Seat 4, free"))
    ada.click(re.compile("^Seat 4, .*change the bot$"))
    ada.page.get_by_role("radio", name="hard").check(force=True)
    expect(ada.button(re.compile("^Seat 4,"))).to_contain_text("hard")
    ada.click("Take the bot away")

    eve.context.clock.install()
    eve.go(f"/t/{code}")
    eve.button("Watch").wait_for()
    in_a_loop(join(live, code, "Fred"))
    eve.context.clock.fast_forward(4_000)
    eve.sees("Fred", exact=True)
    eve.click("Watch")
    eve.sees("is the host and starts")
    eve.click("Sit down")
    eve.page.get_by_role("textbox", name="Your name").fill("Eve")
    eve.click("Sit down")
    ada.click(re.compile("Eve.*free this seat"))
    ada.page.get_by_role("alertdialog").get_by_role("button", name="Yes").click()
    eve.click("To the table")
    expect(eve.button("Sit down")).to_be_visible()

    ada.page.get_by_role("switch", name="Chat and reactions allowed").click(force=True)
    expect(ada.page.get_by_role("log")).to_have_count(0)
    ada.click("Ben", exact=True)
    ada.sees("Ben is the host and starts")
    assert live.table(code).state.row.host == ben["seat"]


@pytest.mark.long
def test_a_device_leaves_with_everybody_at_it(live: Live, visit: Opens) -> None:
    """And a key that came with the address is out of it before the server has said anything."""
    made = in_a_loop(set_table(live, "qwixx", 4, hot_seat=["Ben"]))
    ada = visit()
    ada.page.route("**/api/tables/*", lambda route: None)
    ada.go(f"/t/{made['code']}#{made['token']}")
    ada.page.wait_for_url(f"**/t/{made['code']}")
    ada.page.unroute("**/api/tables/*")
    ada.page.reload()
    expect(ada.text(re.compile("^Seat 1, Ada, .*host, you$"))).to_be_attached()
    # Another link to the same table, in the same tab.
    ada.go(f"/t/{made['code']}#{made['others'][0]['token']}")
    expect(ada.text(re.compile("^Seat 2, Ben, .*you$"))).to_be_attached()
    assert ada.page.url.endswith(made["code"])
    ada.click("Stand up")
    ada.page.get_by_role("article", name="Qwixx").wait_for()
    comes_to(lambda: [seat.kind for seat in live.table(made["code"]).state.seats], ["open"] * 4)


@pytest.mark.long
def test_nobody_waits_for_ever_for_a_player_who_closed_the_page(live: Live, visit: Opens) -> None:
    """After a while the table offers a bot for the seat, and says when its person is back."""
    made = in_a_loop(set_table(live, "lobo77", 3, options={"starter": 1}))
    ben = in_a_loop(join(live, made["code"], "Ben"))
    ada = visit()
    ada.go(f"/t/{made['code']}#{made['token']}")
    ada.click("Start with bots")
    ada.region("Table").wait_for()
    live_table = live.table(made["code"])
    later(live, live_table, 61)
    ada.page.reload()
    expect(ada.text("Ben has been away for a minute. Should a bot take over for Ben?")).to_be_visible()
    assert live_table.state.waiting == (1,)
    glanced_at(ada.page, "away", "dark", 360)
    ada.click("Yes, until Ben is back")
    ada.lit.first.wait_for()
    # It is said for some seconds: look for it before Ben's page is there.
    visit().page.goto(f"{live.url}/t/{made['code']}#{ben['token']}", wait_until="commit")
    expect(ada.text("Ben is back.").first).to_be_visible()  # on a phone, in the bar


# Two against two, one card each before the end.
TEAMS = {
    "game": "quanto",
    "seats": 4,
    "options": {"teams": True, "discard": "forced"},
    "dealer": 1,
    "turn": 0,
    "hands": [["7"], ["9"], ["12"], ["10"]],
    "display": ["3", "4", "7", "10"],
    "draw": [],
    "draw_ordered": True,
    "piles": [["5", "5"], ["6", "6", "6", "8", "8"], ["1", "1"], ["2", "2", "11", "11"]],
}


@pytest.mark.long
def test_teams_win_as_teams(live: Live, visit: Opens) -> None:
    """Two rows and two lines for four people; on a phone on its side it is clear what comes next."""
    code, tokens = in_a_loop(placed(live, TEAMS, names=("Ada", "Yara", "Ben", "Wanda")))
    ada = visit(viewport={"width": 844, "height": 390})
    ada.sit(code, tokens[0])
    with accompanied(live, code, *tokens[1:]):
        ada.play_on(Random(4))
    expect(
        ada.page.get_by_role("heading", level=1, name="Yara and Wanda have the most cards and win together!")
    ).to_be_in_viewport()
    rows = ada.page.get_by_role("list", name="Result").get_by_role("listitem")
    expect(rows).to_have_text(
        [re.compile("Place 1.*Yara & Wanda"), re.compile(r"Place 2.*Ada\s\(you\) & Ben")]
    )
    expect(rows.last).to_be_in_viewport(ratio=1)
    expect(ada.button("Play again")).to_be_in_viewport(ratio=1)
    ada.text("The same as a table").click()
    expect(ada.page.get_by_role("rowheader")).to_have_text(["Ada & Ben", "Yara & Wanda"])


def test_who_opens_a_table_for_friends_sees_how_they_get_there(live: Live, visit: Opens) -> None:
    """On a phone the code follows the seats; the start stays at hand."""
    made = in_a_loop(set_table(live, "quando"))
    ada = visit(viewport=PHONE)
    ada.go(f"/t/{made['code']}#{made['token']}")
    invitation = ada.region("Bring friends")
    expect(invitation.get_by_role("button", name=f"Copy: {made['code']}")).to_be_in_viewport(ratio=1)
    start = ada.button("Start with bots")
    expect(start).to_be_in_viewport(ratio=1)
    start.click()
    ada.region("Table").wait_for()
