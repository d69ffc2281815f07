"""A long game takes little room in memory, and nothing of it is lost."""

from random import Random

import pytest

import tischlein
from tischlein.engine.play.history import RECENT, TOGETHER


@pytest.mark.parametrize("name", list(tischlein.games()))
def test_earlier_steps_take_less_room_and_stay_the_same(name: str) -> None:
    rng, game = Random(3), tischlein.game(name)
    table = game.new(game.usual_seats, seed=3)
    for move in range(30):
        if table.over:
            break
        seat = rng.choice(table.waiting)
        table.play(seat, rng.choice(table.actions(seat)))
        if move == 12:
            table.undo(seat, consent=True)
        table.all_actions()
        table.past.compress()
    plain = game.replay(table.record())
    copied = table.clone()
    places = [step.place for step in table.past.steps]
    squeezed = (len(places) - RECENT) // TOGETHER * TOGETHER
    assert places == [*range(TOGETHER)] * (squeezed // TOGETHER) + [-1] * (len(places) - squeezed)
    for one in (table, copied):
        assert [step.after for step in one.past.steps] == [step.after for step in plain.past.steps]
        assert one.events(0) == plain.events(0)
        assert one.events(1) == plain.events(1)
    # Steps that lie together share their bytes.
    room, before = (
        sum(map(len, {id(step.kept): step.kept for step in one.past.steps[:squeezed]}.values()))
        for one in (table, plain)
    )
    assert room < before / 3
