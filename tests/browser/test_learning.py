"""The guided first game of each game, to its end."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browsing import Visit
from samples import with_long
from tischlein.games import GAMES

pytestmark = pytest.mark.needs("chromium")

# The guide sits at tables with bots that take their time; here they do not. Quando ends after one round, and in Quanto more bots share the cards.
HURRY = {"pace": "instant"}
SHORTER: dict[str, dict[str, Any]] = {
    "quando": {"options": {"target": 1}},
    "quanto": {"seats": 6, "bots": [None, *["random"] * 5]},
}


@pytest.mark.parametrize("game", with_long(GAMES, "quando"))
def test_a_guided_first_game(visit: Callable[..., Visit], game: str) -> None:
    ada = visit(viewport={"width": 1200, "height": 800})

    def hurried(route: object) -> None:
        body = {**route.request.post_data_json, **HURRY, **SHORTER.get(game, {})}  # type: ignore[attr-defined]
        route.continue_(post_data=body)  # type: ignore[attr-defined]

    ada.page.route("**/api/tables", hurried)
    ada.go(f"/learn/{game}")
    guide = ada.page.get_by_role("region", name="How to play")
    understood = guide.get_by_role("button", name="Got it")
    thoughts = set()
    for _ in range(2):
        understood.wait_for()
        thoughts.add(guide.inner_text())
        understood.click()
    assert len(thoughts) == 2
    # Beside the table the last line of the log is above the guide, not behind it.
    log, shown = ada.page.get_by_role("log").bounding_box(), guide.bounding_box()
    assert log is not None
    assert shown is not None
    assert log["y"] + log["height"] <= shown["y"] + 1
    ada.lit.first.wait_for()
    expect(ada.page).to_have_title(re.compile("^● Your turn – "))
    assert ada.play_on(Random(game)) > 3
    expect(ada.page.get_by_role("list", name="Result")).to_contain_text("(you)")
    # It is over with the game, and the next one is played without it.
    expect(understood).to_have_count(0)
