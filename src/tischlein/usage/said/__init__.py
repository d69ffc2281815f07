"""What commands say when something was done, in the language of whoever typed them."""

from __future__ import annotations

from tischlein.engine.texts import load_texts

TEXTS = __name__


def said(section: str, key: str, language: str, **values: object) -> str:
    """Return a sentence, filled with these values.

    >>> said("new_game", "registered", "de", file="games.py")
    'Eingetragen in games.py.'
    """
    sentence: str = load_texts(TEXTS, language)[section][key]
    return sentence.format(**values)
