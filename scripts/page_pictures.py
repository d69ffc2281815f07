"""Make the pictures in `docs/images` again, of the page and a study: `.venv/bin/python -m scripts.page_pictures`."""

import asyncio
import base64
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from helpers.browser.browsing import ENDINGS, Visit, chromium, in_a_loop  # noqa: E402 — the tests' own browser and server
from helpers.server.evenings import opened, plays  # noqa: E402
from helpers.server.serving import Live, placed, serving, sitting  # noqa: E402
from tischlein.lab.simulate.simulate import simulate  # noqa: E402

IMAGES = ROOT / "docs" / "images"
PHONE = {"width": 390, "height": 740}
WIDE = {"width": 1440, "height": 900}
GAP = 16
THEMES = ("light", "dark")
NAMES = ("Ada", "Ben", "Cleo")

# A position of each game with something to see.
MOMENTS: dict[str, dict[str, Any]] = {
    "lobo77": {
        "total": 27,
        "chips": [1, 3, 2],
        "hands": [["-10", "0", "2", "7", "x2"], ["8", "3", "9", "10", "4"], ["9", "5", "6", "10", "44"]],
        "draw": ["3", "4", "5", "6", "8", "2", "3", "reverse", "11", "66"],
        "discard": ["9", "8", "10"],
    },
    "quando": {
        "options": {"target": 50},
        "dealer": 2,
        "hands": [
            ["0/9", "1/6", "1/7", "2/5", "3/9", "6/9", "8/3"],
            ["7/2", "7/4", "7/9", "10/5"],
            ["4/0", "8/2", "10/4", "5/0"],
        ],
        "draw": ["10/1", "6/8", "3/5", "5/9", "4/8", "2/9"],
        "discard": ["10/6", "9/10"],
        "plays": [2, 1, 2],
        "cards_played": [4, 2, 3],
        "points": [12, 21, 8],
    },
    "quanto": {
        "options": {"teams": False, "discard": "forced"},
        "dealer": 2,
        "hands": [["1", "8", "9", "7r"], ["12", "9", "4", "3"], ["2", "5", "6", "11"]],
        "display": ["10", "4", "1", "5", "3"],
        "draw": ["2", "2", "3", "3", "6", "7", "8", "12", "J"],
        "quantos": [None, {"tile": 8, "cards": ["5", "3", "8"]}, {"tile": 12, "cards": ["7", "5"]}],
        "piles": [["5", "5"], ["6", "6", "6"], ["9"]],
    },
    "qwixx": {
        "options": {"jokers": False},
        "step": 2,
        "hands": [["r12", "y8", "g11", "b6"], ["r3", "y6", "g8", "b10"], ["r4", "y7", "g10"]],
        "display": ["r5", "y2", "g9", "b3"],
        "draw": ["r8", "y9", "g7", "b4", "r10", "y11", "g12", "b5"],
        "sheets": [
            {"red": [2, 4, 5], "yellow": [3, 4], "green": [12, 11, 9], "blue": [12, 11], "misses": 1},
            {"red": [3, 4], "yellow": [5], "green": [12, 10], "blue": [11], "misses": 0},
            {"red": [2], "yellow": [2, 3, 6], "green": [11], "blue": [12, 10], "misses": 1},
        ],
    },
}
# The big moment of each game: how its position differs, the buttons that lead there, and what is seen then.
BIG: dict[str, tuple[dict[str, Any], tuple[str, ...], str]] = {
    "lobo77": (
        {
            "total": 56,
            "chips": [1, 3, 2],
            "hands": [["-10", "0", "2", "7", "10"], *MOMENTS["lobo77"]["hands"][1:]],
        },
        ("Play 10: total 66",),
        ".dial.hot",
    ),
    "quando": (
        {"hands": [["0/9", "1/6"], *MOMENTS["quando"]["hands"][1:]], "plays": [2, 2, 2]},
        ("Knock",),
        ".banner",
    ),
    "quanto": (
        {
            "hands": [["1", "8", "7r", "J"], *MOMENTS["quanto"]["hands"][1:]],
            "draw": ["2", "2", "3", "3", "6", "7"],
        },
        ("Choose joker", "Steal the quanto of Ben", "Done"),
        ".banner",
    ),
    "qwixx": (
        {
            "step": 3,
            "sheets": [
                {
                    "red": [2, 3, 4, 5, 8],
                    "yellow": [3, 4],
                    "green": [12, 11, 9],
                    "blue": [12, 11],
                    "misses": 1,
                },
                *MOMENTS["qwixx"]["sheets"][1:],
            ],
        },
        ("Play red 12", "Show the cards", "Cross off 12"),
        ".banner",
    ),
}
# Which scene of the end is shown of each game: True for the winner, False for a player who lost.
ENDS = {"lobo77": False, "quando": True, "quanto": True, "qwixx": False}
# A full table on a wide screen, and the cards that the others play there first.
FULL: dict[str, Any] = {
    "game": "lobo77",
    "seats": 6,
    "options": {},
    "turn": 1,
    "total": 14,
    "chips": [2, 3, 1, 3, 2, 3],
    "hands": [
        ["10", "-10", "7", "x2", "22"],
        ["9", "2", "5", "8", "33"],
        ["8", "4", "6", "10", "0"],
        ["10", "3", "5", "7", "55"],
        ["3", "9", "2", "6", "reverse"],
        ["-10", "4", "0", "7", "11"],
    ],
    "draw": ["5", "6", "x2", "4", "10", "44", "2", "3", "reverse", "66", "10"],
    "draw_ordered": True,
    "discard": ["9", "8"],
}
CLUB = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gus", "Hanna", "Ida", "Jonas", "Kim", "Lea")
TABLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Frida")
PLAYED = ("9", "8", "10", "3", "-10")
WEBP = """async png => {
  const image = new Image()
  image.src = 'data:image/png;base64,' + png
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.toDataURL('image/webp', 0.86).split(',')[1]
}"""


