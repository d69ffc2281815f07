"""Every screen, in both themes and languages: nothing that keeps people out, and pictures at three widths to look at."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import PHONE, Opens, accompanied, in_a_loop, near_the_end
from helpers.browser.looking import glanced_at, looked_at
from helpers.server.serving import Live, comes_to, join, set_table
from samples import with_long
from tischlein.games import GAMES

SIDEWAYS = {"width": 844, "height": 390}
HIGH = "() => document.querySelector('.board')?.clientHeight >= 120"
# In a game seen again the near hand lies above the bar with the buttons.
WHOLE = """() => {
  const edge = document.querySelector('footer').getBoundingClientRect().top + 2
  const cards = [...document.querySelectorAll('.hold .tl-card')]
  return cards.length > 0 && cards.every((card) => card.getBoundingClientRect().bottom <= edge)
}"""
PLAIN = {
    "start": "/",
    "new": "/new/quando",
    "new-device": "/new/quanto?with=device",
    "settings": "/settings",
    "mine": "/mine",
    "missing": "/nowhere/at/all",
}


@pytest.mark.parametrize("name", with_long(PLAIN, "start"))
def test_screens_without_a_table(visit: Opens, name: str) -> None:
    ada = visit(keeps=name == "settings")  # which says what is kept
    ada.go(PLAIN[name])
    ada.headline.wait_for()
    ada.page.wait_for_load_state("networkidle")
    for folded in ada.page.locator("summary").all():
        folded.click()
    looked_at(ada.page, name)


@pytest.mark.long
def test_tables_of_ones_own(live: Live, visit: Opens) -> None:
    lobby = in_a_loop(set_table(live, "quando", 3))
    ended = in_a_loop(set_table(live, bots=[None, "random"]))
    code, tokens = near_the_end(live, "qwixx")
    tables = [
        (lobby["code"], "quando", lobby["token"]),
        (ended["code"], "lobo77", ended["token"]),
        (code, "qwixx", tokens[0]),
    ]
    with accompanied(live, ended["code"], ended["token"]):
        pass
    ada = visit()
    ada.go("/")
    ada.page.evaluate(
        "tables => { localStorage['tischlein.tables'] = JSON.stringify(tables) }",
        [
            {"code": code, "game": game, "seats": [{"seat": 0, "token": token}], "at": 0}
            for code, game, token in tables
        ],
    )
    ada.go("/mine")
    ada.link("Go on playing").first.wait_for()
    looked_at(ada.page, "mine-full")
    ada.go("/")
    back = ada.region("Open tables").get_by_role("link", name="Qwixx")
    back.wait_for()
    looked_at(ada.page, "start-back")
    back.click()
    ada.page.wait_for_url(f"**/t/{code}")


# Moments of the rules' examples in which nothing is drawn, or something is cut off.
EMPTY_PICTURES = """[...document.querySelectorAll('figure .cloth')]
  .filter((moment) => !moment.querySelector('.tl-card, .tile, .sheet, .chips') || moment.scrollWidth > moment.clientWidth)
  .map((moment) => moment.parentElement.dataset.case)"""


@pytest.mark.parametrize("game", with_long(GAMES, "quanto"))
def test_tables(live: Live, visit: Opens, game: str) -> None:
    """With three others."""
    made = in_a_loop(set_table(live, game, 4, bots=[None, "random", "random", "random"]))
    ada = visit()
    ada.sit(made["code"], made["token"])
    ada.lit.first.wait_for()
    looked_at(ada.page, f"table-{game}")


@pytest.mark.long  # test_rules.py reads them beside a table, test_learning.py follows a lesson
@pytest.mark.parametrize("game", GAMES)
def test_rules_and_lessons(visit: Opens, game: str) -> None:
    ada = visit()
    ada.go(f"/learn/{game}")
    ada.region("How to play").wait_for()
    if game == "lobo77":
        looked_at(ada.page, "learn-lobo77")
    else:
        glanced_at(ada.page, f"learn-{game}", "dark", 360)
    ada.turn_to(f"/rules/{game}")
    sections = ada.page.locator(".sections > ol > li")
    expect(sections.locator("figure").nth(8)).to_be_attached()
    expect(sections.locator("figure")).to_have_count(sections.count())
    comes_to(lambda: ada.page.evaluate(EMPTY_PICTURES), [])
    if game == "quanto":
        looked_at(ada.page, "rules-quanto", known=True)  # by day beside a table, in test_rules.py
    else:
        glanced_at(ada.page, f"rules-{game}", "light", 768)


@pytest.mark.parametrize("game", with_long(GAMES, "quando"))
def test_end_and_replay(live: Live, visit: Opens, game: str) -> None:
    code, tokens = near_the_end(live, game)
    ada = visit()
    ada.sit(code, tokens[0])
    with accompanied(live, code, tokens[1]):
        ada.play_on(Random(1))
    ada.heading("How it came about").wait_for()
    looked_at(ada.page, f"end-{game}")  # at last on a phone
    for width, height in ((360, 640), (740, 360)):
        ada.page.set_viewport_size({"width": width, "height": height})
        for row in ada.page.get_by_role("rowheader").all():  # short names are not broken into letters
            box = row.bounding_box()
            assert box, row
            assert box["height"] < 40, row.inner_text()
    ada.follow("See it again")
    ada.page.get_by_role("slider").press("ArrowRight")
    ada.page.set_viewport_size({"width": 360, "height": 640})
    expect(ada.page.get_by_label("Speed")).to_be_in_viewport(ratio=1)
    ada.page.get_by_label("Speed").select_option("fast")
    ada.click("Show all hands")
    hands = ada.region("All hands").locator("[data-seat]")
    expect(hands).to_have_count(2)
    expect(ada.page.locator(".board").first).to_be_in_viewport(ratio=0.5)
    assert "?" not in hands.last.inner_text()
    rounds = ada.page.get_by_label("Rounds", exact=True)
    if rounds.count():  # to where the last round begins
        rounds.select_option(index=rounds.locator("option").count() - 1)
        assert int(ada.page.get_by_role("slider").input_value()) > 0
    looked_at(ada.page, f"replay-{game}")


@pytest.mark.long
def test_lobby_and_join(live: Live, visit: Opens) -> None:
    lobby = in_a_loop(set_table(live, "qwixx", 4, bots=[None, None, "random", None]))
    in_a_loop(join(live, lobby["code"], "Ben"))
    ada = visit()
    ada.go(f"/t/{lobby['code']}#{lobby['token']}")
    ada.button(re.compile("^Start with bots")).wait_for()
    looked_at(ada.page, "lobby")
    ada.click(re.compile("Ben.*free this seat"))
    ada.page.get_by_role("alertdialog").wait_for()
    glanced_at(ada.page, "lobby-kick", "light", 360)
    ben = visit()
    ben.go(f"/t/{lobby['code']}")
    ben.button("Sit down").wait_for()
    terms = ben.region("How it is played here")
    expect(ben.headline).to_have_text(re.compile("Ada invites you to "))
    # Only what differs from the usual is told.
    expect(terms).to_contain_text("about 15 min")
    expect(terms).not_to_contain_text("no clock")
    for name in ("Rules", "Learn in 3 minutes"):
        expect(terms.get_by_role("link", name=name)).to_be_visible()
    looked_at(ben.page, "join")


@pytest.mark.long
def test_drawers_and_notes(live: Live, visit: Opens) -> None:
    """What slides in over a table, and what is said above it."""
    code, tokens = near_the_end(live, "lobo77")
    ada = visit(viewport={"width": 768, "height": 1024})
    ada.sit(code, tokens[0])
    for drawer in ("Menu", "What happened", "Chat"):
        ada.page.set_viewport_size({"width": 768, "height": 1024})
        ada.click(drawer)
        ada.dialog.wait_for()
        looked_at(ada.page, f"drawer-{drawer.split()[-1].lower()}", drawn_out=drawer != "Menu")
        ada.key("Escape")
    ada.click("React")
    glanced_at(ada.page, "reactions", "light", 1440)


@pytest.mark.parametrize("game", with_long(GAMES, "quanto"))
def test_on_its_side_a_phone_shows_the_game_to_everybody(live: Live, visit: Opens, game: str) -> None:
    """To players, to spectators, and in the replay."""
    code, tokens = near_the_end(live, game)
    ada, eve = visit(viewport=SIDEWAYS), visit(viewport=SIDEWAYS)
    ada.sit(code, tokens[0])
    eve.go(f"/t/{code}")
    eve.click("Watch")
    for person in (ada, eve):
        person.page.wait_for_function(HIGH)
    ada.turn_to(f"/t/{code}/replay")
    ada.page.get_by_role("slider").wait_for()
    ada.page.wait_for_function(HIGH)
    ada.page.set_viewport_size({"width": 740, "height": 360})
    ada.page.wait_for_function(WHOLE)


@pytest.mark.long
def test_a_sheet_from_close_up(live: Live, visit: Opens) -> None:
    """In Qwixx the small sheets of the others can be looked at; Escape puts them back."""
    code, tokens = near_the_end(live, "qwixx")
    ada = visit(viewport=PHONE)
    ada.sit(code, tokens[0])
    small = ada.button("Enlarge Ben’s sheet")
    small.press("Enter")
    sheet = ada.page.get_by_role("dialog", name=re.compile("Ben"))
    sheet.get_by_role("group", name="blue: 1 cross, 11; 1 point").wait_for()
    expect(sheet.get_by_role("button")).to_be_focused()
    glanced_at(ada.page, "qwixx-close-up", "light", 360)
    ada.key("Escape")
    expect(sheet).to_have_count(0)
    expect(small).to_be_focused()


@pytest.mark.long
def test_what_is_said_above_a_table(live: Live, visit: Opens) -> None:
    """A spectator watches; an undo is asked for; a player loses the seat."""
    code, tokens = near_the_end(live, "lobo77")
    ada, ben, eve = visit(), visit(), visit()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    eve.go(f"/t/{code}")
    eve.click("Watch")
    eve.region("Table").wait_for()
    glanced_at(eve.page, "watching", "light", 768)
    ada.tap(re.compile("^Play 6:"))
    ada.click("Take a move back")
    ben.button("Yes").wait_for()
    glanced_at(ben.page, "undo-asked", "dark", 360)
    glanced_at(ada.page, "undo-asks", "light", 360)
    eve.go(f"/t/{code}#{'no such key':_^24}")
    eve.page.get_by_role("alert").wait_for()
    glanced_at(eve.page, "goodbye", "dark", 360)


@pytest.mark.long
def test_curtain(visit: Opens) -> None:
    ada = visit()
    ada.go("/new/lobo77?with=device")
    ada.click("Start playing")
    ada.button(re.compile("^I am .* – show my cards$")).wait_for()
    looked_at(ada.page, "curtain")


@pytest.mark.long  # test_device.py has a server that goes, test_seen.py a start page without one
def test_server_gone_and_offline(visit: Opens) -> None:
    ada = visit()
    ada.go("/")
    ada.button("Play now").first.wait_for()
    ada.page.route("**/api/**", lambda route: route.abort())
    ada.page.reload()
    ada.page.get_by_role("alert").filter(has_text="The table cannot be reached").wait_for()
    glanced_at(ada.page, "gone-start", "light", 768, known=True)
    ada.link("With friends").first.click()
    ada.button("Try again").wait_for()
    looked_at(ada.page, "gone")
    ada.context.set_offline(True)
    ada.heading("You are offline").wait_for()
    looked_at(ada.page, "offline", known=True)
    ada.forgive("ERR_FAILED", "ERR_INTERNET_DISCONNECTED")
