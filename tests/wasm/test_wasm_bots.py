"""Bots in WebAssembly: rules of thumb and search come to the same as on the native backend, to the bit."""

import struct
from random import Random

from helpers.strategies import each_game, played
from helpers.webassembly import wasm
from per_game import Kit
from samples import SAMPLES
from tischlein.bots.base import Situation, situation
from tischlein.bots.mind import mind
from tischlein.bots.searcher import Searcher


def situations(kit: Kit, n: int) -> list[Situation]:
    """Decisions with a choice, somewhere in games."""
    rng = Random(f"wasm bots {kit.game.id}")
    found: list[Situation] = []
    while len(found) < n:
        table = played(kit, rng)
        for seat in table.waiting:
            told = situation(table, seat, seed=rng.getrandbits(64))
            if len(told.actions) > 1:
                found.append(told)
    return found[:n]


@each_game
def test_rules_of_thumb(kit: Kit) -> None:
    for told in situations(kit, 4 * SAMPLES.wasm_searches):
        numbers = [told.seat, list(told.actions)]
        answer, _ = wasm(kit.game).node.ask({"call": "rate", "numbers": numbers}, told.data)
        assert answer["result"] == mind(kit.game, "native").rate(told.data, told.seat, told.actions)


@each_game
def test_searches_find_the_same(kit: Kit) -> None:
    for told in situations(kit, SAMPLES.wasm_searches):
        thought = Searcher(iterations=600).think(told)
        numbers = [told.seat, list(told.actions), told.rng, {"iterations": 600}, {}]
        answer, _ = wasm(kit.game).node.ask({"call": "think", "numbers": numbers}, told.data)
        assert answer["visits"] == thought.visits.tolist()
        assert sum(answer["visits"]) > 0
        assert struct.pack(f"{len(told.actions)}d", *answer["values"]) == thought.values.tobytes()
        assert (answer["best"], answer["iterations"]) == (thought.best, 600)


@each_game
def test_a_search_goes_on_for_as_long_as_it_may(kit: Kit) -> None:
    (told,) = situations(kit, 1)
    numbers = [told.seat, list(told.actions), told.rng, {"seconds": 0.05}, {}]
    answer, _ = wasm(kit.game).node.ask({"call": "think", "numbers": numbers}, told.data)
    assert answer["iterations"] >= 16
    assert answer["best"] in told.actions


@each_game
def test_other_styles_are_the_same_too(kit: Kit) -> None:
    (told,) = situations(kit, 1)
    for number, variant in enumerate(("flat", "single")):
        bot = Searcher(
            variant=variant,
            goal="ahead",
            exploration=0.7,
            temperature=25.0,
            per_world=1,
            slips=30,
            iterations=200,
        )
        style = {
            "variant": number,
            "goal": 1,
            "exploration": 0.7,
            "temperature": 25.0,
            "per_world": 1,
            "slips": 30,
        }
        numbers = [told.seat, list(told.actions), told.rng, {"iterations": 200}, style]
        answer, _ = wasm(kit.game).node.ask({"call": "think", "numbers": numbers}, told.data)
        thought = bot.think(told)
        assert answer["visits"] == thought.visits.tolist()
        assert answer["values"] == thought.values.tolist()
