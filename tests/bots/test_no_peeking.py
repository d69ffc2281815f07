"""A bot's answer depends only on what its seat may know: in any other world that looks the same to it, it is the same."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from zlib import crc32

import pytest

from helpers.games.strategies import decide, each_game
from per_game import Kit
from samples import SAMPLES, later
from tischlein import Table
from tischlein.bots import LEVELS, Situation, bot, situation
from tischlein.bots.base import Witnessed
from tischlein.bots.runtime import runtime
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
    for stream, record in enumerate(imagined(table, seat, n)):
        yield table.game.at(table.game.dump(record), seed=stream)


def imagined(table: Table, seat: int, n: int) -> Iterator[Any]:
    """Records of worlds that look the same to a seat."""
    rules = table.game.rules
    for stream in range(n):
        record = table.concealed(seat)
        dice = [0] * RNG_WORDS
        sow(dice, 1, 2, stream)
        rules.imagine(record, seat, dice, [0] * rules.WORK)
        yield record


def hides_something(table: Table, seat: int) -> bool:
    """Return whether there is anything that the seat does not know."""
    layout = table.game.layout
    return layout.pack(table.concealed(seat)) != layout.pack(table._s)


def told_in(world: Table, table: Table, seat: int) -> Situation:
    """The situation in a world that looks the same as the true table; to the seat, also the same has happened there."""
    told = situation(world, seat, seed=5, iterations=STEPS)
    return replace(told, events=Witnessed(tuple(table.seen_events(seat))))


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


class Peeking:
    """Lets the true position decide, with all that is hidden in it: what a bot could do that gets hold of the table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def choose(self, told: Situation) -> int:
        return told.actions[Random(str(self.table.position())).randrange(len(told.actions))]


@each_game
def test_the_test_above_would_notice_a_bot_that_peeks(kit: Kit) -> None:
    noticed = tried = 0
    for table, seat in situations(kit, "peeking"):
        tried += hides_something(table, seat) and len(table.actions(seat)) > 1
        answers = {
            Peeking(world).choose(told_in(world, table, seat)) for world in other_worlds(table, seat, 8)
        }
        noticed += len(answers) > 1
    assert noticed or not tried


@each_game
def test_a_situation_is_made_from_the_concealed_record_alone(kit: Kit) -> None:
    for table, seat in situations(kit, "made from"):
        told = situation(table, seat, 1)
        assert told.data == kit.game.layout.pack(table.concealed(seat))
        assert told.view == table.view(seat)
        assert [told.text(action) for action in told.actions] == [a.text for a in table.actions(seat)]
        assert told.events() == table.events(seat)


@each_game
def test_rules_of_thumb_read_only_what_the_seat_knows_and_rate_the_same_when_compiled(kit: Kit) -> None:
    """Search asks for them in imagined worlds: they must not tell more there."""
    plain, compiled = runtime(kit.game, "python"), runtime(kit.game)
    for table, _ in situations(kit, "thumb"):
        for number in range(40):
            if table.over:
                break
            seat = table.waiting[-1]
            told = situation(table, seat, 1)
            points = plain.rate(told.data, seat, told.actions)
            assert compiled.rate(told.data, seat, told.actions) == points
            (world,) = imagined(table, seat, 1)
            assert plain.rate(kit.layout.pack(world), seat, told.actions) == points
            # Mostly by thumb, so that rounds get to their end.
            table.play(seat, told.actions[points.index(max(points)) if number % 3 else -1])


def test_a_spectator_gets_no_situation() -> None:
    import tischlein

    table = tischlein.game("lobo77").new(seats=2, seed=1)
    assert table.concealed(SPECTATOR) is not None
    with pytest.raises(tischlein.TischleinError):
        situation(table, SPECTATOR, seed=1)