def written(png: bytes) -> str:
    return base64.b64encode(png).decode()


def save(page: Page, png: bytes, name: str) -> None:
    (IMAGES / name).write_bytes(base64.b64decode(page.evaluate(WEBP, written(png))))


async def play_around(live: Live, code: str, tokens: list[str]) -> None:
    for token, card in zip(tokens[1:], PLAYED, strict=True):
        async with sitting(live, code, token) as guest:
            await guest.play(card)


def full_table(browser: Browser, live: Live) -> bytes:
    code, tokens = in_a_loop(placed(live, FULL, TABLE))
    people = [Visit(browser, live) for _ in tokens[1:]]
    for person, token in zip(people, tokens[1:], strict=True):
        person.sit(code, token)
    visit = Visit(browser, live, painted=True, viewport=WIDE)
    visit.sit(code, tokens[0])
    in_a_loop(play_around(live, code, tokens))
    visit.asked()
    visit.page.wait_for_timeout(500)
    picture = visit.page.screenshot()
    for one in (visit, *people):
        one.close()
    return picture


def big_moment(browser: Browser, live: Live, game: str, theme: str) -> bytes:
    """Return a phone's picture of a game's big moment, as the player sees it who has brought it about."""
    change, buttons, seen = BIG[game]
    others, visit = seated(browser, live, {**position(game), **change}, color_scheme=theme)
    for name in buttons:
        visit.lit.and_(visit.page.get_by_role("button", name=name)).first.click(position={"x": 14, "y": 16})
    visit.page.locator(seen).first.wait_for()
    visit.page.wait_for_timeout(300)
    picture = visit.page.screenshot()
    for one in (visit, *others):
        one.close()
    return picture


def ending(browser: Browser, live: Live, game: str, theme: str) -> bytes:
    """Return a phone's picture of the end of a game, for the winner or for the loser."""
    code, tokens = in_a_loop(placed(live, ENDINGS[game], ("Ada", "Ben")))
    how: dict[str, Any] = {"viewport": PHONE, "color_scheme": theme, "reduced_motion": "reduce"}
    people = [Visit(browser, live, painted=True, motion=True, **how) for _ in tokens]
    for person, token in zip(people, tokens, strict=True):
        person.sit(code, token)
    wanted = ".finale.won .scene > *" if ENDS[game] else ".finale:not(.won) .scene > *"
    rng, picture = Random(1), b""
    while not picture:
        for person in people:
            if person.page.locator(wanted).count():
                picture = person.page.screenshot()
                break
            person.move(rng)
    for person in people:
        person.close()
    return picture


def position(game: str) -> dict[str, Any]:
    base = {"game": game, "seats": len(NAMES), "options": {}, "turn": 0, "draw_ordered": True}
    return {**base, **MOMENTS[game]}


def seated(browser: Browser, live: Live, start: dict[str, Any], **how: Any) -> tuple[list[Visit], Visit]:
    """Sit everybody down at a position; the last visit returned is the first seat's, on a phone."""
    code, tokens = in_a_loop(placed(live, start, NAMES))
    others = [Visit(browser, live) for _ in tokens[1:]]
    for other, token in zip(others, tokens[1:], strict=True):
        other.sit(code, token)
    visit = Visit(browser, live, painted=True, viewport=PHONE, **how)
    visit.sit(code, tokens[0])
    visit.lit.first.wait_for()
    visit.page.wait_for_timeout(500)
    return others, visit


