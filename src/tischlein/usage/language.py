"""Choose the language of games in the terminal, of rules, reports and reviews. Commands themselves speak English."""

import os
from collections.abc import Mapping

from tischlein.engine.texts import LANGUAGES, check_language

# Where the system says which language its user speaks; the first that is set wins.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of an environment, or English if it is not one of ours.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LANG": "de_DE", "LC_ALL": "C"})
    ('de', 'en')
    """
    setting = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = setting[:2].lower()
    return language if language in LANGUAGES else "en"


def resolve_language(language: str | None) -> str:
    """Return the language that was asked for, or the system's; raise OptionError if it is not one of ours."""
    return language_of(os.environ) if language is None else check_language(language)
