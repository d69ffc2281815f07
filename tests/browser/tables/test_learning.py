"""The lesson of each game, played through: what is pointed at is there, wrong moves explain themselves, and nothing is covered."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import LIT, PATIENCE, PHONE, Opens, Visit
from samples import SAMPLES, with_long
from tischlein.games import GAMES

GAMES_OF_THE_PAGE = Path(__file__).resolve().parents[3] / "web/src/games"
# Drafts need not have a lesson.
TAUGHT = [game for game in GAMES if (GAMES_OF_THE_PAGE / game / "lesson/lesson.json").exists()]
SIDEWAYS = {"width": 740, "height": 360}

# Presses what is lit, whatever it is, until the situation is over: a move that is not meant changes nothing. Answers how often one was
# explained.
SOLVE = """async ([lit, patience]) => {
  const begun = performance.now()
  let explained = 0
  let last = ''
  let begins = true
  while (!document.querySelector('.guide > .btn')) {
    const things = [...document.querySelectorAll(`.tl-table:not([data-busy]) ${lit}`)]
    // In every game the last thing is wrong in one of the situations.
    ;(begins ? things.at(-1) : things[Math.floor(Math.random() * things.length)])?.click()
    begins &&= things.length === 0
    await new Promise((resolve) => setTimeout(resolve, 20))
    const said = document.querySelector('.guide').textContent
    if (document.querySelector('.guide.wrong') && said !== last) explained += 1
    last = said
    if (performance.now() - begun > 1000 * patience) throw new Error(`stuck at: ${said}`)
  }
  return explained
}"""
# Does the guide lie over the table, and does everything it points at lie in the window?
LOOK = """() => {
  const guide = document.querySelector('.guide').getBoundingClientRect()
  const table = document.querySelector('.learn .table').getBoundingClientRect()
  const apart = guide.right <= table.left + 1 || table.right <= guide.left + 1 || guide.bottom <= table.top + 1
  const rings = [...document.querySelectorAll('.rings span')].map((ring) => ring.getBoundingClientRect())
  const inside = rings.filter((at) => at.left >= -6 && at.top >= -6 && at.right <= innerWidth + 6 && at.bottom <= innerHeight + 6)
  const [text, room] = [document.querySelector('.guide p'), document.querySelector('.guide')]
  const whole = text.scrollHeight <= text.clientHeight + 1 && room.scrollHeight <= room.clientHeight + 1
  // The edge of a ring runs through no announcement.
  const notes = [...document.querySelectorAll('.tl-table .note:not(:empty)')].map((note) => note.getBoundingClientRect())
  const free = rings.every((ring) => notes.every((note) => ring.top <= note.top || ring.top >= note.bottom
    || ring.right <= note.left || note.right <= ring.left))
  const fills = table.height > 250 && Math.abs(table.bottom - innerHeight) < 2
  return { apart, fills, free, whole, rings: inside.length }
}"""


GOOD = {"apart": True, "fills": True, "free": True, "whole": True}


def situations(game: str) -> Any:
    return json.loads((GAMES_OF_THE_PAGE / game / "lesson/lesson.json").read_text())


def play_through(ada: Visit, steps: list[Any]) -> int:
    guide = ada.region("How to play")
    explained = 0
    for place, step in enumerate(steps):
        expect(
            ada.text(f"{place + 1} of {len(steps)}")
            .or_(ada.text(f"{place + 1}/{len(steps)}"))
            .filter(visible=True)
        ).to_be_visible()
        ada.asked()
        ada.page.wait_for_function(
            "n => document.querySelectorAll('.rings span').length === n", arg=len(step["at"])
        )
        seen = ada.page.evaluate(LOOK)
        assert seen == {**GOOD, "rings": len(step["at"])}, (step["id"], seen)
        table = ada.page.locator(".learn .table")
        before = table.bounding_box()
        explained += ada.page.evaluate(SOLVE, [LIT, PATIENCE])
        on = guide.locator("> .btn")
        expect(on).to_be_focused()
        assert table.bounding_box() == before, step["id"]
        if place < len(steps) - 1:
            on.press("Enter")
    expect(guide.get_by_role("link", name="Play now")).to_be_visible()
    return explained


@pytest.mark.parametrize(
    "game", with_long(TAUGHT)
)  # tests/shared plays all situations; one lesson with an option follows
def test_a_lesson(visit: Opens, game: str) -> None:
    ada = visit(viewport=PHONE)
    ada.go(f"/learn/{game}")
    assert play_through(ada, situations(game)["steps"]) > 0


# The cards of the hand that have a ring, and whether something can be done with each.
RINGED = """() => [...document.querySelectorAll('.hand button')].filter((card) => {
  const at = card.getBoundingClientRect()
  return [...document.querySelectorAll('.rings span')].some((ring) => {
    const { left, right, top, bottom } = ring.getBoundingClientRect()
    return left < at.left && right > at.right && top < at.bottom && bottom > at.bottom
  })
}).map((card) => [card.dataset.card.split('/')[0], card.dataset.key !== undefined])"""


def test_a_ring_follows_its_card(visit: Opens) -> None:
    """Quando's two nines: when the first is laid, nothing else gets its ring."""
    ada = visit(viewport=PHONE)
    ada.go("/learn/quando")
    for left in ([["9", True], ["9", True]], [["9", True]], []):
        ada.asked()
        ada.page.wait_for_function(f"want => JSON.stringify(({RINGED})()) === JSON.stringify(want)", arg=left)
        if left:
            ada.page.locator('.hand button[data-card^="9/"]').first.click()


def test_what_is_new_with_an_option(visit: Opens) -> None:
    """On a phone on its side, and found from the invitation."""
    ada = visit(viewport=SIDEWAYS)
    for game in TAUGHT if SAMPLES.every_path else ["lobo77"]:
        for option, steps in situations(game)["options"].items():
            if steps:
                ada.go(f"/learn/{game}/{option}")
                play_through(ada, steps)
