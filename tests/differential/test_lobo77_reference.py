"""The engine plays LOBO 77 as the slow reference does: same decisions, same luck, and everything compared after each step."""

from random import Random

import pytest

from helpers.duel import Duel
from helpers.positions import random_options, random_position
from helpers.witness import Witness
from samples import SAMPLES

# Parts of equal size, so that several processes can share the work.
PARTS = range(4)
# Far above what random play reaches: a game that goes on for longer hangs.
CAP = 5_000


@pytest.mark.parametrize("part", PARTS)
def test_whole_games(part: int) -> None:
    rng = Random(f"whole games {part}")
    for _ in range(SAMPLES.games // len(PARTS)):
        seats = rng.randrange(2, 9)
        duel = Duel.new(seats, random_options(rng, seats), rng, Witness())
        duel.play_out(CAP, ask_each=60)
        assert duel.table.over


@pytest.mark.quick
def test_a_few_positions() -> None:
    rng = Random("a few positions")
    for _ in range(30):
        Duel.at(random_position(rng), rng, Witness()).play_out(most=10, ask_each=10)


@pytest.mark.parametrize("part", PARTS)
def test_small_positions_and_every_rare_path(part: int) -> None:
    rng = Random(f"small positions {part}")
    witness = Witness()
    for _ in range(SAMPLES.positions // len(PARTS)):
        Duel.at(random_position(rng), rng, witness).play_out(most=16, ask_each=60)
    assert not witness.missing(), witness.seen
