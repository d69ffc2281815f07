"""What one listener reads: the sentences for events, actions, tasks and standings, in one language and said to one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tischlein.engine.game import Game
from tischlein.engine.table import Action as LegalAction
from tischlein.engine.views import Standing as EngineStanding
from tischlein.server.protocol.server import Action, Standing
from tischlein.server.texts import words_for


class Wording:
    """The words of a game for a listener: the seat is None for a spectator."""

    def __init__(self, game: Game, names: Sequence[str], seat: int | None, lang: str) -> None:
        self._words = words_for(game, lang)
        self._names = names
        self._seat = seat

    def event(self, event: Mapping[str, Any], late: int | None = None) -> dict[str, Any]:
        """An event with its sentence; ``late``: it is the first of a decision that a bot made because this seat's time was up."""
        said = self._words.event(event, self._names, self._seat)
        if late is not None:
            said = self._words.time_up(late, said, self._names, self._seat)
        return {**event, "text": said}

    def actions(
        self,
        legal: Sequence[LegalAction],
        view: Mapping[str, Any],
        hints: Mapping[str, dict[str, Any]],
        cards: Mapping[str, str],
    ) -> list[Action]:
        """The legal actions with their labels, their hints and the cards that they are about."""
        found = []
        for action in legal:
            hint = hints.get(action.text) or None
            label = self._words.action(action.text, view, self._names, hint)
            note = self._words.hint(hint) if hint else ""
            found.append(Action(action.id, action.text, label, hint, note, cards.get(action.text)))
        return found

    def task(
        self, view: Mapping[str, Any], legal: Sequence[LegalAction], hints: Mapping[str, dict[str, Any]]
    ) -> str:
        """What the seat has to do now, or whom the table waits for."""
        return self._words.task(view, self._names, [action.text for action in legal], hints)

    def standings(self, standings: Sequence[EngineStanding]) -> list[Standing]:
        """The final places with their scores in words."""
        return [
            Standing(one["place"], one["seats"], one["score"], one["won"], self._words.score(one["score"]))
            for one in standings
        ]
