"""Playing without looking: what a screen reader says, where the keyboard is, and what the table answers when asked."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from helpers.browser.browsing import LIT, PATIENCE, PHONE, Opens, Visit, in_a_loop, near_the_end, one_move
from helpers.browser.crowded import NAMES, crowded
from helpers.browser.fitting import settle
from helpers.browser.hearing import heard, listen
from helpers.server.serving import Live, placed, set_table, sitting
from samples import with_long
from tischlein.games import GAMES

# A lap around the table, and any other answer, in words.
LAP, ANSWER = 60, 45

# Looked at before every picture that the screen shows: has the keyboard lost its place?
LOST = """window.lost = 0
const look = () => {
  if (document.activeElement === document.body) window.lost += 1
  requestAnimationFrame(look)
}
look()"""


def hears(page: Page, what: str) -> None:
    try:
        page.wait_for_function("what => heard.some((said) => said.includes(what))", arg=what)
    except TimeoutError:
        pytest.fail(f"{what!r} is not among {heard(page)}")


async def another_game(live: Live, code: str, token: str) -> None:
    async with sitting(live, code, token) as guest:
        await guest.say("rematch")
        await guest.until("rematch")


def test_answers_to_keys_and_to_what_does_not_go(live: Live, visit: Opens) -> None:
    """A refusal is said as often as it is asked for, with its rule; letters ask, and can be switched off like the digits."""
    code, tokens = near_the_end(live, "lobo77")
    ben = visit(viewport=PHONE)
    listen(ben)
    ben.sit(code, tokens[1])
    card = ben.hand.get_by_role("button").first
    for times in (1, 2):
        card.press("Enter")
        ben.page.wait_for_function(
            "n => heard.filter((said) => said.includes('Rule L5')).length === n", arg=times
        )
    asked = {
        "w": "It is Ada's turn",
        "h": "Your cards: 5, 7, 8, 9, 10.",
        "t": "Total 56",
        "s": "Ada, (it is their turn), swimming, 5 cards. You: Your chips: 0",
        "l": "Nothing has happened yet.",
    }
    for key, answer in asked.items():
        ben.key(key)
        hears(ben.page, answer)

    # A drawer lies over the table: what happens meanwhile is said all the same.
    ben.click("What happened")
    in_a_loop(one_move(live, code, tokens[0], "6"))
    hears(ben.page, "Ada plays 6 and says 62.")
    hears(ben.page, "It is your turn.")
    ben.click("Close")
    ben.key("l")
    ben.page.wait_for_function(
        "n => heard.filter((said) => said.includes('Ada plays 6 and says 62.')).length === n", arg=2
    )

    ben.click("Menu")
    for name in ("Digits 1 to 9", "Question keys"):
        ben.page.get_by_role("switch", name=name).press("Space")
    ben.key("Escape")
    said, told = len(heard(ben.page)), live.table(code).state.seq
    for key in ("1", "w", "h"):
        ben.key(key)
    ben.page.wait_for_timeout(300)
    assert (len(heard(ben.page)), live.table(code).state.seq) == (said, told)


@pytest.mark.parametrize("game", with_long(GAMES, "qwixx"))
def test_answers_are_short(live: Live, visit: Opens, game: str) -> None:
    """With four at the table, as much before them as play can bring, and no control between the bar and the hand that says nothing."""
    seats = 4
    code, tokens = in_a_loop(placed(live, list(crowded(game, seats).values())[-1], NAMES[:seats]))
    ada = visit(viewport=PHONE)
    listen(ada)
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    ada.key("w")  # the first key also says how letters reach the page
    ada.page.wait_for_timeout(200)
    for key, most in (("s", LAP), ("h", ANSWER), ("t", ANSWER), ("w", ANSWER)):
        before = len(heard(ada.page))
        ada.key(key)
        ada.page.wait_for_function("n => heard.length > n", arg=before)
        said = heard(ada.page)[-1]
        assert len(said.split()) <= most, said
        assert said.count("not possible now") <= 1
    names = ada.page.evaluate(
        "[...document.querySelectorAll('.tl-table button')].map(button => button.ariaLabel ?? '')"
    )
    owned = [name for name in names if "won" in name or "isses" in name]
    assert len(set(owned)) == len(owned), owned


# Is there a ring around the card with the focus, and does what the card would announce lie above it?
RINGED = """card => {
  const layer = (...of) => Number(getComputedStyle(...of).zIndex) || 0
  return [getComputedStyle(card, '::after').borderTopWidth, layer(card.querySelector('.note')) > layer(card, '::after')]
}"""


@pytest.mark.long  # the focus is followed through nine other controls below
def test_the_keyboard_keeps_its_place_while_cards_fly(live: Live, visit: Opens) -> None:
    """After an own move, and when the result is closed. The focus covers no announcement."""
    code, tokens = near_the_end(live, "lobo77")
    ada = visit(motion=True, viewport=PHONE)
    listen(ada)
    ada.sit(code, tokens[0])
    ada.lit.first.wait_for()
    card = ada.button("Play 10")
    card.focus()
    assert card.evaluate(RINGED) == ["3px", True]
    ada.page.evaluate(LOST)
    ada.key("Enter")  # 66 costs a chip that she does not have
    hears(ada.page, "Ben is the last one in")
    headline = ada.page.get_by_role("heading", level=1, name=re.compile("wins"))
    expect(headline).to_be_focused()
    in_a_loop(another_game(live, code, tokens[1]))
    hears(ada.page, "Another game is open.")
    assert said_once(ada.page, "Another game")
    ada.key("Escape")
    expect(headline).to_have_count(0)
    ada.page.wait_for_function("() => document.activeElement !== document.body")
    assert ada.page.evaluate("lost") == 0


def press(person: Visit, name: str | re.Pattern[str]) -> None:
    """Press a control by the keyboard; from now on the focus is followed."""
    button = person.button(name, exact=True)
    button.focus()
    if person.page.evaluate("typeof lost") == "undefined":
        person.page.evaluate(LOST)
    person.key("Enter")


def goes_to(person: Visit, where: str) -> None:
    """The focus comes to rest there, and was nowhere else than in the page meanwhile."""
    person.page.wait_for_function(
        "where => document.activeElement?.closest(where) && document.activeElement !== document.body",
        arg=where,
    )
    assert person.page.evaluate("lost") == 0


def test_the_focus_is_handed_on_when_a_control_goes(live: Live, visit: Opens) -> None:
    table = in_a_loop(set_table(live))
    code = table["code"]
    ada, ben = visit(), visit()
    for person in (ada, ben):
        listen(person)
    ada.go(f"/t/{code}#{table['token']}")
    press(ada, re.compile("put a bot here$"))
    press(ada, re.compile("change the bot$"))
    press(ada, "Take the bot away")
    goes_to(ada, "main")
    ben.go(f"/t/{code}")
    press(ben, "Sit down")
    goes_to(ben, "h1")
    press(ada, "Let’s play")
    for person in (ada, ben):
        person.seated()
        goes_to(person, ".tl-table")
    first, second = (ada, ben) if live.table(code).state.waiting[0] == 0 else (ben, ada)
    first.asked()
    first.lit.first.focus()
    first.key("Enter")
    second.asked()
    goes_to(first, ".tl-table")
    press(first, "React")
    press(first, "laugh")
    goes_to(first, "[aria-expanded]")
    press(first, "Take a move back")
    press(second, "Yes")
    first.asked()
    for person in (ada, ben):
        goes_to(person, ".tl-table")
    assert said_once(second.page, "would like to take a move back")
    press(ada, "Menu")
    state = live.table(code).state
    assert state.row.host is not None
    press(ada, state.names[1 - state.row.host])
    expect(ada.dialog).to_have_count(0)
    goes_to(ada, "[aria-label=Menu]")
    press(ada, "Menu")
    press(ada, re.compile("^Leave the table"))
    press(ada, "Yes, leave")  # asked once
    goes_to(ada, "main")
    hears(ben.page, f"{state.names[0]} has left. A bot plays on.")
    assert said_once(ben.page, "has left")


def said_once(page: Page, what: str) -> bool:
    return sum(what in said for said in heard(page)) == 1


# How many lines the sentence takes that says what to do.
LINES = """() => {
  const sentence = document.querySelector('.sentence')
  return sentence.clientHeight / parseFloat(getComputedStyle(sentence).lineHeight)
}"""


def test_every_step_of_a_turn_is_asked_for(live: Live, visit: Opens) -> None:
    """Also one that follows the player's own move."""
    code, tokens = in_a_loop(placed(live, crowded("quando", 3)["turn"], NAMES[:3]))
    ada = visit()
    listen(ada)
    ada.sit(code, tokens[0])
    ada.lit.first.click()
    hears(ada.page, "raw a card: open or hidden?")
    # A third line would take its height from the board, at every such step.
    settle(ada.page, (360, 640), "de")
    assert ada.page.evaluate(LINES) < 2.5


