"""Nothing that can be read is cut off or covered: every game, every number of seats, with as much on the table as play can bring."""

import re
from random import Random

import pytest
from playwright.sync_api import Page

from helpers.browser.browsing import PHONE, Opens, accompanied, in_a_loop, near_the_end
from helpers.browser.crowded import NAMES, crowded
from helpers.browser.fitting import LETTERS, SIZES, misfits, settle, unrolled
from helpers.server.serving import Live, placed, set_table
from samples import SAMPLES, with_long
from tischlein.games import GAMES

# German words are longer; English ones, and the moments of a turn at which less lies there, are for the long run.
LANGUAGES = ("de", "en") if SAMPLES.every_path else ("de",)
# So are a small phone and a low desk, and most pages without a table.
WINDOWS = (*SIZES, (360, 640), (1280, 720)) if SAMPLES.every_path else SIZES
PAGES = (
    "daily",
    "evening",
    "friends",
    "lobby",
    "mine",
    "new/quanto",
    "results",
    "rules/qwixx",
    "settings",
    "verify",
)


# The fullest table of one game in every run, all others in the long one.
TABLES = [
    pytest.param(game, seats, marks=() if (game, seats) == ("quanto", 6) else pytest.mark.long)
    for game in GAMES
    for seats in GAMES[game].seats
]


# How far the draw pile is above the display.
ABOVE = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect()
  return box('.display').top - box('.pile .back').bottom
}"""


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_everything_can_be_read(live: Live, visit: Opens, game: str, seats: int) -> None:
    ada = visit()
    found = []
    moments = crowded(game, seats)
    for moment in moments if SAMPLES.every_path else [list(moments)[-1]]:
        code, tokens = in_a_loop(placed(live, moments[moment], NAMES[:seats]))
        ada.sit(code, tokens[0])
        ada.lit.first.wait_for()
        for size in WINDOWS:
            for lang in LANGUAGES:
                settle(ada.page, size, lang)
                found += [f"{moment}, {size}, {lang}: {one}" for one in misfits(ada.page)]
        if game == "quanto":
            settle(ada.page, (PHONE["width"], PHONE["height"]), "de")
            assert ada.page.evaluate(ABOVE) > 6  # a lit card is lifted, and has a ring
        settle(ada.page, SIZES[-1], "en")
    assert not found, "\n".join(found)


ADVISED = """cell => {
  cell.dataset.advised = '61'
  const { content, width } = getComputedStyle(cell, '::after')
  return [content, parseFloat(width) < cell.clientWidth]
}"""


@pytest.mark.long
def test_with_nobody_opposite_the_board_lies_on_the_cloth(live: Live, visit: Opens) -> None:
    """And a number of the coach stays within its cell."""
    code, tokens = in_a_loop(placed(live, crowded("qwixx", 3)["cross"], NAMES[:3]))
    ada = visit()
    ada.sit(code, tokens[0])
    cell = ada.page.locator(".cell.lit").first
    cell.wait_for()
    settle(ada.page, SIZES[-1], "de")
    assert misfits(ada.page) == []
    settle(ada.page, SIZES[0], "de")
    assert cell.evaluate(ADVISED) == ['"61"', True]


# The parts of a table, from top to bottom, and whether they lie one over the other.
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('.frame > :is(.seats, .board, .lines, .hold, .buttons)')]
    .map((part) => [part.className, part.getBoundingClientRect()]).filter(([, rect]) => rect.height > 0)
  const found = []
  for (const [name, a] of parts)
    for (const [other, b] of parts)
      if (name < other && a.top < b.bottom - 1 && b.top < a.bottom - 1 && a.left < b.right - 1 && b.left < a.right - 1) found.push(`${name}, ${other}`)
  const header = document.querySelector('header')
  if (header.scrollWidth > header.clientWidth) found.push('the header is wider than the window')
  for (const seat of document.querySelectorAll('.seats .seat'))
    for (const part of seat.querySelectorAll(':not(button)')) // the places to tap are larger than what is seen
      if (part.getBoundingClientRect().right > seat.getBoundingClientRect().right + 1) found.push(`${part.className} sticks out of a seat`)
  for (const button of document.querySelectorAll('.frame > .buttons > button'))
    if (button.scrollHeight > button.clientHeight + 2) found.push(`words stick out of ${button.textContent.trim()}`)
  if (document.querySelector('.frame > .board').clientHeight < 120) found.push('the board gives way')
  return [...found, ...parts.filter(([, rect]) => rect.right > innerWidth + 1).map(([name]) => `${name} is too wide`)]
}"""
SCROLLS = """() => {
  const table = document.querySelector('.tl-table')
  return table.scrollHeight > table.clientHeight && getComputedStyle(table).overflowY === 'auto'
}"""
# What can be done now and cannot be touched, even after scrolling to it.
UNREACHED = """() => [...document.querySelectorAll('.tl-table [data-key]')].filter((thing) => {
  thing.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = thing.getBoundingClientRect()
  return ![[0.5, 0.5], [0.2, 0.2], [0.08, 0.1]].some(([x, y]) => thing.contains(document.elementFromPoint(left + x * width, top + y * height)))
}).map((thing) => thing.ariaLabel ?? thing.textContent)"""
PERCENTS = (150, 200) if SAMPLES.every_path else (200,)


