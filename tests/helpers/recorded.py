"""Questions to a module in Node, kept with their answers, so that a page can be asked the same ones."""

import json
from base64 import b64decode, b64encode
from copy import deepcopy
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from tischlein.bots.wasm import module_of
from tischlein.bots.wasm.info import info
from tischlein.bots.wasm.package import LOADER
from tischlein.engine.backends.wasm.backend import Wasm
from tischlein.engine.backends.wasm.node import NodeProcess
from tischlein.engine.game import Game

# Nobody has this address: the browser is handed the files.
ADDRESS = "http://rules.invalid"
LOAD = """async ([info, game]) => {
  const { Asked } = await import('/asked.mjs')
  globalThis.asked = await Asked.load(info, await (await fetch(`/${game}.wasm`)).arrayBuffer())
}"""
ASK = """(questions) => questions.map(([question, data]) => {
  const record = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const [answer, bytes = new Uint8Array()] = globalThis.asked.answer(question, record)
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return [JSON.stringify(answer), btoa(text)]
})"""
AT_ONCE = 500


class Recorded(Wasm):
    """A game's module in Node, which remembers what it was asked."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.rules, module_of(game), info(game))
        self.asked: list[tuple[dict[str, Any], bytes, Any, bytes]] = []
        process = NodeProcess(self.info, self.module)
        answered = process.ask

        def ask(question: dict[str, Any], data: bytes = b"") -> tuple[Any, bytes]:
            kept = deepcopy(question)  # generators go on
            answer, rest = answered(question, data)
            self.asked.append((kept, data, answer, rest))
            return answer, rest

        process.ask = ask  # type: ignore[method-assign]
        self.__dict__["node"] = process


def rules_page(context: BrowserContext, games: list[Game]) -> Page:
    """An empty page that finds the loader and the modules of these games."""
    files = {path.name: path.read_bytes() for path in LOADER.iterdir() if path.suffix in (".js", ".mjs")}
    files |= {f"{game.id}.wasm": module_of(game) for game in games}

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        kind = "application/wasm" if name.endswith(".wasm") else "text/javascript" if name else "text/html"
        route.fulfill(body=files.get(name, b"<!doctype html><title>Rules</title>"), content_type=kind)

    context.route(f"{ADDRESS}/**", answer)
    page = context.new_page()
    page.goto(f"{ADDRESS}/")
    return page


def compare(page: Page, game: Game, recorded: Recorded) -> int:
    """Ask the page what Node was asked; every answer is the same. Return how many there were."""
    page.evaluate(LOAD, [info(game), game.id])
    for at in range(0, len(recorded.asked), AT_ONCE):
        part = recorded.asked[at : at + AT_ONCE]
        found = page.evaluate(ASK, [[question, b64encode(data).decode()] for question, data, _, _ in part])
        for (said, rest), (question, _, answer, expected) in zip(found, part, strict=True):
            assert json.loads(said) == answer, question
            assert b64decode(rest) == expected, question
    return len(recorded.asked)
