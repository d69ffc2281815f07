"""What a game declares as `revealing`: all that is shown by a decision itself, and nothing that only chance shows.

New games draw by chance, which always needs consent. Positions with a stacked draw pile show cards without it.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from helpers import laws
from helpers.strategies import each_game
from per_game import Kit
from samples import SAMPLES
from tischlein import Table, UndoError
from tischlein.cards import CHANCE, SPECTATOR

FEW, MANY = 4, 40  # decisions from each small position


def tables(kit: Kit, rng: Random, positions: int, steps: int) -> Iterator[Table]:
    """From so many small positions, the table each time that somebody has decided."""
    for _ in range(positions):
        table = kit.game.at(kit.random_position(rng), seed=rng.getrandbits(64))
        for _ in range(steps):
            if table.over:
                break
            seat = rng.choice(table.waiting)
            table.play(seat, rng.choice(table.actions(seat)))
            yield table


def decisions(kit: Kit, rng: Random) -> Iterator[tuple[Any, int, int]]:
    """The record before each decision that chance did not follow, who made it, and what it was."""
    for table in tables(kit, rng, SAMPLES.reveals, FEW):
        *earlier, step = table.past.steps
        if step.seat != CHANCE:
            before = earlier[-1].after if earlier else table.past.opening
            yield kit.layout.unpack(before), step.seat, step.action


@each_game
def test_every_kind_that_is_declared_can_be_shown_by_a_decision(kit: Kit) -> None:
    game, found = kit.game, set()
    for table in tables(kit, Random("reveals"), 10 * SAMPLES.reveals, MANY):
        k = len(table.past.steps) - 1
        shown = {event["kind"] for event in table.past.events(game, k, SPECTATOR)} & game.revealing
        seat = table.past.steps[k].seat
        if seat != CHANCE and shown:
            found |= shown
            with pytest.raises(UndoError):
                table.undo(seat)
        if found == game.revealing:
            return
    raise AssertionError(
        f"{game.id}: no decision shows {sorted(game.revealing - found)}: `revealing` must not name what only chance shows"
    )


@each_game
def test_what_may_be_taken_back_has_shown_nothing_with_stacked_piles_either(kit: Kit) -> None:
    laws.check_undo_makes_nothing_known(kit.game, Random(1), 0, decisions(kit, Random("reveals")))


@each_game
def test_a_game_that_declares_no_reveal_is_found_out(kit: Kit) -> None:
    silent = replace(kit.game, revealing=frozenset())
    with pytest.raises(AssertionError, match="may be taken back without consent"):
        laws.check_undo_makes_nothing_known(silent, Random(1), 0, decisions(kit, Random("reveals")))
