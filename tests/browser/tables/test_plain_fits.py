"""On the plain table, too, nothing that can be read is cut off or covered: with two to eight seats, and as much as play can bring."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from extra_games.beute import GAME as BEUTE
from helpers.browser.browsing import Opens, in_a_loop
from helpers.browser.crowded import NAMES
from helpers.browser.fitting import SIZES, misfits, settle
from helpers.server.serving import placed, serving
from per_game.beute import KIT
from samples import with_long
from tischlein.games import GAMES

SEATS = [str(seats) for seats in BEUTE.seats]


@pytest.mark.parametrize("seats", with_long(SEATS, "3", "8"))
def test_everything_can_be_read(
    visit: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: str
) -> None:
    monkeypatch.setitem(GAMES, "beute", BEUTE)
    found = []
    with serving(tmp_path) as live:
        ada = visit(address=live.url)
        for moment, position in KIT.moments(int(seats)).items():
            code, tokens = in_a_loop(placed(live, position, NAMES[: int(seats)]))
            ada.sit(code, tokens[0])
            ada.page.locator(".hold .tl-card").first.wait_for()
            titles = ada.page.locator(".board h3")
            expect(titles.filter(has_text=re.compile("Taken|Genommen"))).to_have_count(1)  # mine
            expect(titles.filter(has_text=re.compile("Bids left|Gebote übrig"))).to_have_count(
                0
            )  # they are in my hand
            for size in SIZES:
                settle(ada.page, size, "de")
                found += [f"{moment}, {size}: {one}" for one in misfits(ada.page)]
    assert not found, "\n".join(found)
