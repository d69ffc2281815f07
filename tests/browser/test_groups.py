"""The same cards for two groups, in the browser: a link for the others, and the comparison at the end."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import Visit, in_a_loop
from helpers.browser.looking import looked_at
from helpers.server.serving import Live, play_on, set_table, sitting

pytestmark = pytest.mark.needs("chromium")


async def played(live: Live, code: str, token: str) -> None:
    """The host starts; a bot takes the other seat, and all of it is over soon."""
    async with sitting(live, code, token) as guest:
        await guest.say("start")
        await guest.until("welcome")
        await play_on(guest, Random(code))


@pytest.mark.long  # tests/server/test_duplicates.py plays the same
def test_two_groups_play_the_same_cards_and_compare(live: Live, visit: Callable[..., Visit]) -> None:
    made = in_a_loop(set_table(live, seats=2, stand_in="random"))
    ada = visit()
    page = ada.page
    ada.go(f"/t/{made['code']}#{made['token']}")
    page.get_by_role("button", name="Same cards for another group").press("Enter")
    expect(page.get_by_text("For group 2")).to_be_visible()
    looked_at(page, "groups-lobby", known=True)
    deal = live.within(lambda: live.registry.store.deal_tables(made["code"]))
    other = next(one.code for one in deal if one.code != made["code"])
    expect(page.get_by_text(f"/t/{other}")).to_be_visible()
    # Nobody takes a free seat away: the deal would be another one.
    expect(page.get_by_role("button", name="Start without the free seats")).to_have_count(0)
    # Nor are there other bots than at the other tables.
    expect(page.get_by_role("button", name="put a bot here")).to_have_count(0)

    # The other group: the first to arrive hosts the table, and is told what it is about.
    eve = visit()
    eve.go(f"/t/{other}")
    expect(eve.page.get_by_role("button", name="Watch")).to_have_count(0)
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_label("Your name").press("Enter")
    expect(eve.page.get_by_role("button", name="One more group")).to_be_visible()
    # The same person does not sit at both tables.
    eve.go(f"/t/{made['code']}")
    eve.page.get_by_role("button", name="Sit down").press("Enter")
    expect(eve.page.get_by_text("You have a seat at another table with the same deal.")).to_be_visible()
    eve.forgive("409")

    ada.turn_to("/")
    in_a_loop(played(live, made["code"], made["token"]))
    ada.turn_to(f"/t/{made['code']}")
    compared = page.get_by_role("table").filter(has_text="Your table")
    expect(compared).to_contain_text("not begun yet")
    expect(page.get_by_text("Other groups still play this deal.")).to_be_visible()
    expect(page.get_by_role("link", name="Ask the coach")).to_have_count(0)
    keys = eve.page.evaluate("JSON.parse(localStorage['tischlein.tables'])")
    token = next(one["seats"][0]["token"] for one in keys if one["code"] == other)
    in_a_loop(played(live, other, token))
    page.get_by_role("button", name="Reload").press("Enter")
    expect(compared.get_by_role("row")).to_have_count(3)
    expect(compared).to_contain_text("Eve")
    expect(compared.get_by_role("link", name="Table 2")).to_be_visible()
    expect(page.get_by_role("link", name="Ask the coach")).to_be_visible()
    looked_at(page, "groups-compared")
