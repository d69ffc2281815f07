"""Nothing that can be read is cut off or covered: every game, every number of seats, with as much on the table as play can bring."""

from collections.abc import Callable

import pytest

from helpers.browsing import Visit, in_a_loop
from helpers.crowded import NAMES, crowded
from helpers.fitting import SIZES, misfits, settle
from helpers.serving import Live, placed
from samples import SAMPLES, with_long
from tischlein.games import GAMES

pytestmark = pytest.mark.needs("chromium")

# German words are longer; English ones, and the moments of a turn at which less lies there, are for the long run.
LANGUAGES = ("de", "en") if SAMPLES.every_path else ("de",)


def tables(game: str) -> list[int]:
    """The fullest table; smaller ones are for the long run too."""
    seats = GAMES[game].seats
    return list(seats) if SAMPLES.every_path else [seats[-1]]


@pytest.mark.parametrize("game", with_long(GAMES, "quanto"))
def test_everything_can_be_read(live: Live, visit: Callable[..., Visit], game: str) -> None:
    ada = visit()
    found = []
    for seats in tables(game):
        moments = crowded(game, seats)
        for moment in moments if SAMPLES.every_path else [list(moments)[-1]]:
            code, tokens = in_a_loop(placed(live, moments[moment], NAMES[:seats]))
            ada.sit(code, tokens[0])
            ada.lit.first.wait_for()
            for size in SIZES:
                for lang in LANGUAGES:
                    settle(ada.page, size, lang)
                    found += [f"{seats} seats, {moment}, {size}, {lang}: {one}" for one in misfits(ada.page)]
            settle(ada.page, SIZES[-1], "en")
    assert not found, "\n".join(found)


def test_with_nobody_opposite_the_board_lies_on_the_cloth(live: Live, visit: Callable[..., Visit]) -> None:
    code, tokens = in_a_loop(placed(live, crowded("qwixx", 3)["decide"], NAMES[:3]))
    ada = visit()
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    settle(ada.page, SIZES[-1], "de")
    assert misfits(ada.page) == []


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
  const table = document.querySelector('.tl-table')
  if (table.scrollHeight <= table.clientHeight || getComputedStyle(table).overflowY !== 'auto') found.push('nothing scrolls')
  if (table.querySelector('.frame > .board').clientHeight < 120) found.push('the board gives way')
  return [...found, ...parts.filter(([, rect]) => rect.right > innerWidth + 1).map(([name]) => `${name} is too wide`)]
}"""


@pytest.mark.parametrize("game", with_long(GAMES, "quanto"))
def test_at_four_times_the_size_it_scrolls(live: Live, visit: Callable[..., Visit], game: str) -> None:
    """A window of 1280 by 1024 at 400 %; and forced colours, in which cards and what can be done stay visible."""
    seats = max(GAMES[game].seats)
    code, tokens = in_a_loop(placed(live, crowded(game, seats).popitem()[1], NAMES[:seats]))
    ada = visit(viewport={"width": 320, "height": 256})
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    settle(ada.page, (320, 256), "de")
    assert ada.page.evaluate(OVERLAPS) == []
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
