"""Games without a network: after one visit the page plays all of them by itself, and keeps them."""

import gzip
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from helpers.browsing import ENDINGS, LIT, Visit
from helpers.serving import Live, comes_to
from helpers.strategies import each_game
from per_game import Kit
from samples import SAMPLES
from tischlein.bench.wasm_start import KEEP, tap
from tischlein.bots.wasm.files import module_files
from tischlein.games import GAMES
from tischlein.offline.desk import LocalTables
from tischlein.offline.table import LocalTable
from tischlein.server.http.static import FOLDER
from tischlein.server.upkeep.site import write_site

pytestmark = pytest.mark.needs("chromium")

CONTROLLED = """() => new Promise((resolve) => {
  if (navigator.serviceWorker.controller) resolve(true)
  else navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true))
})"""
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


# The page's own folder, without the slash at its end.
BASE = "new URL('.', document.querySelector('link[rel=manifest]').href).pathname.slice(0, -1)"
# Is a cache with such a name complete?
KEPT = f"""async (part) => {{
  const name = (await caches.keys()).find((one) => one.includes(part))
  return name !== undefined && (await caches.match({BASE} + '/offline/qwixx.wasm', {{ cacheName: name }})) !== undefined
}}"""

# To another address, without loading the page again.
GO = f"(path) => {{ history.pushState(null, '', {BASE} + path); dispatchEvent(new PopStateEvent('popstate')) }}"


@pytest.fixture(scope="module")
def cut_off(browser: Browser, live: Live) -> Iterator[Visit]:
    """A page that was visited once, before the network was cut; all tests of a worker share it."""
    ada = Visit(browser, live, keeps=True)
    ada.go("/")
    ada.page.evaluate(CONTROLLED)
    while not ada.page.evaluate(KEEP):  # compiled rules that are nowhere yet take a while
        ada.page.wait_for_timeout(200)
    ada.context.set_offline(True)
    ada.page.reload()
    expect(ada.page.get_by_role("alert").filter(has_text="without a server")).to_be_visible()
    yield ada
    ada.close()


@pytest.fixture
def alone(cut_off: Visit) -> Iterator[Visit]:
    """The same, and whatever the page complains about fails the test."""
    yield cut_off
    cut_off.forgive("ERR_INTERNET_DISCONNECTED")
    complaints, cut_off.complaints = cut_off.complaints, []
    assert complaints == []


def set_up(page: Page, game: str, level: str = "random") -> None:
    """A table for one person and as few bots as possible, on this device; the shortest game that the options allow."""
    page.evaluate(GO, f"/new/{game}?with=bots")
    page.locator(f'form[data-game="{game}"]').wait_for()
    fewer = page.get_by_role("button", name="One seat fewer")
    while fewer.is_enabled():
        fewer.click()
    page.get_by_role("radio", name=level, exact=True).check(force=True)
    page.get_by_text("Rules and time").click()
    page.get_by_role("switch", name="Bots").click()
    for number in page.get_by_role("spinbutton").all():  # points to reach
        number.fill("1")
    page.get_by_role("button", name="Start playing").click()
    page.get_by_role("region", name="Table").wait_for()


# Bots that think play whole games where these are short, and the last moves of others: each decision takes its time.
WHOLE = {"lobo77": "strong", "quando": "medium", "quanto": "easy", "qwixx": "random"}
EVERY = [(game, level) for game in WHOLE for level in ("hard", "expert")]
LAST_MOVES = EVERY if SAMPLES.every_path else [("quanto", "expert")]


def test_all_games_are_played_to_the_end_without_a_network(alone: Visit) -> None:
    """Against bots of every level; those that think do so with the compiled rules and the game's net."""
    asked: set[str] = set()
    alone.context.on("request", lambda request: asked.add(request.url.rpartition("/")[2]))
    for game in sorted(GAMES):
        set_up(alone.page, game, WHOLE[game])
        play_to_the_result(alone)
    for game, level in LAST_MOVES:
        code, (token,) = laid_down(alone.page, game, f"0{level.upper()}", [level])
        alone.page.evaluate(GO, f"/t/{code}#{token}")
        play_to_the_result(alone)
    assert asked >= {"lobo77.net", *(f"{game}.wasm" for game in GAMES)}


