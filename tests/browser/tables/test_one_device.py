"""One device for all: it goes round, and a curtain falls in between, behind which no card is seen."""

import re
import time
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from helpers.browser.browsing import ASIDE, CORNER, ENDINGS, PATIENCE, Opens, Visit, in_a_loop
from helpers.browser.looking import glanced_at
from helpers.server.serving import Live, comes_to, placed
from samples import with_long
from tischlein.games import GAMES

HAND = "() => [...document.querySelectorAll('[role=toolbar] [data-card]')].map(card => card.dataset.card)"


def curtain_of(device: Visit) -> Locator:
    return device.button(re.compile("^I am .* – show my cards$"))


def hand_of(device: Visit) -> Locator:
    return device.hand


def at_one_device(live: Live, device: Visit, position: dict[str, Any], *names: str) -> tuple[str, list[str]]:
    """Put down a position and sit the first two down at this device; return the code, and the keys of all."""
    code, tokens = in_a_loop(placed(live, position, names or ("Ada", "Ben")))
    keys = [{"seat": seat, "token": tokens[seat]} for seat in range(2)]
    mine = [{"code": code, "game": position["game"], "seats": keys, "at": 0}]
    device.go(ASIDE)
    device.page.evaluate("mine => { localStorage['tischlein.tables'] = JSON.stringify(mine) }", mine)
    device.go(f"/t/{code}")
    return code, tokens


def goes_round(live: Live, device: Visit, code: str, rng: Random) -> list[str]:
    """Lift the curtain and play whenever that is possible, until the end; return for whom it was lifted."""
    lifted: list[str] = []
    seats = {seat.name: number for number, seat in enumerate(live.table(code).state.seats)}
    steps, last = 0, time.monotonic()
    while steps < 1000 and time.monotonic() - last < PATIENCE:
        sight = device.look()
        if sight["over"]:
            return lifted
        if device.page.locator(".together").is_visible():
            choices = device.page.locator(".together li button").all()
            if choices:
                rng.choice(choices).click()
            device.page.locator(".together .btn.game").click()
        elif curtain_of(device).is_visible():
            assert hand_of(device).count() == 0
            name = device.headline.inner_text()
            table = live.game(code)
            assert seats[name] in table.waiting
            curtain_of(device).click()
            hand_of(device).wait_for()
            # Their own cards, and nobody else's.
            view = table.view(seats[name])
            held = view["hand"] if "hand" in view else view["hands"][seats[name]]
            comes_to(lambda: sorted(device.page.evaluate(HAND)), sorted(held))
            lifted.append(name)
        elif not (sight["things"] and device.move(rng)):
            # People have a moment to see what they did, before the curtain falls.
            device.context.clock.fast_forward(200)
            device.page.wait_for_timeout(20)
            continue
        steps, last = steps + 1, time.monotonic()
    raise AssertionError("it does not end")


def test_a_number_for_all_is_decided_on_the_open_table(live: Live, visit: Opens) -> None:
    """Qwixx: nobody is handed the device for step 2, and no hand is seen meanwhile."""
    device = visit()
    code, _ = at_one_device(live, device, ENDINGS["qwixx"])
    curtain_of(device).click()
    device.lit.first.click()  # Ada takes her card
    expect(device.headline).to_have_text("Together, on the open table")
    assert device.page.locator("[data-card]").count() == 0
    names = device.page.locator(".together h2")
    expect(names).to_have_text(["Ada", "Ben"])
    bens = device.page.locator(".together li").nth(1).locator("button")
    bens.first.click()
    expect(bens.first).to_have_attribute("aria-pressed", "true")
    glanced_at(device.page, "together", "light", 360)
    device.click("1 cross, all others pass")
    curtain_of(device).wait_for()
    expect(device.headline).to_have_text("Ada")
    view = live.game(code).view(None)
    assert view["phase"] == "choose"
    crossed = [row for row in view["players"][1]["sheet"].values() if isinstance(row, list) and 8 in row]
    assert len(crossed) == 1


