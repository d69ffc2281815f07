"""An attacker at the table: two worlds that differ only in what a seat cannot see must look the same to it, for ever.

Both tables get the same decisions. Hidden cards differ from the start, and whatever others draw differs too; only what the
attacker draws is the same.
"""

from collections import deque
from random import Random
from typing import Any

import pytest
from hypothesis import given

from helpers.positions import random_position
from helpers.strategies import LAYOUT, LOBO77, concealed, generators
from tischlein import IllegalAction, Table, UndoError
from tischlein.cards import RNG_WORDS, SPECTATOR, sow
from tischlein.engine.chance import Outcomes
from tischlein.games.lobo77.material import NAMES, SHUFFLE

DRAWN = ("deal", "draw")
TEXTS = (*NAMES, "draw", "nonsense")


class WorldsPart(Exception):  # noqa: N818 — no error, but the end of a walk
    """The second world cannot follow the first any longer."""


class Luck:
    """Chance in one world: for others anything; for the attacker, where that is said, the cards that come."""

    def __init__(self, rng: Random, eyes: int) -> None:
        self.rng, self.eyes = rng, eyes
        self.table: Table | None = None
        self.to_come: deque[str] | None = None

    def choose(self, outcomes: Outcomes) -> int:
        if self.to_come is None or self.receiver() != self.eyes:
            return self.rng.randrange(outcomes.n)
        found = outcomes.find(self.to_come.popleft()) if self.to_come else None
        if found is None:
            raise WorldsPart
        return found

    def receiver(self) -> int:
        assert self.table is not None
        s = self.table._s
        seat: int = LOBO77.rules.next_in(s, s.starter) if s.phase == SHUFFLE else s.drawer
        return seat


def another_world(table: Table, eyes: int, rng: Random) -> dict[str, Any]:
    """A position that these eyes cannot tell from the table's own."""
    words = [0] * RNG_WORDS
    sow(words, rng.getrandbits(32), rng.getrandbits(32), 0)
    s = concealed(table._s, eyes)
    LOBO77.rules.imagine(s, eyes, words, [])
    position = LOBO77.positions.dump(s)
    if rng.random() < 0.5:
        # Somebody has stacked the pile.
        position["draw_ordered"] = True
        rng.shuffle(position["draw"])
    return position


class Worlds:
    """The true table and another one."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        position = random_position(rng)
        if rng.random() < 0.5:
            seats = rng.randrange(2, 9)
            position = LOBO77.new(
                seats=seats, seed=rng.getrandbits(64), manual_draw=rng.random() < 0.5
            ).position()
        self.eyes = rng.choice((SPECTATOR, *range(position["seats"])))
        self.asks = None if self.eyes == SPECTATOR else self.eyes
        self.luck = Luck(rng, self.eyes)
        self.true = LOBO77.at(position, seed=rng.getrandbits(64))
        self.other = LOBO77.at(another_world(self.true, self.eyes, rng), chance=self.luck)
        self.luck.table = self.other

    @property
    def differ(self) -> bool:
        return LAYOUT.pack(self.true._s) != LAYOUT.pack(self.other._s)

    def step(self) -> None:
        """A decision that is possible in both."""
        common = [
            (seat, action.text)
            for seat in self.true.waiting
            for action in self.true.actions(seat)
            if self.other.why(seat, action.text) is None
        ]
        if not common:
            raise WorldsPart
        seat, text = self.rng.choice(common)
        told = len(self.true.events(self.asks))
        self.true.play(seat, text)
        news = self.true.events(self.asks, since=told)
        own = [event["card"] for event in news if event["kind"] in DRAWN and event["seat"] == self.asks]
        self.luck.to_come = deque(own)
        self.other.play(seat, text)
        if self.asks is not None and self.hand_of(self.true) != self.hand_of(self.other):
            raise WorldsPart  # a stacked pile had another card for the attacker

    def hand_of(self, table: Table) -> Any:
        return table.position()["hands"][self.eyes]

    def compare(self) -> None:
        """Everything that the attacker can ask for."""
        true, other = self.true, self.other
        assert true.view(self.asks) == other.view(self.asks)
        assert true.events(self.asks) == other.events(self.asks)
        assert true.waiting == other.waiting
        assert repr(true) == repr(other)
        if self.asks is None:
            return
        assert true.actions(self.asks) == other.actions(self.asks)
        for text in TEXTS:
            assert true.why(self.asks, text) == other.why(self.asks, text)
        assert refusal(true, self.asks) == refusal(other, self.asks)


def refusal(table: Table, seat: int) -> tuple[str, ...]:
    """What a seat is told when it tries what it may not do."""
    said = []
    for text in TEXTS:
        if table.why(seat, text) is not None:
            with pytest.raises(IllegalAction) as illegal:
                table.play(seat, text)
            said.append(f"{illegal.value} {illegal.value.code} {illegal.value.clause}")
    try:
        table.undo(seat)
    except UndoError as error:
        said.append(str(error))
    return tuple(said)


def follow(rng: Random, most: int) -> int:
    """Play in two worlds that differ; return how many comparisons found them different and yet looking the same."""
    worlds = Worlds(rng)
    found = 0
    try:
        for _ in range(most):
            worlds.compare()
            found += worlds.differ
            if worlds.true.over:
                break
            worlds.step()
    except WorldsPart:
        pass
    return found


@given(generators)
def test_worlds_that_differ_out_of_sight_look_the_same(rng: Random) -> None:
    follow(rng, most=15)


@pytest.mark.quick
def test_the_worlds_compared_do_differ() -> None:
    """Otherwise the test above would prove nothing."""
    rng = Random("other worlds")
    assert sum(follow(rng, most=6) for _ in range(30)) > 60
