"""What people stumbled over: each of these failed before it was mended."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import (
    CORNER,
    ENDINGS,
    PHONE,
    Opens,
    accompanied,
    in_a_loop,
    near_the_end,
)
from helpers.browser.fitting import settle
from helpers.browser.hearing import heard, listen
from helpers.server.serving import Live, placed, serving, sitting


def test_the_link_of_a_game_that_is_over_invites_nobody(live: Live, visit: Opens) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ada, guest = visit(), visit()
    ada.sit(code, tokens[0])
    guest.go(f"/t/{code}")
    expect(guest.headline).to_have_text("LOBO 77 is being played")
    with accompanied(live, code, tokens[1]):
        ada.play_on(Random(1))
    guest.go(f"/t/{code}")
    expect(guest.headline).to_have_text("LOBO 77: a game that is over")


def test_a_wrong_code_is_said_kindly_and_can_be_mended(live: Live, visit: Opens) -> None:
    code, _ = near_the_end(live, "lobo77")
    ada = visit()
    ada.go("/t/QQQQQQ")
    expect(ada.headline).to_have_text("There is no table here")
    field = ada.page.get_by_label("Mistyped the code?")
    expect(field).to_have_value("QQQQQQ")
    field.fill(code)
    field.press("Enter")
    ada.page.wait_for_url(f"**/t/{code}")
    ada.forgive("404")


@pytest.mark.parametrize("height", [640, pytest.param(900, marks=pytest.mark.long)])
def test_without_a_server_play_now_answers_in_sight(tmp_path: Path, visit: Opens, height: int) -> None:
    with serving(tmp_path) as gone:
        ada = visit(viewport={"width": 360, "height": height})
        ada.page.goto(gone.url, wait_until="networkidle")
        play = ada.button("Play now").last
        play.scroll_into_view_if_needed()
    play.click()
    answer = ada.page.get_by_role("article").last.get_by_role("alert")
    expect(answer).to_contain_text("does not answer")
    expect(answer).to_be_in_viewport()
    ada.forgive("ERR_CONNECTION_REFUSED", "Failed to load")


# Ada has knocked, and is not the lowest; Ben has the last turn.
KNOCKED = ENDINGS["quando"] | {
    "hands": [["0/4", "10/7"], ["1/6", "2/6"]],
    "turn": 1,
    "knocked": 0,
    "points": [30, 35],
}


@pytest.mark.parametrize(
    "less", [False, pytest.param(True, marks=pytest.mark.long)], ids=["motion", "less_motion"]
)
def test_the_end_of_a_round_waits_to_be_looked_at(live: Live, visit: Opens, less: bool) -> None:
    """Quando: hands, sums, the penalty by its name and the new points stay until a key is pressed; the result comes after that."""
    code, tokens = in_a_loop(placed(live, KNOCKED))
    ada = visit(motion=True, viewport=PHONE, reduced_motion="reduce" if less else "no-preference")
    listen(ada)
    ada.sit(code, tokens[0])

    async def ben_passes() -> None:
        async with sitting(live, code, tokens[1]) as ben:
            await ben.play("pass")

    in_a_loop(ben_passes())
    over = ada.page.get_by_role("dialog", name="The round is over.")
    go_on = over.get_by_role("button", name="Go on")
    go_on.wait_for()
    expect(go_on).to_be_focused()
    expect(go_on).to_be_in_viewport(ratio=1)
    rows = over.get_by_role("listitem")
    # The player who knocked comes last.
    expect(rows).to_have_text(
        [re.compile("^Ben"), re.compile(r"^Ada.*has knocked.*Knock penalty \+5.*10.*\+15.*45 in all")]
    )
    expect(rows.last.get_by_role("img")).to_have_accessible_name("Fronts: 0, 10")
    expect(ada.button("Result")).to_have_count(0)
    over.get_by_role("button", name="Score sheet").click()
    sheet = ada.page.get_by_role("dialog", name="Score sheet")
    expect(sheet.get_by_role("row", name=re.compile("^1 Ada knocked"))).to_contain_text(
        "with 5 for the knock"
    )
    ada.key("Escape")
    go_on.focus()
    ada.key("Enter")
    ada.page.get_by_role("heading", level=1, name=re.compile("Ben has the fewest points")).wait_for()
    expect(over).to_have_count(0)
    told = [said for said in heard(ada.page) if "New points: you 15, Ben 0. Knock penalty for you: 5" in said]
    assert len(told) == 1


@pytest.mark.long
def test_what_was_laid_and_seen_stays_in_sight_on_a_phone(live: Live, visit: Opens) -> None:
    """Quando: five cards laid in one turn, eight in the hand; what the memory aid shows is said, too."""
    position = ENDINGS["quando"] | {
        "hands": [["5/4", "5/7", "5/0", "5/8", "5/1", "1/2", "2/7", "0/8"], ["7/1", "8/1"]],
        "plays": [0, 0],
        "draw": ["6/9", "3/9", "5/9"],
    }
    code, tokens = in_a_loop(placed(live, position | {"dealer": 0, "turn": 1}))

    async def ben_takes_what_all_have_seen() -> None:
        async with sitting(live, code, tokens[1]) as ben:
            await ben.play("pick 7/?")
            await ben.play("take visible")

    in_a_loop(ben_takes_what_all_have_seen())
    ada = visit(viewport=PHONE)
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    settle(ada.page, (PHONE["width"], PHONE["height"]), "en")
    boxes = "e => [...e].map(one => one.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))"
    cards = ada.page.locator(".hand .place").evaluate_all(boxes)
    upper = [card for card in cards if card["top"] < cards[-1]["top"] - 20]
    assert len(upper) == 4
    # A card that can be played is lifted by a few pixels.
    assert max(card["bottom"] for card in upper) <= min(card["top"] for card in cards[4:]) + 2
    for _ in range(5):
        ada.button(re.compile("^Lay 5")).first.click(position=CORNER)
        expect(ada.page.locator(".tl-table[data-busy]")).to_have_count(0)
    expect(ada.page.locator(".lying")).to_have_count(6)
    laid = ada.page.locator(".lying").evaluate_all(boxes)
    board = ada.page.locator(".board").evaluate_all(boxes)[0]
    assert all(board["left"] <= card["left"] and card["right"] <= board["right"] for card in laid)
    expect(ada.page.get_by_role("img", name="Backs: 1, 9 (front 6)")).to_be_visible()


# Whatever Ada plays puts her out.
LAST_CARD = ENDINGS["lobo77"] | {
    "seats": 3,
    "total": 60,
    "chips": [0, 1, 1],
    "hands": [["66"], ["10", "9", "8"], ["2", "3", "4"]],
}
# As long as spectators can choose how to look on, cards stay in the air: bots may need only a few moves to the end.
IN_THE_AIR = """const animate = Element.prototype.animate
Element.prototype.animate = function (...how) {
  const motion = animate.apply(this, how)
  if (document.querySelector('.looking [aria-pressed]')) motion.pause()
  return motion
}"""


@pytest.mark.long
def test_a_player_who_is_out_need_not_wait(live: Live, visit: Opens) -> None:
    """LOBO 77: everybody sees who comes next; who is out sees the rest fast, or only its end, or plays another game."""
    code, tokens = in_a_loop(placed(live, LAST_CARD, ("Ada", "Ben", "Eve"), bots=(1, 2), pace="human"))
    ada = visit(motion=True)
    ada.prepare(IN_THE_AIR)
    ada.sit(code, tokens[0])
    seats = ada.page.get_by_role("list", name="Other players").get_by_role("listitem")
    expect(seats.first).to_contain_text("next")
    expect(seats.last).not_to_contain_text("next")
    ada.lit.first.click()
    group = ada.page.get_by_role("group", name="You are out: what would you like to do?")
    group.get_by_role("button", name="Watch fast").click()
    expect(group.get_by_role("button", name="New game")).to_be_in_viewport(ratio=1)
    group.get_by_role("button", name="To the end").click()
    rows = ada.page.get_by_role("list", name="Result").get_by_role("listitem")
    expect(rows.last).to_contain_text("Ada")
    expect(rows.last).to_contain_text("Place 3")


@pytest.mark.long
def test_a_player_who_is_out_can_begin_another_game(live: Live, visit: Opens) -> None:
    code, tokens = in_a_loop(placed(live, LAST_CARD, ("Ada", "Ben", "Eve")))
    ada = visit()
    ada.sit(code, tokens[0])
    ada.lit.first.click()
    group = ada.page.get_by_role("group", name="You are out: what would you like to do?")
    # People who are still in take the time they need.
    expect(group.get_by_role("button", name="To the end")).to_have_count(0)
    group.get_by_role("button", name="New game").click()
    ada.page.wait_for_url(re.compile(f"/t/(?!{code})[A-Z0-9]{{6}}$"))
    ada.lit.first.wait_for()
