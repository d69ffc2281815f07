"""Words in the notation, until the engine has sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tischlein.engine.game import Game


class Words:
    """What ``engine.words`` will say."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language = game, language

    def answer(self, name: str) -> str:
        return name.replace("_", " ")

    zone = option = answer

    def choice(self, option: str, value: object) -> str:
        return str(value)

    def score(self, score: int, short: bool = False) -> str:
        return str(score)

    def action(
        self,
        text: str,
        view: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        hint: Mapping[str, Any] | None = None,
    ) -> str:
        return text

    def hint(self, hint: Mapping[str, Any]) -> str:
        return ""

    def event(self, event: Mapping[str, Any], names: Sequence[str], you: int | None) -> str:
        return ""

    def task(
        self,
        view: Mapping[str, Any],
        names: Sequence[str],
        actions: Sequence[str] = (),
        hints: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> str:
        return ""


def words_for(game: Game, language: str) -> Words:
    return Words(game, language)
