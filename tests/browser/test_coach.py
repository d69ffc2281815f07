"""The coach's page: one tap from the result, curves, luck and skill, and a decision to try again."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import Opens, in_a_loop
from helpers.browser.fitting import misfits, settle, unrolled
from helpers.browser.looking import SAY, TOO_WIDE, barriers, looked_at, snap
from helpers.server.serving import GENEROUS, Live, comes_to, placed, serving, set_table, sitting

PHONE = {"width": 360, "height": 740}
SIDEWAYS = {"width": 740, "height": 360}
# Three cards before the end: the last chip is at stake.
SHORT: dict[str, Any] = {
    "game": "lobo77",
    "seats": 2,
    "options": {},
    "turn": 0,
    "total": 60,
    "chips": [0, 0],
    "hands": [["0", "10", "9"], ["0", "10", "8"]],
    "draw": ["10", "8", "3", "4"],
    "draw_ordered": False,
}


ABOVE = """(advice) => {
  const table = document.querySelector('.tl-table').getBoundingClientRect()
  return advice.getBoundingClientRect().bottom <= table.top + 0.5
}"""
# The same game twice more, with other luck and other skill.
MORE_GAMES = """() => {
  const [one] = JSON.parse(localStorage['tischlein.coached'])
  const more = [1, 2].map((k) => ({ ...one, code: `${one.code}${k}`, own: one.own + k / 10, luck: -k / 10 }))
  localStorage['tischlein.coached'] = JSON.stringify([one, ...more])
}"""


@pytest.fixture(scope="module")
def coached(live: Live, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server whose coach thinks briefly, and does not let others go first."""
    limits = replace(GENEROUS, review_worlds=16, advice_worlds=16, advice_seconds=120.0, coach_nice=0)
    with serving(tmp_path_factory.mktemp("coached") / "tables.sqlite3", limits) as coached:
        yield coached


async def blundered(live: Live) -> tuple[str, list[str]]:
    """With a total of 69 Ada plays 10, and is out, where 0 was safe."""
    code, tokens = await placed(live, SHORT)
    async with sitting(live, code, tokens[0]) as ada, sitting(live, code, tokens[1]) as ben:
        await ada.play("9")
        await ben.until("news", seq=ada.last["seq"])
        await ben.play("0")
        await ada.until("news", seq=ben.last["seq"])
        await ada.play("10")
        assert ada.last["over"]
    return code, tokens


