"""Playing without looking: what a screen reader says, where the keyboard is, and what the table answers when asked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from helpers.browsing import PHONE, Visit, in_a_loop, near_the_end
from helpers.hearing import heard, listen
from helpers.serving import Live, sitting

pytestmark = pytest.mark.needs("chromium")

# Looked at before every picture that the screen shows: has the keyboard lost its place?
LOST = """window.lost = 0
const look = () => {
  if (document.activeElement === document.body) window.lost += 1
  requestAnimationFrame(look)
}
look()"""


def hears(page: Page, what: str) -> None:
    try:
        page.wait_for_function("what => heard.some((said) => said.includes(what))", arg=what)
    except TimeoutError:
        pytest.fail(f"{what!r} is not among {heard(page)}")


async def one_move(live: Live, code: str, token: str, action: str) -> None:
    async with sitting(live, code, token) as guest:
        assert (await guest.play(action))["type"] == "accepted"


def test_answers_to_keys_and_to_what_does_not_go(live: Live, visit: Callable[..., Visit]) -> None:
    """A refusal is said as often as it is asked for, with its rule; letters ask, and can be switched off like the digits."""
    code, tokens = near_the_end(live, "lobo77")
    ben = visit(viewport=PHONE)
    listen(ben)
    ben.sit(code, tokens[1])
    card = ben.page.get_by_role("toolbar", name="Your cards").get_by_role("button").first
    for times in (1, 2):
        card.press("Enter")
        ben.page.wait_for_function(
            "n => heard.filter((said) => said.includes('Rule L5')).length === n", arg=times
        )
    asked = {
        "w": "It is Ada's turn",
        "h": "Your cards: 5; 7; 8; 9; 10",
        "t": "Total 56",
        "s": "Ada, (away right now), (it is their turn), swims, 5 cards. You: Your chips: 0",
        "l": "Nothing has happened yet.",
    }
    for key, answer in asked.items():
        ben.page.keyboard.press(key)
        hears(ben.page, answer)

    # A drawer lies over the table: what happens meanwhile is said all the same.
    ben.page.get_by_role("button", name="What happened").click()
    in_a_loop(one_move(live, code, tokens[0], "6"))
    hears(ben.page, "Ada plays 6 and says 62.")
    hears(ben.page, "It is your turn.")
    ben.page.get_by_role("button", name="Close").click()
    ben.page.keyboard.press("l")
    ben.page.wait_for_function(
        "n => heard.filter((said) => said.includes('Ada plays 6 and says 62.')).length === n", arg=2
    )

    ben.page.get_by_role("button", name="Menu").click()
    for name in ("Digits 1 to 9", "Question keys"):
        ben.page.get_by_role("switch", name=name).press("Space")
    ben.page.keyboard.press("Escape")
    said, told = len(heard(ben.page)), live.table(code).state.seq
    for key in ("1", "w", "h"):
        ben.page.keyboard.press(key)
    ben.page.wait_for_timeout(300)
    assert (len(heard(ben.page)), live.table(code).state.seq) == (said, told)


# Is there a ring around the card with the focus, and does what the card would announce lie above it?
RINGED = """card => {
  const layer = (...of) => Number(getComputedStyle(...of).zIndex) || 0
  return [getComputedStyle(card, '::after').borderTopWidth, layer(card.querySelector('.note')) > layer(card, '::after')]
}"""


def test_the_keyboard_keeps_its_place_while_cards_fly(live: Live, visit: Callable[..., Visit]) -> None:
    """After an own move, and when the result is closed. The focus covers no announcement."""
    code, tokens = near_the_end(live, "lobo77")
    ada = visit(motion=True, viewport=PHONE)
    listen(ada)
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    card = ada.page.get_by_role("button", name="Play 10")
    card.focus()
    assert card.evaluate(RINGED) == ["3px", True]
    ada.page.evaluate(LOST)
    ada.page.keyboard.press("Enter")  # 66 costs a chip that she does not have
    hears(ada.page, "Ben is the last one in")
    headline = ada.page.get_by_role("heading", level=1, name=re.compile("wins"))
    expect(headline).to_be_focused()
    ada.page.keyboard.press("Escape")
    expect(headline).to_have_count(0)
    ada.page.wait_for_function("() => document.activeElement !== document.body")
    assert ada.page.evaluate("lost") == 0
