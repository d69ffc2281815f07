"""A few games of each kind, seen by every seat and a spectator: what is known, imagined and observed.

More laws are in ``tests/properties``; the coverage of the rules is measured with this file.
"""

from random import Random

import pytest

from helpers.games.strategies import decide, each_game
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import RNG_WORDS, SPECTATOR, sow

TABLES = max(4, SAMPLES.looks)
DECISIONS = 60


@each_game
@pytest.mark.parametrize("many", [False, True], ids=["few seats", "many seats"])
def test_worlds_that_a_seat_imagines_look_the_same_to_it(kit: Kit, many: bool) -> None:
    rng = Random(f"{kit.game.id} {many}")
    rules, layout = kit.game.rules, kit.game.layout
    dice, work, features = [0] * RNG_WORDS, [0] * rules.WORK, [0] * rules.OBSERVED
    sow(dice, 1, 2, 3)
    for number in range(TABLES):
        seats = kit.game.seats[-1 - number % min(2, len(kit.game.seats))] if many else kit.random_seats(rng)
        if number % 2:
            table = kit.game.at(kit.random_position(rng), seed=number)
        else:
            table = kit.game.new(seats=seats, seed=number, **kit.random_options(rng, seats))
        for count in range(DECISIONS):
            if table.over:
                break
            if count % 8 == 0:
                cards = kit.cards(table._s)
                for eyes in (*range(table.seats), SPECTATOR)[count // 8 % 2 :: 2]:
                    known = layout.pack(table.conceal_for(eyes))
                    world = layout.unpack(known)
                    rules.conceal(world, eyes)
                    assert layout.pack(world) == known
                    rules.observe(world, eyes, features)
                    rules.imagine(world, eyes, dice, work)
                    assert kit.cards(world) == cards
                    # Nobody is asked for something that cannot be done.
                    assert world.actor < 0 or kit.python.legal(world, world.actor)
                    rules.conceal(world, eyes)
                    assert layout.pack(world) == known
            decide(table, rng)
