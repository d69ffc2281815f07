"""The engine plays every game as its slow reference does: same decisions, same luck, and everything compared after each step."""

from random import Random

import pytest

import tischlein
from helpers.games.duel import Duel
from helpers.games.strategies import each_game, some_position
from per_game import KITS, Kit
from samples import SAMPLES

# Parts of equal size, so that several processes can share the work.
PARTS = range(4)


def test_every_game_is_tried() -> None:
    assert {kit.game.id for kit in KITS} >= set(tischlein.games())


@each_game
@pytest.mark.parametrize("part", PARTS)
def test_whole_games(kit: Kit, part: int) -> None:
    """With random seats and options. Positions are compared after every decision, what seats know of them in some games only."""
    rng = Random(f"whole games {part}")
    for number in range(part, SAMPLES.games, len(PARTS)):
        often = {"ask_each": 10, "look_each": 60} if number % (2 * kit.cost) else {"ask_each": 60}
        seats = kit.random_seats(rng)
        duel = Duel.new(kit, seats, kit.random_options(rng, seats), rng)
        duel.play_out(kit.cap, **often)
        assert duel.table.over or kit.capped


@each_game
@pytest.mark.parametrize("part", PARTS)
def test_small_positions(kit: Kit, part: int) -> None:
    rng = Random(f"small positions {part}")
    for _ in range(SAMPLES.positions // len(PARTS)):
        Duel.at(kit, some_position(kit, rng), rng).play_out(most=16, ask_each=60)
