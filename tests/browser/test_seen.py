"""What people stumbled over: each of these failed before it was mended."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browsing import ENDINGS, Visit, accompanied, in_a_loop, near_the_end
from helpers.serving import Live, placed, serving

pytestmark = pytest.mark.needs("chromium")


def test_done_says_before_that_it_is_a_miss(live: Live, visit: Callable[..., Visit]) -> None:
    """In Qwixx a turn without a cross costs five points."""
    sheet = {"red": [], "yellow": [], "green": [], "blue": [], "misses": 0}
    position = {**ENDINGS["qwixx"], "hands": [["r2", "r4", "g7", "b9"], ["r3", "y6", "g8", "b10"]]}
    position["sheets"] = [sheet | {"red": [11]}, sheet]
    code, tokens = in_a_loop(placed(live, position))
    ada = visit()
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    with accompanied(live, code, tokens[1]):
        done = ada.page.get_by_role("button", name=re.compile("^Done"))
        for _ in range(20):
            if done.count() or ada.over:
                break
            # Leave the number for all, then play a card that fits nowhere.
            skip = ada.page.get_by_role("button", name=re.compile("^(Leave|Cross nothing|Skip)"))
            (skip if skip.count() else ada.lit).first.click(position={"x": 12, "y": 14})
            ada.page.wait_for_timeout(150)
        expect(done).to_have_accessible_name(re.compile("miss"))
        expect(done).to_contain_text("−5")
        ada.play_on(Random(3))


def test_the_link_of_a_game_that_is_over_invites_nobody(live: Live, visit: Callable[..., Visit]) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ada, guest = visit(), visit()
    ada.sit(code, tokens[0])
    guest.go(f"/t/{code}")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("LOBO 77 is being played")
    with accompanied(live, code, tokens[1]):
        ada.play_on(Random(1))
    guest.go(f"/t/{code}")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("LOBO 77: a game that is over")


def test_a_wrong_code_can_be_mended(live: Live, visit: Callable[..., Visit]) -> None:
    code, _ = near_the_end(live, "lobo77")
    ada = visit()
    ada.go("/t/QQQQQQ")
    field = ada.page.get_by_label("Is a letter of the code different?")
    expect(field).to_have_value("QQQQQQ")
    field.fill(code)
    field.press("Enter")
    ada.page.wait_for_url(f"**/t/{code}")
    ada.forgive("404")


@pytest.mark.parametrize("height", [640, 900])
def test_without_a_server_play_now_answers_in_sight(
    tmp_path: Path, visit: Callable[..., Visit], height: int
) -> None:
    with serving(tmp_path / "tables.sqlite3") as gone:
        ada = visit(viewport={"width": 360, "height": height})
        ada.page.goto(gone.url)
        play = ada.page.get_by_role("button", name="Play now").last
        play.scroll_into_view_if_needed()
    play.click()
    answer = ada.page.get_by_role("article").last.get_by_role("alert")
    expect(answer).to_contain_text("does not answer")
    expect(answer).to_be_in_viewport()
    ada.forgive("ERR_CONNECTION_REFUSED", "Failed to load")
