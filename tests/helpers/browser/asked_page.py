"""A game's module in Chromium, asked as data: what Node is asked through a pipe, a page is asked here."""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route

from tischlein.bots.wasm.info import info
from tischlein.bots.wasm.package import BUILT
from tischlein.engine.backends.wasm.modules import module_of
from tischlein.engine.game import Game
from tischlein.engine.types import Json, JsonValue

# An address that does not exist: the files are handed to the browser. Only pages that came by https may hash.
ADDRESS = "https://rules.invalid"
LOAD = """async ([info, game]) => {
  const { Asked } = await import('/asked.mjs')
  globalThis.asked = await Asked.load(info, await (await fetch(`/${game}.wasm`)).arrayBuffer())
}"""
ASK = """async (questions) => {
  const found = []
  for (const [question, data] of questions) {
    const sent = typeof data === 'number' ? globalThis.last.slice(-data) : Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    const [answer, bytes = new Uint8Array()] = globalThis.asked.answer(question, sent)
    globalThis.last = bytes
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    found.push([JSON.stringify(answer), btoa(String.fromCharCode(...hash))])
  }
  return found
}"""


class Asked:
    """An empty page that finds the loader and the modules of games, and holds one of them."""

    def __init__(self, context: BrowserContext) -> None:
        context.route(f"{ADDRESS}/**", self._answer)
        self._modules: dict[str, bytes] = {}
        self._page: Page = context.new_page()
        self._page.goto(f"{ADDRESS}/")

    def load(self, game: Game) -> None:
        """Take this game from now on."""
        self._modules[f"{game.id}.wasm"] = module_of(game.rules)
        self._page.evaluate(LOAD, [info(game), game.id])

    def ask_all(self, questions: Sequence[tuple[Json, bytes | int]]) -> list[tuple[JsonValue, bytes]]:
        """Return the answers to many questions, which travel together, each with the SHA-256 of its bytes.

        The bytes of an answer stay in the page, ten thousand games would take long to travel; their SHA-256 comes back. A number instead
        of data stands for that many bytes at the end of the answer before.
        """
        sent = [
            [question, data if isinstance(data, int) else b64encode(data).decode()]
            for question, data in questions
        ]
        found = self._page.evaluate(ASK, sent)
        return [(json.loads(answer), b64decode(hashed)) for answer, hashed in found]

    def _answer(self, route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name.endswith(".wasm"):
            route.fulfill(body=self._modules[name], content_type="application/wasm")
        elif name:
            folder = Path(__file__).parent.parent if name == "asked.mjs" else BUILT
            route.fulfill(body=(folder / name).read_bytes(), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>Rules</title>", content_type="text/html")
