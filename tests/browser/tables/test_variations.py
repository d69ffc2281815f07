"""Other ways to play, each for the last few moves: after a reload, on a phone, by keyboard alone, by name, with a drag."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from helpers.browser.browsing import (
    CORNER,
    LIT,
    PATIENCE,
    PHONE,
    RESTS,
    Opens,
    accompanied,
    near_the_end,
)
from helpers.browser.fitting import SIZES, places
from helpers.browser.hearing import heard, listen
from helpers.server.serving import Live, comes_to
from tischlein.engine.play.wording import Wording
from tischlein.games import GAMES

# Controls that a finger must hit; words within a sentence are links of their own size, what is barred only answers.
TOO_SMALL = """() => [...document.querySelectorAll('button, a[href], select, input, summary')].filter(one => {
  const style = getComputedStyle(one), box = one.getBoundingClientRect()
  if (!one.checkVisibility({ visibilityProperty: true }) || style.display === 'inline' || one.disabled) return false
  if (one.ariaDisabled === 'true' || box.bottom <= 0 || box.width <= 1 || one.type === 'radio') return false
  if (one.parentElement.getBoundingClientRect().width <= 1) return false  // seen only while it has the focus
  return box.width < 43.5 || box.height < 43.5
}).map(one => `${one.ariaLabel ?? one.textContent.trim()} ${JSON.stringify(one.getBoundingClientRect())}`)"""


def no_scrolling(page: Page) -> None:
    over = page.evaluate(
        "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]"
    )
    assert over == [0, 0]


@pytest.mark.long  # test_fits.py reaches everything with larger letters, which leave less room
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_everything_is_in_reach_without_scrolling(live: Live, visit: Opens, game: str) -> None:
    code, tokens = near_the_end(live, game)
    ada = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    no_scrolling(ada.page)
    assert ada.page.evaluate(TOO_SMALL) == []
    for thing in ada.look()["things"]:
        assert thing["at"] is not None, thing
    with accompanied(live, code, tokens[1]):
        ada.play_on(Random(game))
    assert ada.page.evaluate(TOO_SMALL) == []
    assert live.table(code).state.row.state == "over"


@pytest.mark.long
def test_fingers_hit_what_they_want(visit: Opens) -> None:
    ada = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    for path in ("/", "/new/lobo77?with=device", "/settings", "/rules/quanto", "/mine"):
        ada.go(path)
        ada.headline.wait_for()
        ada.page.evaluate(RESTS)
        assert ada.page.evaluate(TOO_SMALL) == [], path


@pytest.mark.long  # test_daily.py goes by keyboard alone, and axe asks for names in test_screens.py
@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard_alone_and_by_name(live: Live, visit: Opens, game: str) -> None:
    """Tab leads to what is lit, arrows move along the hand, Enter plays. Whatever can be done has a name.

    Whatever happens is said once and in order, on any screen; what there is to do only to whom it concerns.
    """
    code, tokens = near_the_end(live, game)
    ada, rng = visit(viewport=PHONE), Random(game)
    listen(ada)
    ada.sit(code, tokens[0])
    with accompanied(live, code, tokens[1]):
        for _ in range(200):
            ada.page.wait_for_function(
                "lit => document.querySelector('dialog[open] #headline')"
                " || (document.querySelector(lit) && !document.querySelector('[data-busy]'))",
                arg=LIT,
                timeout=PATIENCE * 1000,
            )
            if ada.over:
                break
            assert all(thing["name"] for thing in ada.look()["things"])
            by_keyboard(ada.page, rng)
    assert live.table(code).state.row.state == "over"
    expect(ada.page.get_by_role("heading", level=1, name=re.compile("win"))).to_be_focused()
    table = live.game(code)
    wording = Wording(table.game, live.table(code).state.names, 0, "en")
    happened = [text for event in table.events_for(0) if (text := wording.event(event)["text"])]
    # What was said last may still be on its way to the voice.
    comes_to(lambda: [text for text in heard(ada.page) if text in happened], happened)
    said = heard(ada.page)
    asked = [text for text in said if text not in happened]
    assert asked
    assert not any("…" in text or re.fullmatch(r"[\d\s+−=?]+", text) for text in asked), asked


def by_keyboard(page: Page, rng: Random) -> None:
    lit, met = False, rng.randrange(1, 4)
    # On to the first, second or third thing that is lit, but no further than necessary.
    for tabs in range(80):
        if lit and (met <= 0 or tabs > 40):
            break
        page.keyboard.press("Tab")
        lit = page.evaluate("lit => document.activeElement.matches(lit)", LIT)
        met -= lit
    assert lit, "Tab leads to nothing that can be done"
    if page.evaluate("document.activeElement.closest('[role=toolbar]') !== null"):
        page.keyboard.press(rng.choice(["ArrowRight", "ArrowLeft", "End", "Home"]))
    page.keyboard.press("Enter")


@pytest.mark.long
def test_names_say_what_a_card_does(live: Live, visit: Opens) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ada = visit()
    ada.sit(code, tokens[0])
    sentence = ada.page.locator(".sentence")
    expect(sentence).to_contain_text("your turn")
    hand = ada.hand
    expect(hand.get_by_role("button")).to_have_count(5)
    card = hand.get_by_role("button", name="Play 6: total 62")

    # A card is also played by dragging it towards the pile; let go too early, it stays.
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + 14, box["y"] + 16
    for far in (30, 160):
        ada.page.mouse.move(x, y)
        ada.page.mouse.down()
        ada.page.mouse.move(x + 5, y - far / 2)
        ada.page.mouse.move(x + 10, y - far)
        ada.page.mouse.up()
        if far == 30:
            ada.page.wait_for_timeout(100)
            expect(card).to_be_visible()
    expect(card).to_have_count(0)
    expect(sentence).to_contain_text("Ben")


@pytest.mark.long
def test_an_illegal_card_says_why(live: Live, visit: Opens) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ben = visit()
    ben.sit(code, tokens[1])
    card = ben.hand.get_by_role("button").first
    lay = places(ben.page, SIZES, "en")
    # It is marked as disabled for screen readers, and answers all the same.
    card.click(position=CORNER, force=True)
    expect(ben.page.locator(".notice")).to_contain_text("Ada")
    # The answer lies over the middle, and moves nothing.
    assert places(ben.page, SIZES, "en") == lay
    expect(ben.text("Rule L5").first).to_be_visible()
    # It is about this moment, and gone as soon as the turn comes.
    ada = visit()
    ada.sit(code, tokens[0])
    ada.tap(re.compile("^Play 6:"))
    ben.lit.first.wait_for()
    expect(ben.page.locator(".notice")).to_have_count(0)


@pytest.mark.long
def test_who_wants_to_remember_alone_is_told_nothing(live: Live, visit: Opens) -> None:
    """In Quando a card that was taken with its hidden side has a back that one has seen."""
    code, tokens = near_the_end(live, "quando")
    ada = visit()
    ada.sit(code, tokens[0])
    ada.tap("Lay 2")
    ada.click("Draw the hidden side")
    known = ada.hand.get_by_role("button", name=re.compile("back"))
    expect(known).to_have_count(1)
    ada.click("Memory aid")
    expect(known).to_have_count(0)
