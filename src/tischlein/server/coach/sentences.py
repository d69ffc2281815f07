"""Puts a review into words: names, sentences and labels, as seen from one seat."""

from collections.abc import Sequence

import msgspec

from tischlein.cards import CHANCE, SPECTATOR
from tischlein.coach.brief import Brief, Lesson
from tischlein.coach.sentences import Teller
from tischlein.engine.game import Game
from tischlein.engine.play.history import History
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts.words import marked
from tischlein.server.protocol.review import GameReview, ReviewLesson, ReviewPlace, ReviewPlayer, TurningPoint

# Sentences about one turning point: what led to it may be longer than a line.
SENTENCES = 2


class ReviewTeller:
    """Words a review for one seat, None for a spectator."""

    def __init__(
        self, game: Game, history: History, names: Sequence[str], seat: int | None, lang: str
    ) -> None:
        self._game, self._history, self._names, self._seat = game, history, list(names), seat
        self._teller = Teller(game, marked(names), seat, lang)
        self._wording = Wording(game, marked(names), seat, lang)
        decided = 0
        self._frames = [0]  # by the number of steps: the frame of the replay
        for step in history.steps:
            decided += step.seat != CHANCE
            self._frames.append(decided)

    def review(self, brief: Brief) -> GameReview:
        return GameReview(
            game=self._game.id,
            seat=self._seat,
            names=self._names,
            players=[
                msgspec.convert({**vars(one), "text": self._teller.summary(seat, one)}, ReviewPlayer)
                for seat, one in enumerate(brief.players)
            ],
            places=[ReviewPlace(self._frames[one.step], one.seat, one.chances) for one in brief.places],
            turns=[self._turn(brief, place) for place in brief.turns],
            lessons=[self._lesson(one) for one in brief.lessons if one.seat == self._seat],
        )

    def _turn(self, brief: Brief, place: int) -> TurningPoint:
        before = brief.places[place - 1].chances if place else [one.start for one in brief.players]
        swing = [after - was for after, was in zip(brief.places[place].chances, before, strict=True)]
        seat = max(range(len(swing)), key=lambda k: abs(swing[k]))
        first = brief.places[place - 1].step if place else 0
        last = brief.places[place].step
        standing = [k for k in self._history.line if k < last]  # without decisions that were undone
        # As the deciding seat saw it: by now it is known what came into a hand.
        deciders = [seat for k in standing if (seat := self._history.steps[k].seat) != CHANCE]
        eyes = deciders[-1] if deciders else SPECTATOR
        shown = [self._history.events(self._game, k, eyes) for k in standing if k >= first]
        events = [event for step in shown for event in step]
        sentences = [one for one in map(self._wording.event_text, events) if one]
        sentences = sentences or [one for one in map(self._wording.sentence, events) if one]
        return TurningPoint(place, seat, swing[seat], " ".join(sentences[-SENTENCES:]))

    def _lesson(self, one: Lesson) -> ReviewLesson:
        told = self._teller.exercise(self._concealed(one.step - 1, one.seat), one)
        return msgspec.convert({**told, "frame": self._frames[one.step - 1]}, ReviewLesson)

    def _concealed(self, steps: int, seat: int) -> bytes:
        data = self._history.steps[steps - 1].after if steps else self._history.opening
        s = self._game.layout.unpack(data)
        self._game.rules.conceal(s, seat)
        return self._game.layout.pack(s)