def play_to_the_result(person: Visit) -> None:
    assert person.hurry_on() > 0
    expect(person.page.get_by_role("list", name="Result")).to_be_visible()


def test_the_bench_finds_out_how_soon_a_game_begins(alone: Visit) -> None:
    alone.page.evaluate(GO, "/")
    assert tap(alone.page, "lobo77") > 0
    expect(alone.page.get_by_role("region", name="Table")).to_be_visible()


class PlainServer(ThreadingHTTPServer):
    """Serves a page that asks for many files at once, and may be closed before it has them."""

    request_queue_size = 128

    def handle_error(self, *args: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*args)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The folder that `tischlein site` writes, and its address, not at the root, at a server that knows nothing but files."""
    folder = tmp_path / "club" / "cards"
    write_site(folder, at="/club/cards")

    class Files(SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(tmp_path))

        def log_message(self, *args: Any) -> None:
            pass

        def end_headers(self) -> None:
            # As many hosts do; what has its hash in its name a browser may forget, too.
            self.send_header("cache-control", "no-store" if "/assets/" in self.path else "max-age=600")
            super().end_headers()

    with PlainServer(("127.0.0.1", 0), Files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_port}/club/cards"
        server.shutdown()


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
    (gone,) = (folder / "assets").glob("Missing-*.js")
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


def test_a_site_of_plain_files(site: tuple[Path, str], visit: Callable[..., Visit]) -> None:
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

    for elsewhere in ("/lobby", "/daily", "/t/ABCDEF"):
        page.evaluate(GO, elsewhere)
        page.get_by_role("heading", name="This page has no server").wait_for()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_role("textbox")).to_have_count(0)  # nor can a code lead anywhere

    page.locator('.tile[data-game="lobo77"]').get_by_role("link", name="Together").click()
    expect(page.get_by_role("button", name="One device for all")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="With friends")).to_have_count(0)  # nobody comes from elsewhere
    page.get_by_text("Rules and time").click()
    expect(page.get_by_role("switch", name="Bots")).to_be_visible()
    expect(page.get_by_text("Time to think")).to_have_count(0)  # nor is there a clock
    asked: list[str] = []
    ada.context.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    set_up(page, "lobo77", "strong")
    table = page.url
    ada.seated()
    ada.asked()
    assert ada.move(Random(1))
    ada.asked()  # the strong bots have decided, so their net is here

    other = ada.context.new_page()
    other.goto(table)
    expect(other.get_by_text("open in another window")).to_be_visible()

    # A new version comes while somebody plays.
    publish_next(folder)
    page.evaluate(UPDATED)
    notice = page.get_by_text("A new version of Tischlein is here.")
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
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    record = json.loads(Path(saved.value.path()).read_text())
    assert GAMES["lobo77"].replay(record).over
    page.get_by_role("link", name="See it again").click()
    page.get_by_role("region", name="Table").wait_for()
    page.evaluate(GO, "/mine")
    page.get_by_role("link", name="See it again").wait_for()

    ada.context.set_offline(False)
    page.goto(address)
    expect(notice).to_be_visible()
    is_next = "document.documentElement.hasAttribute('data-next')"
    assert not page.evaluate(is_next)  # page and rules change together, or not at all
    with page.expect_navigation():
        page.get_by_role("button", name="Load it now").click()
    page.get_by_role("button", name="Play now").first.wait_for()
    assert page.evaluate(is_next)
    expect(notice).to_have_count(0)
    # The window that shows the version before still finds all of its parts, though the host has them no more.
    other.evaluate(GO, "/nowhere")
    expect(other.get_by_text("leads nowhere")).to_be_visible()
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


# The page's databases, from outside.
DATABASE = """
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const things = async (name, kind) => (await done(indexedDB.open(name))).transaction(kind, 'readwrite').objectStore(kind)
  const tables = () => things('tischlein', 'tables')
