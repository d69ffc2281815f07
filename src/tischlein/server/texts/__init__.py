"""What the server says to people, in both languages; the games bring their own words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tischlein.engine.game import Game
from tischlein.engine.table import OWN_REASONS, Reason, Table
from tischlein.engine.templates import with_values
from tischlein.engine.texts import LANGUAGES, load_texts, words_for
from tischlein.engine.words import Words
from tischlein.server.protocol.shared import Bilingual

__all__ = ["in_both", "own_text", "reason", "words_for"]


def own_text(key: str, **values: object) -> Bilingual:
    """A text of the server's own."""
    return Bilingual(
        **{
            language: with_values(_found(load_texts(__name__, language), key), values)
            for language in LANGUAGES
        }
    )


def in_both(game: Game, say: Callable[[Words], str]) -> Bilingual:
    """What is said about a game, in both languages."""
    return Bilingual(**{language: say(words_for(game, language)) for language in LANGUAGES})


def reason(table: Table, seat: int, action: str, why: Reason, names: Sequence[str]) -> Bilingual:
    """Why an action is refused, said to whoever tried; names, not numbers."""
    if why.code in OWN_REASONS and not why.clause:  # no rule of the game, not even of one without clauses
        return own_text(f"refused.{why.code}", action=action)
    view = table.view(seat)
    return in_both(table.game, lambda words: words.reason(why.code, action, view, names))


def _found(texts: Any, key: str) -> str:
    found = texts
    for part in key.split("."):
        found = found[part]
    text: str = found
    return text
