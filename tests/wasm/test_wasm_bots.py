"""Bots in WebAssembly: rules of thumb and search come to the same as on the native backend, to the bit."""

import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.strategies import each_game
from helpers.webassembly import LEARNED, net_file, situations, wasm
from per_game import Kit
from samples import SAMPLES
from tischlein.bots import bot
from tischlein.bots.foresight import Pondered
from tischlein.bots.learned import BELIEF, Expert, likings
from tischlein.bots.mind import mind
from tischlein.bots.searcher import Searcher
from tischlein.bots.wasm.info import net_for_browsers
from tischlein.bots.weights import AT_ONCE, MARGIN, TREE
from tischlein.engine.backends.wasm.node import NodeProcess


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
            belief=1,
            iterations=200,
        )
        style = {
            "variant": number,
            "goal": 1,
            "exploration": 0.7,
            "temperature": 25.0,
            "per_world": 1,
            "slips": 30,
            "belief": 1,
        }
        numbers = [told.seat, list(told.actions), told.rng, {"iterations": 200}, style]
        answer, _ = wasm(kit.game).node.ask({"call": "think", "numbers": numbers}, told.data)
        thought = bot.think(told)
        assert answer["visits"] == thought.visits.tolist()
        assert answer["values"] == thought.values.tolist()


def thinks(kit: Kit) -> list[int]:
    """With how many seats a bot in a page thinks with a net."""
    told = net_for_browsers(kit.game)
    return list(told["thinks"]) if told else []


each_learned = pytest.mark.parametrize("kit", LEARNED, ids=lambda kit: kit.game.id)
each_that_thinks_with_a_net = pytest.mark.parametrize(
    "kit", [kit for kit in LEARNED if thinks(kit)], ids=lambda kit: kit.game.id
)
# Nobody plays games on with a net in a page.
BY_TREE: dict[str, Any] = {"way": TREE, "ahead": AT_ONCE, "margin": MARGIN}


def with_net(kit: Kit) -> NodeProcess:
    """The module of a game in Node, with the net that everybody has."""
    node = wasm(kit.game).node
    node.ask({"call": "learn", "numbers": []}, net_file(kit.game))
    return node


@each_learned
def test_nets_like_the_same(kit: Kit) -> None:
    node = with_net(kit)
    for told in situations(kit, 2 * SAMPLES.wasm_searches):
        answer, _ = node.ask({"call": "likings", "numbers": [told.seat, list(told.actions)]}, told.data)
        assert answer == likings(kit.game, told.data, told.seat, told.actions, "native")


@each_that_thinks_with_a_net
def test_thinking_with_a_net_finds_the_same(kit: Kit, tmp_path: Path) -> None:
    node = with_net(kit)
    net = tmp_path / "net.bin"  # in a file of its own it is used with any number of seats
    net.write_bytes(net_file(kit.game))
    for told in situations(kit, max(1, SAMPLES.wasm_searches // 2)):
        thought = Expert(net=str(net), iterations=100, **BY_TREE).think(told)
        assert isinstance(thought, Pondered)
        numbers = [told.seat, list(told.actions), told.rng, {"iterations": 100}]
        answer, _ = node.ask({"call": "ponder", "numbers": numbers}, told.data)
        assert answer["visits"] == thought.visits.tolist()
        assert sum(answer["visits"]) > 0
        assert answer["values"] == thought.values.tolist()
        assert answer["priors"] == thought.priors.tolist()


@each_game
def test_strong_bots_decide_the_same(kit: Kit) -> None:
    """With a net where the game has one that knows so many seats, and without elsewhere."""
    node = with_net(kit) if kit in LEARNED else wasm(kit.game).node
    for told in situations(kit, 3):
        few = replace(told, iterations=60)
        expert = Expert(**BY_TREE) if told.seats in thinks(kit) else Searcher(belief=BELIEF)
        for level, here in (("hard", bot("hard")), ("expert", expert)):
            numbers = [level, told.seat, list(told.actions), told.rng, {"iterations": 60}]
            answer, _ = node.ask({"call": "decide", "numbers": numbers}, told.data)
            assert answer == here.choose(replace(few, rng=list(told.rng))), level


def test_a_net_for_other_rules_is_refused() -> None:
    node = with_net(LEARNED[0])
    with pytest.raises(RuntimeError, match="was trained for other rules"):
        node.ask({"call": "learn", "numbers": []}, net_file(LEARNED[-1].game))
    with pytest.raises(RuntimeError, match="is cut off"):
        node.ask({"call": "learn", "numbers": []}, net_file(LEARNED[0].game)[:-1])
