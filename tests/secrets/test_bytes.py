"""The bytes of a concealed record tell no more than views, events and legal actions: they are what leaves the server.

Two games in lockstep. What chance and others do differs wherever the observer is shown the same all along; then what the
observer is sent, its concealed record, must be the same to the byte.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from helpers.games.strategies import concealed, each_game_that_hides
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import CHANCE, OVER, SPECTATOR, UNKNOWN
from tischlein.engine.play.legality import legal_ids
from tischlein.engine.play.views import events_of, view_of

Conceal = Callable[[Kit, Any, int], Any]
# Other outcomes that are tried at each step, until one looks the same.
TRIES = 12
LONGEST = 400


class LeakError(AssertionError):
    """The bytes differ where nothing else does."""


class Lockstep:
    """Two games of the same opening, and an observer who cannot tell them apart."""

    def __init__(self, kit: Kit, rng: Random) -> None:
        self.kit, self.rng = kit, rng
        seats = kit.random_seats(rng)
        game, options = kit.game.with_design(kit.random_options(rng, seats))
        self.one = game.begin(seats, game.check_options(options))
        self.other = game.layout.copy(self.one)
        self.observer = rng.choice((SPECTATOR, *range(seats)))

    @property
    def differ(self) -> bool:
        return self.kit.layout.pack(self.one) != self.kit.layout.pack(self.other)

    def step(self) -> bool:
        """Make one step in both; return False if none in the second looks as it does in the first."""
        for _ in range(TRIES):
            actor, action, likely = self._some_step()
            one = self._after(self.one, actor, action)
            shown = self._shown(self.one, one, actor, action)
            for candidate in likely:
                other = self._after(self.other, actor, candidate)
                if self._shown(self.other, other, actor, candidate) == shown:
                    self.one, self.other = one, other
                    return True
        return False

    def compare(self, conceal: Conceal) -> None:
        """Raise LeakError if the observer can tell the two apart by the bytes that it is sent."""
        one, other = (conceal(self.kit, s, self.observer) for s in (self.one, self.other))
        if self.kit.layout.pack(one) != self.kit.layout.pack(other):
            fields = [field.name for field in self.kit.layout.fields]
            raise LeakError([name for name in fields if getattr(one, name) != getattr(other, name)])

    def _some_step(self) -> tuple[int, int, list[int]]:
        """Return a step of the first game, and what may happen in its place in the second."""
        rules, rng, game = self.kit.game.rules, self.rng, self.kit.game
        if self.one.actor == CHANCE:
            others = range(rules.chances(self.other))
            return CHANCE, rng.randrange(rules.chances(self.one)), rng.sample(others, len(others))
        actor = rng.choice([seat for seat in range(self.one.seats) if legal_ids(game, self.one, seat)])
        action = rng.choice(legal_ids(game, self.one, actor))
        legal = legal_ids(game, self.other, actor)
        if game.sees_action(self.observer, actor, action):
            return actor, action, [action] if action in legal else []
        return actor, action, rng.sample(legal, len(legal))

    def _after(self, s: Any, actor: int, action: int) -> Any:
        copy = self.kit.layout.copy(s)
        self.kit.python.call("apply", copy, actor, action)
        return copy

    def _shown(self, before: Any, after: Any, actor: int, action: int) -> Any:
        """Return all that the observer is shown of a step and of the table after it."""
        kit, observer, game = self.kit, self.observer, self.kit.game
        was, known = (concealed(kit, s, observer) for s in (before, after))
        seen = action if game.sees_action(observer, actor, action) else UNKNOWN
        events = events_of(game, was, known, actor, seen, observer)
        settled = known.actor >= 0 or known.actor == OVER
        view = view_of(game, known, observer) if settled else game.face.views.view(known, observer)
        legal = legal_ids(game, known, observer) if observer >= 0 and known.actor >= 0 else []
        return events, view, legal


def follow(kit: Kit, rng: Random, least: int, conceal: Conceal = concealed) -> None:
    """Compare the bytes after at least so many steps at which the true records differ."""
    found = 0
    for _ in range(1_000):
        games = Lockstep(kit, rng)
        for _ in range(LONGEST):
            if games.one.actor == OVER or not games.step():
                break
            found += games.differ
            games.compare(conceal)
            if found >= least:
                return
    pytest.fail(f"the games differed after {found} steps only")


@each_game_that_hides
def test_concealed_bytes_tell_no_more_than_is_shown(kit: Kit) -> None:
    follow(kit, Random(f"bytes {kit.game.id}"), 9_000 if SAMPLES.every_path else 1_500)


@each_game_that_hides
def test_a_cell_that_no_view_shows_is_a_leak(kit: Kit) -> None:
    """One cell of the true record in place of the concealed one: otherwise the test above would prove nothing."""

    def leaky(kit: Kit, s: Any, observer: int) -> Any:
        known = concealed(kit, s, observer)
        for field in kit.layout.fields:
            if getattr(known, field.name) != getattr(s, field.name):
                setattr(known, field.name, getattr(s, field.name))
                return known
        return known

    with pytest.raises(LeakError):
        follow(kit, Random(f"leak {kit.game.id}"), 250, leaky)
