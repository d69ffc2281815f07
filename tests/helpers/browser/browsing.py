"""A real browser for tests, and people who play in it."""

import asyncio
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from random import Random
from typing import Any, Literal, TypedDict

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    Position,
    ViewportSize,
    expect,
)

from helpers.browser.local import GO
from helpers.server.serving import Live, join, placed, play_on, set_table, sitting
from per_game import KITS

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Whatever can be done now carries this mark; the number keys count the same things. Who only takes back never gets to the end.
ALL = "[data-key]"
LIT = f'{ALL}:not([data-action="undo"])'
# Motion is a setting like any other; it is switched off before the page looks.
# Nobody listens either: Chromium would mix silence all the time. Who looks at motion hears its sounds.
STILL = """localStorage["tischlein.settings"] ??= JSON.stringify({ motion: false })
delete window.AudioContext"""
# Without a graphics card painting costs a sixth of the time, and shadows and gradients as much again. Pages are laid out as ever, but
# painted only for tests that look at them (helpers.browser.looking.painted), and without shadows for tests of motion.
PLAIN = """window.plain = new CSSStyleSheet()
plain.replaceSync(`*, *::before, *::after {
  box-shadow: none !important; text-shadow: none !important; filter: none !important; background-image: none !important
}`)
document.adoptedStyleSheets = [plain]"""
UNSEEN = "plain.insertRule(':root { opacity: 0 }')"
# As in a network without HTTPS: nothing is kept for later. Otherwise every visit would fetch all that playing offline needs.
FORGETFUL = "delete Navigator.prototype.serviceWorker"
# A page that waits for so long for something to light up hangs.
PATIENCE = 60.0
# Everything else that a test waits for: usually there at once, later on a busy machine.
expect.set_options(timeout=1000 * PATIENCE)
# Parts of a table measure their room and are drawn again, once with each new picture: what is where is known after a few.
RESTS = """async () => {
  await document.fonts.ready
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame)
}"""
# A page of the same server that is not the game's: clients go there when they leave.
ASIDE = "/healthz"
PHONE: ViewportSize = {"width": 360, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}
# Cards overlap: a place that belongs to each of them.
CORNER: Position = {"x": 12, "y": 14}
Name = str | re.Pattern[str]

# Everything that is lit, unless the last move is still on its way: where it can be touched (its middle or, where cards overlap, any point of
# it), its name, and its number key. The number keys count taking back too.
LOOK = """([all, lit]) => {
  const table = document.querySelector('.tl-table')
  const over = document.querySelector('dialog[open] #headline') !== null
  if (!table || over || table.dataset.busy !== undefined) return { over, things: [] }
  const keys = [...table.querySelectorAll(all)]
  const touched = (element, rect) => {
    for (const x of [0.5, 0.2, 0.08, 0.8, 0.92])
      for (const y of [0.5, 0.2, 0.08, 0.8, 0.92]) {
        const at = [rect.left + x * rect.width, rect.top + y * rect.height]
        if (element.contains(document.elementFromPoint(...at))) return at
      }
    return null
  }
  return { over, things: keys.filter((element) => element.matches(lit)).map((element) => ({
    key: keys.indexOf(element) + 1,
    at: touched(element, element.getBoundingClientRect()),
    name: element.ariaLabel ?? element.textContent.trim(),
  })) }
}"""

# Everything that is lit is clicked by the page itself, one thing after the other, until the end is shown. What ends something comes last:
# chosen more often, it makes for shorter games. Nobody looks on, so nothing is painted meanwhile.
HURRY = """async ([lit, patience]) => {
  const dice = (n) => Math.floor(Math.random() * n)
  let moves = 0
  let last = performance.now()
  document.body.style.display = 'none'
  while (!document.querySelector('dialog[open] #headline')) {
    const things = [...document.querySelectorAll(`.tl-table:not([data-busy]) ${lit}`)]
    if (things.length) {
      const chosen = things[dice(2) ? things.length - 1 : dice(things.length)]
      chosen.click()
      moves += 1
      last = performance.now()
    } else if (performance.now() - last > 1000 * patience) throw new Error('nobody can do anything')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  document.body.style.display = ''
  return moves
}"""


class Thing(TypedDict):
    """Something lit."""

    key: int
    at: tuple[float, float] | None
    name: str


class Sight(TypedDict):
    """What one looks at."""

    over: bool
    things: list[Thing]


# Positions from which a few moves lead to the end.
ENDINGS = {kit.game.id: kit.ending for kit in KITS}


