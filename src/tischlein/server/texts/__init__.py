"""What the server says to people, in both languages; the games bring their own texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tischlein.engine.game import Game
from tischlein.engine.table import Reason, Table
from tischlein.engine.texts import LANGUAGES, game_texts, load_texts
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.texts.interim import Words, words_for

__all__ = ["game_text", "in_both", "own_text", "reason", "words_for"]


def own_text(key: str, **values: object) -> Bilingual:
    """A text of the server's own."""
    return Bilingual(
        **{language: _found(load_texts(__name__, language), key).format(**values) for language in LANGUAGES}
    )


def game_text(game: Game, key: str) -> Bilingual:
    """A text of a game, without placeholders."""
    return Bilingual(**{language: _found(game_texts(game, language), key) for language in LANGUAGES})


def in_both(game: Game, say: Callable[[Words], str]) -> Bilingual:
    """What is said about a game, in both languages."""
    return Bilingual(**{language: say(words_for(game, language)) for language in LANGUAGES})


def reason(table: Table, seat: int, action: str, why: Reason, names: Sequence[str]) -> Bilingual:
    """Why an action is refused, said to whoever tried; names, not numbers."""
    texts = {}
    for language in LANGUAGES:
        game = game_texts(table.game, language)
        to_you = game.get("reasons_you", {}).get(why.code)
        template = to_you or game["reasons"].get(why.code)
        if template is None:  # the engine's own reasons have no rule
            texts[language] = _found(load_texts(__name__, language), f"refused.{why.code}").format(
                action=action
            )
            continue
        spoken = game["cards"]
        legal = [spoken.get(option.text, option.text) for option in table.actions(seat)]
        nothing, nobody = (
            _found(load_texts(__name__, language), f"words.{word}") for word in ("nothing", "nobody")
        )
        texts[language] = template.format(
            action=spoken.get(action, action),
            seat=seat if to_you is None else names[seat],
            legal=", ".join(legal) or nothing,
            waiting=", ".join(names[other] for other in table.waiting) or nobody,
        )
    return Bilingual(**texts)


def _found(texts: Any, key: str) -> str:
    found = texts
    for part in key.split("."):
        found = found[part]
    text: str = found
    return text
