"""Games without a network: after one visit the page plays all of them by itself, and keeps them."""

import gzip
import json
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from helpers.browser.browsing import ENDINGS, Visit
from helpers.browser.local import CONTROLLED, GO, KEEP, set_up
from helpers.browser.puzzling import HOW_MANY_FIND_IT, of_today, tap
from helpers.games.strategies import each_game_with
from helpers.server.serving import Live, comes_to
from per_game import Kit
from samples import SAMPLES
from tischlein.bots.wasm.files import module_files
from tischlein.games import GAMES
from tischlein.offline.tables import LocalTables
from tischlein.server.http.static import FOLDER


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
    cut_off.context.set_offline(True)
    yield cut_off
    cut_off.forgive("ERR_INTERNET_DISCONNECTED")
    complaints, cut_off.complaints = cut_off.complaints, []
    assert complaints == []


# Bots that think play whole games where these are short, and the last moves of others: each decision takes its time.
WHOLE = {"lobo77": "hard", "quando": "medium", "quanto": "easy", "qwixx": "random"}
EVERY = [(game, level) for game in WHOLE for level in ("hard", "expert")]
LAST_MOVES = EVERY if SAMPLES.every_path else [("quanto", "expert")]
# tests/offline plays each game to its end in the page's Python, and tests/wasm runs the compiled rules of all.
PLAYED = GAMES if SAMPLES.every_path else ("lobo77",)


def test_all_games_are_played_to_the_end_without_a_network(alone: Visit) -> None:
    """Against bots of every level; those that think do so with the compiled rules and the game's net."""
    asked: set[str] = set()
    alone.context.on("request", lambda request: asked.add(request.url.rpartition("/")[2]))
    for game in sorted(PLAYED):
        set_up(alone.page, game, WHOLE[game])
        play_to_the_result(alone)
    for game, level in LAST_MOVES:
        code, (token,) = laid_down(alone.page, game, f"0{level.upper()}", [level])
        alone.page.evaluate(GO, f"/t/{code}#{token}")
        play_to_the_result(alone)
    assert asked >= {"lobo77.net", *(f"{game}.wasm" for game in PLAYED)}


def play_to_the_result(person: Visit) -> None:
    assert person.hurry_on() > 0
    expect(person.page.get_by_role("list", name="Result")).to_be_visible()


def test_puzzles_are_solved_without_a_network(alone: Visit) -> None:
    alone.turn_to("/")
    alone.follow("Today’s puzzles")
    alone.region("LOBO 77").get_by_role("link", name="Solve the puzzle").click()
    alone.asked()
    alone.click("Show the answer")
    alone.sees(HOW_MANY_FIND_IT)
    alone.click("Try again")
    alone.asked()
    tap(alone.page, of_today("lobo77")["choices"][0]["text"])
    alone.heading("Exactly!").wait_for()


# The page's databases, from outside.
DATABASE = """
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const things = async (name, kind, key) => {
    const request = indexedDB.open(name)
    // As the page makes it, where it has kept nothing yet.
    request.onupgradeneeded = () => request.result.createObjectStore(kind, { keyPath: key })
    return (await done(request)).transaction(kind, 'readwrite').objectStore(kind)
  }
  const tables = () => things('tischlein', 'tables', 'code')
"""
# A kept game becomes one of an older version of the rules.
AGE = (
    "async (code) => {"
    + DATABASE
    + """
  const saved = await done((await tables()).get(code))
  saved.row.version = 0
  await done((await tables()).put(saved))
}"""
)
# What the page keeps is cleared, as browsers do on demand; and what it keeps belongs to a newer page. Neither waits for windows.
CLEAR = f"() => {{ {DATABASE} return done(indexedDB.deleteDatabase('tischlein')).then(() => true) }}"
RENEW = f"async () => {{ {DATABASE} ;(await done(indexedDB.open('tischlein', 2))).close() }}"
SPOIL = (
    "async ([code, game]) => {"
    + DATABASE
    + """
  const saved = await done((await tables()).get(code))
  saved.log = [[0, 'nonsense', null, 1]]
  saved.row.position = { ...saved.row.position, nonsense: 1 }
  saved.game = saved.row.game = game
  await done((await tables()).put(saved))
}"""
)
DECIDED = "(await done((await tables()).get(code))).log.filter(([seat]) => seat >= 0).length"
KEEP_GAME = "async (saved) => {" + DATABASE + "await done((await tables()).put(saved)) }"


