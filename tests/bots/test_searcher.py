"""Search: generic, repeatable, and right where the right move is known."""

import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.games.strategies import each_game, each_game_with, has_module, played
from per_game import KITS, Kit
from research.tiny import OPEN
from tischlein.bots import LEVELS, bot, searcher, situation
from tischlein.bots.runtime import runtime
from tischlein.bots.searcher import Searcher, SearchResult
from tischlein.scaffold.template import GAME as HOCH

LOBO = tischlein.game("lobo77")
ENDING = {"game": "lobo77", "seats": 2, "chips": [1, 0], "starter": 0, "turn": 0}


def thought(position: dict[str, Any], seat: int = 0, **settings: Any) -> tuple[tischlein.Table, SearchResult]:
    table = tischlein.game(position["game"]).at(position, seed=1)
    told = situation(table, seat, seed=3, iterations=settings.pop("iterations", 400))
    return table, Searcher(**settings).think(told)


def chosen(position: dict[str, Any], **settings: Any) -> str:
    table, found = thought(position, **settings)
    return table.game.face.actions[found.best]


def test_a_win_in_one_is_found() -> None:
    # The other swims and holds nothing but tens: only after 67 does every one of them cost the game.
    position = {
        **ENDING, "total": 60, "hands": [["7", "2", "3"], ["10", "10"]], "draw": ["10", "10", "10"],
        "draw_ordered": False, "discard": ["10"],
    }  # fmt: skip
    assert chosen(position) == "7"


def test_every_iteration_is_one_try_of_one_action() -> None:
    position = {
        **ENDING, "total": 30, "hands": [["2", "3", "-10", "0"], ["10", "9"]], "draw": ["10", "8", "7"],
        "draw_ordered": False, "discard": ["10"],
    }  # fmt: skip
    _, found = thought(position, iterations=2_000)
    assert sum(found.visits) == 2_000 == found.iterations
    # The less the rules of thumb are trusted, the more of what looks bad is tried.
    _, open_minded = thought(position, iterations=2_000, temperature=100_000.0)
    assert min(open_minded.visits) > max(1, min(found.visits))


@each_game
def test_thinking_can_be_repeated(kit: Kit) -> None:
    table = kit.game.new(seats=kit.game.seats[0], seed=3)
    while len(table.actions(table.waiting[0])) < 2:
        table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    told = [situation(table, table.waiting[0], seed=9, iterations=150) for _ in range(3)]
    player = Searcher()
    first, second, other = player.think(told[0]), player.think(told[1]), Searcher().think(told[2])
    assert list(first.visits) == list(second.visits) == list(other.visits)
    assert list(first.values) == list(second.values) == list(other.values)
    assert sum(first.visits) == 150


@each_game
def test_all_numbers_of_seats_are_no_surprise(kit: Kit) -> None:
    player = Searcher(iterations=12)
    for seats in kit.game.seats:
        table = kit.game.new(seats=seats, seed=seats)
        for _ in range(10):
            if table.over:
                break
            seat = table.waiting[-1]  # where several may act, not the first in line
            table.play(seat, player.choose(situation(table, seat, seed=seats)))


@each_game_with(lambda game: game.id in OPEN)
def test_the_end_of_a_game_is_no_surprise(kit: Kit) -> None:
    """From positions that are near it to the last decision: thinking ahead goes beyond the end there."""
    player = Searcher(iterations=12)
    for position in OPEN[kit.game.id][:4]:
        table, decisions = kit.game.at(position, seed=1), 0
        while not table.over:
            seat = table.waiting[-1]
            table.play(seat, player.choose(situation(table, seat, seed=1)))
            decisions += 1
        assert decisions < 100


# Time


