"""Games without a network: after one visit the page plays all of them by itself, and keeps them."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from helpers.browsing import Visit
from tischlein.games import GAMES

pytestmark = pytest.mark.needs("chromium")

# What the page does some seconds after it has come to rest, at once.
KEEP = """async () => {
  const registration = await navigator.serviceWorker.ready
  const channel = new MessageChannel()
  const answer = new Promise((resolve) => (channel.port1.onmessage = ({ data }) => resolve(data.all)))
  registration.active.postMessage({ keep: [] }, [channel.port2])
  return answer
}"""


def cut_off(ada: Visit) -> None:
    """Visit the start page once, then cut the network."""
    ada.go("/")
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ada.page.wait_for_function("navigator.serviceWorker.controller !== null")
    for _ in range(120):  # compiled rules that are nowhere yet take a while
        if ada.page.evaluate(KEEP):
            break
        ada.page.wait_for_timeout(1000)
    ada.context.set_offline(True)
    ada.page.reload()
    expect(ada.page.get_by_role("alert").filter(has_text="without a server")).to_be_visible()


def set_up(page: Page, game: str, level: str = "rolls dice") -> None:
    """A quick table against bots, on this device."""
    page.goto(page.url.partition("/t/")[0].rstrip("/").partition("/new/")[0] + f"/new/{game}?with=bots")
    page.get_by_text(level, exact=True).click()
    page.get_by_text("Rules and time").click()
    page.get_by_role("switch", name="Bots").click()
    page.get_by_role("button", name="Start playing").click()
    page.get_by_role("region", name="Table").wait_for()


def test_all_games_are_played_to_the_end_without_a_network(visit: Callable[..., Visit]) -> None:
    ada = visit()
    cut_off(ada)
    for game in sorted(GAMES):
        set_up(ada.page, game)
        assert ada.play_on(Random(game)) > 5
        expect(ada.page.get_by_role("list", name="Result")).to_be_visible()
    ada.forgive("ERR_INTERNET_DISCONNECTED")
