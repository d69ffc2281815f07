"""Record the observations and actions of each seat in a game, as text that is written only on request."""

from __future__ import annotations

import json

from tischlein.cards import UNKNOWN
from tischlein.engine.game import Game
from tischlein.engine.play.legality import conceal_copy, work_of
from tischlein.engine.play.views import events_of, view_of
from tischlein.engine.types import Event, State, Untyped


class Trail:
    """The steps that led to a record: the last one, and the trail before it. It never changes, so clones share it."""

    __slots__ = ("_known", "_snapshot", "action", "actor", "before", "shown", "start")

    def __init__(
        self, before: Trail | bytes, actor: int = UNKNOWN, action: int = UNKNOWN, shown: bool = False
    ) -> None:
        self.before = before if isinstance(before, Trail) else None
        self.start = before if isinstance(before, bytes) else b""
        self.actor, self.action = actor, action
        self.shown = shown  # whether the first record is part of what seats have seen
        self._known: dict[int, str] = {}
        self._snapshot: State | None = None

    def __deepcopy__(self, memo: object) -> Trail:
        return self

    def __reduce__(self) -> tuple[Untyped, ...]:
        steps = []
        trail: Trail = self
        while trail.before is not None:
            steps.append((trail.actor, trail.action))
            trail = trail.before
        return _again, (trail.start, trail.shown, trail._known, tuple(reversed(steps)))

    def information_state(self, game: Game, seat: int, record: State | None = None) -> str:
        """Return all that a seat has seen and done; ``record`` is the one that the trail leads to, if it is known."""
        ahead: list[Trail] = []
        trail: Trail = self
        while seat not in trail._known and trail.before is not None:
            ahead.append(trail)
            trail = trail.before
        if seat not in trail._known:
            trail._known[seat] = trail._first(game, seat)
        if not ahead:
            return trail._known[seat]
        text = trail._known[seat]
        after = conceal_copy(game, trail._record(game), seat)
        for step in reversed(ahead):
            before = after
            known = record if step is self and record is not None else None
            after = conceal_copy(game, step._record(game, known), seat)
            news = _news(game, before, after, step.actor, step.action, seat)
            text += f" {news}" if news else ""
            step._known[seat] = text
        return text

    def observations(self, game: Game, seat: int) -> list[bytes]:
        """Return what a seat has seen of the records that led here, from the first one on."""
        found = []
        trail: Trail | None = self
        while trail is not None:
            found.append(observation_of(game, trail._record(game), seat))
            trail = trail.before
        return found[::-1]

    def from_world(self, game: Game, record: State, other: State) -> Trail:
        """Return a trail that begins at another record: seats to whom it looks the same remember what they saw."""
        trail = Trail(game.layout.pack(other), shown=True)
        for seat in range(other.seats):
            if observation_of(game, record, seat) == observation_of(game, other, seat):
                trail._known[seat] = self.information_state(game, seat, record)
        return trail

    def _first(self, game: Game, seat: int) -> str:
        text = f"{observer_name(seat)}:"
        if self.shown:
            text += f" {observation_text(game, conceal_copy(game, self._record(game), seat), seat)}"
        return text

    def _record(self, game: Game, known: State | None = None) -> State:
        """Return the record that the trail leads to, replayed from the last one that was kept."""
        if self._snapshot is None:
            if known is not None:
                self._snapshot = game.layout.copy(known)
            elif self.before is None:
                self._snapshot = game.layout.unpack(self.start)
            else:
                s = game.layout.copy(self.before._record(game))
                game.rules.apply(s, self.actor, self.action, work_of(game))
                self._snapshot = s
        return self._snapshot


def observer_name(observer: int) -> str:
    """Return how texts name a player, or the spectator."""
    return f"seat {observer}" if observer >= 0 else "spectator"


def _again(start: bytes, shown: bool, known: dict[int, str], steps: tuple[tuple[int, int], ...]) -> Trail:
    trail = Trail(start, shown=shown)
    trail._known = known
    for actor, action in steps:
        trail = Trail(trail, actor, action)
    return trail


def observation_of(game: Game, record: State, seat: int) -> bytes:
    """Return what a seat sees of a record."""
    return game.layout.pack(conceal_copy(game, record, seat))


def _news(game: Game, before: State, after: State, actor: int, action: int, seat: int) -> str:
    """Return what one step showed to a seat: an action that it saw, and events."""
    seen = game.sees_action(seat, actor, action)
    events = events_of(game, before, after, actor, action if seen else UNKNOWN, seat)
    words = [_event(event) for event in events]
    if seen:
        words.insert(0, f"{actor}>{game.face.actions[action]}")
    return "; ".join(words) + ";" if words else ""


def _event(event: Event) -> str:
    values = [_word(value) for name, value in event.items() if name not in ("kind", "seat", "seq")]
    who = "" if event["seat"] is None else f"{event['seat']} "
    return " ".join([f"{who}{event['kind']}", *values])


def _word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def observation_text(game: Game, known: State, seat: int) -> str:
    """Return what a seat sees of a concealed record."""
    view = view_of(game, known, seat)
    return json.dumps(
        {name: value for name, value in view.items() if name != "options"}, separators=(",", ":")
    )
