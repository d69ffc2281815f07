"""The deal of the day in the browser: played once, ranked, and closed until the day is over."""

import json
import re
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect
from sqlalchemy import Connection

from helpers.browser.browsing import PHONE, Opens, in_a_loop
from helpers.browser.looking import SAY, looked_at
from helpers.server.serving import Live, play_on, sitting
from tischlein.coach.brief import VERSION, Brief, PlayerReview
from tischlein.room.rows import DealEntry
from tischlein.server.clock import now
from tischlein.server.store import deals as store
from tischlein.server.table import deals


def others_have_played(live: Live) -> str:
    """Yesterday and today; returns yesterday's secret."""
    today = deals.day_at(now())

    def job(connection: Connection) -> str:
        for day in (today, today - timedelta(days=1)):
            deal = deals.daily(day, "qwixx")
            for k, (name, place, score) in enumerate([("Zoe", 1, 71), ("Kim", 1, 71), ("Lou", 3, -4)]):
                entry = DealEntry(f"{k:064x}", f"{day.day} {name}", name)
                store.enter(connection, deal, entry, now())
                store.finish(connection, entry.code, place, score)
        return store.secret(connection, deal, "5e" * 32, now())

    return live.run(job)


def sums_of_the_coach(live: Live, code: str) -> None:
    """The coach has looked at a game: luck brought 8 % of a win, and decisions cost 3 %."""
    tables, state = live.registry.store, live.table(code).state
    share = PlayerReview(0.0, 0.33, 0.08, -0.03, -0.38, 9, 0.1, 1, 0.9)
    data = json.dumps(asdict(Brief([share] * len(state.seats), [], [], [])))
    live.within(lambda: tables.put_review(state.row.id, state.seq, VERSION, data))


def test_the_deal_of_the_day_by_keyboard(live: Live, visit: Opens) -> None:
    secret = others_have_played(live)
    ada = visit()
    page = ada.page
    ada.go("/")
    ada.link("Today").press("Enter")
    qwixx = ada.region("Qwixx")
    ranking = qwixx.get_by_role("table", name="Ranking of Qwixx")
    expect(ranking.get_by_role("row")).to_have_text(
        [
            "PlaceNameResult",
            "1Zoewon · 71 points",
            "1Kimwon · 71 points",
            "3Louno. 3 at the table · −4 points",
        ]
    )
    page.get_by_label("Your name").fill("Ada")
    qwixx.get_by_role("button", name="Play").press("Enter")
    page.wait_for_url("**/t/*")
    page.locator(".tl-table").wait_for()
    code = page.url[-6:]
    hosted = live.table(code)
    assert hosted.state.row.deal == deals.daily(deals.day_at(now()), "qwixx")
    expect(ada.button("Ask the coach")).to_have_count(0)

    # A player who comes back goes on; there is no other try.
    ada.go("/daily")
    expect(qwixx).to_contain_text("Your game is not over yet.")
    qwixx.get_by_role("button", name="Go on playing").press("Enter")
    page.wait_for_url(f"**/t/{code}")

    # Your own place is marked, for screen readers too.
    live.run(lambda c: store.finish(c, code, 2, 40))
    ada.go("/daily")
    expect(qwixx).to_contain_text("You are ranked 3 of 4.")
    expect(qwixx.locator("[aria-current=true]")).to_have_text("3Ada (you)no. 2 at the table · 40 points")
    looked_at(page, "daily")

    ada.link("Day before").press("Enter")
    expect(ada.headline).to_have_text("An earlier deal")
    expect(ada.button("Play")).to_have_count(0)
    qwixx.get_by_text("Was this dealt fairly?").press("Enter")
    expect(qwixx).to_contain_text(secret)
    ada.link("Today", exact=True).press("Enter")
    expect(qwixx).to_contain_text("You are ranked 3 of 4.")


@pytest.mark.long  # web/tests/coach/puzzles.test.ts tells the week, the line and what the card says
def test_today_is_told_in_one_line_and_on_a_card(live: Live, visit: Opens) -> None:
    ada = visit(viewport=PHONE)
    page = ada.page
    ada.go("/daily")
    lobo = ada.region("LOBO 77")
    lobo.get_by_role("button", name="Play").click()
    page.wait_for_url("**/t/*")
    page.locator(".tl-table").wait_for()
    code, key = page.url[-6:], page.evaluate("JSON.parse(localStorage['tischlein.guest'])[0]")
    in_a_loop(played_out(live, code, deals.token_of(deals.daily(deals.day_at(now()), "lobo77"), key)))
    ada.follow("Ranking")
    # What was luck and what was skill, on the same day, without a card being shown.
    sums_of_the_coach(live, code)
    lobo.get_by_role("button", name="How much was luck?").click()
    expect(lobo).to_contain_text("Luck: +8%. Play: 3% below par.")
    week = ada.region("Your week")
    expect(week).to_contain_text("1 day of play in a row")
    expect(week.get_by_role("row")).to_have_count(8)
    week.get_by_text("Share your day").click()
    card = week.get_by_role("img", name="What others will see")
    expect(card).to_have_accessible_name(
        re.compile("Deal .+⬜⬜⬜, Puzzles ⬜⬜⬜⬜, 1 day of play in a row, You were 8 %")
    )
    looked_at(page, "today-card", known=True)
    page.evaluate(SAY, "en")
    with page.expect_download() as saved:
        week.get_by_role("button", name="Save the picture").click()
    assert Path(saved.value.path()).read_bytes()[:4] == b"\x89PNG"
    # It is all on this device, and one button deletes it.
    ada.turn_to("/results")
    expect(page.get_by_role("table", name="Against bots")).to_contain_text("medium")
    ada.click("Delete everything")
    ada.click("Yes")
    expect(page.get_by_role("status").filter(has_text="deleted")).to_be_visible()
    left = page.evaluate(
        "['results', 'coached', 'puzzles'].map((one) => localStorage[`tischlein.${one}`] ?? '')"
    )
    assert code not in "".join(left)


async def played_out(live: Live, code: str, token: str) -> None:
    async with sitting(live, code, token) as guest:
        await play_on(guest, Random(3))


def test_a_deal_that_was_sent_is_played_at_once_and_ends_beside_the_senders_result(
    live: Live, visit: Opens
) -> None:
    day = deals.day_at(now())
    ada = visit(viewport=PHONE)
    page = ada.page
    ada.go(f"/deal/quanto/{day}#n=Ben&p=3&o=3&s=2")
    page.wait_for_url("**/t/*")
    page.locator(".tl-table").wait_for()
    code, key = page.url[-6:], page.evaluate("JSON.parse(localStorage['tischlein.guest'])[0]")
    in_a_loop(played_out(live, code, deals.token_of(deals.daily(day, "quanto"), key)))
    sent = page.get_by_role("dialog").locator("section.deal")
    expect(sent.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("no. 3 of 3")
    expect(sent.get_by_role("heading")).to_have_text(re.compile("You beat Ben!|Level with Ben."))
    expect(sent.get_by_role("img", name="What others will see")).to_be_visible()
    # The address of this server opens nowhere else: no link is offered as if it did.
    expect(sent).to_contain_text("opens only on this device or in this network")
    expect(sent.get_by_role("button", name="Copy text and link")).to_have_count(0)
    # The start page begins with a deal.
    ada.go("/")
    expect(page.get_by_role("heading", name=re.compile("Today’s deal: "))).to_be_visible()
    # A deal lasts a day.
    ada.go(f"/deal/quanto/{day - timedelta(days=1)}#n=Ben&p=3&o=3&s=2")
    expect(ada.heading("That deal is over")).to_be_visible()
