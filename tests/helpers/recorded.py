"""Questions to a module in Node, kept with their answers, so that a page can be asked the same ones."""

from copy import deepcopy
from hashlib import sha256
from typing import Any

from bench.common.chromium import Asked
from tischlein.bots.wasm import module_of
from tischlein.bots.wasm.info import info
from tischlein.engine.backends.wasm.backend import Wasm
from tischlein.engine.backends.wasm.node import NodeProcess
from tischlein.engine.game import Game

AT_ONCE = 500
LARGE = 1 << 14  # bytes


class Recorded(Wasm):
    """A game's module in Node, which remembers what it was asked."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.rules, module_of(game), info(game))
        self.asked: list[tuple[dict[str, Any], bytes, Any, bytes]] = []
        process = NodeProcess(self.info, self.module)
        answered = process.ask

        def ask(question: dict[str, Any], data: bytes = b"") -> tuple[Any, bytes]:
            kept = deepcopy(question)  # generators go on
            answer, rest = answered(question, data)
            self.asked.append((kept, data, answer, rest))
            return answer, rest

        process.ask = ask  # type: ignore[method-assign]
        self.__dict__["node"] = process


def compare(page: Asked, game: Game, recorded: Recorded) -> int:
    """Ask the page what Node was asked; every answer is the same. Return how many there were."""
    page.load(game)
    before = b""
    for at in range(0, len(recorded.asked), AT_ONCE):
        part = recorded.asked[at : at + AT_ONCE]
        questions: list[tuple[dict[str, Any], bytes | int]] = []
        for question, data, _, rest in part:
            # All games of a batch, to be hashed: the page has just played them itself.
            is_there = len(data) > LARGE and before.endswith(data)
            questions.append((question, len(data) if is_there else data))
            before = rest
        for answered, (question, _, answer, rest) in zip(page.ask_all(questions), part, strict=True):
            assert answered == (answer, sha256(rest).digest()), question
    return len(recorded.asked)
