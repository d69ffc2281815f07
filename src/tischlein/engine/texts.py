"""Texts for people, as data: one TOML file per game and language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("de", "en")


@cache
def load_texts(package: str, language: str) -> dict[str, Any]:
    """Return the texts in a package's ``de.toml`` or ``en.toml``."""
    return tomllib.loads(files(package).joinpath(f"{language}.toml").read_text("utf-8"))
