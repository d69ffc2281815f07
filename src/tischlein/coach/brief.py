"""What is kept of a review: the curves, what everybody's result is made of, and the moments worth learning from.

Plain records, so that one process can measure and another one tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tischlein.engine.types import Json, JsonValue

if TYPE_CHECKING:
    from tischlein.coach.analysis import RatedAction
    from tischlein.coach.review import Review, ReviewedStep

# Raised when the numbers of older reviews no longer mean the same: those are made again.
VERSION = 6
DIGITS = 4


@dataclass(frozen=True)
class PlayerShare:
    """What a seat's result is made of: start + luck + own + others = result."""

    result: float
    start: float
    luck: float
    own: float
    others: float
    decisions: int
    given_away: float
    mistakes: int
    accuracy: float


@dataclass(frozen=True)
class Place:
    """A step of the game and everybody's chance to win after it; the seat is −1 for chance."""

    step: int
    seat: int
    chances: list[float]


@dataclass(frozen=True)
class Tried:
    """An action and what it would have brought."""

    action: int
    text: str
    value: float
    spread: float
    worlds: int
    count: Json | None = None  # what can be counted about it


@dataclass(frozen=True)
class Lesson:
    """A mistake: all that could be done, the best first, and what was done."""

    step: int
    seat: int
    played: str
    loss: float
    spread: float
    choices: list[Tried]


@dataclass(frozen=True)
class Brief:
    """A review in short."""

    players: list[PlayerShare]
    places: list[Place]
    turns: list[int]  # the places that changed the most, the greatest change first
    lessons: list[Lesson]  # of each seat the dearest, the dearest first


def brief(found: Review) -> Brief:
    """Keep of a review what people look at."""
    places = [Place(one.step, one.seat, _rounded(one.chances)) for one in found.moments]
    return Brief(
        players=[
            PlayerShare(
                **{name: _round(value) for name, value in vars(one).items()}, accuracy=_round(one.accuracy)
            )
            for one in found.players
        ],
        places=places,
        turns=[found.moments.index(one) for one in found.turning_points()],
        lessons=[lesson for seat in range(found.seats) for lesson in map(_lesson, found.lessons(seat))],
    )


def tried(one: RatedAction) -> Tried:
    """Return an action as it is kept."""
    return Tried(
        one.action,
        one.text,
        _round(one.value),
        _round(one.spread),
        one.worlds,
        dict(one.count) if one.count else None,
    )


def _lesson(moment: ReviewedStep) -> Lesson:
    analysis = moment.analysis
    assert analysis is not None and analysis.played is not None  # noqa: S101, PT018 — a mistake has been played
    choices = [tried(one) for one in analysis.choices]
    loss, spread = _round(analysis.loss), _round(analysis.spread)
    return Lesson(moment.step, moment.seat, analysis.played.text, loss, spread, choices)


def _rounded(values: tuple[float, ...]) -> list[float]:
    return [_round(value) for value in values]


def _round(value: JsonValue) -> JsonValue:
    return round(float(value), DIGITS) if isinstance(value, float) else value
