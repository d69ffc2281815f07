"""Questions to a module in Node, kept with their answers, so that a page can be asked the same ones."""

from copy import deepcopy
from hashlib import sha256
from typing import Any

import numpy as np

from helpers.browser.asked_page import Asked
from helpers.node import NodeProcess
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import Backend, Batch, words_of
from tischlein.engine.game import Game
from tischlein.engine.types import State

AT_ONCE = 500
LARGE = 1 << 14  # bytes
MOST = (1 << 31) - 1


class Recorded(Backend):
    """A game's module in Node, which remembers what it was asked. A box holds the record's bytes."""

    name = "node"

    def __init__(self, game: Game) -> None:
        super().__init__(game.rules)
        self.asked: list[tuple[dict[str, Any], bytes, Any, bytes]] = []
        self.node = NodeProcess(game)

    def ask(self, question: dict[str, Any], data: bytes = b"") -> tuple[Any, bytes]:
        kept = deepcopy(question)  # generators go on
        answer, rest = self.node.ask(question, data)
        self.asked.append((kept, data, answer, rest))
        return answer, rest

    def unpack(self, data: bytes) -> State:
        return bytearray(data)

    def pack(self, box: State) -> bytes:
        return bytes(box)

    def call(self, name: str, box: State, *arguments: int) -> int:
        result: int = self._run(name, box, arguments)["result"]
        return result

    def fill(self, name: str, box: State, size: int, *arguments: int) -> tuple[int, list[int]]:
        out = self._run(name, box, arguments)["result"]
        return len(out) if name == "legal" else 0, [*out, *[0] * (size - len(out))]

    def imagine(self, box: State, seat: int, rng: list[int]) -> None:
        rng[:] = self._run("imagine", box, (seat,), rng)["rng"]

    def _run(self, name: str, box: State, arguments: tuple[int, ...], rng: list[int] | None = None) -> Any:
        numbers = [int(argument) for argument in arguments]
        answer, box[:] = self.ask({"call": name, "numbers": numbers, "rng": rng}, bytes(box))
        return answer

    def _random_games(self, start: bytes, games: int, seed: int, first: int, cap: int, threads: int) -> Batch:
        numbers = [games, *words_of(seed), first, min(cap, MOST)]
        _, data = self.ask({"call": "randomGames", "numbers": numbers}, start)
        counts, words, rows = np.split(
            np.frombuffer(data, np.uint8), [4 * games, 4 * games * (1 + RNG_WORDS)]
        )
        return Batch(
            counts.view("<i4").astype(np.int64),
            rows.reshape(games, self.layout.size),
            words.view("<u4").astype(np.int64).reshape(games, RNG_WORDS),
        )

    def checksum(self, batch: Batch) -> int:
        data = batch.rngs.astype("<u4").tobytes() + batch.rows.tobytes()
        total: int = self.ask({"call": "checksum", "numbers": [len(batch.rows)]}, data)[0]
        return total


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