# Seat 0 can take 3 and 4 with its 7, one card after the other.
TWO_PICKS: dict[str, Any] = {
    "game": "quanto",
    "seats": 2,
    "options": {},
    "hands": [["7"], ["12"]],
    "display": ["3", "9", "4"],
    "draw": ["2", "5"],
    "draw_ordered": False,
}


def test_the_focus_follows_a_turn_of_several_steps(live: Live, visit: Opens) -> None:
    """From a card that was picked to the next one that fits, and to the end of the turn; what is missing is told, and the first hand."""
    code, tokens = in_a_loop(placed(live, TWO_PICKS))
    ada = visit()
    listen(ada)
    ada.sit(code, tokens[0])
    hears(ada.page, "Your cards: 7.")
    ada.button("Choose 7").press("Enter")
    press(ada, "3: Take cards / Form a quanto")  # the focus goes to the answers
    hears(ada.page, "What do you take 3 for?")
    goes_to(ada, ".buttons [data-key]")
    ada.key("Enter")
    hears(ada.page, "3 so far, 4 still missing.")
    expect(ada.button("Pick 4")).to_be_focused()
    ada.key("Enter")
    expect(ada.button("Done")).to_be_focused()
    assert ada.page.evaluate("lost") == 0


# Clicks what is lit, one thing after the other, until the end is shown; notes which decisions were asked for aloud, and with which words.
PROMPTS = """async ([lit, patience]) => {
  const asked = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { dataset, textContent } of addedNodes) if (dataset?.decision) asked.push([dataset.decision, textContent])
  }).observe(document.body, { subtree: true, childList: true })
  const dice = (n) => Math.floor(Math.random() * n)
  let last = performance.now()
  while (!document.querySelector('dialog[open] #headline')) {
    const things = [...document.querySelectorAll(`.tl-table:not([data-busy]) ${lit}`)]
    if (things.length) {
      ;[things.at(-1), things[dice(things.length)]][dice(2)].click()
      last = performance.now()
    } else if (performance.now() - last > 1000 * patience) throw new Error('nobody can do anything')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return asked
}"""
SHORT: dict[str, dict[str, Any]] = {
    "quando": {"options": {"target": 1}},
    "quanto": {"seats": 6, "bots": [None, *["random"] * 5]},
}


