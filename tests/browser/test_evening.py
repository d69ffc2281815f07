"""An evening in the browser, led by the words of docs/evenings.md: a host, two people with phones, and a big screen."""

import asyncio
import re
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect

from helpers.browser.browsing import PHONE, WIDE, Opens, in_a_loop
from helpers.browser.looking import looked_at
from helpers.server.serving import Live, play_on, sitting

GUIDE = (Path(__file__).resolve().parents[2] / "docs/evenings.md").read_text(encoding="utf-8")


def steps() -> list[list[str]]:
    """What each step of the guide says that one chooses or fills in."""
    listed = GUIDE.split("## Step by step\n")[1].split("\n## ")[0]
    found = re.split(r"^\d+\. ", listed, flags=re.M)[1:]
    return [[" ".join(name.split()) for name in re.findall(r"\*\*(.+?)\*\*", step, re.S)] for step in found]


def seat_of(page: Page) -> tuple[str, str]:
    """Return the code of the table that a page opened last, and its key."""
    kept = page.evaluate("JSON.parse(localStorage['tischlein.tables'])")[0]
    return kept["code"], kept["seats"][0]["token"]


async def played(live: Live, *seats: tuple[str, str]) -> None:
    """Play the games of these seats to the end."""

    async def play(seed: int, code: str, token: str) -> None:
        async with sitting(live, code, token) as guest:
            await play_on(guest, Random(seed))

    await asyncio.gather(*(play(seed, *seat) for seed, seat in enumerate(seats)))


def test_a_host_follows_the_guide(live: Live, visit: Opens) -> None:
    guide = steps()
    [[start], [name, open_it], [to_wifi], [your_name, take_part], [big], [round_1, sit], after, end, last] = (
        guide
    )
    host, ada, ben = visit(viewport=WIDE), visit(viewport=PHONE), visit(viewport=PHONE)
    page = host.page
    host.go("/")
    host.follow(start, exact=True)
    page.get_by_label(name).fill("Monday club")
    page.get_by_role("group", name="Seats at each table").get_by_text("2", exact=True).click()
    looked_at(page, "evening-open", known=True)
    host.click(open_it)
    expect(host.heading("Monday club")).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    # The server of this test is open to others already, as the guide has it after step 3.
    expect(host.text(f"/evening/{code}")).to_be_in_viewport()
    expect(host.button(to_wifi)).to_have_count(0)
    expect(host.button(round_1)).to_be_disabled()
    for person, called in ((ada, "Ada"), (ben, "Ben")):
        # A code that was read aloud leads there as well.
        person.go(f"/t/{code}" if person is ben else f"/evening/{code}")
        person.page.get_by_label(your_name).fill(called)
        person.click(take_part)
        person.sees(f"You take part as {called}.")
    ben.forgive("404")  # there is no table of this code
    screen = visit(viewport=WIDE)
    # Only the host's page has the link; the address is the same.
    expect(host.link(big)).to_have_attribute("href", f"/evening/{code}/screen")
    screen.go(f"/evening/{code}/screen")
    screen.sees("Ada")
    # Ben's phone was locked: what it waits for never comes, but it asks again when he looks.
    news = "**/api/evenings/*?since=*"
    ben.page.route(news, lambda _: None)
    with ben.page.expect_request(news):
        ben.page.reload()
    host.click(round_1)
    expect(screen.page.get_by_role("timer")).to_be_visible()
    expect(ben.button(sit)).to_have_count(0)
    ben.page.unroute(news)
    ben.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for seed, person in enumerate((ada, ben)):
        # The live region says that the table is ready, and one tap leads there.
        expect(
            person.page.get_by_role("status").filter(has_text="Your table is ready: table 1")
        ).to_be_visible()
        looked_at(person.page, f"evening-ready-{seed}", known=True)
        person.click(sit)
        expect(person.page.locator(".tl-table")).to_be_visible()
    expect(screen.heading("Who sits where")).to_be_visible()
    seats = [seat_of(person.page) for person in (ada, ben)]
    for person in (ada, ben):
        person.turn_to("/")  # the page would show all moves at the pace of people
    in_a_loop(played(live, *seats))
    ada.turn_to(f"/t/{seats[0][0]}")
    to_evening, round_2 = after
    ada.follow(to_evening)
    expect(screen.page.get_by_role("row").filter(has_text="Ada")).to_be_visible()
    looked_at(screen.page, "evening-screen", known=True)
    expect(ada.page.get_by_role("row").filter(has_text="Ada (you)")).to_be_visible()
    # Ben has stayed at the table: the next round is announced there.
    ben.turn_to(f"/t/{seats[1][0]}")
    host.click(round_2)
    expect(ben.page.get_by_role("status").filter(has_text="The next round begins: table 1")).to_be_visible()
    expect(ben.button(sit)).to_be_visible()
    # Ben has to go: the page says so instead of calling him to the table, and he may come back.
    ben.turn_to(f"/evening/{code}")
    ben.click("Leave the evening")
    ben.click("Leave", exact=True)
    expect(ben.button("I am back")).to_be_visible()
    expect(ben.button(sit)).to_have_count(0)
    ben.click("I am back")
    expect(ben.button(sit)).to_be_visible()
    stop, yes = end
    host.click("End this round now")
    host.click(yes)
    expect(host.button("Start round 3")).to_be_visible()
    host.click(stop)
    host.click(yes)
    host.sees("The evening is over")
    side_by_side, on_paper, csv, every = last
    expect(ada.heading(side_by_side)).to_be_visible()
    ada.text("Round 1:").click()
    table = ada.region("Round 1:")
    expect(table.get_by_role("row")).to_have_count(5)  # two people at one table, and three tables of bots
    expect(table).to_contain_text("Ben")
    expect(ada.button(on_paper)).to_be_visible()
    expect(ada.link(csv)).to_have_attribute("href", f"/api/evenings/{code}/ranking.csv")
    expect(ada.link(every)).to_have_attribute("href", f"/api/evenings/{code}/results.csv")
    expect(ada.page.get_by_role("table").first).to_contain_text("of 2 deals")
    looked_at(ada.page, "evening-over")
    # On paper there is nothing to press, and no night.
    ada.page.emulate_media(media="print", color_scheme="dark")
    expect(ada.page.get_by_role("button")).to_have_count(0)
    assert ada.page.evaluate("getComputedStyle(document.documentElement).colorScheme") != "dark"
    ada.page.emulate_media(media="screen")
    # Nobody scrolls a big screen, so all of it fits.
    screen.sees(re.compile("(Ada|Ben|Ada and Ben) wins? the evening"))
    screen.page.set_viewport_size({"width": 960, "height": 460})
    screen.page.wait_for_function("() => document.scrollingElement.scrollHeight <= innerHeight")