@pytest.mark.parametrize("game", with_long(GAMES, "quando"))
def test_it_goes_round_to_the_end_and_into_the_next_game(live: Live, visit: Opens, game: str) -> None:
    device = visit()
    device.context.clock.install()
    # From 30 it takes both of them to get to 77.
    position = {**ENDINGS[game], "total": 30} if game == "lobo77" else ENDINGS[game]
    code, _ = at_one_device(live, device, position)
    lifted = goes_round(live, device, code, Random(game))
    # In Qwixx the other one decides on the open table, and the game may end before the second turn.
    assert set(lifted) == {"Ada", "Ben"} or (game == "qwixx" and "Ada" in lifted)
    # Where several decide at once each is asked in turn; the device is never passed to the player who holds it.
    # In Qwixx all look at the device between two steps of a turn.
    assert game == "qwixx" or all(one != other for one, other in pairwise(lifted))
    assert live.table(code).state.row.state == "over"
    result = device.page.get_by_role("list", name="Result")
    expect(result).to_contain_text("Ben")
    expect(result).not_to_contain_text("(you)")

    device.click("Play again")
    device.page.wait_for_url(re.compile(f"/t/(?!{code})[A-Z0-9]{{6}}$"))
    curtain_of(device).wait_for()
    assert [seat.name for seat in live.table(device.page.url[-6:]).state.seats] == ["Ada", "Ben"]
    # The device remembers the game, and that the next one belongs to the same series.
    kept = "Object.fromEntries(['results', 'series'].map(name => [name, JSON.parse(localStorage['tischlein.' + name])]))"
    remembered = device.page.evaluate(kept)
    assert [one["code"] for one in remembered["results"]] == [code]
    assert remembered["series"] == {device.page.url[-6:]: code}


@pytest.mark.long
def test_who_has_passed_it_on_can_still_take_back(visit: Opens) -> None:
    ada = visit()
    ada.go("/new/lobo77?with=device")
    ada.page.get_by_role("textbox").first.fill("Ada")
    ada.click("Start playing")
    curtain, hand = curtain_of(ada), hand_of(ada)
    curtain.wait_for()
    assert hand.count() == 0
    first = curtain.inner_text()
    curtain.click()
    ada.lit.first.wait_for()
    before = hand.inner_text()
    for attempt in range(20):  # two cards may be owed, and a busy machine takes its time
        ada.move(Random(attempt))
        try:
            curtain.wait_for(timeout=3_000)
            break
        except TimeoutError:
            continue
    expect(curtain).not_to_have_text(first)
    ada.click(re.compile("takes the move back"))
    expect(curtain).to_have_text(first)
    curtain.click()
    ada.lit.first.wait_for()
    assert hand.inner_text() == before


def test_the_game_so_far_shows_no_hand(visit: Opens) -> None:
    """Who looks back sees what lay open, and the curtain is down again afterwards."""
    ada = visit()
    ada.go("/new/lobo77?with=device")
    ada.click("Start playing")
    curtain_of(ada).click()
    ada.lit.first.wait_for()
    ada.click("Menu")
    ada.follow("Watch the game so far")
    ada.page.get_by_role("slider").press("End")
    expect(hand_of(ada)).to_have_count(0)
    eyes = ada.page.get_by_label("Through whose eyes?")
    expect(eyes.get_by_role("option")).to_have_text(["what everybody sees"])
    ada.follow("Back")
    curtain_of(ada).wait_for()


@pytest.mark.long
def test_nobody_is_reminded_of_a_draw(live: Live, visit: Opens) -> None:
    """Where drawing is up to everybody, the device waits: for the draw, or for the player to pass it on without one."""
    position = deepcopy(ENDINGS["lobo77"])
    position["options"] = {"manual_draw": True}
    position["total"] = 5
    device = visit()
    code, _ = at_one_device(live, device, position)
    for forgets in (False, True):
        curtain_of(device).click()
        hand_of(device).get_by_role("button", name=re.compile("^Play 8:")).click(position=CORNER)
        onwards = device.button(re.compile("^On to "))
        onwards.wait_for()
        if forgets:
            onwards.click()
        else:
            device.button(re.compile("^Draw")).first.click()
        curtain_of(device).wait_for()
    table = live.game(code)
    assert [len(hand) for hand in table.position()["hands"]] == [5, 4]


@pytest.mark.long
def test_those_at_a_device_answer_a_friend_elsewhere(live: Live, visit: Opens) -> None:
    position = deepcopy(ENDINGS["lobo77"])
    position |= {"seats": 3, "turn": 2, "chips": [1, 1, 1]}
    position["hands"].append(["10", "9", "2", "3", "4"])
    device, cleo = visit(), visit()
    code, tokens = at_one_device(live, device, position, "Ada", "Ben", "Cleo")
    cleo.sit(code, tokens[2])
    cleo.tap(re.compile("^Play 9:"))
    curtain_of(device).wait_for()
    cleo.click("Take a move back")
    asked = re.compile("Cleo would like to take a move back")
    expect(device.page.get_by_role("alert")).to_have_text(asked)  # spoken at once, wherever the keyboard is
    question = device.page.get_by_role("group", name=asked)
    glanced_at(device.page, "device-agree", "dark", 360)
    question.get_by_role("button", name="Yes, all of us").click()
    expect(cleo.button(re.compile("^Play 9:"))).to_be_visible()
    expect(question).to_have_count(0)
    # It is Cleo's turn again, so nobody at the device is called.
    expect(curtain_of(device)).to_have_count(0)
    expect(device.headline).to_have_text("Cleo")
    glanced_at(device.page, "device-elsewhere", "light", 360)
