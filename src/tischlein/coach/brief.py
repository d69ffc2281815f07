"""Records that are stored of a review: the curves, the parts of each result, and the instructive decisions.

Plain records, so that one process can measure and another one tell.
"""

from dataclasses import dataclass, field

from tischlein.engine.types import AnyJson

# Raised when the numbers of older reviews no longer mean the same: those are made again.
VERSION = 7


@dataclass(frozen=True)
class PlayerReview:
    """The parts of a seat's result: start + luck + own + others = result."""

    result: float  # the share of the win
    start: float  # the chance to win before the first card
    luck: float  # what chance brought
    own: float  # what their decisions brought
    others: float  # and those of the others
    decisions: int  # with more than one action, among those that were looked at
    given_away: float  # by actions that were not the best, each judged by what the seat knew
    mistakes: int
    accuracy: float  # the share of the decisions that were not mistakes


@dataclass(frozen=True)
class Place:
    """A step of the game and everybody's chance to win after it; the seat is −1 for chance."""

    step: int
    seat: int
    chances: list[float]
    sound: bool | None = None  # False for a decision that was a mistake; None where nobody looked


@dataclass(frozen=True)
class RatedAction:
    """An action and what it would bring."""

    action: int
    text: str
    value: float  # the chance to win
    spread: float  # half of its 95 % interval
    worlds: int  # in which it was tried
    count: AnyJson | None = None  # what can be counted about it: see the game's ``count``


@dataclass(frozen=True)
class Lesson:
    """A decision with its legal actions, best first, and the one played: a mistake, or a best move."""

    step: int
    seat: int
    played: str
    loss: float
    spread: float
    choices: list[RatedAction]
    # Whole moves, as the notation writes their actions: the best one, and the one that was played.
    line: list[str] = field(default_factory=list)
    instead: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)  # what the seat had done in this move before


@dataclass(frozen=True)
class Brief:
    """A review in short."""

    players: list[PlayerReview]
    places: list[Place]
    turns: list[int]  # the places that changed the most, the greatest change first
    lessons: list[Lesson]  # of each seat the dearest, the dearest first
    best: list[Lesson] = field(
        default_factory=list
    )  # of each seat the moves with which most was to be lost, that first
