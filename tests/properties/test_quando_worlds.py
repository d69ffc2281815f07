"""Worlds of Quando that a chain finds are uniform: against all worlds of small decks, and exact marginals of a deal to six."""

from collections import Counter, defaultdict

import pytest

from helpers.games.likely import likely
from helpers.games.listed import all_worlds, key
from per_game import SmallWorld
from per_game.quando import KIT
from samples import SAMPLES
from tischlein.games.quando import GAME, rules
from tischlein.games.quando.rules import worlds
from tischlein.games.quando.rules.material import FRONT, KINDS, NUMBERS, WAYS

# A right sampler fails one test in a million; the seeds are fixed, so it does so always or never.
UNLIKELY = 1e-6


@pytest.mark.parametrize(
    "case",
    [case for case in KIT.cases if not {"picked", "penalty"} & case.position.keys()],
    ids=lambda case: case.name,
)
def test_a_chain_finds_every_world_equally_often(case: SmallWorld) -> None:
    """Where all worlds can be listed they are found by rejection; a chain would find the same."""
    wanted = all_worlds(KIT, case)
    start = GAME.load(case.position)
    rules.conceal(start, case.eyes)
    rng, n = [11, 12, 13], max(SAMPLES.worlds // 20, SAMPLES.worlds // 1_000 * len(wanted))
    packed, found = Counter[bytes](), Counter[str]()
    for _ in range(n):
        world, work = GAME.layout.copy(start), [0] * rules.WORK
        worlds.survey(world, work)
        assert worlds.rejection_is_quick(work)
        worlds.by_chain(rng, work)
        worlds.fill_in(world, rng, work)
        packed[GAME.layout.pack(world)] += 1
    for data, times in packed.items():
        found[key(KIT, GAME.dump(GAME.layout.unpack(data)))] += times
    assert set(found) <= set(wanted)
    expected = [n * ways / wanted.total() for ways in wanted.values()]
    assert likely([found[world] for world in wanted], expected) > UNLIKELY


# A deal to six. Rejection is hopeless there, but all worlds can be counted number by number.


def need_and_edges(work: list[int]) -> tuple[tuple[int, ...], list[tuple[int, int, int]]]:
    edges = [
        (WAYS[2 * kind] & FRONT, WAYS[2 * kind] >> 4, kind)
        for kind in range(KINDS)
        if work[kind] == worlds.FREE
    ]
    return tuple(work[worlds.NEED : worlds.NEED + NUMBERS]), edges


State = tuple[int, ...]  # how many edges each number still needs


def after(state: State, low: int, high: int, left: list[int]) -> list[tuple[int, State]]:
    """Return who may own an edge between two numbers, and what is needed then, without what is impossible."""
    ways = []
    for owner in (worlds.FREE, low, high):
        needs = list(state)
        if owner != worlds.FREE:
            needs[owner] -= 1
        if 0 <= needs[low] <= left[low] and 0 <= needs[high] <= left[high]:
            ways.append((owner, tuple(needs)))
    return ways


def exact_marginals(work: list[int]) -> dict[tuple[int, int], float]:
    """Return the share of worlds in which a number owns a kind, for all of them, by counting forwards and backwards."""
    need, edges = need_and_edges(work)
    left = list(work[worlds.EDGES : worlds.EDGES + NUMBERS])
    forwards: list[dict[State, int]] = [{need: 1}]
    steps: list[dict[State, list[tuple[int, State]]]] = []
    for low, high, _ in edges:
        left[low] -= 1
        left[high] -= 1
        counted: dict[State, int] = defaultdict(int)
        steps.append({state: after(state, low, high, left) for state in forwards[-1]})
        for state, ways in steps[-1].items():
            for _, following in ways:
                counted[following] += forwards[-1][state]
        forwards.append(counted)
    backwards: dict[State, int] = {(0,) * NUMBERS: 1}
    total = forwards[-1][(0,) * NUMBERS]
    marginals: dict[tuple[int, int], float] = {}
    for k in range(len(edges) - 1, -1, -1):
        earlier: dict[State, int] = defaultdict(int)
        owned: dict[int, int] = defaultdict(int)
        for state, ways in steps[k].items():
            for owner, following in ways:
                earlier[state] += backwards.get(following, 0)
                owned[owner] += forwards[k][state] * backwards.get(following, 0)
        marginals |= {(edges[k][2], owner): count / total for owner, count in owned.items()}
        backwards = earlier
    return marginals


@pytest.mark.long
def test_a_deal_to_six_has_the_exact_marginals() -> None:
    s = GAME.new(6, seed=5).conceal_for(0)
    start = [0] * rules.WORK
    worlds.survey(s, start)
    assert not worlds.rejection_is_quick(start)
    marginals = exact_marginals(start)
    rng, n = [21, 22, 23], SAMPLES.worlds // 20
    counted: Counter[tuple[int, int]] = Counter()
    for _ in range(n):
        work = list(start)
        worlds.by_chain(rng, work)
        counted.update((kind, work[kind]) for kind in range(KINDS) if work[kind] != worlds.ABSENT)
    uncertain = {owned: p for owned, p in marginals.items() if 0 < p < 1}
    assert len(uncertain) > 100
    for owned, p in uncertain.items():
        assert abs(counted[owned] - n * p) < 5.5 * (n * p * (1 - p)) ** 0.5 + 1


@pytest.mark.parametrize(("seats", "quick"), [(2, True), (3, True), (4, True), (5, False), (6, False)])
def test_after_the_deal_rejection_serves_up_to_four_seats(seats: int, quick: bool) -> None:
    work = [0] * rules.WORK
    worlds.survey(GAME.new(seats, seed=5).conceal_for(0), work)
    assert worlds.rejection_is_quick(work) == quick


def test_rejection_gives_up_where_it_would_take_for_ever_and_the_chain_takes_over() -> None:
    s = GAME.new(6, seed=5).conceal_for(0)
    work = [0] * rules.WORK
    worlds.survey(s, work)
    before = list(work)
    assert not worlds.by_rejection([1, 2, 3], work)
    assert work == before
