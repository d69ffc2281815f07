"""The terminal's own texts; everything about a game comes from that game's words."""

from tischlein.engine.texts import LANGUAGES, load_texts
from tischlein.engine.texts.templates import phrase

TEXTS = "tischlein.terminal.texts"


class Phrases:
    """The terminal's texts in one language; keys are written ``section.name``."""

    def __init__(self, language: str) -> None:
        self._texts = load_texts(TEXTS, language)

    def __call__(self, key: str, **values: object) -> str:
        return phrase(self._texts, key, values)

    def command(self, name: str) -> str:
        """Return the word for a command that help names."""
        word: str = self._texts["commands"][name][0]
        return word


def commands() -> dict[str, set[str]]:
    """All words for every command, of all languages."""
    found: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for name, words in load_texts(TEXTS, language)["commands"].items():
            found.setdefault(name, set()).update(words)
    return found
