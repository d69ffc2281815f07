"""The compiled rules in Chromium: every answer is that of this process and of Node, to the bit."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from helpers.browser.asked_page import Asked
from helpers.games.agree import Pair, compare_batches, walk
from helpers.games.recorded import Recorded, compare
from helpers.games.strategies import has_module
from helpers.games.webassembly import LEARNED, net_file, situations
from per_game import KITS, Kit
from samples import SAMPLES
from tischlein.bots.learned import likings
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher
from tischlein.engine.backends import load

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Asked]:
    context = browser.new_context()
    yield Asked(context)
    context.close()


# The engine of Chromium is that of Node, where tests/wasm plays all games.
@pytest.mark.parametrize(
    "kit",
    [
        pytest.param(
            kit, id=kit.game.id, marks=[pytest.mark.long] * (kit.game.id in ("lobo77", "quando", "quanto"))
        )
        for kit in KITS
        if has_module(kit.game)
    ],
)
def test_chromium_answers_as_everybody_else(page: Asked, kit: Kit) -> None:
    """Random games with every number of seats, the whole contract step by step, and a search with fixed dice."""
    game, rng = kit.game, Random(f"chromium {kit.game.id}")
    wasm, recorded = load(game.rules, "wasm"), Recorded(game)
    for seats in game.seats:
        start = game.opening(seats, **kit.random_options(rng, seats))
        compare_batches(
            wasm, recorded, start, SAMPLES.chromium_games, seed=seats, cap=min(kit.cap, 2**31 - 1)
        )
    start = kit.layout.pack(game.load(kit.random_position(rng)))
    walk(Pair(wasm, recorded, start), rng, most=SAMPLES.chromium_steps)
    (told,) = situations(kit, 1)
    numbers = [told.seat, list(told.actions), told.rng, {"iterations": 300}, {}]
    thought, _ = recorded.ask({"call": "think", "numbers": numbers}, told.data)
    assert thought["visits"] == Searcher(iterations=300).think(told).visits.tolist()
    if kit in LEARNED:
        recorded.ask({"call": "learn", "numbers": []}, net_file(game))
        liked, _ = recorded.ask({"call": "likings", "numbers": numbers[:2]}, told.data)
        assert liked == likings(runtime(game), told)
        recorded.ask({"call": "foresee", "numbers": numbers[:4]}, told.data)
    assert compare(page, game, recorded) > 10
