"""Names of people and bots at a table."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable

from tischlein.server.errors import Refusal
from tischlein.server.protocol.shared import NAME_LENGTH

BOT_NAMES = (
    "Ada", "Bruno", "Cosima", "Dario", "Edda", "Fritz", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Linus", "Mira", "Nils",
    "Olga", "Paul", "Quirin", "Rosa", "Selma", "Toni", "Ulla", "Veit", "Wanda", "Xaver", "Yara", "Zoe",
)  # fmt: skip


def tidy(name: str, taken: Iterable[str | None]) -> str:
    """A name that can be shown and told apart, or a refusal."""
    shown = " ".join("".join(char for char in unicodedata.normalize("NFC", name) if _visible(char)).split())
    if not any(char.isalnum() for char in shown) or len(shown) > NAME_LENGTH:
        raise Refusal("bad_name", 422)
    if shown.casefold() in {other.casefold() for other in taken if other is not None}:
        raise Refusal("name_taken", 409)
    return shown


def _visible(char: str) -> bool:
    # Control and format characters could turn a line around or hide in it.
    return unicodedata.category(char)[0] != "C"


def bot_name(taken: Iterable[str | None]) -> str:
    """A name that nobody at the table has."""
    used = {name.casefold() for name in taken if name is not None}
    return random.choice([name for name in BOT_NAMES if name.casefold() not in used])
