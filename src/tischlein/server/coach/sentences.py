"""Puts a review into words: names, sentences and labels, as seen from one seat."""

from collections.abc import Sequence

import msgspec

from tischlein.cards import CHANCE, SPECTATOR
from tischlein.coach.brief import Brief, Lesson
from tischlein.coach.sentences import Teller
from tischlein.engine.game import Game
from tischlein.engine.play.history import History
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts.words import mark_names
from tischlein.server.protocol.review import (
    GameReview,
    ReviewLesson,
    ReviewMoment,
    ReviewPlace,
    ReviewPlayer,
    TurningPoint,
)

# Sentences about one turning point: what led to it may be longer than a line.
SENTENCES = 2
# A smaller change of the listener's chance to win turns nothing.
GREAT = 0.1


class ReviewTeller:
    """Words a review for one seat, None for a spectator."""

    def __init__(
        self, game: Game, history: History, names: Sequence[str], seat: int | None, lang: str
    ) -> None:
        self._game, self._history, self._names, self._seat = game, history, list(names), seat
        self._teller = Teller(game, mark_names(names), seat, lang)
        self._wording = Wording(game, mark_names(names), seat, lang)
        decided = 0
        self._frames = [0]  # by the number of steps: the frame of the replay
        for step in history.steps:
            decided += step.seat != CHANCE
            self._frames.append(decided)

    def review(self, brief: Brief) -> GameReview:
        best = self._best(brief)
        return GameReview(
            game=self._game.id,
            seat=self._seat,
            names=self._names,
            players=[
                msgspec.convert({**vars(one), "text": self._teller.summary(seat, one)}, ReviewPlayer)
                for seat, one in enumerate(brief.players)
            ],
            best=None if best is None else self._praise(best),
            turn=self._turning_point(brief, best),
            places=[ReviewPlace(self._frames[one.step], one.seat, one.chances) for one in brief.places],
            turns=[self._turn(brief, place) for place in brief.turns],
            lessons=[self._lesson(one) for one in brief.lessons if one.seat == self._seat],
        )

    def _best(self, brief: Brief) -> Lesson | None:
        """Return the listener's best move: the first one that has a reason in cards, else the first one."""
        own = [one for one in brief.best if one.seat == self._seat]
        why = (one for one in own if self._teller.why(self._conceal(one.step - 1, one.seat), one))
        return next(why, own[0] if own else None)

    def _praise(self, one: Lesson) -> ReviewMoment:
        known = self._conceal(one.step - 1, one.seat)
        return ReviewMoment(
            self._frames[one.step - 1],
            [*self._before(one.step - 1, one.seat), *self._teller.praise(known, one)],
        )

    def _turning_point(self, brief: Brief, best: Lesson | None) -> ReviewMoment | None:
        """Return the turning point for the listener that changed the most, unless it is the best move or a lesson."""
        if self._seat is None:
            return None
        found = [(place, self._swing(brief, place)[self._seat]) for place in brief.turns]
        # A decision that nobody has looked at may turn out to be a mistake, or none.
        said = {one.step for one in brief.lessons if one.seat == self._seat} | (
            {best.step} if best else set()
        )
        open_ones = [
            (place, swing)
            for place, swing in found
            if brief.places[place].step not in said
            and (brief.places[place].seat != self._seat or brief.places[place].sound is not None)
        ]
        place, swing = max(open_ones, key=lambda pair: abs(pair[1]), default=(0, 0.0))
        if abs(swing) < GREAT:
            return None
        who = brief.places[place].seat
        cause = "luck" if who == CHANCE else "own" if who == self._seat else "other"
        told = self._teller.turning_point(f"turn_{cause}_{'up' if swing > 0 else 'down'}", self._seat)
        return ReviewMoment(self._frames[brief.places[place].step], [self._turn(brief, place).text, told])

    def _swing(self, brief: Brief, place: int) -> list[float]:
        before = brief.places[place - 1].chances if place else [one.start for one in brief.players]
        return [after - was for after, was in zip(brief.places[place].chances, before, strict=True)]

    def _turn(self, brief: Brief, place: int) -> TurningPoint:
        swing = self._swing(brief, place)
        seat = max(range(len(swing)), key=lambda k: abs(swing[k]))
        first = brief.places[place - 1].step if place else 0
        last = self._end_of_move(brief.places[place].step)
        standing = [k for k in self._history.line if k < last]  # without decisions that were undone
        # As the deciding seat saw it: by now it is known what came into a hand.
        deciders = [seat for k in standing if (seat := self._history.steps[k].seat) != CHANCE]
        observer = deciders[-1] if deciders else SPECTATOR
        sentences = self._sentences([k for k in standing if k >= first], observer)
        return TurningPoint(place, seat, swing[seat], " ".join(sentences[-SENTENCES:]))

    def _end_of_move(self, steps: int) -> int:
        """Return the number of steps with which the move ends that the last of some steps belongs to."""
        seat, past = self._history.steps[steps - 1].seat, self._history
        for k in past.line:
            if k >= steps and seat != CHANCE and past.steps[k].seat == seat:
                steps = k + 1
            elif k >= steps:
                break
        return steps

    def _sentences(self, steps: Sequence[int], observer: int) -> list[str]:
        """Return what happened in some steps as a seat saw it; where nothing is worth a line, the lines that a log leaves out."""
        events = [event for k in steps for event in self._history.events(self._game, k, observer)]
        told = [one for one in map(self._wording.event_text, events) if one]
        return told or [one for one in map(self._wording.sentence, events) if one]

    def _before(self, step: int, seat: int) -> list[str]:
        """Return the last thing that another seat did before a decision, if the log has a line for it."""
        standing = [k for k in self._history.line if k < step]
        last = next(
            (k for k in reversed(standing) if self._history.steps[k].seat not in (CHANCE, seat)), None
        )
        if last is None or any(self._history.steps[k].seat == seat for k in standing if k > last):
            return []
        events = self._history.events(self._game, last, seat)
        own = [event for event in events if event.get("seat") == self._history.steps[last].seat]
        return [one for one in map(self._wording.event_text, own) if one][:1]

    def _lesson(self, one: Lesson) -> ReviewLesson:
        told = self._teller.exercise(self._conceal(one.step - 1, one.seat), one)
        text = [*self._before(one.step - 1, one.seat), *told["text"]]
        return msgspec.convert({**told, "text": text, "frame": self._frames[one.step - 1]}, ReviewLesson)

    def _conceal(self, steps: int, seat: int) -> bytes:
        data = self._history.steps[steps - 1].after if steps else self._history.opening
        s = self._game.layout.unpack(data)
        self._game.rules.conceal(s, seat)
        return self._game.layout.pack(s)
