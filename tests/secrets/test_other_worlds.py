"""An attacker at the table: two worlds that differ only in what a seat cannot see must look the same to it, for ever.

Hidden cards differ from the start. Whatever happens in the true world, decisions and chance, happens in the other in any way
that leaves the attacker with the same knowledge; then all that the attacker can ask for must be the same.
"""

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from helpers.games.strategies import (
    concealed,
    each_game,
    each_game_that_hides,
    generators,
    imagined,
    some_position,
    words,
)
from per_game import Kit, Position
from tischlein import IllegalAction, Table, UndoError
from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.play.chance import Outcomes


class WorldsPart(Exception):  # noqa: N818 — no error, but the end of a walk
    """The second world cannot follow the first any longer."""


class Luck:
    """Chance in the second world: anything that leaves the attacker with what it knows in the first."""

    def __init__(self, worlds: "Worlds") -> None:
        self.worlds = worlds
        self.to_come: deque[bytes] = deque()  # what the attacker knows after each outcome

    def choose(self, outcomes: Outcomes) -> int:
        if not self.to_come:
            return self.worlds.rng.randrange(outcomes.n)
        indices = self.worlds.rng.sample(range(outcomes.n), outcomes.n)
        return self.worlds.same_to_the_attacker(CHANCE, indices, self.to_come.popleft())


class Worlds:
    """The true table and another one."""

    def __init__(self, kit: Kit, rng: Random) -> None:
        self.kit, self.rng = kit, rng
        position = self._position()
        self.eyes = rng.choice((SPECTATOR, *range(position["seats"])))
        self.asks = None if self.eyes == SPECTATOR else self.eyes
        self.luck = Luck(self)
        self.true = kit.game.at(position, seed=rng.getrandbits(64))
        self.other = kit.game.at(self._another(), chance=self.luck)

    def _position(self) -> Position:
        """Half of the time the beginning of a game; the draw pile is shuffled."""
        kit, rng = self.kit, self.rng
        if rng.random() < 0.4:
            seats = kit.random_seats(rng)
            return kit.game.new(seats, seed=rng.getrandbits(64), **kit.random_options(rng, seats)).position()
        # Open it first: in some games only then is the pile complete.
        return kit.game.at(some_position(kit, rng), seed=rng.getrandbits(64)).position()

    def _another(self) -> Position:
        """A position that these eyes cannot tell from the table's own."""
        s = imagined(self.kit, concealed(self.kit, self.true._s, self.eyes), self.eyes, words(self.rng))
        position = self.kit.game.dump(s)
        if not self.kit.stacking_shows and self.rng.random() < 0.5:
            # The pile is stacked.
            position["draw_ordered"] = True
            self.rng.shuffle(position["draw"])
        return position

    @property
    def differ(self) -> bool:
        return self.kit.layout.pack(self.true._s) != self.kit.layout.pack(self.other._s)

    def known(self, s: Any) -> bytes:
        """What the attacker knows of a record."""
        return self.kit.layout.pack(concealed(self.kit, s, self.eyes))

    def same_to_the_attacker(self, seat: int, actions: Iterable[int], known: bytes) -> int:
        """The first of these steps of the other world after which the attacker knows just this."""
        for action in actions:
            copy = self.kit.layout.copy(self.other._s)
            self.kit.python.call("apply", copy, seat, action)
            if self.known(copy) == known:
                return action
        raise WorldsPart

    def step(self) -> None:
        """A decision in the true world, and in the other one that looks the same."""
        seat = self.rng.choice(self.true.waiting)
        action = self.rng.choice(self.true.actions(seat)).id
        entries, others = len(self.true._history.steps), len(self.other._history.steps)
        self.true.play(seat, action)
        known, *to_come = [
            self.known(self.kit.layout.unpack(step.after)) for step in self.true._history.steps[entries:]
        ]
        possible = self.other.why(seat, action) is None
        # What the attacker sees is what the rules conceal from it, not what the game says about its actions.
        if seat != self.eyes and not (possible and self.kit.game.secrets.open_action(action)):
            legal = self.kit.python.legal(self.other._s, seat)
            self.rng.shuffle(legal)
            action = self.same_to_the_attacker(seat, legal, known)
        elif not possible:
            raise WorldsPart
        self.luck.to_come = deque(to_come)
        self.other.play(seat, action)
        after = [
            self.known(self.kit.layout.unpack(step.after)) for step in self.other._history.steps[others:]
        ]
        if after[0] != known or self.known(self.true._s) != self.known(self.other._s):
            raise WorldsPart  # something that was hidden has come to light

    def compare(self) -> None:
        """Everything that the attacker can ask for."""
        true, other = self.true, self.other
        assert true.view(self.asks) == other.view(self.asks)
        assert true.events(self.asks) == other.events(self.asks)
        assert true.waiting == other.waiting
        assert true.scores == other.scores
        assert true.standings() == other.standings()
        assert repr(true) == repr(other)
        if self.asks is None:
            return
        assert true.actions(self.asks) == other.actions(self.asks)
        assert true.hints(self.asks) == other.hints(self.asks)
        texts = self.rng.sample(self.kit.texts, min(12, len(self.kit.texts)))
        for text in (*texts, "nonsense"):
            assert true.why(self.asks, text) == other.why(self.asks, text)
        assert refusals(true, self.asks, texts) == refusals(other, self.asks, texts)


def refusals(table: Table, seat: int, texts: list[str]) -> tuple[str, ...]:
    """Return the messages to a seat that tries refused actions and an undo."""
    said = []
    for text in texts:
        if table.why(seat, text) is not None:
            with pytest.raises(IllegalAction) as illegal:
                table.play(seat, text)
            said.append(f"{illegal.value} {illegal.value.code} {illegal.value.clause}")
    before = table.mark()
    try:
        table.undo(seat)
    except UndoError as error:
        said.append(str(error))
    else:
        table.back_to(before)
    return tuple(said)


def follow(kit: Kit, rng: Random, most: int) -> int:
    """Play in two worlds that differ; return how many comparisons found them different and yet looking the same."""
    worlds = Worlds(kit, rng)
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


@each_game
@given(generators)
def test_worlds_that_differ_out_of_sight_look_the_same(kit: Kit, rng: Random) -> None:
    follow(kit, rng, most=12)


@each_game_that_hides
def test_the_worlds_compared_do_differ(kit: Kit) -> None:
    """Otherwise the test above would prove nothing."""
    rng, found = Random("other worlds"), 0
    for _ in range(40):
        found += follow(kit, rng, most=6)
        if found > 40:
            return
    pytest.fail(f"they differed in {found} comparisons only")
