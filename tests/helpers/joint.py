"""The tiny game, in which cards are chosen in secret, with an event of its own when they are laid open together."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from tischlein.scaffold.template import GAME as HOCH

OPEN = "open"


def _reveal(choices: Sequence[tuple[int, int]], before: Any, after: Any, seat: int) -> list[dict[str, Any]]:
    return [{"seat": None, "kind": OPEN, "choices": [[who, action] for who, action in choices]}]


JOINT = replace(
    HOCH,
    lays_open=lambda before, after: bool(after.tricks > before.tricks),
    views=SimpleNamespace(**vars(HOCH.views) | {"reveal": _reveal}),
)
