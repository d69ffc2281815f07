"""The npm package's loader in Node: every answer is that of this process, to the bit. Chromium has the same engine."""

from random import Random
from typing import Any

import numpy as np

from bench.common.batches import checksum_of
from helpers.games.agree import Pair, compare_batches, walk
from helpers.games.strategies import each_game_with_module
from helpers.games.webassembly import in_node
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends import load
from tischlein.engine.backends.base import Backend, Batch, words_of
from tischlein.engine.game import Game
from tischlein.engine.types import State

MOST = (1 << 31) - 1


class InNode(Backend):
    """A game's module in Node. A box holds the record's bytes."""

    name = "node"

    def __init__(self, game: Game) -> None:
        super().__init__(game.rules)
        self.node = in_node(game)

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
        answer, box[:] = self.node.ask({"call": name, "numbers": numbers, "rng": rng}, bytes(box))
        return answer

    def _random_games(self, start: bytes, games: int, seed: int, first: int, cap: int, threads: int) -> Batch:
        numbers = [games, *words_of(seed), first, min(cap, MOST)]
        _, data = self.node.ask({"call": "randomGames", "numbers": numbers}, start)
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
        answer, _ = self.node.ask({"call": "checksum", "numbers": [len(batch.rows)]}, data)
        assert isinstance(answer, int)
        return answer


@each_game_with_module
def test_games_are_the_same(kit: Kit) -> None:
    """Random ones with every number of seats, and the whole contract step by step."""
    rng = Random(f"node {kit.game.id}")
    here, there = load(kit.game.rules, "wasm"), InNode(kit.game)
    for seats in kit.game.seats:
        start = kit.game.opening(seats, **kit.random_options(rng, seats))
        batch = compare_batches(here, there, start, SAMPLES.node_games, seed=seats, cap=min(kit.cap, MOST))
        assert there.checksum(batch) == checksum_of(batch)
    start = kit.layout.pack(kit.game.load(kit.random_position(rng)))
    walk(Pair(here, there, start), rng, most=SAMPLES.node_steps)
