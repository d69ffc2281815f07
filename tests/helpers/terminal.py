"""Tables in a terminal, without one."""

from typing import Any

import tischlein
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session

LOBO = tischlein.game("lobo77")
POSITION = {
    "game": "lobo77",
    "seats": 3,
    "total": 18,
    "turn": 0,
    "hands": [["-10", "4", "5", "x2", "reverse"], ["2", "3"], ["7", "8"]],
    "draw": ["6", "6", "6", "9", "9"],
    "draw_ordered": True,
    "discard": ["8", "10"],
}


def session(language: str = "en", name: str | None = None, seed: int = 1, **changes: Any) -> Session:
    setup = Setup(LOBO, 3, "easy", language, {}, seed=seed, name=name)
    return Session(setup, LOBO.at({**POSITION, **changes}, seed=seed))


def placed(position: dict[str, Any], language: str = "en") -> Session:
    """Return a session at a position of any game."""
    game = tischlein.game(position["game"])
    setup = Setup(game, position["seats"], "random", language, {}, seed=1)
    return Session(setup, game.at(position, seed=1))


def bots_move(at: Session) -> None:
    while at.mode == "bot":
        at.step()
