"""Evenings of newcomers, led by the words of docs/how-to-play.md: a first game, its end, and what comes after it."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import PHONE, WIDE, Opens, accompanied, play_to_the_end
from helpers.browser.looking import looked_at
from helpers.server.serving import Live, comes_to
from tischlein.games import GAMES

GUIDE = (Path(__file__).resolve().parents[2] / "docs/how-to-play.md").read_text(encoding="utf-8")
POINTS = [
    " ".join(point.split()).removeprefix("- ")
    for point in re.split(r"\n- |\n\n", GUIDE.partition("## In the browser")[2].partition("\n## ")[0])
]
# Has anything been said aloud?
SAID = "() => [...document.querySelectorAll('[aria-live]')].some((one) => one.textContent)"


def names(beginning: str) -> list[str]:
    """Return what one point of the guide names: in bold letters, in quotation marks, or as a key."""
    return ["".join(found) for found in re.findall(r"\*\*(.+?)\*\*|\"(.+?)\"|\b([A-Z]) \(", point(beginning))]


def point(beginning: str) -> str:
    """Return the one point of the guide that begins like this."""
    [found] = [one for one in POINTS if one.startswith(beginning)]
    return found


def turn(live: Live, code: str) -> int:
    """Return the seat whose turn it is."""
    table = live.game(code)
    seat: int = table.view(None)["turn"]
    return seat


@pytest.mark.long  # a test of its own has each of these screens in the short run
def test_a_newcomer_follows_the_guide(live: Live, visit: Opens) -> None:
    ada = visit(viewport=PHONE)
    ada.allow("clipboard-read", "clipboard-write")
    page = ada.page
    ada.go("/")
    tile = page.get_by_role("article", name="LOBO 77")
    play_now, *others = names("**Play now** on a game's tile")
    for name in others:
        expect(tile.get_by_role("link", name=name)).to_be_visible()
    tile.get_by_role("button", name=play_now).click()
    ada.seated()
    ada.asked()
    hosted = live.table(page.url[-6:])

    keys = [key for key in names("A screen reader says every move") if len(key) == 1]
    assert len(keys) == 7
    for key in keys:
        ada.key(key.lower())
        page.wait_for_function(SAID)

    before = hosted.state.seq
    ada.key("1")  # "or the digits 1 to 9 for the lit things in order"
    comes_to(lambda: hosted.state.seq > before, True)
    ada.asked()
    ada.click("Take a move back")  # "The arrow in the bar"
    ada.asked()

    ada.click("Menu")
    ada.click("Copy link to my seat")
    phone = visit(viewport=PHONE)
    phone.page.goto(page.evaluate("navigator.clipboard.readText()"))
    phone.seated()  # "Open it on another device to go on playing there."
    phone.asked()
    phone.page.close()

    ada.click(re.compile("^Leave the table"))
    ada.click("Yes, leave")
    comes_to(lambda: hosted.state.seats[0].left, True)  # "a bot plays for you until you are back"
    [my_tables] = names("The menu has")
    ada.follow(my_tables, exact=True)
    page.locator(f"a[href='/t/{hosted.code}']").click()
    ada.asked()

    for beginning in ('"My games" lists', '"Friends" lists'):
        ada.turn_to("/")
        ada.follow(names(beginning)[0], exact=True)
        expect(ada.heading(names(beginning)[0], exact=True)).to_be_visible()


@pytest.mark.long  # test_people.py has the beginning, test_screens.py the end and the replay
def test_friends_follow_the_guide_to_the_end_of_a_game_and_on(live: Live, visit: Opens) -> None:
    ada = visit(viewport=WIDE)
    ada.allow("clipboard-read", "clipboard-write")
    ben = visit(viewport=PHONE)
    page = ada.page
    ada.go("/")
    _, with_friends, _, rules = names("**Play now** on a game's tile")
    page.get_by_role("article", name="LOBO 77").get_by_role("link", name=with_friends).click()
    page.get_by_role("textbox").first.fill("Ada")
    ada.click("Open the table and invite")
    page.wait_for_url(re.compile("/t/[A-Z0-9]{6}$"))
    code = page.url[-6:]

    # "An invitation shows time, length and options before you sit down, with the rules and the lesson."
    assert point("An invitation shows")
    ben.page.goto(page.url)
    terms = ben.region("How it is played here")
    for term in ("Time: no clock", re.compile("Length: about .+ min"), "Reverse cards in the deck: 4"):
        expect(terms).to_contain_text(term)
    for name in ("Learn in 3 minutes", rules):
        expect(terms.get_by_role("link", name=name, exact=True)).to_be_visible()
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.click("Sit down")
    ada.click("Start without the free seats")
    for person in (ada, ben):
        person.seated()
    began = turn(live, code)
    play_to_the_end([ada, ben], Random(3))

    # "The result slides in from below or from the side, and can be put aside."
    assert "slides in from below or from the side, and can be put aside" in point(
        "At the end the winner stands"
    )
    result = ada.dialog.filter(has=page.get_by_role("list", name="Result"))
    sheets = [person.page.locator("dialog[open]").bounding_box() for person in (ada, ben)]
    assert sheets[0] is not None
    assert sheets[1] is not None
    assert sheets[0]["x"] > WIDE["width"] / 2
    assert sheets[1]["y"] > 0
    assert sheets[1]["width"] == PHONE["width"]
    ada.key("Escape")
    expect(result).to_have_count(0)
    ada.click("Result")

    # "At the end you see how the game went. You can watch it again from any seat, share a link, download the record …"
    assert "watch it again from any seat, share a link, download the record" in point("At the end you see")
    expect(result.get_by_role("region", name="How it came about")).to_be_visible()
    result.get_by_role("button", name="Copy link to the game").click()
    comes_to(lambda: page.evaluate("navigator.clipboard.readText()"), f"{live.url}/t/{code}/replay")
    with page.expect_download() as download:
        result.get_by_role("button", name="Download the record").click()
    assert GAMES["lobo77"].replay(json.loads(Path(download.value.path()).read_text("utf-8"))).over
    # A person who was not there opens the link, and looks through Ben's eyes.
    eve = visit().page
    eve.goto(page.evaluate("navigator.clipboard.readText()"))
    eve.get_by_label("Through whose eyes?").select_option("Ben")
    expect(eve.get_by_role("toolbar", name="Cards of Ben").get_by_role("button")).not_to_have_count(0)
    eve.get_by_role("slider").press("End")
    expect(eve.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(r"Step (\d+) of \1$"))
    result.get_by_role("link", name="See it again").click()
    # "A replay has three speeds, and jumps to any round."
    assert "three speeds, and jumps to any round" in point("An invitation shows")
    expect(page.get_by_label("Speed").get_by_role("option")).to_have_count(3)
    rounds = page.get_by_label("Rounds").get_by_role("option")
    page.get_by_label("Rounds").select_option(label=f"Round {rounds.count()}")
    expect(page.get_by_role("slider")).not_to_have_attribute("aria-valuetext", re.compile("Step 1 of"))
    ada.follow("Back")

    # "Games that follow by "Play again" are a series: the next seat begins, and the result shows how often each of you has won."
    my_games, again = names('"My games" lists')[:2]
    ada.click(again)
    page.wait_for_url(re.compile(f"/t/(?!{code})[A-Z0-9]{{6}}$"))
    # Who reads the result is not pulled away.
    onwards = ben.dialog.get_by_role("button", name="To the new game")
    onwards.wait_for()
    expect(ben.page.get_by_role("list", name="Result")).to_be_visible()
    onwards.click()
    for person in (ada, ben):  # the second game does not open with the result of the first
        person.seated()
        expect(person.dialog).to_have_count(0)
    assert turn(live, page.url[-6:]) == 1 - began
    kept = ben.page.evaluate("JSON.parse(localStorage['tischlein.tables'])")
    token = next(one["seats"][0]["token"] for one in kept if one["code"] == page.url[-6:])
    ben.page.close()
    with accompanied(live, page.url[-6:], token):
        ada.hurry_on()
    series = ada.region("Series after 2 games")
    expect(series.get_by_role("listitem")).to_have_count(2)
    for name in ("Ada", "Ben"):
        expect(series).to_contain_text(name)
    assert sum(map(int, re.findall(r"(\d) wins?", series.inner_text()))) == 2

    # "results, opponents, wins, best, average and streaks", to be downloaded, deleted and read in again.
    ada.turn_to("/")
    ada.follow(my_games, exact=True)
    sums = ada.region("LOBO 77")
    for word in ("Played 2", "Won", "Best result", "Wins in a row", "Longest winning streak"):
        expect(sums).to_contain_text(word)
    sums.get_by_role("img", name=re.compile("Results of 2 games")).wait_for()
    expect(ada.text("with Ben")).to_have_count(2)
    looked_at(page, "results", known=True)
    with page.expect_download() as download:
        ada.click("Download")
    ada.click("Delete everything")
    ada.click("Yes, delete")
    ada.sees("You have not finished a game yet.")
    assert code not in page.evaluate("JSON.stringify(localStorage['tischlein.results'])")
    page.locator("input[type=file]").set_input_files(download.value.path())
    ada.sees("2 games imported.")
