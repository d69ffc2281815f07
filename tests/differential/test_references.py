"""The engine plays every game as its slow reference does: same decisions, same luck, and everything compared after each step."""

from collections.abc import Callable
from random import Random

import pytest
from _pytest.mark import ParameterSet

import tischlein
from helpers.games.duel import Duel
from helpers.games.strategies import each_game, some_position
from per_game import KITS, Kit
from samples import SAMPLES

# Parts of equal size, so that several processes can share the work.
PARTS = range(4)


def test_every_game_is_tried() -> None:
    assert {kit.game.id for kit in KITS} >= set(tischlein.games())


def games_of(kit: Kit, part: int) -> range:
    """Return the numbers of the whole games of a part; slow games are played less often."""
    return range(part, max(1, SAMPLES.games // kit.cost), len(PARTS))


def many_games_of(kit: Kit, part: int) -> range:
    return range(part, SAMPLES.many_games, len(PARTS))


def parts(games: Callable[[Kit, int], range]) -> list[ParameterSet]:
    """Return each game with the parts that have something to play."""
    return [
        pytest.param(kit, part, id=f"{part}-{kit.game.id}")
        for part in PARTS
        for kit in KITS
        if games(kit, part)
    ]


def play(kit: Kit, rng: Random, **often: int) -> None:
    """Play a whole game on both implementations with random seats and options."""
    seats = kit.random_seats(rng)
    duel = Duel.new(kit, seats, kit.random_options(rng, seats), rng, kit.witness())
    duel.play_out(kit.cap, **often)
    assert duel.table.over or kit.capped


@pytest.mark.parametrize(("kit", "part"), parts(games_of))
def test_whole_games(kit: Kit, part: int) -> None:
    rng = Random(f"whole games {part}")
    for _ in games_of(kit, part):
        play(kit, rng, ask_each=60)


@pytest.mark.parametrize(("kit", "part"), parts(many_games_of))
def test_many_whole_games(kit: Kit, part: int) -> None:
    """Positions are compared after every decision, what seats know of them only now and then."""
    rng = Random(f"many whole games {part}")
    for _ in many_games_of(kit, part):
        play(kit, rng, ask_each=10, look_each=60)


@each_game
def test_a_few_positions(kit: Kit) -> None:
    rng = Random("a few positions")
    for _ in range(8):
        Duel.at(kit, some_position(kit, rng), rng, kit.witness()).play_out(most=10, ask_each=10)


@each_game
@pytest.mark.parametrize("part", PARTS)
def test_small_positions_and_every_rare_path(kit: Kit, part: int) -> None:
    rng = Random(f"small positions {part}")
    witness = kit.witness()
    most = SAMPLES.positions // len(PARTS)
    patient = SAMPLES.every_path and part == 0
    for tried in range(40 * most):
        # With large samples the first part goes on until even the rarest path was taken.
        if tried >= most and not (patient and witness.missing()):
            break
        Duel.at(kit, some_position(kit, rng), rng, witness).play_out(most=16, ask_each=60)
    assert not (patient and witness.missing()), witness.seen