@pytest.mark.parametrize("game", with_long(GAMES, "qwixx"))
def test_with_larger_letters_a_table_can_be_played(live: Live, visit: Opens, game: str) -> None:
    """On a phone upright and on its side: parts keep apart, and whatever can be done can be reached."""
    seats = min(3, max(GAMES[game].seats))
    code, tokens = in_a_loop(placed(live, crowded(game, seats).popitem()[1], NAMES[:seats]))
    ada = visit()
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    found = []
    for percent in PERCENTS:
        ada.page.evaluate(LETTERS, percent)
        for size in SIZES[:2]:
            settle(ada.page, size, "de")
            found += [f"{percent} %, {size}: {one}" for one in ada.page.evaluate(OVERLAPS)]
            found += [f"{percent} %, {size}: out of reach: {one}" for one in ada.page.evaluate(UNREACHED)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", with_long(PAGES, "settings"))
def test_pages_can_be_read_with_large_letters(visit: Opens, path: str) -> None:
    ada = visit()
    ada.go(f"/{path}")
    ada.page.locator("main h1").first.wait_for()
    unrolled(ada.page, SIZES[0], "de", 200)
    assert misfits(ada.page, "main") == []


def test_screens_around_a_table_can_be_read(live: Live, visit: Opens) -> None:
    ada, guest = visit(), visit()
    found: list[str] = []

    def read(page: Page, name: str, within: str = "main") -> None:
        for percent in (100, *PERCENTS) if SAMPLES.every_path else PERCENTS:
            for size in SIZES if SAMPLES.every_path else SIZES[:1]:
                unrolled(page, size, "de", percent)
                found.extend(f"{name}, {size}, {percent} %: {one}" for one in misfits(page, within))

    table = in_a_loop(set_table(live, "lobo77", 5, spectators="public"))
    ada.go(f"/t/{table['code']}#{table['token']}")
    guest.go(f"/t/{table['code']}")
    guest.page.locator("form").wait_for()
    read(guest.page, "invitation")
    ada.button(re.compile("^Start|^Mit Bots")).first.wait_for()
    read(ada.page, "lobby")
    code, tokens = near_the_end(live, "qwixx")
    ada.turn_to(f"/t/{code}#{tokens[0]}")
    ada.seated()
    with accompanied(live, code, tokens[1]):
        ada.play_on(Random(1))
    read(ada.page, "result", "dialog[open]")
    ada.key("Escape")  # the result may lie over the bar
    read(ada.page, "bar above the final table", ".play header")
    ada.turn_to("/")
    ada.page.locator("section a[data-game]").first.wait_for()
    read(ada.page, "start")
    assert not found, "\n".join(found)


@pytest.mark.long  # test_with_larger_letters_a_table_can_be_played has the same room
@pytest.mark.parametrize("game", GAMES)
def test_at_four_times_the_size_it_scrolls(live: Live, visit: Opens, game: str) -> None:
    """A window of 1280 by 1024 at 400 %; and forced colours, in which cards and what can be done stay visible."""
    seats = max(GAMES[game].seats)
    code, tokens = in_a_loop(placed(live, crowded(game, seats).popitem()[1], NAMES[:seats]))
    ada = visit(viewport={"width": 320, "height": 256})
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    settle(ada.page, (320, 256), "de")
    assert ada.page.evaluate(OVERLAPS) == []
    assert ada.page.evaluate(SCROLLS)
    ada.page.emulate_media(forced_colors="active")
    drawn = """element => {
      const { outlineStyle, backgroundColor } = getComputedStyle(element)
      return [outlineStyle, backgroundColor]
    }"""
    canvas = ada.page.evaluate("getComputedStyle(document.body).backgroundColor")
    outline, paper = ada.page.locator(".hold .tl-card").first.evaluate(drawn)
    assert outline != "none"
    assert paper != canvas
    for dot in ada.page.locator(".tl-table .dots .on").all():  # full ones are told from empty ones
        assert dot.evaluate(drawn)[1] not in (canvas, "rgba(0, 0, 0, 0)")
    assert ada.page.locator(".tl-table .lit, .tl-table .legal .tl-card").first.evaluate(drawn)[0] == "solid"