class Clock:
    """A machine that takes so long for each iteration, with a clock that stands still otherwise."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, takes: Callable[[int], float], real: bool = False
    ) -> None:
        self.now = 1000.0
        self.takes = takes
        self.begun: list[tuple[float, int]] = []  # when each slice began, and its iterations
        me = runtime(LOBO)
        think = me.functions["think"]

        def slow(space: Any, style: Any, seat: int, done: int, ahead: int) -> None:
            self.begun.append((self.now, ahead))
            self.now += sum(self.takes(number) for number in range(done, done + ahead))
            if real:
                think(space, style, seat, done, ahead)

        monkeypatch.setattr(me, "functions", {**me.functions, "think": slow})
        monkeypatch.setattr(me, "isolated", lambda: me)
        monkeypatch.setattr(searcher, "perf_counter", lambda: self.now)


@pytest.mark.parametrize("budget", [0.001, 0.05, 1.0])
@pytest.mark.parametrize(
    "takes",
    [
        lambda n: 2e-6,
        lambda n: 1e-4,
        lambda n: 5e-3,
        lambda n: 1e-5 * (n // 50 % 7 + 1),
        lambda n: 1e-5 * (1 + n),
    ],
    ids=["fast", "usual", "slow", "uneven", "slower and slower"],
)
def test_thinking_ends_in_time(
    monkeypatch: pytest.MonkeyPatch, budget: float, takes: Callable[[int], float]
) -> None:
    clock = Clock(monkeypatch, takes)
    table = LOBO.new(seats=3, seed=4)
    begin = clock.now
    found = Searcher().think(situation(table, table.waiting[0], seed=1, seconds=budget))
    assert clock.begun[0] == (begin, 16)
    assert found.iterations == sum(ahead for _, ahead in clock.begun)
    assert all(now < begin + budget for now, _ in clock.begun[1:])
    last = clock.now - clock.begun[-1][0]
    assert clock.now <= begin + budget + last
    if len(clock.begun) > 1:
        # The clock is looked at often enough, even where iterations become dearer: nobody is late by more than that.
        assert last < 0.1
    # And what is given is used, unless no machine could do more in that time.
    assert clock.now >= begin + 0.8 * budget or found.iterations >= searcher.PER_SECOND * budget


def test_a_short_budget_gives_a_sane_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """50 ms on a machine so slow that they are over after the first few iterations."""
    clock = Clock(monkeypatch, lambda number: 0.01, real=True)
    # 77 would end the game for this seat, and everything else is free.
    table = LOBO.at(
        {**ENDING, "chips": [0, 3], "total": 67, "hands": [["10", "0", "2"], ["3", "4"]], "draw": ["5", "6"]}
    )
    told = situation(table, 0, seed=1, seconds=0.05)
    assert told.text(bot("search").choose(told)) != "10"
    assert [ahead for _, ahead in clock.begun] == [16]


def test_a_full_memory_ends_the_tree_but_not_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "SMALLEST", 1 << 7)
    monkeypatch.setattr(searcher, "LARGEST", 1 << 7)
    table = LOBO.new(seats=3, seed=4)
    told = situation(table, table.waiting[0], seed=1, iterations=3_000)
    found = Searcher().think(told)
    assert sum(found.visits) == found.iterations == 3_000


def test_what_found_no_room_was_never_tried() -> None:
    table = LOBO.new(seats=3, seed=4)
    told = situation(table, table.waiting[0], seed=1, iterations=1)
    me = runtime(LOBO)
    space = me.workspace(1 << 7)
    me.load_known_record(space, told.data)
    space.keys[:], space.visits[:], space.values[:] = 3, 5, 4.0  # full of something else
    n = len(told.actions)
    space.actions[:n] = told.actions
    visits, values = np.ones(n, np.int64), np.ones(n, np.float64)
    me.functions["counted"](space, told.seat, n, visits, values)
    assert not visits.any()
    assert not values.any()


def test_threads_think_at_once_and_do_not_disturb_each_other() -> None:
    table = LOBO.new(seats=3, seed=4)
    told = [situation(table, table.waiting[0], seed=seed, iterations=600) for seed in range(4)]
    player = Searcher()
    alone = [list(player.think(one).visits) for one in told]
    together: dict[int, list[int]] = {}

    def think(number: int) -> None:
        together[number] = list(player.think(told[number]).visits)

    threads = [threading.Thread(target=think, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[number] for number in range(4)] == alone


def test_a_game_without_rules_of_thumb_has_all_levels() -> None:
    """The starter's game is one; tests/docs lets its bots meet in the arena, where they are compiled."""
    assert HOCH.bots.heuristics is None
    table = HOCH.new(seats=2, seed=1)
    for level in LEVELS:
        told = situation(table, table.waiting[0], seed=1, iterations=40)
        name = level if level == "random" else f"{level},backend=python"
        assert bot(name).choose(told) in told.actions


@pytest.mark.parametrize("first", [True, False])
def test_the_same_rules_with_other_rules_of_thumb_are_another_runtime(first: bool) -> None:
    """Whichever comes first: both share the compiled rules, and nothing that is bound to one's own rules of thumb."""
    bare = replace(LOBO, bots=replace(LOBO.bots, heuristics=None))
    for game in (LOBO, bare) if first else (bare, LOBO):
        table = game.new(seats=2, seed=1)
        told = situation(table, table.waiting[0], seed=1)
        rated = [
            runtime(game, backend).rate(told.data, told.seat, told.actions) for backend in ("auto", "python")
        ]
        assert rated[0] == rated[1]
        assert any(rated[0]) == (game is LOBO)


def test_a_large_memory_is_given_back_and_a_small_one_is_shared() -> None:
    told = situation(LOBO.new(seats=2, seed=1), 0, seed=1)
    me = runtime(LOBO)
    large = me.isolated()
    held = weakref.ref(large), weakref.ref(searcher.clear_workspace(large, told, 1 << 16).keys)
    del large
    assert [one() for one in held] == [None, None]
    small = searcher.clear_workspace(me, told, searcher.SMALLEST)
    small.keys[:] = 7
    again = searcher.clear_workspace(me, told, searcher.SMALLEST)
    assert again.keys is small.keys
    assert not again.keys.any()


@pytest.mark.parametrize(
    "kit", [kit for kit in KITS if has_module(kit.game)][:2], ids=lambda kit: kit.game.id
)
def test_a_search_finds_the_same_in_plain_python(kit: Kit) -> None:
    rng = Random(f"plain {kit.game.id}")
    table = played(kit, rng)
    while table.over or len(table.actions(table.waiting[0])) < 2:
        table = played(kit, rng)
    found = []
    for backend in ("wasm", "python"):
        told = situation(table, table.waiting[0], seed=1, iterations=60)
        thought = Searcher(backend=backend, belief=1).think(told)
        found.append((thought.visits.tolist(), thought.values.tolist()))
    assert found[0] == found[1]
