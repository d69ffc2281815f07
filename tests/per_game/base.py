"""Say what the suites must know about a game; everything else in them is the same for all games.

A new game gets a file of its own in this folder, with a ``KIT``: an instance of a class derived from ``Kit``.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from random import Random
from typing import Any

from conformance.checks import Compare
from conformance.runner import games, load_clauses
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game
from tischlein.engine.rules.record import Layout
from tischlein.games import GAMES

Position = dict[str, Any]
Path = tuple[str | int, ...]  # the keys and indices that lead to a card of a position


@dataclass(frozen=True)
class Steps:
    """What the test of motion does: changes to the ending, buttons to press, and how often each motion is seen at least."""

    changes: Position
    buttons: tuple[str, ...]  # by their English names; none: whatever can be done
    moved: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class SmallWorld:
    """A position so small that all worlds can be listed that a seat cannot tell from the true one."""

    name: str
    position: Position
    eyes: int
    places: tuple[Path, ...]  # of the cards that the seat does not know in full


class Kit:
    """One game for the suites; a subclass says what is particular to it."""

    game: Game
    reference: Any  # the slow implementation: a class with `new` and `at`; what it knows is a part of a view
    texts: tuple[str, ...]  # of all actions
    cases: tuple[SmallWorld, ...]  # for the comparison of imagined worlds with all worlds
    # Actions that end something: half of the time they are left out, so that more is picked, crossed or laid.
    reluctant: frozenset[str] = frozenset()
    # How many times longer a whole game takes beside the reference than one of LOBO 77: fewer of them are played.
    cost: int = 1
    cap: int = (
        5_000  # far above the decisions that random play needs for a game: one that goes on for longer hangs
    )
    capped: bool = False  # no rule bounds a game: it may go on beyond the cap
    # Positions from which a decision shows what none shows from the random ones.
    showing: tuple[Position, ...] = ()
    # Kinds of events with which a seat shows no more than it has decided to show: that they need consent is a ruling.
    ruled: frozenset[str] = frozenset()
    # Keys of the view that a learner need not know: the order of cards that are shuffled before they matter again, and cards of
    # which only the number counts.
    unlearned: frozenset[str] = frozenset()
    # Fields of the record that say one thing together: with one of them changed it would be no record of a real game.
    together: tuple[tuple[str, ...], ...] = ()
    steps: Steps = Steps({}, (), {"fly": 1})
    stacking_shows: bool = True  # whether players can see that the draw pile is stacked

    # What a subclass must say

    def random_options(self, rng: Random, seats: int) -> dict[str, Any]:
        """Return options as a person might set them; those left out have their defaults."""
        raise NotImplementedError

    def random_position(self, rng: Random) -> Position:
        """Return a valid position of few cards, close to the edges of the rules."""
        raise NotImplementedError

    def canonical(self, position: Position) -> Position:
        """Return the position with unordered lists sorted, and without what has no meaning."""
        raise NotImplementedError

    def cards(self, s: Any) -> Counter[int]:
        """Count all cards of a record by kind, wherever they are."""
        raise NotImplementedError

    # What it may say

    def unordered(self, view: dict[str, Any]) -> dict[str, int]:
        """Return the lists of a view that have no order: those that the conformance suite names, where there is one."""
        return self.compare.unordered(view)

    def worlds(self, case: SmallWorld, position: Position) -> Iterator[Position]:
        """Yield all equally likely ways to place the cards of a case, also those that its seat can tell apart."""
        cards = [at(position, path) for path in case.places]
        for dealt in permutations(cards):
            yield replaced(position, dict(zip(case.places, dealt, strict=True)))

    def whole_game(self) -> tuple[int, dict[str, Any]]:
        """Return how many play a whole game on a server, and the options with the most secrets."""
        return self.game.usual_seats, {}

    def moments(self, seats: int) -> dict[str, Position]:
        """Return crowded positions by name, in each of which the first seat has to decide."""
        rng = Random(self.game.id)
        table = self.game.new(seats=seats, seed=1)
        while 0 not in table.waiting:
            seat = rng.choice(table.waiting)
            table.play(seat, rng.choice(table.actions(seat)))
        return {"turn": table.position()}

    @property
    def ending(self) -> Position:
        """Return a position from which few moves lead to the end."""
        return list(self.moments(self.game.seats[0]).values())[-1]

    # What follows

    @cached_property
    def layout(self) -> Layout:
        return self.game.layout

    @cached_property
    def compare(self) -> Compare:
        return Compare.of(load_clauses(self.game.id)["compare"] if self.game.id in games() else {"cards": []})

    @cached_property
    def python(self) -> Backend:
        return load(self.game.rules, "python")

    def random_seats(self, rng: Random) -> int:
        return rng.choice(self.game.seats)

    def choice(self, rng: Random, texts: Collection[str]) -> str:
        """Choose one of these actions."""
        eager = sorted(set(texts) - self.reluctant)
        return rng.choice(eager if eager and rng.random() < 0.5 else sorted(texts))

    def opening(self, rng: Random) -> bytes:
        """Return a new game with any seats and options, before its first chance outcome."""
        seats = self.random_seats(rng)
        return self.game.opening(seats, **self.random_options(rng, seats))


def after(position: Position, *actions: str) -> Position:
    """Return the position after these actions of the first seat."""
    table = GAMES[position["game"]].at(position, seed=1)
    for action in actions:
        table.play(0, action)
    return table.position()


def at(position: Position, path: Path) -> Any:
    """Return the value at a place of a position."""
    value: Any = position
    for key in path:
        value = value[key]
    return value


def places(position: Position, *keys: str) -> tuple[Path, ...]:
    """Return the places of all cards in these hands or piles."""
    found: list[Path] = []
    for key in keys:
        for k, inner in enumerate(position[key]):
            found += [(key, k, n) for n in range(len(inner))] if isinstance(inner, list) else [(key, k)]
    return tuple(found)


def replaced(position: Position, changes: Mapping[Path, Any]) -> Position:
    """Return a copy of a position with other values at some places."""
    copy: Position = json.loads(json.dumps(position))  # six times as fast as a deepcopy
    for path, value in changes.items():
        at(copy, path[:-1])[path[-1]] = value
    return copy
