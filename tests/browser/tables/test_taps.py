"""One tap where one meaning is possible; asked only where two are."""

import re

from playwright.sync_api import FloatRect, expect

from helpers.browser.browsing import CORNER, ENDINGS, Opens, in_a_loop, near_the_end
from helpers.browser.crowded import NAMES, crowded
from helpers.browser.slow_line import SlowLine
from helpers.server.serving import Live, comes_to, placed

# Counts the cards of a display that slide to another place.
SLIDES = """() => {
  window.slides = 0
  const { animate } = Element.prototype
  Element.prototype.animate = function (...how) {
    if (this.matches('.display > li')) window.slides += 1
    return animate.apply(this, how)
  }
}"""


def said(live: Live, code: str) -> list[str]:
    """What the first seat has decided."""
    table = live.game(code)
    return [text for seat, text in table.history if seat == 0]


def not_moved(before: FloatRect | None, now: FloatRect | None) -> bool:
    """As high up and as large, but for the few pixels by which a card that lights up is lifted: a row may close a gap."""
    assert before is not None
    assert now is not None
    return abs(before["y"] - now["y"]) < 6 and abs(before["height"] - now["height"]) < 1


def test_a_card_of_the_display_says_the_verb(live: Live, visit: Opens) -> None:
    """Quanto: 7 on 7 can only be taken; with a 4 a 7 takes or forms, so it is asked. Nothing more fits: it ends by itself."""
    position = ENDINGS["quanto"] | {"draw": ["1"]}
    code, tokens = in_a_loop(placed(live, position))
    ada = visit(motion=True, viewport={"width": 360, "height": 740})
    ada.sit(code, tokens[0])
    display = ada.page.get_by_role("list", name="Display")
    three = ada.page.locator('[data-anchor="display:3"]')
    before = three.bounding_box()
    ada.page.evaluate(SLIDES)
    ada.tap("Choose 7")
    # Neither the buttons that come nor the card that goes move what lies there.
    ada.button(re.compile("^Form a quanto")).wait_for()
    assert not_moved(before, three.bounding_box())
    display.get_by_role("button", name="7: Take cards").click(position=CORNER)
    comes_to(lambda: said(live, code), ["card 7", "take", "pick 7"])
    # Each only when the page has seen the one before: what is tapped while a move is on its way does not count.
    picked, take_back = (
        ada.page.locator('[data-anchor="picked:0"]'),
        ada.button("Take back", exact=True),
    )
    picked.wait_for()
    assert not_moved(before, three.bounding_box())
    assert ada.page.evaluate("slides") > 0, "cards that close a gap slide"
    take_back.click()
    expect(picked).to_have_count(0)
    take_back.click()
    comes_to(lambda: said(live, code).count("undo"), 2)
    # By keyboard: where only cards of the display can be chosen, one is there already.
    ada.button(re.compile("^Take cards")).press("Enter")
    expect(display.locator("[data-key]").first).to_be_focused()
    take_back.click()
    comes_to(lambda: said(live, code).count("undo"), 3)
    display.get_by_role("button", name=re.compile("^4: Take cards.*Form a quanto")).click(position=CORNER)
    expect(ada.page.locator(".sentence")).to_have_text("What do you take 4 for?")
    ada.click(re.compile("^Form a quanto"))
    comes_to(lambda: said(live, code)[-3:], ["form", "pick 4", "done"])


def test_marks_explain_themselves(live: Live, visit: Opens) -> None:
    """In teams: a tap on a partner's quanto says what it is; who plays together is told, and seen at a ribbon. So do Quando's dots."""
    code, tokens = in_a_loop(placed(live, crowded("quanto", 4)["card"], NAMES[:4]))
    ada = visit()
    ada.sit(code, tokens[0])
    mark = ada.button(re.compile("^Quanto of Clara: tile 10, 10 cards"))
    mark.click()
    expect(ada.page.locator(".bubble:popover-open")).to_contain_text("Quanto of Clara: tile 10")
    others = ada.page.get_by_role("list", name="Other players").get_by_role("listitem")
    expect(others.nth(1)).to_contain_text("(your partner)")
    ribbons = others.locator(".seat").evaluate_all(
        "seats => seats.map((seat) => getComputedStyle(seat).borderLeftColor)"
    )
    assert ribbons[0] == ribbons[2] != ribbons[1]
    code, tokens = in_a_loop(placed(live, ENDINGS["quando"] | {"plays": [2, 1]}))
    ada.turn_to(f"/t/{code}#{tokens[0]}")
    ada.seated()
    others.nth(0).get_by_role("button", name="Ben: laid 1 of 2").click()
    expect(ada.page.locator(".bubble:popover-open")).to_have_text("Ben: laid 1 of 2")
    expect(ada.button("You: laid 2 of 2")).to_have_count(1)


def test_a_sheet_counts_its_points(live: Live, visit: Opens) -> None:
    """Qwixx: what each row is worth, and what the next cross would bring, stand on the sheet."""
    code, tokens = near_the_end(live, "qwixx")
    ada = visit()
    ada.sit(code, tokens[0])
    sheet = ada.page.get_by_role("group", name="Your sheet")
    expect(sheet.get_by_role("group", name="red: 2 crosses, 2, 3; 3 points")).to_be_visible()
    expect(sheet.get_by_role("list", name="Points by crosses")).to_contain_text("3 crosses: 6 points")
    expect(sheet.locator(".points")).to_have_text(["3", "1", "1", "0"])


# Seat 0 can take 12 in many ways, card by card.
TAKING = {
    "game": "quanto",
    "seats": 2,
    "options": {},
    "dealer": 1,
    "turn": 0,
    "hands": [["12", "7"], ["9", "3"]],
    "display": ["1", "2", "3", "4", "5", "6", "7"],
    "draw": ["1", "2", "3"],
    "draw_ordered": True,
}


def test_what_is_tapped_lifts_at_once_and_nothing_else_moves_before_the_answer(
    live: Live, visit: Opens
) -> None:
    code, tokens = in_a_loop(placed(live, TAKING))
    table, line, ada = live.table(code).state, SlowLine(), visit()
    ada.page.route_web_socket(re.compile(f"/{code}/socket$"), line.open)
    ada.sit(code, tokens[0])
    line.holds, before = True, table.seq
    ada.click("Choose 12")
    lifted = ada.page.locator("[data-sent]")
    expect(lifted).to_have_accessible_name("Choose 12")
    expect(lifted).to_have_css("translate", "0px -10px")
    expect(ada.page.locator('[data-action="take"]')).to_have_count(0)
    assert table.seq == before
    line.let_go()
    ada.page.locator('[data-action="take"]').wait_for()
    expect(lifted).to_have_count(0)
    assert table.seq == before + 1
