"""What the server says to people, in both languages; the games bring their own words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tischlein.engine.game import Game
from tischlein.engine.play import wording
from tischlein.engine.play.legality import Reason
from tischlein.engine.play.table import Table
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.engine.texts.words import Words
from tischlein.server.protocol.shared import Bilingual

__all__ = ["in_both", "own_text", "reason", "words_for"]


def own_text(key: str, **values: object) -> Bilingual:
    """Return a text of the server in all languages; a ``problem`` for programmers stays in English."""
    return Bilingual(**wording.own_text(__name__, key, **values))


def in_both(game: Game, say: Callable[[Words], str]) -> Bilingual:
    """What is said about a game, in both languages."""
    return Bilingual(**{language: say(words_for(game, language)) for language in LANGUAGES})


def reason(table: Table, seat: int, action: str, why: Reason, names: Sequence[str]) -> Bilingual:
    """Why an action is refused, said to whoever tried; names, not numbers."""
    return Bilingual(**wording.reason_texts(__name__, table, seat, action, why, names))