"""
KEEPS_RULES = (
    "async (game) => {"
    + DATABASE
    + """
  const there = async () => (await indexedDB.databases()).some((one) => one.name === 'tischlein-rules')
  while (!(await there()) || !(await done((await things('tischlein-rules', 'versions')).get([game, 1]))))
    await new Promise((resolve) => setTimeout(resolve, 20))
  return true
}"""
)
# A kept game, and the rules that are kept with it, become those of an older version.
AGE = (
    "async ([code, game]) => {"
    + DATABASE
    + """
  const saved = await done((await tables()).get(code))
  saved.version = saved.record.version = 0
  await done((await tables()).put(saved))
  const rules = await done((await things('tischlein-rules', 'versions')).get([game, 1]))
  const file = `tischlein/games/${game}/rules/material.py`
  rules.rules.files[file] = rules.rules.files[file].replace('VERSION = 1', 'VERSION = 0')
  rules.version = 0
  await done((await things('tischlein-rules', 'versions')).put(rules))
  return saved.record.history.filter(([seat]) => seat >= 0).length
}"""
)
SPOIL = (
    "async (code) => {"
    + DATABASE
    + """
  const saved = await done((await tables()).get(code))
  saved.record.history = [[0, 'nonsense']]
  await done((await tables()).put(saved))
}"""
)
DECIDED = "(await done((await tables()).get(code))).record.history.filter(([seat]) => seat >= 0).length"
KEEP_GAME = "async (saved) => {" + DATABASE + "await done((await tables()).put(saved)) }"


def test_a_kept_game_of_older_rules_is_watched_and_played_on_and_a_spoilt_one_says_so(alone: Visit) -> None:
    page = alone.page
    set_up(page, "lobo77")
    code = page.url.rpartition("/")[2]
    assert page.evaluate(KEEPS_RULES, "lobo77")
    alone.seated()
    alone.asked()
    assert alone.move(Random(1))
    alone.asked()  # the others have decided, and nothing more will be kept
    decided = f"async (code) => {{ {DATABASE} return {DECIDED} > 1 }}"
    comes_to(lambda: page.evaluate(decided, code), True)
    page.evaluate(GO, "/")
    page.get_by_role("button", name="Play now").first.wait_for()
    decisions = page.evaluate(AGE, [code, "lobo77"])

    page.goto(f"{page.url.rstrip('/')}/t/{code}")
    expect(page.get_by_text("goes on under the rules that it began with")).to_be_visible()
    alone.lit.first.wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Watch the game so far").click()
    place = page.get_by_role("slider")
    for k in range(1, decisions + 2):
        expect(place).to_have_attribute("aria-valuetext", f"Step {k} of {decisions + 1}")
        page.get_by_role("button", name="One step on").click()

    page.evaluate(SPOIL, code)
    page.reload()
    expect(page.get_by_text("cannot be opened any more")).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_count(0)  # no letter of a code is wrong
    page.evaluate(GO, f"/t/{code}")
    expect(page.get_by_role("heading", level=1)).to_have_text("This game cannot be opened any more.")
    detail = page.get_by_text("nonsense")
    expect(detail).to_be_hidden()
    page.get_by_text("What exactly is wrong").click()
    expect(detail).to_be_visible()
    page.get_by_role("link", name="Delete this game").click()
    page.get_by_role("button", name="Play now").first.wait_for()
    assert code not in page.evaluate("localStorage['tischlein.tables']")


# One thing is done: the curtain is lifted, or something lit is played. Says when the end is there.
GOES_ROUND = """(lit) => {
  const curtain = [...document.querySelectorAll('button')].find((button) => button.textContent.endsWith('show my cards'))
  const things = [...document.querySelectorAll(`.tl-table:not([data-busy]) ${lit}`)]
  ;(curtain ?? things.at(-1))?.click()
  return { over: document.querySelector('dialog[open] #headline') !== null, lifted: curtain?.textContent ?? null }
}"""


def laid_down(page: Page, game: str, code: str, others: list[str | None]) -> tuple[str, list[str]]:
    """A game a few moves before its end, kept as if it had been played here, with bots of these levels or people; and people's keys."""
    names = ["Ben" for level in others if level is None]
    tokens = [f"here-{code}-{k}" for k in range(1 + len(names))]
    tables = LocalTables(dict(GAMES))
    wish = {"game": game, "seats": 1 + len(others), "name": "Ada", "hot_seat": names, "lang": "en"}
    wish |= {"bots": [None, *others], "pace": "instant"}
    tables.ask(json.dumps({"ask": "create", "code": code, "at": 1, "tokens": tokens, "wish": wish}))
    made, table = tables.tables[code], GAMES[game].at(ENDINGS[game])
    saved = LocalTable(made.game, {**made.kept, "options": table.options}, table, 1).saved()
    page.evaluate(GO, "/")
    page.get_by_role("button", name="Play now").first.wait_for()
    page.evaluate(KEEP_GAME, saved)
    return code, tokens


