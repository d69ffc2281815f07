"""A table that is put back to a mark is the same table, for every observer and for everything that follows."""

from random import Random
from typing import Any

import pytest

from samples import SAMPLES, later
from tischlein.cards import SPECTATOR
from tischlein.engine.play.fair import Fair
from tischlein.engine.play.table import Table
from tischlein.games import GAMES

KEY = bytes(range(32))


def known(table: Table) -> Any:
    """Return everything that every observer can ask of a table."""
    eyes = [None, *range(table.seats)]
    draws = table.source.draws[:] if isinstance(table.source, Fair) else None
    return (
        table.position(),
        table.history,
        [table.events(seat) for seat in eyes],
        [table.view(seat) for seat in eyes],
        table.all_actions(),
        table.past.line,
        table.past.again,
        table.standings(),
        draws,
    )


def acted(table: Table, rng: Random) -> None:
    """Play or take back something, and read it as a server does, so that caches are filled."""
    seat = rng.choice(table.waiting)
    undoable = [one for one in range(table.seats) if table.last_decision(one) is not None]
    if undoable and rng.random() < 0.3:
        table.undo(rng.choice(undoable), consent=True)
    else:
        table.play(seat, rng.choice(table.actions(seat)))
    if rng.random() < 0.7:
        table.all_actions()
        table.standings()
        table.events_for(rng.choice([SPECTATOR, *range(table.seats)]))


@pytest.mark.parametrize("name", later(GAMES, "lobo77", "quanto"))
def test_a_table_that_is_put_back_is_as_its_clone(name: str) -> None:
    game, rng = GAMES[name], Random(5)
    for number in range(SAMPLES.looks):
        chance: Any = {"chance": Fair(KEY)} if number % 2 else {"seed": number}
        table = game.new(game.usual_seats, **chance)
        for _ in range(30):
            if table.over:
                break
            before, mark = table.clone(), table.mark()
            for _ in range(rng.choice((1, 1, 3))):
                if not table.over:
                    acted(table, rng)
            table.back_to(mark)
            assert known(table) == known(before)
            follow = rng.random()
            for one in (table, before):
                acted(one, Random(follow))
            assert known(table) == known(before)
            if rng.random() < 0.3:
                table.rest()


@pytest.mark.parametrize("name", GAMES)
def test_a_log_replays_under_its_secret_after_moves_were_put_back(name: str) -> None:
    game, rng = GAMES[name], Random(6)
    table = game.new(game.usual_seats, chance=Fair(KEY))
    for _ in range(60):
        if table.over:
            break
        mark = table.mark()
        acted(table, rng)
        table.back_to(mark)
        acted(table, rng)
    again = game.replay(table.record(), chance=Fair(KEY))
    assert again.position() == table.position()


def test_a_source_that_cannot_be_put_back_rolls_nothing_again() -> None:
    game = GAMES["lobo77"]
    table = game.new(2)
    seat = table.waiting[0]
    action = table.actions(seat)[0]
    mark = table.mark()
    table.play(seat, action)
    after = table.position()
    table.back_to(mark)
    table.play(seat, action)
    assert table.position() == after
