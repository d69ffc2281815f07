"""What a summary is told in: the words of one language, and a game's own for what it counts."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from tischlein.engine.texts import load_texts
from tischlein.games import GAMES

ENGLISH = "en"
TEXTS = "tischlein.lab.texts"


def ordinal(place: int, language: str) -> str:
    """A place in the order of play as a word, for tables of any size.

    >>> ordinal(0, "en"), ordinal(9, "de")
    ('first', '10.')
    """
    words = load_texts(TEXTS, language)
    word: str = (
        words["order"][place]
        if place < len(words["order"])
        else words["summary"]["later"].format(n=place + 1)
    )
    return word


class SummaryWords:
    """The words for summaries of one game."""

    def __init__(self, game: str, language: str) -> None:
        self.language = language
        self._words = load_texts(TEXTS, language)["summary"]
        known = GAMES.get(game)
        self._own = load_texts(known.face.texts, language) if known and known.face.texts else {}

    def say(self, key: str, **values: Any) -> str:
        sentence: str = self._words[key]
        return sentence.format(**values)

    def place(self, place: int) -> str:
        return ordinal(place, self.language)

    def column(self, name: str) -> str:
        """What a game counts; without a word of its own, the column's name.

        >>> words = SummaryWords("quanto", "de")
        >>> words.column("rounds"), words.column("note")
        ('Runden', 'note')
        """
        word: str | None = self._own.get("columns", {}).get(name) or self._words["columns"].get(name)
        return word or name.replace("_", " ")

    def bin(self, label: str) -> str:
        """What a column tells apart."""
        word: str = self._own.get("bins", {}).get(label, label)
        return word

    def figures(self, text: str) -> str:
        """Decimals with the language's own mark.

        >>> SummaryWords("quanto", "de").figures("35.7 ± 2.1")
        '35,7 ± 2,1'
        """
        return re.sub(r"(?<=\d)\.(?=\d)", self.say("decimal"), text)


@cache
def summary_words(game: str, language: str) -> SummaryWords:
    return SummaryWords(game, language)