@pytest.mark.long  # tests/offline opens such games in the page’s Python
def test_a_kept_game_of_older_rules_is_played_on_and_a_spoilt_one_says_so(alone: Visit) -> None:
    page = alone.page
    set_up(page, "lobo77")
    code = page.url.rpartition("/")[2]
    alone.seated()
    alone.asked()
    assert page.evaluate(CLEAR)
    assert alone.move(Random(1))
    alone.asked()  # the others have decided, and nothing more will be kept
    expect(alone.text("does not let Tischlein keep games")).to_have_count(0)
    page.evaluate(RENEW)
    decided = f"async (code) => {{ {DATABASE} return {DECIDED} > 1 }}"
    comes_to(lambda: page.evaluate(decided, code), True)
    page.evaluate(GO, "/")
    alone.button("Play now").first.wait_for()
    page.evaluate(AGE, code)
    page.evaluate("delete localStorage['tischlein.tables']")  # the table itself knows whose seat it is

    page.goto(f"{page.url.rstrip('/')}/t/{code}")
    alone.sees("The rules have changed since this game began")
    alone.lit.first.wait_for()
    page.evaluate(SPOIL, [code, "unheard"])
    page.reload()
    expect(alone.headline).to_have_text("This page does not know this game.")
    page.evaluate(SPOIL, [code, "lobo77"])
    page.reload()
    expect(alone.headline).to_have_text("This game cannot be opened any more.")
    expect(page.get_by_role("textbox")).to_have_count(0)  # no letter of a code is wrong
    expect(alone.link("Delete this game")).to_be_visible()
    page.evaluate(GO, f"/t/{code}")
    expect(alone.headline).to_have_text("This game cannot be opened any more.")
    detail = alone.text("nonsense")
    expect(detail).to_be_hidden()
    alone.text("What exactly is wrong").click()
    expect(detail).to_be_visible()
    alone.follow("Delete this game")
    alone.button("Play now").first.wait_for()
    assert code not in page.evaluate("localStorage['tischlein.tables']")


def laid_down(page: Page, game: str, code: str, others: list[str | None]) -> tuple[str, list[str]]:
    """A game a few moves before its end, kept as if it had been played here, with bots of these levels or people; and people's keys."""
    names = ["Ben" for level in others if level is None]
    tokens = [f"here-{code}-{k}" for k in range(1 + len(names))]
    tables = LocalTables(dict(GAMES))
    wish = {"game": game, "seats": 1 + len(others), "name": "Ada", "hot_seat": names, "lang": "en"}
    wish |= {"bots": [None, *others], "pace": "instant"}
    asked = {"ask": "create", "code": code, "at": 1, "ticks": 1, "tokens": tokens, "wish": wish}
    (saved,) = json.loads(tables.ask(json.dumps(asked)))["save"]
    table = GAMES[game].at(ENDINGS[game])
    saved["row"] |= {"options": table.options, "start": table.record()["start"], "position": table.position()}
    saved["log"] = [[seat, text, None, 1] for seat, text in table.history]
    page.evaluate(GO, "/")
    page.get_by_role("button", name="Play now").first.wait_for()
    page.evaluate(KEEP_GAME, saved)
    return code, tokens


MOST_LOADED = 400_000


@each_game_with(lambda game: not game.draft)
def test_what_a_game_loads_beyond_the_page_is_small(live: Live, kit: Kit) -> None:
    """Compressed, and without the net that only hard bots need; `live` has built the page."""
    names = ("engine.json", "micropython.mjs", "micropython.wasm", f"{kit.game.id}.json")
    files = [FOLDER / "offline" / name for name in names] + list((FOLDER / "assets").glob("worker-*.js"))
    assert len(files) == 5
    contents = [*(file.read_bytes() for file in files), *module_files(kit.game).values()]
    assert sum(len(gzip.compress(content)) for content in contents) < MOST_LOADED
