"""Other ways to play, each for the last few moves: after a reload, on a phone, by keyboard alone, by name, at one device."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from helpers.browsing import ALL, PATIENCE, PHONE, Visit, in_a_loop, near_the_end, play_to_the_end
from helpers.serving import Live, set_table
from tischlein.games import GAMES

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.parametrize("game", ["quando", "qwixx"])
def test_a_reload_in_the_middle_changes_nothing(live: Live, visit: Callable[..., Visit], game: str) -> None:
    code, tokens = near_the_end(live, game)
    ada, ben = visit(), visit()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    # The key is no longer in the address, and still the same seat opens.
    assert tokens[0] not in ada.page.url
    for _ in range(2):
        if not ada.over:
            ada.lit.first.wait_for()
            ada.move(Random(1))
        before = live.room(code).seq
        ada.page.reload()
        ada.page.get_by_role("region", name="Table").wait_for()
        assert live.room(code).seq >= before
        if not ada.page.locator(ALL).count():
            break
    play_to_the_end([ada, ben], Random(2))
    assert live.room(code).row.state == "over"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_on_a_phone_everything_is_in_reach_without_scrolling(
    live: Live, visit: Callable[..., Visit], game: str
) -> None:
    code, tokens = near_the_end(live, game)
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    ada, ben = visit(**phone), visit(**phone)
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    ada.lit.first.wait_for()
    for person in (ada, ben):
        size = person.page.evaluate(
            "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]"
        )
        assert size == [0, 0]
    for box in [ada.lit.nth(k).bounding_box() for k in range(ada.lit.count())]:
        assert box is not None
        assert -1 <= box["x"] <= PHONE["width"] - 30
        assert -1 <= box["y"] <= PHONE["height"] - 30
    play_to_the_end([ada, ben], Random(game))


def test_by_keyboard_alone(live: Live, visit: Callable[..., Visit]) -> None:
    code, tokens = near_the_end(live, "lobo77")
    people = [visit(), visit()]
    for person, token in zip(people, tokens, strict=True):
        person.sit(code, token)
    last = time.monotonic()
    while not all(person.over for person in people):
        assert time.monotonic() - last < 2 * PATIENCE
        for person in people:
            if person.look()["things"]:
                # Tab leads to what is lit, arrows move along the hand, Enter plays.
                for _ in range(30):
                    if person.page.evaluate(f"document.activeElement.matches('{ALL}')"):
                        break
                    person.page.keyboard.press("Tab")
                person.page.keyboard.press("ArrowRight")
                person.page.keyboard.press("Enter")
        people[0].page.wait_for_timeout(50)
    assert live.room(code).row.state == "over"


def test_what_can_be_done_has_a_name_and_the_sentence_is_announced(
    live: Live, visit: Callable[..., Visit]
) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ada = visit()
    ada.sit(code, tokens[0])
    sentence = ada.page.get_by_role("region", name="Table").get_by_role("status")
    expect(sentence.first).to_contain_text("Your turn")
    hand = ada.page.get_by_role("toolbar", name="Your cards")
    expect(hand.get_by_role("button")).to_have_count(5)
    hand.get_by_role("button", name=re.compile("Play 6: total becomes 62")).click(position={"x": 12, "y": 14})
    expect(sentence.first).to_contain_text("Ben")


def test_an_illegal_card_says_why(live: Live, visit: Callable[..., Visit]) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ben = visit()
    ben.sit(code, tokens[1])
    card = ben.page.get_by_role("toolbar", name="Your cards").get_by_role("button").first
    # It is marked as disabled for those who cannot see that it is not lit, and answers all the same.
    card.click(position={"x": 12, "y": 14}, force=True)
    expect(ben.page.get_by_role("alert")).to_contain_text("Ada")
    expect(ben.page.get_by_text("Rule L5").first).to_be_visible()


def test_one_click_to_a_game_against_bots(live: Live, visit: Callable[..., Visit]) -> None:
    ada = visit()
    ada.go("/")
    ada.page.get_by_role("article", name="LOBO 77").get_by_role("button", name="Play now").click()
    ada.page.get_by_role("region", name="Table").wait_for()
    expect(ada.page.get_by_role("list", name="Other players").get_by_role("listitem")).to_have_count(3)


def test_friends_come_by_link(live: Live, visit: Callable[..., Visit]) -> None:
    ada, ben = visit(), visit()
    ada.go("/")
    ada.page.get_by_role("article", name="Qwixx").get_by_role("link", name="With friends").click()
    name = ada.page.get_by_role("textbox").first
    if not name.input_value():
        name.fill("Ada")
    ada.page.get_by_role("button", name="Open the table and invite").click()
    ada.page.wait_for_url(re.compile("/t/[A-Z0-9]{6}$"))
    ben.page.goto(ada.page.url)
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.get_by_text("Ben").first).to_be_visible()
    ada.page.get_by_role("button", name=re.compile("^(Let’s play|Start, bots fill up)$")).click()
    for person in (ada, ben):
        person.page.get_by_role("region", name="Table").wait_for()


def test_an_undo_is_asked_for_and_granted(live: Live, visit: Callable[..., Visit]) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ada, ben = visit(), visit()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    ada.page.get_by_role("button", name=re.compile("^Play 6:")).click(position={"x": 12, "y": 14})
    ada.page.get_by_role("button", name="Take a move back").click()
    ben.page.get_by_role("button", name="Yes").click()
    expect(ada.page.get_by_role("button", name=re.compile("^Play 6:"))).to_be_visible()


def test_after_the_end_another_game_and_the_story(live: Live, visit: Callable[..., Visit]) -> None:
    code, tokens = near_the_end(live, "lobo77")
    ada, ben = visit(), visit()
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    play_to_the_end([ada, ben], Random(4))
    ben.page.get_by_role("link", name="See it again").click()
    ben.page.get_by_role("slider").wait_for()
    ben.page.get_by_role("slider").press("End")
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(re.compile(f"/t/(?!{code})[A-Z0-9]{{6}}$"))
    ada.page.get_by_role("region", name="Table").wait_for()


def test_one_device_for_all_has_a_curtain_between_turns(live: Live, visit: Callable[..., Visit]) -> None:
    ada = visit()
    ada.go("/new/lobo77?with=device")
    boxes = ada.page.get_by_role("textbox")
    boxes.first.wait_for()
    for k in range(boxes.count()):
        if not boxes.nth(k).input_value():
            boxes.nth(k).fill(f"Guest {k + 1}")
    ada.page.get_by_role("button", name="Start playing").click()
    curtain = ada.page.get_by_role("button", name=re.compile("^I am .* – show my cards$"))
    curtain.wait_for()
    assert ada.page.get_by_role("toolbar", name="Your cards").count() == 0
    curtain.click()
    ada.lit.first.wait_for()
    for attempt in range(12):  # two cards may be owed
        if curtain.is_visible():
            break
        ada.move(Random(attempt))
        ada.page.wait_for_timeout(500)
    curtain.wait_for()


def test_in_the_local_network_without_https(tmp_path: Path, visit: Callable[..., Visit]) -> None:
    """On an address that is not the machine's own everything works that is needed to play."""
    command = [sys.executable, "-m", "tischlein", "serve", "--lan", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        address = process.stdout.readline().split()[-1]
        assert not address.startswith("http://127.")
        ada = visit()
        ada.page.goto(address)
        assert ada.page.evaluate("window.isSecureContext") is False
        ada.page.get_by_role("article", name="LOBO 77").get_by_role("button", name="Play now").click()
        ada.page.get_by_role("region", name="Table").wait_for()
        ada.page.goto(f"{address}/settings")
        ada.page.get_by_role("heading", level=1).wait_for()
        process.terminate()


def test_the_start_page_is_light(live: Live, visit: Callable[..., Visit]) -> None:
    ada = visit()
    ada.go("/")
    ada.page.get_by_role("button", name="Play now").first.wait_for()
    sizes = ada.page.evaluate(
        "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].map(e => e.encodedBodySize)"
    )
    assert sum(sizes) < 150_000


def test_a_table_that_is_not_there_is_said_kindly(live: Live, visit: Callable[..., Visit]) -> None:
    ada = visit()
    ada.go("/t/ZZZZZZ")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("There is no table here")
    # The browser itself reports the answer 404.
    ada.complaints = [complaint for complaint in ada.complaints if "404" not in complaint]


def test_a_spectator_sees_the_table_and_no_cards(live: Live, visit: Callable[..., Visit]) -> None:
    code = in_a_loop(set_table(live, "lobo77", 2, bots=["random", "random"], pace="human"))["code"]
    eve = visit()
    eve.go(f"/t/{code}")
    eve.page.get_by_role("button", name="Watch").click()
    eve.page.get_by_role("region", name="Table").wait_for()
    assert eve.look()["things"] == []
