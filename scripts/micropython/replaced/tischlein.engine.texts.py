"""Texts for people, as the bundle brings them."""

from functools import cache

from tischlein.engine.errors import OptionError
from tischlein.engine.texts.words import Words

LANGUAGES = ("de", "en")
TEXTS = {}


def ordered(value):
    """Pairs become dicts again, in their order."""
    if isinstance(value, dict):
        return {key: ordered(inner) for key, inner in value[""]}
    return [ordered(inner) for inner in value] if isinstance(value, list) else value


@cache
def load_texts(package, language):
    return ordered(TEXTS[package + " " + language])


def texts_of(game, language):
    texts = load_texts(game.face.texts, language) if game.face.texts else {}
    return {"name": game.name, **texts}


@cache
def words_for(game, language):
    if language not in LANGUAGES:
        raise OptionError(f"language: {language!r} is not one of {', '.join(LANGUAGES)}")
    return Words(language, texts_of(game, language), load_texts(__name__, language))
