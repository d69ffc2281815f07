"""Puzzles in the browser: the one of the day, those that come back until they are solved, and a run against the clock."""

import re
from math import ceil

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import PHONE, Opens
from helpers.browser.fitting import settle
from helpers.browser.looking import TOO_WIDE, looked_at
from helpers.browser.puzzling import HOW_MANY_FIND_IT, of_today, tap
from tischlein.games import GAMES

SIDEWAYS = {"width": 740, "height": 360}
# As if the day after had come.
TOMORROW = """() => {
  const kept = JSON.parse(localStorage['tischlein.puzzles'])
  for (const one of kept.waiting) one.due = '2000-01-01'
  localStorage['tischlein.puzzles'] = JSON.stringify(kept)
}"""

# Three minutes have passed, until the page is opened again.
LATER = """() => {
  const now = performance.now.bind(performance)
  performance.now = () => now() + 180_000
}"""


@pytest.mark.long  # test_offline.py solves one, and web/tests/coach/puzzles.test.ts lets it come back
def test_the_puzzle_of_the_day_is_missed_and_comes_back(visit: Opens) -> None:
    one = of_today("lobo77")
    best, usual = one["choices"][0], one["played"]
    ada = visit(viewport=PHONE)
    page = ada.page
    ada.go("/")
    ada.follow("Today")
    lobo = ada.region("LOBO 77")
    lobo.get_by_role("link", name="Solve the puzzle").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    ada.asked()
    # What rules of thumb play is not the best; the answer shows what each choice wins, with its interval.
    tap(page, usual)
    expect(ada.heading("There was something better.")).to_be_focused()
    expect(ada.button("The tempting move")).to_be_visible()
    ada.text("How do we know?").click()
    choices = page.get_by_role("list", name="What each choice was worth").get_by_role("listitem")
    expect(choices).to_have_count(len(one["choices"]))
    expect(choices.first).to_contain_text(
        f"wins {round(100 * best['value'])} ± {ceil(100 * best['spread'])} of 100"
    )
    ada.sees("It comes back tomorrow.")
    looked_at(page, "puzzle-answer")
    settle(page, (360, 640), "en")
    ada.turn_to("/daily")
    lobo = ada.region("LOBO 77")
    expect(lobo).to_contain_text("Puzzle missed")
    expect(ada.region("More puzzles")).to_contain_text("1 comes back later")
    # The day after it is asked again, until it is solved.
    page.evaluate(TOMORROW)
    page.reload()
    ada.follow("Solve 1 again")
    ada.asked()
    tap(page, best["text"])
    expect(ada.heading("Exactly!")).to_be_visible()
    ada.click("Next")
    expect(page.get_by_role("status")).to_contain_text("Done")
    ada.turn_to("/daily")
    expect(ada.region("More puzzles")).to_contain_text("Nothing comes back today.")


@pytest.mark.long  # test_fits.py has the tables, and one puzzle is solved on a phone above
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_a_puzzle_that_fits_a_phone(visit: Opens, game: str) -> None:
    ada = visit(viewport=PHONE)
    page = ada.page
    ada.go(f"/puzzle/{game}")
    ada.asked()
    for width, height in ((740, 360), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        expect(ada.lit.first).to_be_in_viewport(ratio=0.95)
        expect(ada.button("Show the answer")).to_be_in_viewport(ratio=1)
        assert page.evaluate(TOO_WIDE) <= 0
    ada.click("Show the answer")
    expect(ada.heading("The answer")).to_be_focused()
    expect(page.get_by_text(HOW_MANY_FIND_IT)).to_be_visible()
    # An answer that was looked up is not a solution.
    ada.turn_to("/daily")
    expect(page.locator(f"section[data-game={game}]")).to_contain_text("Puzzle missed")


@pytest.mark.long  # web/tests/coach/puzzles.test.ts counts what was missed
def test_three_minutes_against_the_clock(visit: Opens) -> None:
    ada = visit()
    page = ada.page
    ada.go("/puzzle/clock")
    clock = page.get_by_role("timer")
    expect(clock).to_have_accessible_name(re.compile("left, 0 solved"))
    ada.click("Show the answer")
    ada.click("Next")
    ada.asked()
    page.evaluate(LATER)
    expect(page.get_by_role("status")).to_have_text("Time is up: 0 puzzles solved.")
    ada.turn_to("/daily")
    expect(ada.region("More puzzles")).to_contain_text("1 comes back later")
