"""Sentences for one listener: events, actions, tasks and standings, in one language and from one seat.

Server and page make their messages with this; nothing here waits, stores or sends.
"""

from collections.abc import Mapping, Sequence

from tischlein.engine.play.legality import OWN_REASONS, Action, Reason
from tischlein.engine.play.table import Table
from tischlein.engine.play.views import Standing
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.texts import LANGUAGES, load_texts, words_for
from tischlein.engine.texts.templates import phrase
from tischlein.engine.types import AnyEvent, AnyView, Hint, Json


class Wording:
    """The words of a game for one listener; the seat is None for a spectator."""

    def __init__(self, game: Declaration, names: Sequence[str], seat: int | None, lang: str) -> None:
        self._words = words_for(game, lang)
        self._names = names
        self._seat = seat

    def event(self, event: AnyEvent, late: int | None = None, advised: int | None = None) -> Json:
        """Return an event with its sentence; the first event of a decision is marked if a bot stood in or advice was followed."""
        text = self.event_text(event)
        if late is not None:
            text = self._words.before("time_up", late, text, self._names, self._seat)
        if advised is not None:
            text = self._words.before("advised", advised, text, self._names, self._seat)
        return {**event, "text": text}

    def event_text(self, event: AnyEvent) -> str:
        """Return the sentence for an event, "" for one that the table shows without words."""
        return self._words.event(event, self._names, self._seat)

    def sentence(self, event: AnyEvent) -> str:
        """Return the sentence for an event, also for one that the table shows without words."""
        return self._words.sentence(event, self._names, self._seat)

    def actions(
        self,
        legal: Sequence[Action],
        view: AnyView,
        hints: Mapping[str, Hint],
        cards: Mapping[str, str],
    ) -> list[Json]:
        """Return the legal actions with their labels, hints and cards."""
        found = []
        for action in legal:
            hint = hints.get(action.text) or None
            found.append(
                {
                    "id": action.id,
                    "text": action.text,
                    "label": self._words.action(action.text, view, self._names, hint),
                    "hint": hint,
                    "note": self._words.hint(hint) if hint else "",
                    "card": cards.get(action.text),
                }
            )
        return found

    def task(self, view: AnyView, legal: Sequence[Action], hints: Mapping[str, Hint]) -> str:
        """Return what the seat has to do now, or whom the table waits for."""
        return self._words.task(view, self._names, [action.text for action in legal], hints)

    def standings(self, standings: Sequence[Standing]) -> list[Json]:
        """Return the final places with their scores in words."""
        return [{**one, "text": self._words.score(one["score"])} for one in standings]


def own_text(package: str, key: str, **values: object) -> dict[str, str]:
    """Return a text from a package of its own, in both languages."""
    return {language: phrase(load_texts(package, language), key, values) for language in LANGUAGES}


def reason_texts(
    package: str, table: Table, seat: int, action: str, why: Reason, names: Sequence[str]
) -> dict[str, str]:
    """Return why an action is refused, for the player who tried it, in both languages."""
    if why.code in OWN_REASONS and not why.clause:  # not a rule of the game
        return own_text(package, "refused." + why.code, action=action)
    view = table.view(seat)
    return {
        language: words_for(table.game, language).reason(why.code, action, view, names)
        for language in LANGUAGES
    }
