"""The server's texts for people, in both languages; the games bring their own words."""

from collections.abc import Callable

from tischlein.engine.game import Game
from tischlein.engine.play.wording import own_text
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.engine.texts.words import Words
from tischlein.room.refusal import TEXTS
from tischlein.server.protocol.server import Goodbye
from tischlein.server.protocol.shared import Bilingual

__all__ = ["goodbye", "in_both", "words_for"]


def goodbye(code: str) -> Goodbye:
    """Return the last message of a connection, which says why the server closes it."""
    return Goodbye(code, Bilingual(**own_text(TEXTS, f"goodbye.{code}")))


def in_both(game: Game, say: Callable[[Words], str]) -> Bilingual:
    """Return a text about a game in both languages."""
    return Bilingual(**{language: say(words_for(game, language)) for language in LANGUAGES})
