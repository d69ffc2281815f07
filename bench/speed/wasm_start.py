"""Time the start of a game without a network: from the tap on its tile to the first possible action, in Chromium.

The page as plain files is visited once, then the network is cut. It is loaded again before every tap. The tap comes a second after
the page, when the rules may be loaded already, or at once.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tischlein.engine.game import Game
from tischlein.engine.types import Untyped
from tischlein.server.upkeep.site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TAPS: Final = 3
RESTS_MS: Final = (1000, 0)
# Bots do not wait as people would, and nothing moves: what is left is what the page does.
AT_ONCE: Final = (
    """localStorage["tischlein.settings"] ??= JSON.stringify({ motion: false, pace: 'instant' })"""
)
# What the page does some seconds after it has come to rest, at once.
KEEP: Final = """async () => {
  const registration = await navigator.serviceWorker.ready
  const channel = new MessageChannel()
  const answer = new Promise((resolve) => (channel.port1.onmessage = ({ data }) => resolve(data.all)))
  registration.active.postMessage({ keep: [] }, [channel.port2])
  return answer
}"""
TAP: Final = """async (game) => {
  const next = () => new Promise(requestAnimationFrame)
  const play = () => document.querySelector(`.tile[data-game="${game}"] button:enabled`)
  while (!play()) await next()
  const begun = performance.now()
  play().click()
  while (!document.querySelector('.tl-table:not([data-busy]) [data-key]')) await next()
  return (performance.now() - begun) / 1000
}"""


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds from the tap to the first action."""

    game: str
    rest_ms: int  # between the page and the tap
    seconds: float  # the median
    lowest: float
    highest: float


def measure(browser: Browser, games: Sequence[Game]) -> list[Start]:
    """Tap every game's tile a few times, and return the times."""
    found: list[Start] = []
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address:
        context = browser.new_context()
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.goto(address)
        while not page.evaluate(KEEP):
            page.wait_for_timeout(200)
        context.set_offline(True)
        for game, rest in product(games, RESTS_MS):
            taps: list[float] = []
            for _ in range(TAPS):
                page.goto(address)
                page.wait_for_timeout(rest)
                taps.append(tap(page, game.id))
            found.append(Start(game.id, rest, statistics.median(taps), min(taps), max(taps)))
        context.close()
    return found


def tap(page: Page, game: str) -> float:
    """Begin a game from the start page, which is open; return how many seconds it took."""
    return float(page.evaluate(TAP, game))


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    write_site(folder)

    class Files(SimpleHTTPRequestHandler):
        def __init__(self, *args: Untyped) -> None:
            super().__init__(*args, directory=str(folder))

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
