"""The page as plain files at any web host: no server of ours, then no network, and a new version during a game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from helpers.browser.browsing import Opens
from helpers.browser.file_host import file_host
from helpers.browser.local import BASE, CONTROLLED, GO, KEEP, set_up
from helpers.server import fairly
from tischlein.games import GAMES
from tischlein.server.upkeep.site import write_site

# A new version has been fetched, and waits.
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready
  await registration.update()
  const next = registration.installing ?? registration.waiting
  return new Promise((resolve) => {
    const look = () => next.state === 'installed' && resolve(true)
    next.addEventListener('statechange', look)
    look()
  })
}"""
# Is a cache with such a name complete?
KEPT = f"""async (part) => {{
  const name = (await caches.keys()).find((one) => one.includes(part))
  return name !== undefined && (await caches.match({BASE} + '/offline/qwixx.wasm', {{ cacheName: name }})) !== undefined
}}"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The folder that `tischlein site` writes, and its address, not at the root, at a server that knows nothing but files."""
    folder = tmp_path / "club" / "cards"
    write_site(folder, at="/club/cards")
    with file_host(tmp_path) as address:
        yield folder, f"{address}/club/cards"


# All that a page could be made to do from outside; says which of the policy's rules stood against it.
TEMPT = """async () => {
  const refused = new Set()
  document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective))
  const add = (name, given) => document.body.append(Object.assign(document.createElement(name), given))
  add('script', { textContent: 'globalThis.fooled = true' })
  add('style', { textContent: 'body { display: none }' })
  add('img', { src: 'https://elsewhere.invalid/picture.png' })
  add('p', { innerHTML: '<i style="color: red"></i>' })
  await new Promise((resolve) => setTimeout(() => { resolve(); eval('globalThis.fooled = true') }))
  await fetch('https://elsewhere.invalid/').catch(() => undefined)
  for (let n = 0; n < 1000 && refused.size < 6; n++) await new Promise((resolve) => setTimeout(resolve, 10))
  return [...refused].sort()
}"""


def is_strict(page: Page) -> None:
    """A site's policy stands in the page, and the browser follows it."""
    policy = page.locator("meta[http-equiv]").get_attribute("content") or ""
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert "unsafe-inline" not in policy
    refused = page.evaluate(TEMPT)
    assert refused == [
        "connect-src",
        "img-src",
        "script-src",
        "script-src-elem",
        "style-src-attr",
        "style-src-elem",
    ]
    assert page.evaluate("globalThis.fooled") is None