async def two_rounds(live: Live) -> str:
    """Play two rounds of an evening, start the third, and return its code."""
    evening = await opened(live, name="Game evening", rounds=6, minutes=15)
    people = [await evening.join(name) for name in CLUB]
    for number in (1, 2, 3):
        await evening.lead("start")
        if number < 3:
            await asyncio.gather(
                *(plays(live, evening, token, Random(10 * number + k)) for k, token in enumerate(people))
            )
            await evening.until(lambda info: info["state"] == "pause")
    return evening.code


def evening_screen(browser: Browser, live: Live, code: str) -> bytes:
    """Return a picture of an evening on a big screen."""
    visit = Visit(browser, live, painted=True, viewport=WIDE)
    visit.go(f"/evening/{code}/screen")
    visit.page.get_by_role("timer").wait_for()
    visit.page.wait_for_timeout(500)
    picture = visit.page.screenshot()
    visit.close()
    return picture


def every_day(browser: Browser, live: Live, code: str) -> list[bytes]:
    """Return pictures of a phone: the answer of a puzzle, the card to share, a group, and an evening."""
    visit = Visit(browser, live, painted=True, viewport=PHONE)
    page, pictures = visit.page, []
    visit.go("/daily")
    page.get_by_role("region", name="LOBO 77").get_by_role("link", name="Solve the puzzle").click()
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("list", name="What each choice was worth").wait_for()
    page.wait_for_timeout(500)
    pictures.append(page.screenshot())
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_text("Share your day").click()
    page.get_by_role("img", name="What others will see").scroll_into_view_if_needed()
    pictures.append(page.screenshot())
    visit.go("/friends")
    page.get_by_label("Name of the group").fill("Monday club")
    if page.get_by_label("Your name").count():
        page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Found the group").click()
    page.get_by_role("heading", name="Monday club").wait_for()
    page.wait_for_timeout(500)
    pictures.append(page.screenshot())
    visit.go(f"/evening/{code}")
    page.get_by_role("row").nth(2).wait_for()
    page.get_by_role("heading", name="Ranking").scroll_into_view_if_needed()
    pictures.append(page.screenshot())
    visit.close()
    return pictures


def beside(page: Page, pictures: list[bytes]) -> bytes:
    """Return pictures of phones beside one another."""
    page.set_viewport_size({"width": len(pictures) * (PHONE["width"] + GAP) - GAP, "height": PHONE["height"]})
    images = "".join(f'<img src="data:image/png;base64,{written(png)}">' for png in pictures)
    page.set_content(f'<body style="margin:0;display:flex;gap:{GAP}px;background:#f4ead9">{images}')
    page.wait_for_function("[...document.images].every(image => image.complete)")
    return page.screenshot()


def draw() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium(playwright)
        with serving(Path(folder) / "tables.sqlite3") as live:
            phones = []
            for k, game in enumerate(MOMENTS):
                others, visit = seated(browser, live, position(game), color_scheme=THEMES[k % 2])
                phones.append(visit.page.screenshot())
                for one in (visit, *others):
                    one.close()
            endings = [ending(browser, live, game, THEMES[k % 2]) for k, game in enumerate(ENDS)]
            moments = {theme: [big_moment(browser, live, game, theme) for game in BIG] for theme in THEMES}
            table = full_table(browser, live)
            code = in_a_loop(two_rounds(live))
            evening, days = evening_screen(browser, live, code), every_day(browser, live, code)
            visit = Visit(browser, live, painted=True, viewport=WIDE)
            visit.go("/")
            visit.page.get_by_role("button", name="Play now").first.wait_for()
            visit.page.wait_for_load_state("networkidle")
            start = visit.page.screenshot()
            visit.close()
        page = browser.new_page()
        rows = {
            "tables": phones,
            "endings": endings,
            "days": days,
            **{f"moments-{theme}": moments[theme] for theme in THEMES},
        }
        for name, pictures in rows.items():
            save(page, beside(page, pictures), f"{name}.webp")
        save(page, start, "start.webp")
        save(page, table, "table.webp")
        save(page, evening, "evening.webp")
        browser.close()


if __name__ == "__main__":
    draw()
    # As README shows it.
    simulate("quanto", games=2_000, seats=4, bots="medium", seed=1).plot().save(IMAGES / "simulate.svg")
