"""A profile on its way: taken to another device with its games, and deleted here and at the server."""

import json
from random import Random

from helpers.browser.browsing import Opens, in_a_loop
from helpers.browser.looking import barriers
from helpers.server.serving import Live, ask, play_on, set_table, sitting

KEY = "k" * 43
OWN = "Object.entries(localStorage)"


async def finished(live: Live) -> str:
    """A game that the guest with this key has played to its end."""
    made = await set_table(live, name="Maria", bots=[None, "random"], guest=KEY)
    async with sitting(live, made) as maria:
        await play_on(maria, Random(1))
    code: str = made["code"]
    return code


async def kept(live: Live) -> list[str]:
    answer = await ask(live, "GET", "/api/guest/games", key=KEY)
    return [game["code"] for game in answer.json()]


def test_a_profile_moves_with_its_games_and_is_deleted_everywhere(visit: Opens, live: Live) -> None:
    code = in_a_loop(finished(live))
    old = visit()
    known = json.dumps({"name": "Maria", "avatar": "owl", "lang": "en"})
    old.prepare(
        f"localStorage['tischlein.settings'] = '{known}'; localStorage['tischlein.guest'] = '[\"{KEY}\"]'"
    )
    old.allow("clipboard-read", "clipboard-write")
    old.go("/settings")
    old.click("Show link and QR code")
    old.page.get_by_role("img", name="other device’s camera").wait_for()
    assert barriers(old.page) == []
    old.click("Copy the link")
    link = old.page.evaluate("navigator.clipboard.readText()")

    new = visit()
    new.page.goto(link)
    # A person who opens another's link is told what it would do.
    new.text("only if you made the link yourself").wait_for()
    new.click("Take it over")
    new.text("Done.").wait_for()
    assert "profile=" not in new.page.url
    assert new.page.get_by_role("textbox", name="Your name").input_value() == "Maria"
    assert new.page.get_by_role("radio", name="Owl").is_checked()
    new.turn_to("/results")
    new.page.locator(f'a[href="/t/{code}/replay"]').wait_for()

    new.turn_to("/settings")
    new.click("Delete everything")
    new.click("Yes, delete everything")
    new.page.get_by_role("article").first.wait_for()
    assert in_a_loop(kept(live)) == []
    left = dict(new.page.evaluate(OWN))
    assert not {"tischlein.guest", "tischlein.results", "tischlein.tables"} & left.keys()
    assert "Maria" not in left["tischlein.settings"]
    # Who only looks at the deals of the day, there and at the start, gets no new key.
    new.turn_to("/daily")
    new.region("LOBO 77").get_by_role("button").first.wait_for()
    assert "tischlein.guest" not in dict(new.page.evaluate(OWN))
