"""Rules beside the table, and a guide that lets the table lie still."""

from playwright.sync_api import expect

from helpers.browser.browsing import Opens, near_the_end
from helpers.browser.fitting import settle
from helpers.browser.looking import glanced_at
from helpers.server.serving import Live

PHONE = {"width": 360, "height": 740}


def test_the_rules_open_without_leaving_the_table(live: Live, visit: Opens) -> None:
    """A sheet over it on a phone; beside it on a wide screen. A card that was picked stays picked."""
    code, tokens = near_the_end(live, "quanto")
    ada = visit(viewport=PHONE)
    ada.sit(code, tokens[0])
    ada.lit.first.click()
    ada.button("Form a quanto", exact=True).wait_for()
    chosen = ada.page.locator(".tl-table").inner_text()
    ada.click("Menu")
    ada.click("Read the rules")
    sheet = ada.page.get_by_role("dialog", name="Rules")
    expect(sheet.locator("figure").last).to_be_attached()
    sheet.get_by_role("button", name="Close").click()
    assert ada.page.locator(".tl-table").inner_text() == chosen
    assert ada.page.url.startswith(f"{live.url}/t/{code}")

    settle(ada.page, (1280, 800), "en")
    board = ada.page.locator(".frame > .board")
    before = board.bounding_box()
    ada.page.get_by_role("tab", name="Rules").click()
    expect(ada.page.get_by_role("tabpanel", name="Rules").locator("figure").first).to_be_visible()
    assert board.bounding_box() == before
    glanced_at(ada.page, "rules-beside", "light", 1440, known=True)
