"""Two people play every game to the end, each in their own browser."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import ENDINGS, PHONE, Opens, in_a_loop, play_to_the_end, table_for_two
from helpers.server.serving import Live, placed
from samples import with_long
from tischlein.games import GAMES

# Games that would take long: Quando for one round, and in Quanto bots take their share of the hundred cards.
LONG: dict[str, dict[str, Any]] = {
    "quando": {"options": {"target": 1}},
    "quanto": {"seats": 6, "bots": [None, "random", "random", None, "random", "random"]},
}


# All are played to their end in tests/browser/alone/test_offline.py too.
@pytest.mark.parametrize("game", with_long(GAMES))
def test_a_whole_game_of_two(live: Live, visit: Opens, game: str) -> None:
    # Where two are not enough, bots sit down too.
    seats = max(2, GAMES[game].seats[0])
    wish = {"seats": seats, "bots": [None, None, *["random"] * (seats - 2)], **LONG.get(game, {})}
    code, tokens = table_for_two(live, game, **wish)
    # One at a round table, one with a phone upright.
    ada, ben = visit(viewport={"width": 960, "height": 640}), visit(viewport=PHONE)
    ada.go(f"/t/{code}#{tokens[0]}")
    ben.go(f"/t/{code}#{tokens[1]}")
    ada.click("Let’s play")
    for person in (ada, ben):
        person.region("Table").wait_for()
    assert play_to_the_end([ada, ben], Random(game)) > 5
    live_table = live.table(code)
    assert live_table.state.row.state == "over"
    for person in (ada, ben):
        shown = person.page.get_by_role("list", name="Result")
        expect(shown).to_contain_text("Ada")
        expect(shown).to_contain_text("Ben")


@pytest.mark.long
def test_after_a_round_the_next_one_is_dealt(live: Live, visit: Opens) -> None:
    position = {**ENDINGS["quando"], "options": {"target": 500}}
    code, tokens = in_a_loop(placed(live, position))
    ada, ben = visit(), visit(viewport=PHONE)
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    live_table, rng = live.table(code), Random(3)
    table = live_table.state.table
    assert table is not None

    async def dealer() -> object:
        return table.view(None)["dealer"]

    while live.within(dealer) == position["dealer"]:
        if not any(person.move(rng) for person in (ada, ben)):
            ada.page.wait_for_timeout(10)
    assert table.view(None)["points"] != position["points"]
    for seat, person in enumerate((ada, ben)):
        view = table.view(seat)
        hand = person.hand.get_by_role("button")
        go_on = person.button("Go on")
        go_on.or_(hand.nth(len(view["hands"][seat]) - 1)).first.wait_for()
        if go_on.count():  # on a slow machine a player has moved on already, above
            go_on.click()
        expect(hand).to_have_count(len(view["hands"][seat]))
        expect(person.region("Table")).to_contain_text(f"{view['points'][seat]} pt")
    (ada, ben)[table.waiting[0]].lit.first.wait_for()
