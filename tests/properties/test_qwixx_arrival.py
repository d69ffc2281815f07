"""Step 2 of Qwixx: all decide at the same time, so the order in which their decisions arrive changes nothing. X8"""

from itertools import permutations
from random import Random

from hypothesis import assume, given

from helpers.games.strategies import generators, opened
from per_game.qwixx import KIT
from tischlein import Table


def at_step_2(rng: Random) -> Table:
    """Return a table where all seats, or some, still have to decide."""
    table = opened(KIT, rng)
    for _ in range(12):
        waiting = table.waiting
        if table.over or (len(waiting) > 1 and rng.random() < 0.7):
            break
        seat = rng.choice(waiting)
        table.play(seat, rng.choice(table.actions(seat)))
    return table


@given(generators)
def test_any_order_of_arrival_gives_the_same_state(rng: Random) -> None:
    table = at_step_2(rng)
    waiting = table.waiting
    assume(len(waiting) > 1)
    choices = {seat: rng.choice(table.actions(seat)).text for seat in waiting}
    position = table.position()
    ends = set()
    for order in permutations(waiting):
        again = KIT.game.at(position, seed=7)
        for seat in order:
            # Nobody's decision shows or changes what another may do.
            assert {action.text for action in again.actions(seat)} == {a.text for a in table.actions(seat)}
            again.play(seat, choices[seat])
        ends.add(KIT.layout.pack(again._s))
    assert len(ends) == 1
