"""What a command refuses, in the language of whoever typed it: code raises errors in English, and here they are translated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from tischlein.engine.errors import GUESS
from tischlein.engine.texts import LANGUAGES, load_texts

TEXTS = "tischlein.usage.texts"
SOURCE = "en"  # what the code itself says
PLACE = re.compile(r"\{(\w+)\}")
PROBLEM = "problem"  # stands for a sentence that is translated too
OPTION = "--lang"
LONG_NUMBER = re.compile(r"\d{1,3}(,\d{3})+")  # as English writes it


def asked_language(arguments: Sequence[str], usual: str) -> str:
    """Return the language that somebody asks for on a command line, or the usual one.

    >>> asked_language(["games", "--lang", "de"], "en"), asked_language(["games", "--lang=xx"], "en")
    ('de', 'en')
    """
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        name, equals, value = word.partition("=")
        wanted = value if equals else following
        if name == OPTION and wanted in LANGUAGES:
            return wanted
    return usual


def translated(message: str, language: str) -> str:
    """Return a refusal in a language; what nobody has translated stays as it is.

    >>> translated("there is no game 'chess'; there are these", "de")
    "Ein Spiel 'chess' gibt es nicht; es gibt these"
    """
    if language == SOURCE:
        return message
    text, guess, name = message.partition(GUESS)
    if guess:
        return f"{translated(text, language)}{load_texts(TEXTS, language)['guess']}{name}"
    for pattern, template in _patterns(language):
        found = pattern.fullmatch(text)
        if found:
            values = found.groupdict()
            if PROBLEM in values:
                values[PROBLEM] = translated(values[PROBLEM], language)
            values = {name: _number(value, language) for name, value in values.items()}
            return PLACE.sub(lambda place, values=values: values[place[1]], template)  # type: ignore[misc]
    return text


def _number(value: str, language: str) -> str:
    """A number as the language writes it: 1,000 is 1.000 in German. What is no such number stays as it is."""
    thousands: str = load_texts(TEXTS, language)["thousands"]
    return value.replace(",", thousands) if LONG_NUMBER.fullmatch(value) else value


@cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """All sentences, those that say most first: what is said in general fits them too."""
    sentences: dict[str, str] = load_texts(TEXTS, language)["sentences"]
    found = sorted(sentences.items(), key=lambda pair: -len(PLACE.sub("", pair[0])))
    return [(re.compile(_pattern(source), re.DOTALL), target) for source, target in found]


def _pattern(source: str) -> str:
    parts = PLACE.split(source)  # text and names in turn
    return "".join(f"(?P<{part}>.+?)" if k % 2 else re.escape(part) for k, part in enumerate(parts))
