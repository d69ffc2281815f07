"""A whole game: which part of the result was luck, who decided well, and what could have been better.

One value function throughout: everybody's chance to win from a true position, by playing on. Where chance decides, the value before it
is measured with other luck than what happened; so on average over games luck comes to nothing, however well anyone plays (AIVAT). From the first position
to the last, luck and decisions add up to the result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, TextIO, TypeVar

from tischlein.cards import CHANCE, OVER
from tischlein.coach.analysis import SECOND, Analysis, analyse_concealed
from tischlein.coach.brief import Brief, Lesson, Place, PlayerReview
from tischlein.coach.judge import Judge, judge_of
from tischlein.coach.moves import actual_move, continue_line
from tischlein.engine.errors import OptionError, RecordError
from tischlein.engine.play.legality import conceal_copy, legal_ids
from tischlein.engine.play.table import Table
from tischlein.engine.rules.positions import short_repr, whole_number
from tischlein.engine.types import Json
from tischlein.games import GAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# How often a position is played on.
TIMES = 64
LESSONS = 3
TURN = 0.05  # a smaller change of the chance to win is not a turning point
# Seconds before a review without a progress callback shows its progress on a terminal.
SILENT = 1.0

DIGITS = 4  # of shares of a win, in JSON

T = TypeVar("T")
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ReviewedStep:
    """A step of the game, and how everybody's chances changed with it."""

    step: int  # the place in the record's history after which it stands
    seat: int  # −1 for chance
    text: str
    chances: tuple[float, ...]  # to win, afterwards
    swing: tuple[float, ...]
    analysis: Analysis | None = None  # of a decision with more than one action


@dataclass(frozen=True)
class Review:
    """The coach's review of a game."""

    game: str
    seats: int
    finished: bool
    players: tuple[PlayerReview, ...]
    moments: tuple[ReviewedStep, ...] = field(repr=False)
    table: Table = field(repr=False, compare=False)

    def record_before(self, steps: int, seat: int) -> bytes:
        """Return the record after a number of steps, concealed for a seat."""
        past, game = self.table.past, self.table.game
        data = past.steps[steps - 1].after if steps else past.opening
        return game.layout.pack(conceal_copy(game, game.layout.unpack(data), seat))

    def lessons(self, seat: int, most: int = LESSONS) -> list[ReviewedStep]:
        """Return the mistakes of a seat that cost most, the costliest first."""
        own = [one for one in self.moments if one.seat == seat and one.analysis and one.analysis.is_mistake]
        return sorted(own, key=lambda one: -one.analysis.loss if one.analysis else 0.0)[:most]

    def best_moves(self, seat: int, most: int = LESSONS) -> list[ReviewedStep]:
        """Return the best actions of a seat with which it surely did better than with the next best one, by most first."""
        sure = [(one, lead_of(one.analysis)) for one in self.moments if one.seat == seat and one.analysis]
        great = [(one, lead) for one, lead in sure if lead > 0]
        return [one for one, _ in sorted(great, key=lambda pair: -pair[1])[:most]]

    def turning_points(self, most: int = LESSONS) -> list[ReviewedStep]:
        """Return the steps that changed the most, the greatest change first, without those that changed little.

        Neither a mistake that happened to go well is among them, nor a sound decision that happened to go wrong: both would contradict
        what is said about the decision.
        """
        great = [one for one in self.moments if max(map(abs, one.swing)) >= TURN and not _contradicts(one)]
        return sorted(great, key=lambda one: -max(map(abs, one.swing)))[:most]


def lead_of(analysis: Analysis) -> float:
    """Return by how much the played action surely beats the next best one; 0 where another one was better."""
    if analysis.played is None or analysis.played.action != analysis.best.action or len(analysis.choices) < 2:
        return 0.0
    best, other = analysis.choices[:2]
    return max(0.0, best.value - other.value - max(best.spread, other.spread))


def _contradicts(moment: ReviewedStep) -> bool:
    """Return True if the change of the decider's chances does not go with what is said about the decision."""
    if moment.analysis is None:
        return False
    return moment.analysis.is_mistake == (moment.swing[moment.seat] > 0)


def progress_on(stream: TextIO, silent: float = SILENT) -> Progress:
    """Return a progress callback that shows a review's progress on a terminal after a delay."""
    begin, shown_something = monotonic(), False

    def show(done: int, steps: int) -> None:
        nonlocal shown_something
        if done < steps and monotonic() - begin >= silent:
            shown_something = True
            print(f"\rreview: step {done + 1} of {steps}", end="", file=stream, flush=True)
        elif shown_something:
            print("\r\033[K", end="", file=stream, flush=True)

    return show if stream.isatty() else lambda done, steps: None


def review(
    record: object,
    progress: Progress | None = None,
    worlds: int = SECOND,
    seats: Collection[int] | None = None,
) -> Review:
    """Look at a game again: luck, decisions and mistakes of every seat.

    ``record`` is what ``table.record()`` gives; ``seats`` are those whose mistakes are looked for, by default all. An impossible record raises RecordError. ``progress`` is called with the steps done and
    all steps; what it raises ends the review. Without it a terminal shows the progress after a second.
    """
    progress = progress_on(sys.stderr) if progress is None else progress
    if not isinstance(record, dict) or "game" not in record:
        raise RecordError("this is not a record of a game: it does not say which game was played")
    name = record["game"]
    if not isinstance(name, str) or name not in GAMES:
        raise RecordError(f"this is not a record of a game that is played here: {short_repr(name)}")
    number = whole_number("worlds", worlds, 0)
    if not callable(progress):
        raise OptionError(
            f"progress: {short_repr(progress)} is not a function of the steps done and of all steps"
        )
    return review_table(GAMES[name].replay(record, seed=1), progress, number, seats)