def test_a_game_is_understood_and_its_mistake_tried_again(coached: Live, visit: Opens) -> None:
    code, tokens = in_a_loop(blundered(coached))
    ada = visit(address=coached.url)
    page = ada.page
    ada.go(f"/t/{code}#{tokens[0]}")
    ada.follow("Ask the coach")
    # The one decision that mattered, in cards, before any figure.
    lessons = ada.region("What to try next time")
    lessons.wait_for(timeout=240_000)
    expect(lessons).to_contain_text("cost nothing")
    expect(page.get_by_role("heading", name="Luck and skill", exact=True)).not_to_be_visible()
    looked_at(page, "coach")
    # Everybody's curve, and the same in words, for those who open it.
    ada.text("Curves, luck and skill").click()
    page.get_by_role("img", name="Everybody’s chance to win").wait_for()
    ada.text("The same as a table").click()
    expect(page.get_by_role("row", name="Ada").first).to_contain_text("%")
    looked_at(page, "coach-figures")
    # With large letters, too, nothing is cut off or covered.
    for percent in (200, 100):
        unrolled(page, (360, 740), "de", percent)
        assert misfits(page, "main") == []
    settle(page, (1280, 800), "en")
    # The mistake, tried again as it looked then: the same card, and then a better one.
    ada.button("What would you play?").first.click()
    exercise = ada.dialog
    exercise.locator("[data-key]").first.wait_for()
    exercise.locator('[data-card="10"]').first.click()
    expect(exercise.get_by_role("heading", name="There was something better.")).to_be_visible()
    expect(exercise.get_by_text("You played “Play 10")).to_be_visible()
    # Both moves can be seen on the table, which the answer does not cover.
    expect(exercise.locator(".tl-table")).to_be_in_viewport(ratio=0.9)
    exercise.get_by_role("button", name="What was played").click()
    looked_at(page, "coach-answer", known=True)
    exercise.get_by_role("button", name="Try again").click()
    exercise.locator('[data-card="0"]').first.click()
    expect(exercise.get_by_role("heading", name="Exactly!")).to_be_visible()
    # Into the replay, and back with one tap.
    exercise.get_by_role("link", name="See it in the game").click()
    page.get_by_role("slider").wait_for()
    ada.follow("Ask the coach")
    lessons.wait_for()
    # Over many games: how well one decides, and what cost the most.
    ada.turn_to("/results")
    own = ada.region("LOBO 77")
    expect(own.get_by_role("heading", name="With the coach")).to_contain_text("looked at 1 game")
    expect(own.get_by_text("of 100 wins").first).to_be_visible()
    expect(own.get_by_role("link", name="practise").first).to_have_attribute("href", f"/t/{code}/coach")
    expect(own.get_by_text("Once the coach has looked at three games")).to_be_visible()
    # From three games on: what decisions bring without luck, with an interval and as a curve.
    page.evaluate(MORE_GAMES)
    page.reload()
    expect(own.get_by_text("Your decisions bring")).to_contain_text("± ")
    expect(own.get_by_role("img", name="What your decisions brought on average")).to_be_visible()
    looked_at(page, "coach-progress", known=True)
    page.evaluate(SAY, "en")
    # The mistake waits as a puzzle, until it is solved.
    ada.turn_to("/daily")
    ada.follow("Solve 1 again")
    page.locator('.tl-table [data-key][data-card="0"]').first.click()
    expect(ada.heading("Exactly!")).to_be_visible()
    ada.sees("You played “Play 10")
    ada.click("Next")
    ada.follow("Today", exact=True)
    expect(ada.region("More puzzles")).to_contain_text("Nothing comes back today.")


def test_a_table_without_a_server_says_that_it_has_no_coach(visit: Opens) -> None:
    ada = visit()
    ada.go("/t/0FFLINE/coach")
    expect(ada.heading("The coach needs a server")).to_be_visible()


@pytest.mark.long  # tests/server/test_coach.py gives advice, web/tests/session/session.test.ts shows it
def test_alone_with_a_bot_one_tap_says_what_the_coach_would_do(coached: Live, visit: Opens) -> None:
    made = in_a_loop(set_table(coached, bots=[None, "random"], options={"starter": 0}))
    ada = visit(address=coached.url, viewport=PHONE)
    page = ada.page
    ada.sit(made["code"], made["token"])
    ada.click("Ask the coach for advice")
    advice = page.get_by_role("complementary", name="Advice from the coach")
    expect(advice.get_by_text("I would choose")).to_be_visible(timeout=120_000)
    snap(page, "advice-light-360")
    comes_to(
        lambda: advice.evaluate(ABOVE), True
    )  # advice covers nobody, once the table has measured its room
    assert page.evaluate(TOO_WIDE) <= 0
    # What it says can be played at once, also when its reasons are open, and on a phone on its side.
    reason = advice.get_by_text("with the same luck for both")
    expect(reason).not_to_be_visible()
    for size in (PHONE, SIDEWAYS):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a width and a height
        expect(ada.lit.first).to_be_in_viewport(ratio=0.95)
    advice.get_by_role("button", name="Why?").click()
    expect(reason).to_be_visible()
    for size in (SIDEWAYS, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a width and a height
        expect(ada.lit.first).to_be_in_viewport(ratio=0.95)
    assert barriers(page) == []
    ada.lit.first.click()
    expect(advice).not_to_be_visible()
    ada.click("What happened")
    expect(ada.text("You ask the coach for advice.").first).to_be_visible()
