"""Things really move: what is dealt, played, drawn, turned over, caught, crossed and paid. Where the system asks for less, they fade."""

import re
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import CORNER, ENDINGS, Opens, Visit, in_a_loop, near_the_end, play_to_the_end
from helpers.server.serving import Live, placed, set_table
from per_game import KITS
from samples import SAMPLES, with_long

# Keeps what the page asks the browser to move, as it asks for it.
WATCH = r"""
window.moved = []
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, timing) {
  const all = JSON.stringify(frames)
  const how = all.includes('rotateY') ? 'turn' : all.includes('translate') ? 'fly' : 'fade'
  window.moved.push({ how, what: this.innerHTML })
  return animate.call(this, frames, timing)
}
addEventListener('animationstart', (event) => window.moved.push({ how: event.animationName.replace(/^svelte-\w+-/, ''), what: '' }))
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const line of addedNodes) if (line.matches?.('[role=log] p')) window.moved.push({ how: 'told', what: line.textContent })
}).observe(document, { subtree: true, childList: true })
const Audio = AudioContext
window.AudioContext = class extends Audio { constructor() { super(); window.audio = this } }
"""
HOW = "moved.map(one => one.how)"
# After the last click something has moved, and then the log has told of it.
TOLD = """() => {
  const order = moved.slice(before).map(one => one.how).filter(how => ['fly', 'turn', 'told'].includes(how))
  return order.some((how, n) => how === 'told' && n > 0 && order.slice(0, n).some(before => before !== 'told'))
}"""

STEPS = {kit.game.id: kit.steps for kit in KITS}


def moving(live: Live, visit: Opens, game: str, **how: Any) -> Visit:
    """One person at a position where it is her turn, with a page that is watched."""
    position = {**deepcopy(ENDINGS[game]), **STEPS[game].changes}
    code, tokens = in_a_loop(placed(live, position))
    ada = visit(motion=True, **how)
    ada.prepare(WATCH)
    ada.sit(code, tokens[0])
    table = ada.region("Table")
    buttons = [table.get_by_role("button", name=name) for name in STEPS[game].buttons]
    for button in buttons or [ada.lit]:
        ada.page.evaluate("window.before = moved.length")
        button.first.click(position=CORNER)
    return ada


@pytest.mark.parametrize("game", with_long(STEPS, "quanto"))
def test_cards_travel(live: Live, visit: Opens, game: str) -> None:
    ada = moving(live, visit, game)
    for how, least in STEPS[game].moved.items():
        ada.page.wait_for_function(
            "([how, least]) => moved.filter(one => one.how === how).length >= least", arg=[how, least]
        )
    if game == "lobo77":
        ada.page.wait_for_function("() => moved.some(one => one.how === 'fly' && one.what.includes('chip'))")
    ada.page.wait_for_function(TOLD)
    # Nothing stays out of sight when it has landed, and when all is silent nothing keeps the loudspeakers awake.
    expect(ada.page.locator(".tl-table :is(.ghost, [style*='visibility: hidden'])")).to_have_count(0)
    ada.page.wait_for_function("() => audio.currentTime > 0 && audio.state === 'suspended'", polling=100)


def test_a_deal_is_seen(live: Live, visit: Opens) -> None:
    made = in_a_loop(set_table(live, bots=[None, "random"], options={"starter": 0}))
    ada = visit(motion=True)
    ada.prepare(WATCH)
    ada.sit(made["code"], made["token"])
    # Five cards to each.
    ada.page.wait_for_function("() => moved.filter(one => one.how === 'fly').length >= 10")


@pytest.mark.long
def test_a_cross_is_drawn(live: Live, visit: Opens) -> None:
    code, tokens = near_the_end(live, "qwixx")
    ada, ben = visit(motion=True), visit()
    ada.prepare(WATCH)
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    ada.click("Take the 5 from place")
    for person in (ada, ben):
        person.button(re.compile("^Cross ")).first.click()
    ada.page.wait_for_function("() => moved.some(one => one.how === 'draw')")


# Whatever tells of a result, looked at after every change: it may not change while something flies.
AHEAD = """window.ahead = []
let last = null
// A card that was hurried has arrived, and lies there until the next one flies.
const flying = () => [...document.querySelectorAll('.ghost')]
  .some((card) => card.getAnimations({ subtree: true }).some((motion) => motion.playState === 'running'))
const told = () => JSON.stringify({
  log: document.querySelectorAll('[role=log] p').length,
  sentence: document.querySelector('.sentence')?.textContent ?? '',
  result: document.querySelector('dialog[open] #headline, header .btn.game') !== null,
})
const totals = new Set()
let lines = document.querySelectorAll('[role=log] p').length
new MutationObserver(() => {
  const now = told()
  // LOBO 77: what the log says was announced has been on the counter.
  const total = /Total (−?\\d+)/.exec(document.querySelector('.dial')?.textContent ?? '')?.[1]
  if (total) totals.add(total)
  const log = [...document.querySelectorAll('[role=log] p')].map((line) => line.textContent)
  for (const line of log.slice(lines)) {
    const said = /says (−?\\d+)\\./.exec(line)?.[1]
    if (said && !totals.has(said)) window.ahead.push([line, [...totals]])
  }
  lines = log.length
  if (last !== null && now !== last && flying()) window.ahead.push([last, now])
  last = now
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
"""


