"""Texts for people, as data: one TOML file per game and language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from tischlein.engine.declaration import Declaration

LANGUAGES = ("de", "en")


@cache
def load_texts(package: str, language: str) -> dict[str, Any]:
    """Return the texts in a package's ``de.toml`` or ``en.toml``; until somebody has translated them, those in the other language."""
    own = files(package).joinpath(f"{language}.toml")
    (other,) = set(LANGUAGES) - {language}
    file = own if own.is_file() else files(package).joinpath(f"{other}.toml")
    return tomllib.loads(file.read_text("utf-8"))


def game_texts(game: Declaration, language: str) -> dict[str, Any]:
    """Return all texts of a game; only its reasons must have been written, the rest is told as well as can be."""
    texts = load_texts(game.texts, language)
    return {
        "name": game.name,
        "tagline": f"{game.name}.",
        "events": {},
        "cards": {},
        "rules": [],
        **texts,
        "options": {name: option.help for name, option in game.options.items()} | texts.get("options", {}),
    }
