"""What lies on a table stays where it lies: steps of a turn and things that come move nothing else."""

from typing import Any

import pytest

from helpers.browser.browsing import ENDINGS, Opens, in_a_loop
from helpers.browser.fitting import SIZES, places
from helpers.server.serving import Live, placed, sitting
from samples import SAMPLES, with_long

# A phone and a desk; the other sizes are for the long run.
LOOKED_AT = SIZES if SAMPLES.every_path else (SIZES[0], SIZES[-1])
# What can be tapped now is lifted by a few pixels.
LIFTED = 4

# Ben can form a quanto of 8, and then it is Ada's turn.
QUANTO = ENDINGS["quanto"] | {"turn": 1, "hands": [["7", "J"], ["5", "9"]], "draw": ["1", "2", "11", "12"]}
# What Ada taps, what Ben says after it, and what is seen then.
SAID: dict[str, tuple[dict[str, Any], list[tuple[str | None, list[str], str]]]] = {
    "qwixx": (
        ENDINGS["qwixx"],
        [
            ('[data-anchor="slot:1"]', [], ".dots"),
            ("[data-action=skip]", ["skip"], ".steps li:nth-child(3)[aria-current]"),
            ('[data-anchor="hand:r5"]', [], ".played .tl-card"),
            ("[data-action=show]", [], "[data-action=stop]"),  # with the longest sentence
        ],
    ),
    "quanto": (
        QUANTO,
        [
            (None, ["card 5", "form", "pick 3", "done"], '[data-anchor="quanto:1"]'),
            ('[data-anchor="hand:J"]', [], '[data-action="take as"]'),
            ('[data-action="take as"]', [], ".buttons > .number"),  # two rows of them on a phone
        ],
    ),
}


async def say(live: Live, code: str, token: str, actions: list[str]) -> None:
    async with sitting(live, code, token) as ben:
        for action in actions:
            assert (await ben.play(action))["type"] == "accepted"


@pytest.mark.parametrize("game", with_long(SAID, "quanto"))
def test_nothing_jumps(live: Live, visit: Opens, game: str) -> None:
    """Qwixx: the three steps of a turn. Quanto: a player gets a quanto; a joker's verbs and numbers. Buttons come into the bar."""
    position, steps = SAID[game]
    code, tokens = in_a_loop(placed(live, position, advice=True))
    ada = visit()
    ada.sit(code, tokens[0])
    first = places(ada.page, LOOKED_AT, "de")
    for tapped, said, seen in steps:
        if tapped:
            ada.page.locator(tapped).first.click()
        in_a_loop(say(live, code, tokens[1], said))
        ada.page.locator(seen).first.wait_for()
        for size, now in places(ada.page, LOOKED_AT, "de").items():
            moved = {
                name: (was, now[name])
                for name, was in first[size].items()
                if name in now and max(abs(a - b) for a, b in zip(was, now[name], strict=True)) > LIFTED
            }
            assert moved == {}, (size, seen)