# Ada may knock, and bots play the last round at once; or everybody is in the middle of the game.
LAST_ROUND: dict[str, Any] = {
    "game": "quando",
    "seats": 3,
    "options": {"target": 50},
    "dealer": 2,
    "turn": 0,
    "hands": [["0/4", "2/7", "1/5"], ["7/1", "8/1", "3/6", "9/2"], ["6/1", "9/7", "5/6", "4/10"]],
    "draw": ["0/9", "6/8", "3/9", "5/9", "10/1"],
    "draw_ordered": True,
    "discard": ["8/3"],
    "plays": [2, 2, 2],
    "cards_played": [3, 2, 3],
    "points": [12, 35, 20],
}
# How many times slower than this machine. A browser that slows itself down is not idle meanwhile, it counts in circles:
# in the short run this machine is busy enough.
SLOW = 4 if SAMPLES.every_path else 1
# Moves that are looked at; in Quando a whole reveal comes before them.
MOVES = {"lobo77": 3, "quando": 2}


@pytest.mark.long
@pytest.mark.parametrize("game", STEPS)
def test_nothing_is_told_before_it_was_seen(live: Live, visit: Opens, game: str) -> None:
    """Log, sentence and result wait for the card that is still flying, also when bots play at once, in the long run on a slow machine."""
    if game == "quando":
        code, (token, *_) = in_a_loop(placed(live, LAST_ROUND, ("Ada", "Ben", "Eve"), bots=(1, 2)))
    else:
        made = in_a_loop(set_table(live, game, 3, bots=[None, "random", "random"], pace="instant"))
        code, token = made["code"], made["token"]
    ada = visit(motion=True, viewport={"width": 1440, "height": 900})
    ada.sit(code, token)
    ada.page.wait_for_function("() => !document.querySelector('.ghost')")
    ada.context.new_cdp_session(ada.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    ada.page.evaluate(AHEAD)
    if game == "quando":
        ada.click("Knock", exact=True)
        go_on = ada.button("Go on")
        go_on.wait_for()
        assert ada.page.get_by_role("log").get_by_text("The round is over").count() == 0
        go_on.click()
    rng, moves = Random(7), 0
    while moves < MOVES.get(game, 5) and not ada.over:
        # A tap while a card flies is a wish to see the end at once.
        ada.page.wait_for_function("() => !document.querySelector('.ghost')")
        moves += ada.move(rng)
        ada.page.wait_for_timeout(60)
    ada.page.wait_for_function("() => !document.querySelector('.ghost')")
    assert ada.page.evaluate("ahead") == []


# Writes down the scene of an ending on the table, whether the sheet with the result lay over it already, what it shows, and what
# lies over its numbers once all has landed.
SCENES = """() => {
  window.scenes = []
  new MutationObserver(() => {
    const scene = document.querySelector('.tl-table ~ .finale .scene > *')
    if (!scene || window.scenes.length > 0) return
    const { mood } = scene.closest('.finale').dataset
    for (const motion of document.getAnimations()) if (Number.isFinite(motion.effect.getComputedTiming().endTime)) motion.finish()
    const over = []
    for (const number of scene.querySelectorAll('b'))
      for (const thing of scene.querySelectorAll('.face, .stamp, .trophy, .lock')) {
        const [a, b] = [number, thing].map((element) => element.getBoundingClientRect())
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (wide > 3 && high > 0.15 * a.height) over.push(`${thing.getAttribute('class')} over ${number.textContent}`)
      }
    window.scenes = [mood, document.querySelector('dialog[open]') !== null, scene.className.replace(/ ?svelte-\\S+/, ''), over]
  }).observe(document.body, { subtree: true, childList: true })
}"""


@pytest.mark.long
@pytest.mark.parametrize("game", ENDINGS)
def test_winning_and_losing_are_two_scenes_before_the_result(live: Live, visit: Opens, game: str) -> None:
    # In LOBO 77 the next card is the last.
    position = {**ENDINGS[game], **({"total": 72} if game == "lobo77" else {})}
    code, tokens = in_a_loop(placed(live, position))
    people = [visit(motion=True), visit(motion=True)]
    for person, token in zip(people, tokens, strict=True):
        person.sit(code, token)
        person.page.evaluate(SCENES)
    play_to_the_end(people, Random(2))
    scenes = [person.page.evaluate("scenes") for person in people]
    assert sorted(mood == "won" for mood, *_ in scenes) == [False, True]
    assert [covered for _, covered, *_ in scenes] == [False, False]
    assert [over for *_, over in scenes] == [[], []]
    assert [shown for _, _, shown, _ in scenes] == [f"end {mood}" for mood, *_ in scenes]  # not a podium
    for (mood, *_), person in zip(scenes, people, strict=True):
        expect(person.page.locator("dialog[open]")).to_have_attribute("data-mood", mood)