def publish_next(folder: Path) -> None:
    """A new version of a site: another page, other rules, and a part that this version has no more."""
    page, worker = folder / "index.html", folder / "sw.js"
    page.write_text(page.read_text().replace("<html data-site ", "<html data-site data-next ", 1))
    (gone,) = (folder / "assets").glob("Verify-*.js")
    gone.unlink()
    text = worker.read_text()
    for old, new in (
        ("const OFFLINE = '", "const OFFLINE = 'next-"),
        ("const VERSION = '", "const VERSION = 'next-"),
        (f'"/assets/{gone.name}",', ""),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    worker.write_text(text)


@pytest.mark.long
def test_a_site_of_plain_files(site: tuple[Path, str], visit: Opens) -> None:
    """No server at all: a game is played, kept, taken up again, watched and saved, and a new version waits until it is over."""
    folder, address = site
    ada = visit(address=address, keeps=True)
    page = ada.page
    ada.go("/")
    page.evaluate(CONTROLLED)
    assert page.evaluate(KEEP)
    assert page.evaluate("document.documentElement.hasAttribute('data-site')")
    # Nothing of what games need was loaded by the start page.
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert [name for name in loaded if re.search(r"\.(wasm|net|mjs)$|/worker-|/engine\.json$", name)] == []

    for elsewhere in ("/lobby", "/t/ABCDEF"):
        page.evaluate(GO, elsewhere)
        ada.heading("This page has no server").wait_for()
    expect(ada.button("Try again")).to_have_count(0)
    ada.follow("Home", exact=True)
    expect(page.get_by_role("textbox", name="code")).to_have_count(0)  # nor can a code lead anywhere

    page.locator('.tile[data-game="lobo77"]').get_by_role("link", name="Pass and play").click()
    expect(ada.button("Pass and play")).to_have_attribute("aria-pressed", "true")
    expect(ada.button("With friends")).to_have_count(0)  # nobody comes from elsewhere
    ada.text("Rules and time").click()
    expect(page.get_by_role("switch", name="Bots")).to_be_visible()
    expect(ada.text("Time to think")).to_have_count(0)  # nor is there a clock
    asked: list[str] = []
    ada.context.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    set_up(page, "lobo77", "hard")
    table = page.url
    ada.seated()
    ada.asked()
    assert ada.move(Random(1))
    ada.asked()  # the hard bots have decided, so their net is here

    other = ada.context.new_page()
    other.goto(table)
    expect(other.get_by_text("open in another window")).to_be_visible()

    # A new version comes during a game.
    publish_next(folder)
    page.evaluate(UPDATED)
    notice = ada.text("A new version of Tischlein is here.")
    expect(notice).to_have_count(0)
    assert page.evaluate(KEPT, "offline-next")  # with the compiled rules, which come last
    assert page.evaluate(KEPT, "offline-")

    ada.context.set_offline(True)
    page.reload()
    assert page.url == table
    ada.lit.first.wait_for()
    assert {"lobo77.wasm", "lobo77.net"} <= set(asked)  # with its net, as at a server

    set_up(page, "lobo77")
    ada.hurry_on()
    expect(ada.link("Ask the coach")).to_have_count(0)  # who would need a server
    with page.expect_download() as saved:
        ada.click("Download the record")
    record = json.loads(Path(saved.value.path()).read_text())
    assert GAMES["lobo77"].replay(record).over
    ada.follow("See it again")
    ada.region("Table").wait_for()
    page.evaluate(GO, "/mine")
    ada.link("See it again").wait_for()

    ada.context.set_offline(False)
    with page.expect_worker():  # where all is kept, the rules wake up before anybody taps
        page.goto(address)
    expect(notice).to_be_visible()
    is_next = "document.documentElement.hasAttribute('data-next')"
    assert not page.evaluate(is_next)  # page and rules change together, or not at all
    with page.expect_navigation():
        ada.click("Load it now")
    ada.button("Play now").first.wait_for()
    assert page.evaluate(is_next)
    expect(notice).to_have_count(0)
    # The window that shows the version before still finds all of its parts, though the host has them no more.
    other.evaluate(GO, "/verify")
    expect(other.get_by_role("heading", name="Check a saved game")).to_be_visible()
    other.close()

    # Nobody has to wait with a network at hand: the game goes on at once in the new version.
    ada.context.set_offline(True)
    page.goto(table)
    assert page.evaluate(is_next)
    ada.lit.first.wait_for()
    ada.forgive("ERR_INTERNET_DISCONNECTED", "404")
    assert ada.complaints == []  # so nothing of all this is against the page's own policy
    is_strict(page)
    ada.forgive("Content Security Policy")


def test_a_saved_game_is_checked_without_the_server_that_it_was_played_at(
    site: tuple[Path, str], visit: Opens, tmp_path: Path
) -> None:
    """The page of another origin recomputes what a sceptic's own page has saved."""
    ada = visit(address=site[1])
    ada.go("/verify/")  # a file of its own, so that it is there at any host
    ada.heading("Check a saved game").wait_for()
    ada.turn_to("/settings")
    ada.follow("Check a saved game")
    saved = fairly.played(GAMES["lobo77"], 3, "ss")
    file = tmp_path / "saved.json"
    (true,) = saved["receipt"]["told"]
    false = [*true[:9], *("ab" * 16 for _ in true[9:])]
    for record, said in (
        (saved, "This game was dealt as promised."),
        ({**saved, "receipt": {**saved["receipt"], "told": [false, true]}}, "from step 10 on"),
        ({**saved, "receipt": {**saved["receipt"], "told": [false]}}, "What seat 1 was told at step 10"),
        (
            {**saved, "receipt": {**saved["receipt"], "starts": 3}},
            "But one of 3 deals could have been chosen",
        ),
        ({"game": 7}, "This is not a record of a game."),
    ):
        file.write_text(json.dumps(record))
        ada.page.get_by_label("The saved game").set_input_files(file)
        ada.sees(said)


@pytest.mark.long
def test_a_browser_without_webassembly_says_so(site: tuple[Path, str], visit: Opens) -> None:
    ada = visit(address=site[1], keeps=True)
    ada.context.add_init_script("delete globalThis.WebAssembly")
    ada.go("/")
    ada.button("Play now").first.wait_for()
    ada.page.evaluate(GO, "/new/lobo77?with=bots")
    ada.click("Start playing")
    expect(ada.page.get_by_role("alert").filter(has_text="has no WebAssembly")).to_be_visible()
    ada.page.evaluate(GO, "/t/0ABCDEF")  # a game from when it had
    ada.heading("has no WebAssembly").wait_for()
