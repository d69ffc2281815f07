"""Events that are read bit by bit are those of the whole game, and listed actions are what they were listed as."""

import json
from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

import tischlein
from samples import SAMPLES
from tischlein.engine.errors import IllegalAction, OptionError
from tischlein.engine.play.legality import Action
from tischlein.engine.play.table import Table

DECISIONS = 60


def tables(name: str) -> Iterator[Table]:
    """Yield tables of every size and all combinations of options with few choices; small samples take every third."""
    game = tischlein.game(name)
    few = {key: option.choices for key, option in game.options.items() if len(option.choices) <= 3}
    for k, (seats, *chosen) in enumerate(product(game.seats, *few.values())):
        if (k + k // 3) % 3 >= SAMPLES.of_three:  # of three choices in a row another one each time
            continue
        try:
            yield game.new(seats, seed=seats, **dict(zip(few, chosen, strict=True)))
        except OptionError:
            continue  # teams are for four


def play_on(table: Table, rng: Random) -> None:
    actions = table.all_actions()
    seat = rng.choice(list(actions))
    table.play(seat, rng.choice(actions[seat]))


@pytest.mark.parametrize("name", list(tischlein.games()))
def test_events_read_bit_by_bit_are_those_of_each_step(name: str) -> None:
    rng = Random(1)
    for table in tables(name):
        game, past = table.game, table.past
        for move in range(DECISIONS):
            if table.over:
                break
            play_on(table, rng)
            if move % 20 == 10:
                table.undo(rng.choice(deciders(table)), consent=True)
            for eyes in range(table.seats):
                table.events_for(eyes)
        for eyes in range(table.seats):
            seen = table.events_for(eyes)
            assert [event["seq"] for event in seen] == list(range(1, len(seen) + 1))
            alone = [event for k in range(len(past.steps)) for event in past.events(game, k, eyes)]
            assert [{k: v for k, v in event.items() if k not in ("seq", "since")} for event in seen] == alone


def deciders(table: Table) -> list[int]:
    return [seat for seat in range(table.seats) if table.last_decision(seat) is not None]


@pytest.mark.parametrize("name", list(tischlein.games()))
def test_a_listed_action_counts_only_where_it_was_listed(name: str) -> None:
    table = tischlein.game(name).new(tischlein.game(name).usual_seats, seed=1)
    seat, legal = next(iter(table.all_actions().items()))
    others = [other for other in range(3) if other not in table.waiting]
    with pytest.raises(IllegalAction):
        table.play(others[0] if others else 3, legal[0])
    copied = table.clone()
    table.play(seat, legal[0])
    copied.play(seat, legal[0].text)
    assert table.record() == copied.record()
    # A text that is not the action's own is not written down, and what was legal once is judged again.
    seat, legal = next(iter(table.all_actions().items()))
    table.play(seat, Action(legal[0].id, "something else"))
    assert table.history[len(copied.history)] == (seat, legal[0].text)
    gone = [one for one in legal if table.why(seat, one) is not None]
    for one in gone:
        with pytest.raises(IllegalAction):
            table.play(seat, one)
    assert gone


@pytest.mark.parametrize("name", list(tischlein.games()))
def test_a_listed_action_is_a_plain_number_for_every_seat(name: str) -> None:
    table = tischlein.game(name).new(tischlein.game(name).usual_seats, seed=1)
    for _ in range(DECISIONS):
        if table.over:
            break
        seat, legal = next(iter(table.all_actions().items()))
        drawn = np.int64(legal[-1].id)
        table.play(seat, legal[-1]._replace(id=drawn))  # type: ignore[arg-type]  # who draws with NumPy has no plain number
    assert {type(step.action) for step in table.past.steps} == {int}
    json.dumps([table.view(None), table.record(), *map(table.events, range(3))])
