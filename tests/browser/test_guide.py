"""A first game, led by the words of docs/how-to-play.md, up to leaving the table and coming back."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import PHONE, Visit
from helpers.server.serving import Live, comes_to

pytestmark = pytest.mark.needs("chromium")

GUIDE = (Path(__file__).resolve().parents[2] / "docs/how-to-play.md").read_text(encoding="utf-8")
POINTS = [
    " ".join(point.split()).removeprefix("- ")
    for point in re.split(r"\n- |\n\n", GUIDE.partition("## In the browser")[2])
]
# Has anything been said aloud?
SAID = "() => [...document.querySelectorAll('[aria-live]')].some((one) => one.textContent)"


def names(beginning: str) -> list[str]:
    """Return what one point of the guide names: in bold letters, in quotation marks, or as a key."""
    [point] = [point for point in POINTS if point.startswith(beginning)]
    return ["".join(found) for found in re.findall(r"\*\*(.+?)\*\*|\"(.+?)\"|\b([A-Z]) \(", point)]


@pytest.mark.long  # a test of its own has each of these screens in the short run
def test_a_newcomer_follows_the_guide(live: Live, visit: Callable[..., Visit]) -> None:
    ada = visit(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
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
        page.keyboard.press(key.lower())
        page.wait_for_function(SAID)

    before = hosted.state.seq
    page.keyboard.press("1")  # "or the digits 1 to 9 for the lit things in order"
    comes_to(lambda: hosted.state.seq > before, True)
    ada.asked()
    page.get_by_role("button", name="Take a move back").click()  # "The arrow in the bar"
    ada.asked()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Copy link to my seat").click()
    phone = visit(viewport=PHONE)
    phone.page.goto(page.evaluate("navigator.clipboard.readText()"))
    phone.seated()  # "Open it on another device to go on playing there."
    phone.asked()
    phone.page.close()

    page.get_by_role("button", name=re.compile("^Leave the table")).click()
    comes_to(lambda: hosted.state.seats[0].left, True)  # "a bot plays for you until you are back"
    [my_tables] = names("The menu has")
    page.get_by_role("link", name=my_tables, exact=True).click()
    page.locator(f"a[href='/t/{hosted.code}']").click()
    ada.asked()

    for beginning in ('"My games" lists', '"Friends" lists'):
        ada.turn_to("/")
        page.get_by_role("link", name=names(beginning)[0], exact=True).click()
        expect(page.get_by_role("heading", name=names(beginning)[0], exact=True)).to_be_visible()
