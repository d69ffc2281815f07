"""Scratch space, actions, points and features fit 32 bits, which is what JavaScript reads of them."""

from collections.abc import Iterable
from random import Random
from typing import Any

from helpers.games.strategies import each_game, start, walk
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import RNG_WORDS, sow


class Narrow(list[int]):
    """A row of cells of 32 bits."""

    def __setitem__(self, place: Any, value: Any) -> None:
        for number in value if isinstance(value, Iterable) else [value]:
            assert -(2**31) <= number < 2**31, number
        super().__setitem__(place, value)


@each_game
def test_no_cell_holds_more(kit: Kit) -> None:
    rules, heuristics = kit.game.rules, kit.game.bots.heuristics
    rng = Random("cells")
    cells = Narrow([0] * max(rules.ACTIONS + 1, rules.OBSERVED, rules.MAX_SEATS))
    points = Narrow([0] * max(rules.ACTIONS + 1, rules.MAX_SEATS))
    work = Narrow([0] * max(rules.WORK, heuristics.WORK if heuristics else 0))
    words = [0] * RNG_WORDS
    for _ in range(SAMPLES.walks):
        for s in walk(kit, start(kit, rng), rng, 20):
            for seat in range(s.seats):
                n = rules.legal(s, seat, cells, work)
                if n and heuristics:
                    heuristics.rate(s, seat, cells, n, points, work)
                known = kit.layout.copy(s)
                rules.conceal(known, seat)
                rules.observe(known, seat, cells)
                sow(words, rng.getrandbits(32), 0, 0)
                rules.imagine(known, seat, words, work)
            if heuristics:
                heuristics.standing(s, points)
            rules.scores(s, cells)
