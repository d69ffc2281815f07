"""The one door between a table and a bot: a situation, made from what the seat may know and nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import blake2b
from typing import Protocol

from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.engine.play.views import view_of
from tischlein.engine.rules.positions import short_repr, whole
from tischlein.engine.types import Event, Namespace, State, View

# Enough for a person not to get bored.
SECONDS = 1.0
# Not every game is bounded by its rules; one between bots that goes on for longer is called off.
MOST_DECISIONS = 20_000
# Of a die: below this the generator's words are enough.
MOST_SIDES = (1 << 31) - 1
PERSON = b"tischlein bot"


class EventSource:
    """The events that a seat has witnessed, as copies: nothing in it leads to a table.

    Events that come from a function are made on the first call, since few bots ask for them and they take time. Only players of ours
    get such ones.
    """

    def __init__(self, events: Iterable[Event] | Callable[[], Iterable[Event]]) -> None:
        self._source: Callable[[], Iterable[Event]] | None = events if callable(events) else None
        self._packed = b"" if callable(events) else pickle.dumps(list(events), pickle.HIGHEST_PROTOCOL)

    def __call__(self) -> list[Event]:
        if self._source is not None:
            self._packed, self._source = pickle.dumps(list(self._source()), pickle.HIGHEST_PROTOCOL), None
        events: list[Event] = pickle.loads(self._packed)  # noqa: S301 — what was packed above
        return events

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EventSource) and self() == other()

    __hash__ = None  # type: ignore[assignment]  # what was witnessed can be compared, but not be a key

    def __getstate__(self) -> Namespace:
        self()
        return {**self.__dict__}


@dataclass(frozen=True)
class Situation:
    """The input of a bot's decision."""

    game: Game
    seat: int
    data: bytes = field(repr=False)  # the record, concealed for the seat
    actions: tuple[int, ...]  # legal now, at least one
    events: EventSource = field(repr=False)
    seconds: float  # how long it may think
    iterations: (
        int | None
    )  # how much it may think, if that is given in steps instead: such games can be repeated
    rng: list[int] = field(repr=False)  # the bot's dice, for `below`

    @cached_property
    def record(self) -> State:
        """The concealed record with its fields by name, to look at and to try things on."""
        return self.game.layout.unpack(self.data)

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        seats: int = self._known.seats
        return seats

    @cached_property
    def view(self) -> View:
        """The view of this seat, as ``table.view(seat)`` returns it."""
        return view_of(self.game, self._known, self.seat)

    def text(self, action: int) -> str:
        """Return an action's text, as ``table.actions(seat)`` writes it."""
        return self.game.face.actions[action]

    def below(self, n: int) -> int:
        """Roll a die: a number from 0 to n − 1."""
        sides = whole(n)
        if sides is None or not 0 < sides <= MOST_SIDES:
            raise ValueError(f"a die has 1 to {MOST_SIDES} sides, not {short_repr(n)}")
        return below(self.rng, sides)

    @cached_property
    def _known(self) -> State:
        # Another one than `record`, which a bot may have changed by now.
        return self.game.layout.unpack(self.data)

    def __getstate__(self) -> Namespace:
        return {one.name: getattr(self, one.name) for one in fields(self)}


class Bot(Protocol):
    """Anything that can choose."""

    def choose(self, situation: Situation) -> int:
        """Return one of the situation's actions."""


def situation(
    table: Table,
    seat: int,
    seed: int,
    seconds: float = SECONDS,
    iterations: int | None = None,
    *,
    late_events: bool = False,
) -> Situation:
    """Return the situation of a seat that may act; all of it is copied.

    With ``late_events``, for players of ours that do not ask for them, events are made from the table when they are asked for.

    The dice depend on the seed and on what the seat knows, not on how often anybody has asked before: after an undo a bot that
    finds the same situation decides the same.
    """
    data = table.game.layout.pack(table.conceal_for(seat))
    return Situation(
        game=table.game,
        seat=seat,
        data=data,
        actions=tuple(action.id for action in table.actions(seat)),
        events=EventSource(table.witness(seat) if late_events else table.witness(seat)()),
        seconds=seconds,
        iterations=iterations,
        rng=bot_rng(seed, seat, data),
    )


def bot_rng(seed: int, seat: int, data: bytes) -> list[int]:
    """Return dice that do not reveal the seed, which may have dealt the cards as well."""
    key = b"".join(word.to_bytes(4) for word in (*words_of(seed), seat))
    hashed = blake2b(data, digest_size=4 * RNG_WORDS, person=PERSON, key=key).digest()
    rng = [0] * RNG_WORDS
    sow(rng, *(int.from_bytes(hashed[4 * k : 4 * k + 4]) for k in range(RNG_WORDS)))
    return rng
