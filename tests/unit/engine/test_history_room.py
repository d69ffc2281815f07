"""A long game takes little room in memory, and nothing of it is lost."""

from random import Random

import pytest

import tischlein
from tischlein.engine.play.growing import TOGETHER as BATCH
from tischlein.engine.play.history import RECENT, TOGETHER


@pytest.mark.parametrize("name", list(tischlein.games()))
def test_earlier_steps_take_less_room_and_stay_the_same(name: str) -> None:
    rng, game = Random(3), tischlein.game(name)
    table = game.new(3, seed=3)
    for move in range(30):
        if table.over:
            break
        seat = rng.choice(table.waiting)
        table.play(seat, rng.choice(table.actions(seat)))
        if move == 12:
            table.undo(seat, consent=True)
        table.all_actions()
        table.past.squeeze()
    plain = game.replay(table.record())
    copied = table.clone()
    places = [step.place for step in table.past.steps]
    squeezed = (len(places) - RECENT) // TOGETHER * TOGETHER
    assert places == [*range(TOGETHER)] * (squeezed // TOGETHER) + [-1] * (len(places) - squeezed)
    for one in (table, copied):
        assert [step.after for step in one.past.steps] == [step.after for step in plain.past.steps]
        assert one.events(0) == plain.events(0)
        assert one.events(1) == plain.events(1)
        # What two seats have seen alike is there once.
        both = zip(one.seen_events(0), one.seen_events(1), strict=False)
        assert {a is b for a, b in both if a == b and a["kind"] != "undo"} == {True}
        assert one.seen_events(0).until(7)[2:] == plain.events(0)[2:7]
    # Steps that lie together share their bytes.
    room, before = (
        sum(map(len, {id(step.kept): step.kept for step in one.past.steps[:squeezed]}.values()))
        for one in (table, plain)
    )
    assert room < before / 8


def test_what_was_told_long_ago_is_kept_compressed() -> None:
    table = tischlein.game("lobo77").new(4, seed=3)
    rng = Random(3)
    while len(table.seen_events(0)) < 5 * BATCH:
        seat = rng.choice(table.waiting)
        table.play(seat, rng.choice(table.actions(seat)))
        table.rest()
    told = [table.seen_events(seat) for seat in range(4)]
    table.rest()
    for seat, seen in enumerate(told):
        squeezed, plain = seen._kept
        assert len(plain) < 2 * BATCH
        assert sum(map(len, squeezed)) < 20 * (len(seen) - len(plain))
        assert table.events(seat) == tischlein.game("lobo77").replay(table.record()).events(seat)