def whole_game(live: Live, visit: Opens, game: str) -> Visit:
    """One person at the beginning of a game with as few bots as possible."""
    seats = max(2, GAMES[game].seats[0])
    wish: dict[str, Any] = {"seats": seats, "bots": [None, *["random"] * (seats - 1)], **SHORT.get(game, {})}
    table = in_a_loop(set_table(live, game, **wish))
    ada = visit()
    ada.sit(table["code"], table["token"])
    return ada


@pytest.mark.long  # web/tests/play/voice.test.ts counts the prompts of a turn
@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_asked_for_once(live: Live, visit: Opens, game: str) -> None:
    """Over a whole game: between two own moves there is one prompt at most."""
    asked = whole_game(live, visit, game).page.evaluate(PROMPTS, [LIT, PATIENCE])
    decisions = [decision for decision, _ in asked]
    assert [words for decision, words in asked if decisions.count(decision) > 1] == []
    assert decisions


@pytest.mark.long  # the focus is followed through single controls above
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keys_alone(live: Live, visit: Opens, game: str) -> None:
    """The keyboard never loses its place, and ends at the result."""
    ada = whole_game(live, visit, game)
    ada.asked()
    ada.lit.first.focus()
    ada.page.evaluate(LOST)
    rng = Random(game)
    while not (sight := ada.look())["over"]:
        keys = [thing["key"] for thing in sight["things"] if thing["key"] < 10]
        if keys:
            ada.key(str(keys[-1] if rng.random() < 0.5 else rng.choice(keys)))
        ada.page.wait_for_timeout(5)
    expect(ada.dialog.get_by_role("heading", level=1)).to_be_focused()
    assert ada.page.evaluate("lost") == 0
