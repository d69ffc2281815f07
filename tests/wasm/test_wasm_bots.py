"""Bots of the npm package in Node: they decide as those in this process, to the bit."""

import struct
from dataclasses import replace
from typing import Any

import pytest

from helpers.games.questions import in_another_order
from helpers.games.strategies import each_game_with_module
from helpers.games.webassembly import LEARNED, in_node, net_file, situations
from helpers.node import NodeProcess
from per_game import Kit
from samples import SAMPLES
from tischlein.bots import bot
from tischlein.bots.learned import Expert, policy_logits
from tischlein.bots.playout_choice import NetSearchResult
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher


@each_game_with_module
def test_rules_of_thumb(kit: Kit) -> None:
    for told in situations(kit, 4 * SAMPLES.wasm_searches):
        numbers = [told.seat, list(told.actions)]
        answer, _ = in_node(kit.game).ask({"call": "rate", "numbers": numbers}, told.data)
        assert answer["result"] == runtime(kit.game).rate(told.data, told.seat, told.actions)


@each_game_with_module
@pytest.mark.parametrize(
    "style",
    [{}, {"exploration": 0.7, "temperature": 25.0, "per_world": 1, "belief": 1}],
    ids=["usual", "other"],
)
def test_searches_find_the_same(kit: Kit, style: dict[str, Any]) -> None:
    for told in situations(kit, 1 if style else SAMPLES.wasm_searches):
        thought = Searcher(iterations=600, **style).think(told)
        numbers = [told.seat, list(told.actions), told.rng, {"iterations": 600}, style]
        answer, _ = in_node(kit.game).ask({"call": "think", "numbers": numbers}, told.data)
        assert answer["visits"] == thought.visits.tolist()
        assert sum(answer["visits"]) > 0
        assert struct.pack(f"{len(told.actions)}d", *answer["values"]) == thought.values.tobytes()
        assert (answer["best"], answer["iterations"]) == (thought.best, 600)


@each_game_with_module
def test_a_search_goes_on_for_as_long_as_it_may(kit: Kit) -> None:
    (told,) = situations(kit, 1)
    numbers = [told.seat, list(told.actions), told.rng, {"seconds": 0.05}, {}]
    answer, _ = in_node(kit.game).ask({"call": "think", "numbers": numbers}, told.data)
    assert answer["iterations"] >= 16
    assert answer["best"] in told.actions


each_learned = pytest.mark.parametrize("kit", LEARNED, ids=lambda kit: kit.game.id)


def with_net(kit: Kit) -> NodeProcess:
    """The module of a game in Node, with the net that everybody has."""
    node = in_node(kit.game)
    node.ask({"call": "learn", "numbers": []}, net_file(kit.game))
    return node


@each_learned
@pytest.mark.parametrize("mixed", [False, True], ids=["as it is", "questions in another order"])
def test_nets_like_the_same(kit: Kit, mixed: bool) -> None:
    node = with_net(kit)
    if mixed:
        node.ask({"call": "learn", "numbers": []}, in_another_order(kit.game, net_file(kit.game)))
    for told in situations(kit, 2 * SAMPLES.wasm_searches):
        answer, _ = node.ask({"call": "likings", "numbers": [told.seat, list(told.actions)]}, told.data)
        assert answer == policy_logits(runtime(kit.game), told)


@each_learned
def test_games_that_are_played_on_with_a_net_show_the_same(kit: Kit) -> None:
    node = with_net(kit)
    for told in situations(kit, SAMPLES.wasm_searches):
        thought = Expert(iterations=120).think(replace(told, rng=list(told.rng)))
        assert isinstance(thought, NetSearchResult)
        numbers = [told.seat, list(told.actions), told.rng, {"iterations": 120}]
        answer, _ = node.ask({"call": "foresee", "numbers": numbers}, told.data)
        assert answer["means"] == thought.values.tolist()
        assert sum(answer["worlds"]) == thought.visits.sum() - 1 > 0  # the best counts once more
        assert (answer["games"], answer["verdict"]) == (thought.iterations, thought.best_action)


@each_learned
def test_playing_on_ends_when_the_time_is_over(kit: Kit) -> None:
    """After the first world where that takes all of it, and else before one that would be late."""
    node = with_net(kit)
    told = next(one for one in situations(kit, 20) if len(one.actions) > 2)
    for seconds, most in ((1e-9, 1), (0.05, 4096)):
        numbers = [told.seat, list(told.actions), told.rng, {"seconds": seconds}]
        answer, _ = node.ask({"call": "foresee", "numbers": numbers}, told.data)
        assert 1 <= max(answer["worlds"]) <= most
        assert answer["verdict"] in told.actions


@each_game_with_module
def test_strong_bots_decide_the_same(kit: Kit) -> None:
    """With a net where the game has one that knows this number of seats, and without elsewhere."""
    node = with_net(kit) if kit in LEARNED else in_node(kit.game)
    for told in situations(kit, 3):
        few = replace(told, iterations=60)
        for level in ("hard", "expert"):
            numbers = [level, told.seat, list(told.actions), told.rng, {"iterations": 60}]
            answer, _ = node.ask({"call": "decide", "numbers": numbers}, told.data)
            assert answer == bot(level).choose(replace(few, rng=list(told.rng))), level


def test_a_net_for_other_rules_or_a_damaged_one_is_refused() -> None:
    node = with_net(LEARNED[0])
    with pytest.raises(RuntimeError, match="was trained for other rules"):
        node.ask({"call": "learn", "numbers": []}, net_file(LEARNED[-1].game))
    with pytest.raises(RuntimeError, match="is cut off"):
        node.ask({"call": "learn", "numbers": []}, net_file(LEARNED[0].game)[:-1])
    flipped = bytearray(net_file(LEARNED[0].game))
    flipped[-1] ^= 1
    with pytest.raises(RuntimeError, match="is damaged"):
        node.ask({"call": "learn", "numbers": []}, bytes(flipped))
