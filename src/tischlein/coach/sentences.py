"""Put the coach's findings into sentences for one listener: how a seat played, and what was better."""

from collections.abc import Sequence

from tischlein.coach.brief import Lesson, PlayerReview, RatedAction
from tischlein.engine.game import Game
from tischlein.engine.play.snapshot import position_for
from tischlein.engine.play.views import hint_of, view_of
from tischlein.engine.play.whole_moves import move_of, play
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts import load_texts, words_for
from tischlein.engine.texts.words import Verbatim
from tischlein.engine.types import Count, Hint, Json, View

TEXTS = "tischlein.coach.texts"
# The share of a win that must be luck before the coach mentions it.
WORTH_A_WORD = 0.1
# A whole win, as far as shares of one are rounded.
ALL = 0.999


class Teller:
    """Puts what the coach has found into words; ``you`` is the listener's seat, None for a spectator."""

    def __init__(self, game: Game, names: Sequence[str], you: int | None, language: str) -> None:
        self._game, self._names, self._you = game, names, you
        self._words = words_for(game, language)
        self._wording = Wording(game, names, you, language)
        self._texts = load_texts(TEXTS, language)["sentences"]

    def summary(self, seat: int, one: PlayerReview) -> str:
        """Say how a seat did, whether luck hid how it played, and how many of its decisions were sound."""
        sentences = []
        if one.result >= ALL:
            sentences.append(self._say("won", seat))
        elif one.result > 1 - ALL and abs(1 / one.result - round(1 / one.result)) < 1 - ALL:
            sentences.append(self._say("shared", seat))
        hidden = luck_key(one.result, one.luck, one.own)
        if hidden:
            sentences.append(self._say(hidden, seat))
        if one.decisions:
            sound = one.decisions - one.mistakes
            sentences.append(
                self._say("sound", seat, sound=sound, mistakes=one.mistakes, decisions=one.decisions)
            )
        return " ".join([one for one in sentences if one])

    def decision(self, known: bytes, seat: int) -> Json:
        """Return a decision as the seat saw it, from its concealed record: view, actions with their labels, and the task."""
        return position_for(self._game, self._game.layout.unpack(known), seat, self._wording)

    def exercise(self, known: bytes, one: Lesson, is_puzzle: bool = False) -> Json:
        """Return a decision to be tried again, from the seat's concealed record, with what each choice is worth and why.

        In a puzzle rules of thumb have played; otherwise the listener has.
        """
        asked = self.decision(known, one.seat)
        labels = labels_of(asked["actions"])
        kind, kind_text = self.kind(one)
        return {
            **asked,
            "seat": one.seat,
            "loss": one.loss,
            "spread": one.spread,
            "known": known.hex(),
            "choices": [
                {
                    "id": choice.action,
                    "action": choice.text,
                    "label": labels[choice.text],
                    "value": choice.value,
                    "spread": choice.spread,
                    "worlds": choice.worlds,
                    "count": choice.count,
                    "played": choice.text == one.played,
                }
                for choice in one.choices
            ],
            "aim": self.aim(known, one),
            "text": self.puzzle(known, one) if is_puzzle else self.lesson(known, one),
            "figures": self.figures(one, labels, is_puzzle),
            "line": self._frames(known, one.seat, one.line),
            "instead": self._frames(known, one.seat, one.instead),
            "kind": kind,
            "kind_text": kind_text,
        }

    def puzzle(self, known: bytes, one: Lesson) -> list[str]:
        """Say the whole move that wins a puzzle, and why, in cards."""
        told = self._say("solution", one.seat, move=self.move(known, one, one.line))
        return [told, *self.why(known, one)]

    def lesson(self, known: bytes, one: Lesson) -> list[str]:
        """Say what was played, what was better, and why, in cards."""
        moves = {
            name: self.move(known, one, line) for name, line in (("best", one.line), ("played", one.instead))
        }
        return [self._say("lesson", one.seat, **moves), *self.why(known, one)]

    def praise(self, known: bytes, one: Lesson) -> list[str]:
        """Say what a seat's best move was, and why, in cards."""
        told = self._say("praise", one.seat, move=self.move(known, one, one.line))
        return [told, *(self.why(known, one) or [self._say("no_other", one.seat)])]

    def move(self, known: bytes, one: Lesson, line: Sequence[str]) -> str:
        """Return a whole move in words, with what its seat had done in it before."""
        game, seat, s = self._game, one.seat, self._game.layout.unpack(known)
        seen: list[tuple[View, Hint] | None] = [None] * len(one.begun)
        for text in line:
            action = game.action_ids[text]
            seen.append((view_of(game, s, seat), hint_of(game, s, seat, action)))
            play(game, s, seat, action)
        return self._words.move([*one.begun, *line], seen, self._names)

    def turning_point(self, key: str, seat: int) -> str:
        """Say for whom a turning point was good, and whether it was luck."""
        return self._say(key, seat)

    def why(self, known: bytes, one: Lesson) -> list[str]:
        """Say why the best move was better than the one it is compared with; nothing where no reason is known in cards."""
        found = self._reason(known, one)
        return [] if found is None else [self._words.reason_for(found, one.seat, self._names, self._you)]

    def aim(self, known: bytes, one: Lesson) -> str:
        """Return the task of a puzzle in words, "" where the game has none for it."""
        found = self._reason(known, one)
        return "" if found is None else self._words.aim(found)

    def _reason(self, known: bytes, one: Lesson) -> Count | None:
        reason = self._game.face.reason
        if reason is None or not (one.line and one.instead) or one.line == one.instead:
            return None
        better, other = (move_of(self._game, known, one.seat, line) for line in (one.line, one.instead))
        return reason(self._game.layout.unpack(known), one.seat, better, other)

    def figures(self, one: Lesson, labels: dict[str, str], is_puzzle: bool = False) -> list[str]:
        """Say how the coach knows: what both choices win, what can be counted, and in how many deals that was tried."""
        played = next(choice for choice in one.choices if choice.text == one.played)
        best = one.choices[0]
        worlds = best.worlds if is_puzzle else min(best.worlds, played.worlds)
        loss, spread = hundredths(best.value) - hundredths(played.value), hundredths(one.spread)
        return [
            self._say(
                "figures",
                one.seat,
                action=labels[best.text],
                value=hundredths(best.value),
                other=labels[played.text],
                less=hundredths(played.value),
            ),
            # The difference of what was just said, also where that is rounded.
            self._say("cost", one.seat, loss=loss, spread=spread),
            *self._counts(one.seat, best, played),
            self._say("count_all" if is_puzzle else "count", one.seat, worlds=worlds),
        ]

    def _frames(self, known: bytes, seat: int, line: Sequence[str]) -> list[Json]:
        """Return what a seat sees after each action of a whole move: its view, and the events with their sentences."""
        game, before, frames = self._game, self._game.layout.unpack(known), []
        for text in line:
            action = game.action_ids[text]
            after = game.layout.copy(before)
            play(game, after, seat, action)
            events = game.face.views.events(before, after, seat, action, seat)
            view = view_of(game, after, seat)
            frames.append(
                {"action": text, "view": view, "events": [self._wording.event(event) for event in events]}
            )
            before = after
        return frames

    def kind(self, one: Lesson) -> tuple[str, str]:
        """Return the kind of a mistake, so that many games can be counted: a key, the same in all languages, and words."""
        done, better = one.played, one.choices[0].text
        verbs = self._words.verb(done), self._words.verb(better)
        text = self._say(
            "kind_same" if verbs[0] == verbs[1] else "kind_other",
            one.seat,
            done=self._words.deed(done),
            better=self._words.deed(better),
        )
        return " > ".join(verbs), text

    def advice(self, seat: int, choices: Sequence[RatedAction], labels: dict[str, str]) -> list[str]:
        """Say what the coach would do, and what the next best is worth."""
        best = choices[0]
        if len(choices) == 1:
            return [self._say("only", seat, action=labels[best.text])]
        other = choices[1]
        same = best.value - other.value <= max(best.spread, other.spread)
        sentences = [
            self._say(
                "alike" if same else "advice",
                seat,
                action=labels[best.text],
                other=labels[other.text],
                value=hundredths(best.value),
                less=hundredths(other.value),
            )
        ]
        worlds = min(best.worlds, other.worlds)
        return [*sentences, *self._counts(seat, best, other), self._say("count", seat, worlds=worlds)]

    def _counts(self, seat: int, *choices: RatedAction) -> list[str]:
        """Say what can be counted about these choices; what is the same for all of them is said once."""
        found: list[str] = []  # a dict would lose the order in the page's Python
        for one in choices:
            text = (
                self._words.count_sentence(one.text, one.count, seat, self._names, self._you)
                if one.count
                else ""
            )
            if text and text not in found:
                found.append(text)
        return found

    def _say(self, key: str, seat: int, **values: object) -> str:
        shown = {name: Verbatim(value) if isinstance(value, str) else value for name, value in values.items()}
        return self._words.fill(self._texts[key], {"seat": seat, **shown}, self._names, self._you)


def labels_of(actions: Sequence[Json]) -> dict[str, str]:
    """Return the labels of actions by their texts, each with what would come of it."""
    return {
        one["text"]: f"{one['label']} ({one['note']})" if one["note"] else one["label"] for one in actions
    }


def hundredths(value: float) -> int:
    """Return a share of a win as a number of 100 games.

    >>> hundredths(0.634)
    63
    """
    return round(100 * value)


def luck_key(result: float, luck: float, own: float) -> str:
    """Return the key of the sentence for a result that luck distorted: a poor winner, or a good loser.

    >>> luck_key(0.0, -0.3, 0.2), luck_key(1.0, 0.3, -0.2), luck_key(1.0, -0.3, 0.2), luck_key(0.0, 0.3, -0.2)
    ('unlucky', 'lucky', '', '')
    """
    if luck < -WORTH_A_WORD and own > 0 and result < 1:
        return "unlucky"
    if luck > WORTH_A_WORD and own < 0 and result > 0:
        return "lucky"
    return ""
