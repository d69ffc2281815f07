"""What the coach says to one listener: how a seat played, what was better, and what it would do now."""

from collections.abc import Sequence

from tischlein.coach.brief import Lesson, PlayerReview, RatedAction
from tischlein.engine.game import Game
from tischlein.engine.play.snapshot import shown_position
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts import load_texts, words_for
from tischlein.engine.texts.words import Verbatim
from tischlein.engine.types import Json

TEXTS = "tischlein.coach.texts"
# The share of a win that must be luck before the coach mentions it.
WORTH_A_WORD = 0.1


class Teller:
    """Puts what the coach has found into words; ``you`` is the listener's seat, None for a spectator."""

    def __init__(self, game: Game, names: Sequence[str], you: int | None, language: str) -> None:
        self._game, self._names, self._you = game, names, you
        self._words = words_for(game, language)
        self._wording = Wording(game, names, you, language)
        self._texts = load_texts(TEXTS, language)["sentences"]

    def summary(self, seat: int, one: PlayerReview) -> str:
        """Say how a seat played, and whether luck hid it."""
        sentences = []
        hidden = hidden_by_luck(one.result, one.luck, one.own)
        if hidden:
            sentences.append(self._say(hidden, seat, luck=hundredths(abs(one.luck))))
        key = "mistakes" if one.mistakes else "well" if one.decisions else "nothing"
        sentences.append(self._say(key, seat, mistakes=one.mistakes, decisions=one.decisions))
        return " ".join(sentences)

    def decision(self, known: bytes, seat: int) -> Json:
        """Return a decision as the seat saw it, from its concealed record: view, actions with their labels, and the task."""
        return shown_position(self._game, self._game.layout.unpack(known), seat, self._wording)

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
            "text": self.puzzle(one, labels) if is_puzzle else self.lesson(one, labels),
            "kind": kind,
            "kind_text": kind_text,
        }

    def puzzle(self, one: Lesson, labels: dict[str, str]) -> list[str]:
        """Say what wins a puzzle, how rules of thumb would do, and the count behind it."""
        played = next(choice for choice in one.choices if choice.text == one.played)
        best = one.choices[0]
        return [
            self._say(
                "puzzle",
                one.seat,
                action=labels[best.text],
                value=hundredths(best.value),
                other=labels[played.text],
                less=hundredths(played.value),
            ),
            *self._counts(one.seat, best, played),
            self._say("count_all", one.seat, worlds=best.worlds),
        ]

    def lesson(self, one: Lesson, labels: dict[str, str]) -> list[str]:
        """Say what happened, what was better, and the count behind it."""
        played = next(choice for choice in one.choices if choice.text == one.played)
        best = one.choices[0]
        return [
            self._say("happened", one.seat, action=labels[played.text], value=hundredths(played.value)),
            self._say("better", one.seat, action=labels[best.text], value=hundredths(best.value)),
            *self._counts(one.seat, played, best),
            self._say("count", one.seat, worlds=min(best.worlds, played.worlds)),
            # The difference of what was just said, also where that is rounded.
            self._say(
                "cost",
                one.seat,
                loss=hundredths(best.value) - hundredths(played.value),
                spread=hundredths(one.spread),
            ),
        ]

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
            text = self._words.counted(one.text, one.count, seat, self._names, self._you) if one.count else ""
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


def hidden_by_luck(result: float, luck: float, own: float) -> str:
    """Return the key of what is said if luck hid how a seat played: a winner scored too little, or a loser too much.

    >>> hidden_by_luck(0.0, -0.3, 0.2), hidden_by_luck(1.0, 0.3, -0.2), hidden_by_luck(1.0, -0.3, 0.2), hidden_by_luck(0.0, 0.3, -0.2)
    ('unlucky', 'lucky', '', '')
    """
    if luck < -WORTH_A_WORD and own > 0 and result < 1:
        return "unlucky"
    if luck > WORTH_A_WORD and own < 0 and result > 0:
        return "lucky"
    return ""
