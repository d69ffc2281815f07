"""Texts for people, as data: one TOML file per game and language, and one per language for all games."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Protocol

from tischlein.engine.errors import OptionError
from tischlein.engine.rules.option import Option
from tischlein.engine.rules.parts import Face
from tischlein.engine.texts.words import Words
from tischlein.engine.types import Json

LANGUAGES = ("de", "en")


class Described(Protocol):
    """The parts of a declaration that describe a game without texts."""

    @property
    def name(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Option]: ...
    @property
    def face(self) -> Face: ...


@cache
def load_texts(package: str, language: str) -> Json:
    """Return the texts in a package's ``de.toml`` or ``en.toml``, or those of the other language if one is missing."""
    for name in (language, *LANGUAGES):
        file = files(package).joinpath(f"{name}.toml")
        if file.is_file():
            break
    return tomllib.loads(file.read_text("utf-8"))


def texts_of(game: Described, language: str) -> Json:
    """Return all texts of a game; missing ones come from the game's declaration."""
    texts = load_texts(game.face.texts, language) if game.face.texts else {}
    written = texts.get("options", {})
    options = {name: {"help": option.help, **written.get(name, {})} for name, option in game.options.items()}
    return {"name": game.name, "tagline": f"{game.name}.", **texts, "options": options}


def check_language(language: str) -> str:
    """Return the language, or raise OptionError if there are no texts in it."""
    if language not in LANGUAGES:
        raise OptionError(f"language: {language!r} is not one of {', '.join(LANGUAGES)}")
    return language


def decimal(value: float, digits: int, language: str = "en") -> str:
    """Return a number with separators and a real minus sign.

    >>> decimal(-1234.5, 1), decimal(-1234.5, 1, "de")
    ('−1,234.5', '−1.234,5')
    >>> decimal(-0.04, 1)
    '0.0'
    """
    text = f"{value:z,.{digits}f}".replace("-", "−")
    return text if language == "en" else text.translate({ord(","): ".", ord("."): ","})


@cache
def words_for(game: Described, language: str) -> Words:
    """Return the words of a game in a language."""
    return Words(check_language(language), texts_of(game, language), load_texts(__name__, language))