class Visit:
    """One person's browser: a context of its own, whose complaints are collected."""

    def __init__(
        self,
        browser: Browser,
        live: Live,
        *,
        motion: bool = False,
        painted: bool = False,
        keeps: bool = False,
        address: str | None = None,
        **how: Any,
    ) -> None:
        self.live = live
        self.address = address or live.url  # of another server than the tests' own
        settings = {"viewport": WIDE, "locale": "en-US", **how}
        self._context: BrowserContext = browser.new_context(**settings)
        self._context.set_default_timeout(1000 * PATIENCE)
        self.complaints: list[str] = []
        self.touch = "has_touch" in how
        self._spent = keeps
        self._prepared: list[str] = []
        if not motion:
            self._context.add_init_script(STILL)
        if not painted:
            self._context.add_init_script(PLAIN if motion else PLAIN + "\n" + UNSEEN)
        if not keeps:
            self._context.add_init_script(FORGETFUL)
        self.page: Page = self._context.new_page()
        self._devtools = self._context.new_cdp_session(self.page)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    @property
    def context(self) -> BrowserContext:
        """For what changes more than the page: nobody else gets this browser afterwards."""
        self._spent = True
        return self._context

    def prepare(self, script: str) -> None:
        """Run a script in every page that is opened from now on, before the page's own."""
        self._devtools.send("Page.enable")
        added = self._devtools.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self._prepared.append(added["identifier"])

    def allow(self, *permissions: str) -> None:
        """Grant permissions to this person's pages."""
        self._context.grant_permissions(list(permissions))

    def show(
        self,
        viewport: ViewportSize = WIDE,
        reduced_motion: Literal["reduce", "no-preference"] = "no-preference",
    ) -> None:
        """Begin as a new browser would, by day and with a window of this size."""
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(color_scheme="light", reduced_motion=reduced_motion, forced_colors="none")

    def forget(self) -> bool:
        """Remove everything of this person before the next one; return whether that is possible."""
        if self._spent or self.page.is_closed():
            return False
        try:
            origins = {self.live.url, self.address, self.page.evaluate("location.origin")}
            for script in self._prepared:
                self._devtools.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
            for page in self._context.pages:
                if page is not self.page:
                    page.close()
            self.page.unroute_all()
            self._context.clear_permissions()
            self.page.goto(f"{self.live.url}{ASIDE}")
            self.page.evaluate(
                "localStorage.clear(), sessionStorage.clear()"
            )  # at once, the rest from outside
            for origin in origins:
                self._devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        except Error:
            return False
        self.complaints, self._prepared = [], []
        return True

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def turn_to(self, path: str) -> None:
        """To another screen of the page that is open, as a link does."""
        self.page.evaluate(GO, path)

    def sit(self, code: str, token: str) -> None:
        """Open the person's own link, and wait for the table."""
        self.go(f"/t/{code}#{token}")
        self.seated()

    def seated(self) -> None:
        """Wait until the game lies on the table, where it stays: the region is there before the game's own part of the page."""
        self.page.locator(".tl-table > :not(.tl-layer)").first.wait_for()
        self.page.evaluate(RESTS)

    def asked(self) -> None:
        """Wait until something can be done and nothing is on its way: after a move, until it is this person's turn again."""
        self.page.locator(f".tl-table:not([data-busy]) {LIT}").first.wait_for()

    @property
    def lit(self) -> Locator:
        return self.page.locator(LIT)

    def look(self) -> Sight:
        """What can be done now, and whether the end is shown."""
        found: Sight = self.page.evaluate(LOOK, [ALL, LIT])
        return found

    @property
    def over(self) -> bool:
        return self.look()["over"]

    @property
    def headline(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("toolbar", name="Your cards")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def heading(self, name: Name, exact: bool = False) -> Locator:
        return self.page.get_by_role("heading", name=name, exact=exact)

    def region(self, name: Name) -> Locator:
        return self.page.get_by_role("region", name=name)

    def text(self, text: Name, exact: bool = False) -> Locator:
        return self.page.get_by_text(text, exact=exact)

    def button(self, name: Name, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: Name, exact: bool = False) -> Locator:
        return self.page.get_by_role("link", name=name, exact=exact)

    def click(self, name: Name, exact: bool = False) -> None:
        """Click a button."""
        self.button(name, exact).click()

    def key(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def tap(self, name: Name) -> None:
        """Click a card at its corner."""
        self.button(name).click(position=CORNER)

    def follow(self, name: Name, exact: bool = False) -> None:
        self.link(name, exact).click()

    def sees(self, text: Name, exact: bool = False) -> None:
        """Wait until the page says this."""
        expect(self.text(text, exact)).to_be_visible()

    def move(self, rng: Random) -> bool:
        """Do something that is lit, if there is anything: with the mouse, or by its number on the keyboard."""
        sight = self.look()
        things = sight["things"]
        if sight["over"] or not things:
            return False
        # What ends something comes last: chosen more often, it makes for shorter games.
        chosen = things[-1] if rng.random() < 0.5 else rng.choice(things)
        assert chosen["at"], f"{chosen['name']} is lit, and cannot be touched anywhere"
        if self.touch:
            self.page.touchscreen.tap(*chosen["at"])
        elif chosen["key"] < 10 and rng.random() < 0.6:
            self.page.keyboard.press(str(chosen["key"]))
        else:
            self.page.mouse.click(*chosen["at"])
        return True

    def play_on(self, rng: Random) -> int:
        """Do something whenever something is lit, until the end is shown."""
        return play_to_the_end([self], rng)

    def hurry_on(self) -> int:
        """Do the same as fast as the page can, without touching it from outside; return the number of clicks."""
        moves: int = self.page.evaluate(HURRY, [LIT, PATIENCE])
        return moves

    def forgive(self, *words: str) -> None:
        """The browser itself reports what a test has broken on purpose."""
        self.complaints = [
            complaint for complaint in self.complaints if not any(word in complaint for word in words)
        ]

    def close(self) -> None:
        self._context.close()


Opens = Callable[..., Visit]  # opens a browser for one more person


class Visits:
    """Browsers for people, used again: to open a table in a new one takes more than twice as long as in one that knows the page."""

    def __init__(self, browser: Browser, live: Live) -> None:
        self._browser = browser
        self._live = live
        self._free: dict[str, list[Visit]] = {}

    def open(self, *, browser: Browser | None = None, **how: Any) -> tuple[str, Visit]:
        """A browser that knows nobody, and its kind."""
        page = {name: how.pop(name) for name in ("viewport", "reduced_motion") if name in how}
        address = how.pop("address", None)
        kind = repr((id(browser), sorted((name, value) for name, value in how.items() if value)))
        free = self._free.setdefault(kind, [])
        visit = free.pop() if free else Visit(browser or self._browser, self._live, **how)
        visit.address = address or self._live.url
        visit.show(**page)
        return kind, visit

    def end(self, kind: str, visit: Visit) -> None:
        if visit.forget():
            self._free[kind].append(visit)
        else:
            visit.close()

    def close(self) -> None:
        for visit in chain.from_iterable(self._free.values()):
            visit.close()


def chromium(playwright: Playwright, *, whole: bool = False) -> Browser:
    """Debian's Chromium; without the parts that only windows need it opens a page in half of the time, and has no notifications."""
    program = (not whole and shutil.which("chromium-headless-shell")) or shutil.which("chromium")
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return playwright.chromium.launch(executable_path=program, args=flags, timeout=2000 * PATIENCE)


def play_to_the_end(people: list[Visit], rng: Random) -> int:
    """Let every player who may act do so, until all see the end."""
    moves, last = 0, time.monotonic()
    while not all(person.over for person in people):
        moved = sum(person.move(rng) for person in people)
        if moved:
            moves, last = moves + moved, time.monotonic()
        else:
            assert time.monotonic() - last < PATIENCE, "nobody can do anything"
            people[0].page.wait_for_timeout(10)
    return moves


def in_a_loop(what: Any) -> Any:
    """Run a coroutine beside Playwright, whose own loop is running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, what).result()


def table_for_two(live: Live, game: str, **wish: Any) -> tuple[str, list[str]]:
    """A lobby with two people in it."""

    async def made() -> tuple[str, list[str]]:
        table = await set_table(live, game, **{"seats": 2, **wish})
        return table["code"], [table["token"], (await join(live, table["code"], "Ben"))["token"]]

    found: tuple[str, list[str]] = in_a_loop(made())
    return found


def near_the_end(live: Live, game: str, **wish: Any) -> tuple[str, list[str]]:
    """A table for two, a few moves before its end."""
    found: tuple[str, list[str]] = in_a_loop(placed(live, ENDINGS[game], **wish))
    return found


async def one_move(live: Live, code: str, token: str, action: str) -> None:
    """A person decides, without a browser."""
    async with sitting(live, code, token) as guest:
        assert (await guest.play(action))["type"] == "accepted"


@contextmanager
def accompanied(live: Live, code: str, *tokens: str) -> Iterator[None]:
    """The others at the table play at random, without a browser."""

    async def sit(token: str) -> None:
        async with sitting(live, code, token) as guest:
            await play_on(guest, Random(token))

    async def everybody() -> None:
        await asyncio.gather(*map(sit, tokens))

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(asyncio.run, everybody())
        yield
        playing.result(PATIENCE)


def play_for(live: Live, code: str, *tokens: str) -> None:
    """Play these seats to the end beside the page, at random."""

    async def play(token: str) -> None:
        async with sitting(live, code, token) as guest:
            await play_on(guest, Random(1))

    async def scene() -> None:
        await asyncio.gather(*map(play, tokens))

    in_a_loop(scene())
