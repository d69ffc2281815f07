"""The deal of the day in the browser: played once, ranked, and closed until the day is over."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import expect
from sqlalchemy import Connection

from helpers.browser.browsing import Visit
from helpers.browser.looking import looked_at
from helpers.server.serving import Live
from tischlein.room.rows import DealEntry
from tischlein.server.clock import now
from tischlein.server.store import deals as store
from tischlein.server.table import deals

pytestmark = pytest.mark.needs("chromium")


def others_have_played(live: Live) -> str:
    """Yesterday and today; returns yesterday's secret."""
    today = deals.day_at(now())

    def job(connection: Connection) -> str:
        for day in (today, today - timedelta(days=1)):
            deal = deals.daily(day, "qwixx")
            for k, (name, place, score) in enumerate([("Zoe", 1, 71), ("Kim", 1, 71), ("Lou", 3, -4)]):
                entry = DealEntry(f"{k:064x}", f"{day.day} {name}", name)
                store.enter(connection, deal, entry, now())
                store.finish(connection, entry.code, store.DealResult(place, score))
        return store.secret(connection, deal, "5e" * 32, now())

    return live.within(lambda: live.registry.store.run(job))


def test_the_deal_of_the_day_by_keyboard(live: Live, visit: Callable[..., Visit]) -> None:
    secret = others_have_played(live)
    ada = visit()
    page = ada.page
    ada.go("/")
    page.get_by_role("link", name="Today’s deal").press("Enter")
    qwixx = page.get_by_role("region", name="Qwixx")
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
    expect(page.get_by_role("button", name="Ask the coach")).to_have_count(0)

    # A player who comes back goes on; there is no other try.
    ada.go("/daily")
    expect(qwixx).to_contain_text("Your game is not over yet.")
    qwixx.get_by_role("button", name="Go on playing").press("Enter")
    page.wait_for_url(f"**/t/{code}")

    # Your own place is marked, for screen readers too.
    live.within(lambda: live.registry.store.run(lambda c: store.finish(c, code, store.DealResult(2, 40))))
    ada.go("/daily")
    expect(qwixx).to_contain_text("You are ranked 3 of 4.")
    expect(qwixx.locator("[aria-current=true]")).to_have_text("3Ada (you)no. 2 at the table · 40 points")
    looked_at(page, "daily")

    page.get_by_role("link", name="Day before").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("The deal of a day")
    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    qwixx.get_by_text("Check the deal").press("Enter")
    expect(qwixx).to_contain_text(secret)
    page.get_by_role("link", name="Today", exact=True).press("Enter")
    expect(qwixx).to_contain_text("You are ranked 3 of 4.")