def test_several_people_at_one_device_play_to_the_end_without_a_network(alone: Visit) -> None:
    """One after the other, and where several decide at once."""
    game = "qwixx"
    page = alone.page
    code, tokens = laid_down(page, game, "0ROUND", [None])
    mine = [
        {"code": code, "game": game, "seats": [{"seat": k, "token": tokens[k]} for k in range(2)], "at": 0}
    ]
    page.evaluate("mine => { localStorage['tischlein.tables'] = JSON.stringify(mine) }", mine)

    device = alone.context.new_page()
    device.clock.install()
    device.goto(f"{page.evaluate('location.origin')}/t/{code}")
    lifted = []
    for _ in range(2000):
        sight = device.evaluate(GOES_ROUND, LIT)
        lifted += [sight["lifted"]] if sight["lifted"] else []
        if sight["over"]:
            break
        device.clock.fast_forward(200)
    expect(device.get_by_role("list", name="Result")).to_contain_text("Ben")
    assert any("Ada" in one for one in lifted)
    assert any("Ben" in one for one in lifted)
    device.close()


def test_a_browser_without_webassembly_says_so(site: tuple[Path, str], visit: Callable[..., Visit]) -> None:
    ada = visit(address=site[1], keeps=True)
    ada.context.add_init_script("delete globalThis.WebAssembly")
    ada.go("/")
    ada.page.get_by_role("button", name="Play now").first.wait_for()
    ada.page.evaluate(GO, "/new/lobo77?with=bots")
    ada.page.get_by_role("button", name="Start playing").click()
    expect(ada.page.get_by_role("alert").filter(has_text="has no WebAssembly")).to_be_visible()


@pytest.mark.long  # web/tests/house.test.ts refuses in the same two ways
def test_a_disk_that_takes_nothing_is_told_and_the_game_goes_on(
    site: tuple[Path, str], visit: Callable[..., Visit]
) -> None:
    # There is no room: the game goes on to its end, and can be seen again.
    cleo = visit(address=site[1], keeps=True)
    cleo.go("/")
    storage = cleo.context.new_cdp_session(cleo.page)
    storage.send("Storage.overrideQuotaForOrigin", {"origin": site[1], "quotaSize": 1})
    set_up(cleo.page, "quando")
    expect(cleo.page.get_by_text("There is no more room for games")).to_be_visible()
    assert cleo.hurry_on() > 0
    cleo.page.get_by_role("link", name="See it again").click()
    cleo.page.get_by_role("slider").press("End")
    expect(cleo.page.get_by_role("region", name="Table")).to_be_visible()

    # Nothing may be kept, neither by the page nor by its worker.
    forbidden = "Object.defineProperty(globalThis, 'indexedDB', { get() { throw new DOMException('', 'SecurityError') } });"
    (worker,) = (site[0] / "assets").glob("worker-*.js")
    worker.write_text(forbidden + worker.read_text("utf-8"), "utf-8")
    ben = visit(address=site[1], keeps=True)
    ben.context.add_init_script(forbidden)
    ben.go("/")
    set_up(ben.page, "lobo77")
    ben.lit.first.wait_for()
    expect(ben.page.get_by_text("does not let Tischlein keep games")).to_be_visible()
    assert ben.move(Random(1))
    ben.lit.first.wait_for()


MOST_LOADED = 400_000


@each_game
def test_what_a_game_loads_beyond_the_page_is_small(live: Live, kit: Kit) -> None:
    """Compressed, and without the net that only strong bots need; `live` has built the page."""
    names = ("engine.json", "micropython.mjs", "micropython.wasm", f"{kit.game.id}.json")
    files = [FOLDER / "offline" / name for name in names] + list((FOLDER / "assets").glob("worker-*.js"))
    assert len(files) == 5
    contents = [*(file.read_bytes() for file in files), *module_files(kit.game).values()]
    assert sum(len(gzip.compress(content)) for content in contents) < MOST_LOADED
