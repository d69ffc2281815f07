"""Two people play each of the four games to the end, each in a browser of the own."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browsing import PHONE, Visit, play_to_the_end, table_for_two
from helpers.serving import Live
from tischlein.games import GAMES

pytestmark = pytest.mark.needs("chromium")

# Quando for one round, and in Quanto bots take their share of the hundred cards: people have only two hands.
WISHES: dict[str, dict[str, Any]] = {
    "lobo77": {},
    "quando": {"options": {"target": 1}},
    "quanto": {"seats": 6, "bots": [None, "random", "random", None, "random", "random"]},
    "qwixx": {},
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_whole_game_of_two(live: Live, visit: Callable[..., Visit], game: str) -> None:
    code, tokens = table_for_two(live, game, **WISHES[game])
    # One at a round table, one with a phone upright.
    ada, ben = visit(viewport={"width": 960, "height": 640}), visit(viewport=PHONE)
    ada.go(f"/t/{code}#{tokens[0]}")
    ben.go(f"/t/{code}#{tokens[1]}")
    ada.page.get_by_role("button", name="Let’s play").click()
    for person in (ada, ben):
        person.page.get_by_role("region", name="Table").wait_for()
    assert play_to_the_end([ada, ben], Random(game)) > 5
    room = live.room(code)
    assert room.row.state == "over"
    for person in (ada, ben):
        shown = person.page.get_by_role("list", name="Result")
        expect(shown).to_contain_text("Ada")
        expect(shown).to_contain_text("Ben")
