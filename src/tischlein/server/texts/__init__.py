"""What the server says to people, in both languages; the games bring their own words."""

from collections.abc import Callable

from tischlein.engine.game import Game
from tischlein.engine.play import wording
from tischlein.engine.texts import LANGUAGES, load_texts, words_for
from tischlein.engine.texts.words import Words
from tischlein.room.refusal import TEXTS as TABLE_TEXTS
from tischlein.server.protocol.shared import Bilingual

__all__ = ["in_both", "own_text", "words_for"]


def own_text(key: str, **values: object) -> Bilingual:
    """Return a text of the server or of a table in all languages; a ``problem`` for programmers stays in English."""
    part, _, name = key.partition(".")
    package = __name__ if name in load_texts(__name__, LANGUAGES[0]).get(part, {}) else TABLE_TEXTS
    return Bilingual(**wording.own_text(package, key, **values))


def in_both(game: Game, say: Callable[[Words], str]) -> Bilingual:
    """Return a text about a game in both languages."""
    return Bilingual(**{language: say(words_for(game, language)) for language in LANGUAGES})
