"""A bot's answer depends only on what its seat may know: in any other world that looks the same to it, it is the same.

That rules of thumb rate the same in all these worlds is a law of tests/shared.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from zlib import crc32

import pytest

from helpers.games.strategies import decide, each_game
from per_game import Kit
from samples import SAMPLES, later
from tischlein import Table
from tischlein.bots import LEVELS, Situation, bot, situation
from tischlein.bots.base import EventSource
from tischlein.cards import RNG_WORDS, SPECTATOR, sow

# Work is given in steps, so that thinking can be repeated.
STEPS = 24
# Compiled for this machine they answer as in WebAssembly (tests/native/test_native_bots.py), and each game is compiled for ten seconds.
NATIVE = ("easy,backend=native", "medium,backend=native")
PLAYERS = [
    *LEVELS,
    *NATIVE,
    "my_bot:Careful",
    f"{__name__}:Everything",
]
WORLDS = 2


class Everything:
    """Lets all that it is told decide."""

    def choose(self, told: Situation) -> int:
        known = (told.seat, told.data, told.actions, told.events(), told.view, told.below(1000))
        return told.actions[crc32(repr(known).encode()) % len(told.actions)]


def situations(kit: Kit, label: str) -> Iterator[tuple[Table, int]]:
    """Tables in the middle of random games, of all numbers of seats, and a seat that has something to decide there."""
    rng = Random(f"{kit.game.id} {label}")
    for number in range(max(len(kit.game.seats), SAMPLES.examples // 4)):
        seats = kit.game.seats[number % len(kit.game.seats)]
        table = kit.game.new(seats=seats, seed=number, **kit.random_options(rng, seats))
        for _ in range(rng.randrange(40)):
            if not table.over:
                decide(table, rng)
        if not table.over:
            yield table, rng.choice(table.waiting)


def other_worlds(table: Table, seat: int, n: int) -> Iterator[Table]:
    """Tables that look the same to a seat; what is hidden from it lies otherwise."""
    rules = table.game.rules
    for stream in range(n):
        record = table.conceal_for(seat)
        dice = [0] * RNG_WORDS
        sow(dice, 1, 2, stream)
        rules.imagine(record, seat, dice, [0] * rules.WORK)
        yield table.game.at(table.game.dump(record), seed=stream)


def hides_something(table: Table, seat: int) -> bool:
    """Return whether there is anything that the seat does not know."""
    layout = table.game.layout
    return layout.pack(table.conceal_for(seat)) != layout.pack(table._s)


def told_in(world: Table, table: Table, seat: int) -> Situation:
    """The situation in a world that looks the same as the true table; to the seat, also the same has happened there."""
    told = situation(world, seat, seed=5, iterations=STEPS)
    return replace(told, events=EventSource(tuple(table.events_for(seat))))


@each_game
@pytest.mark.parametrize("name", later(PLAYERS, *NATIVE))
def test_the_answer_is_the_same_in_every_world_that_looks_the_same(kit: Kit, name: str) -> None:
    player, tried, differences = bot(name), 0, 0
    for table, seat in situations(kit, name):
        answer = player.choose(situation(table, seat, seed=5, iterations=STEPS))
        assert answer in [action.id for action in table.actions(seat)]
        for world in other_worlds(table, seat, WORLDS):
            assert player.choose(told_in(world, table, seat)) == answer
            tried += hides_something(table, seat)
            differences += world.position() != table.position()
    assert differences > tried / 4 or not tried  # the worlds were not all the true one


@each_game
def test_a_situation_is_made_from_the_concealed_record_alone(kit: Kit) -> None:
    for table, seat in situations(kit, "made from"):
        told = situation(table, seat, 1)
        assert told.data == kit.game.layout.pack(table.conceal_for(seat))
        assert told.view == table.view(seat)
        assert [told.text(action) for action in told.actions] == [a.text for a in table.actions(seat)]
        assert told.events() == table.events(seat)


def test_a_spectator_gets_no_situation() -> None:
    import tischlein

    table = tischlein.game("lobo77").new(seats=2, seed=1)
    assert table.conceal_for(SPECTATOR) is not None
    with pytest.raises(tischlein.TischleinError):
        situation(table, SPECTATOR, seed=1)
