"""Every part of a table can be asked what it is: by resting on it, by a long press, and by a key for all of them."""

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import PHONE, Opens, in_a_loop
from helpers.browser.crowded import NAMES, crowded
from helpers.server.serving import Live, placed
from samples import with_long
from tischlein.games import GAMES

# Where nothing lies on the card that covers it: a finger rests there for longer than a tap takes.
REST = """async ([selector, time]) => {
  const card = document.querySelector(selector)
  const { left, top } = card.getBoundingClientRect()
  const at = { clientX: left + 12, clientY: top + 14, pointerId: 7, pointerType: 'touch', bubbles: true, button: 0 }
  card.setPointerCapture = () => undefined
  card.dispatchEvent(new PointerEvent('pointerdown', at))
  await new Promise((resolve) => setTimeout(resolve, time))
  card.dispatchEvent(new PointerEvent('pointerup', at))
  card.click()
}"""


@pytest.mark.parametrize("game", with_long(GAMES, "quando"))
def test_every_part_says_what_it_is(live: Live, visit: Opens, game: str) -> None:
    code, tokens = in_a_loop(placed(live, list(crowded(game, 3).values())[-1], NAMES[:3]))
    ada = visit(viewport=PHONE)
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    before = live.table(code).state.seq
    told = ada.page.locator(".bubble[role=tooltip]")
    ada.page.evaluate(REST, [".hand button[data-key], .hand button", 700])
    expect(told).to_contain_text("Rule")
    assert live.table(code).state.seq == before, "a long press does what a tap does"
    ada.key("Escape")
    expect(told).to_be_hidden()
    ada.page.locator(".seats .seat").first.hover()
    ada.page.locator(".board [data-anchor=draw]").first.hover()
    expect(told).to_contain_text("pile")
    ada.key("?")
    parts = ada.dialog.get_by_role("listitem")
    expect(parts.first).to_contain_text("Rule")
    assert parts.count() >= 6
    ada.key("Escape")
    expect(ada.dialog).to_have_count(0)