def review_table(
    table: Table,
    progress: Progress = lambda done, steps: None,
    worlds: int = SECOND,
    seats_of: Collection[int] | None = None,
) -> Review:
    """Review a table; without worlds, decisions count for luck and skill, but mistakes are not looked for.

    ``seats_of`` names the seats whose mistakes are looked for, by default all.
    """
    import numpy as np

    game, seats, past = table.game, table.seats, table.past
    judge = judge_of(game, seats)
    after = past.opening
    values = [_value(judge, after, 0)]
    parts = {name: np.zeros(seats) for name in ("luck", "own", "others")}
    moments = []
    for place, k in enumerate(past.line):
        progress(place, len(past.line))
        step = past.steps[k]
        before, after = after, step.after
        if step.seat == CHANCE and _actor(table, after) == CHANCE:
            continue  # several outcomes of chance in a row are one piece of luck
        s = game.layout.unpack(before)
        choices = () if step.seat == CHANCE else tuple(legal_ids(game, s, step.seat))
        if step.seat != CHANCE and len(choices) < 2 and _actor(table, after) != OVER:
            continue  # nothing was decided: what follows is worth what this was worth
        value = _value(judge, after, place + 1)
        swing = value - values[-1]
        values.append(value)
        if step.seat == CHANCE:
            parts["luck"] += swing
        else:
            others = np.arange(seats) != step.seat
            parts["own"] += np.where(others, 0, swing)
            parts["others"] += np.where(others, swing, 0)
        analysis = None
        if len(choices) > 1 and worlds and (seats_of is None or step.seat in seats_of):
            known = game.layout.pack(conceal_copy(game, s, step.seat))
            analysis = analyse_concealed(game, known, step.seat, choices, step.action, worlds)
        moments.append(ReviewedStep(k + 1, step.seat, step.text, tuple(value), tuple(swing), analysis))
    progress(len(past.line), len(past.line))
    players = tuple(_player(seat, values, parts, moments) for seat in range(seats))
    return Review(game.id, seats, table.over, players, tuple(moments), table)


def _value(judge: Judge, data: bytes, place: int) -> NDArray[np.float64]:
    return judge.value(data, TIMES, f"value {place}")


def _actor(table: Table, data: bytes) -> int:
    actor: int = table.game.layout.unpack(data).actor
    return actor


def _player(
    seat: int,
    values: list[NDArray[np.float64]],
    parts: dict[str, NDArray[np.float64]],
    moments: list[ReviewedStep],
) -> PlayerReview:
    own = [one.analysis for one in moments if one.seat == seat and one.analysis]
    mistakes = sum(one.is_mistake for one in own)
    return PlayerReview(
        result=float(values[-1][seat]),
        start=float(values[0][seat]),
        luck=float(parts["luck"][seat]),
        own=float(parts["own"][seat]),
        others=float(parts["others"][seat]),
        decisions=len(own),
        given_away=sum(one.loss for one in own),
        mistakes=mistakes,
        accuracy=1 - mistakes / len(own) if own else 1.0,
    )


def data_of(found: Review) -> Json:
    """Return a review ready for JSON."""
    return {
        "game": found.game,
        "seats": found.seats,
        "finished": found.finished,
        "players": [
            {name: round(value, DIGITS) for name, value in vars(one).items()} for one in found.players
        ],
        "moments": [
            {
                "step": one.step,
                "seat": one.seat,
                "text": one.text,
                "chances": [round(value, DIGITS) for value in one.chances],
                "swing": [round(value, DIGITS) for value in one.swing],
                "analysis": one.analysis.data() if one.analysis else None,
            }
            for one in found.moments
        ],
    }


def brief(found: Review) -> Brief:
    """Keep of a review what people look at."""
    return Brief(
        players=[round_shares(one) for one in found.players],
        places=[
            Place(
                one.step,
                one.seat,
                [round(float(chance), DIGITS) for chance in one.chances],
                None if one.analysis is None else not one.analysis.is_mistake,
            )
            for one in found.moments
        ],
        turns=[found.moments.index(one) for one in found.turning_points()],
        lessons=[_lesson(found, one) for seat in range(found.seats) for one in found.lessons(seat)],
        best=[_lesson(found, one) for seat in range(found.seats) for one in found.best_moves(seat)],
    )


def round_shares(one: T) -> T:
    """Return a record whose shares of a win have few digits."""
    digits = {name: round(value, DIGITS) for name, value in vars(one).items() if isinstance(value, float)}
    return replace(one, **digits)  # type: ignore[type-var]  # a dataclass


def _lesson(found: Review, moment: ReviewedStep) -> Lesson:
    analysis = moment.analysis
    assert analysis is not None and analysis.played is not None  # noqa: S101, PT018 — an action has been played
    choices = [round_shares(one) for one in analysis.choices]
    before, played, best = moment.step - 1, analysis.played, analysis.best
    known, (begun, line) = found.record_before(before, moment.seat), actual_move(found.table, before)
    game = found.table.game
    if best.action != played.action:
        line, instead = continue_line(game, known, moment.seat, best.action), line
    else:
        instead = continue_line(game, known, moment.seat, choices[1].action)
    one = Lesson(
        moment.step, moment.seat, played.text, analysis.loss, analysis.spread, choices, line, instead, begun
    )
    return round_shares(one)
