"""What the coach says about a finished game."""

from typing import Literal

from tischlein.engine.types import Json
from tischlein.server.protocol.server import ActionInfo
from tischlein.server.protocol.shared import Event, GameId, In, Out, View

ReviewState = Literal["none", "waiting", "running", "ready"]


class AskReview(In):
    """POST /api/tables/{code}/review: asks the coach, or no longer waits for it."""

    want: bool = True


class ReviewPlayer(Out):
    """What a seat's result is made of, as parts of a win: start + luck + own + others = result."""

    result: float
    start: float
    luck: float
    own: float
    others: float
    decisions: int  # with more than one possibility
    mistakes: int  # of them
    accuracy: float  # the share of the decisions that were no mistakes
    text: str  # the same in words


class ReviewPlace(Out):
    """A step of the game, and everybody's chance to win after it."""

    frame: int  # of the replay that shows it
    seat: int  # who decided; −1: chance
    chances: list[float]


class TurningPoint(Out):
    """A step that changed much."""

    place: int  # which of the places
    seat: int  # whose chance it changed most
    swing: float
    text: str  # what happened there


class ReviewMoment(Out):
    """A moment of the game in words."""

    frame: int  # of the replay that shows it
    text: list[str]  # what happened just before, what was done, and why that was good


class MoveFrame(Out):
    """What a seat sees after one action of a whole move, as far as it can know it."""

    action: str
    view: View
    events: list[Event]


class ReviewChoice(Out):
    """An action that was possible, and the chance to win after it."""

    id: int
    action: str
    label: str
    value: float
    spread: float  # half of the 95 % interval
    worlds: int  # deals in which it was tried
    count: Json | None  # what can be counted about it
    played: bool


class ReviewLesson(Out):
    """A mistake to learn from: the decision as the seat saw it then, and what each choice was worth, the best first."""

    frame: int  # of the replay, before the decision
    seat: int
    loss: float
    spread: float  # half of the 95 % interval
    known: str  # the same as a record, concealed for the seat: the page can tell it in another language
    view: View
    actions: list[ActionInfo]
    task: str
    choices: list[ReviewChoice]
    aim: str  # what to look for, as a puzzle asks for it; "" where no reason is known
    text: list[str]  # what was played, what was better, and why, in cards
    figures: list[str]  # how the coach knows
    line: list[MoveFrame]  # the best move, action by action
    instead: list[MoveFrame]  # the move that was played
    kind: str  # of mistake, the same in all languages: games can be counted by it
    kind_text: str  # the same in words


class GameReview(Out):
    """A finished game, seen by the coach; lessons are those of one seat, none for a spectator."""

    game: GameId
    seat: int | None
    names: list[str]
    players: list[ReviewPlayer]
    best: ReviewMoment | None  # the seat's best move
    turn: ReviewMoment | None  # the turning point for the seat
    places: list[ReviewPlace]
    turns: list[TurningPoint]
    lessons: list[ReviewLesson]


class Reviewing(Out):
    """How far the coach has come; while it works, ``review`` has what is known before it has looked at decisions."""

    state: ReviewState
    ahead: int  # how many games it looks at first
    done: int  # steps of this game
    steps: int  # the total; 0 until it has begun
    review: GameReview | None
