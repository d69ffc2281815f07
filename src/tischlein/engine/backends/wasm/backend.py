"""The rules as WebAssembly in Node: what browsers run, where tests can compare it with the other backends."""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property

import numpy as np

from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import Backend, Batch, words_of
from tischlein.engine.backends.native import Native
from tischlein.engine.backends.wasm import CELL_BYTES
from tischlein.engine.backends.wasm.cache import cached, own_files
from tischlein.engine.backends.wasm.compile import Entrance, compile_module
from tischlein.engine.backends.wasm.entrances import VARIABLES, Room, contract_entrances, drive_entrances
from tischlein.engine.backends.wasm.node import NodeProcess
from tischlein.engine.rules import drive
from tischlein.engine.rules.clone import household
from tischlein.engine.rules.contract import Rules
from tischlein.engine.types import AnyJson, Compiled, Json, JsonValue, State

# Decisions of a game are counted with 31 bits.
MOST = (1 << 31) - 1


def rules_entrances(rules: Rules, functions: Compiled, scratch: int) -> tuple[list[Entrance], Room]:
    """The contract and random games of one game, and the memory they share with others."""
    from tischlein.engine.rules.record import Layout

    room = Room(Layout(rules.RECORD), rules.MAX_SEATS, rules.ACTIONS + 1, rules.OBSERVED, scratch)
    return [*contract_entrances(functions, room), *drive_entrances(functions, room)], room


def build(rules: Rules) -> bytes:
    """Return a module with the rules and nothing else, compiled now."""
    functions = Native(rules).kernels.functions
    return compile_module(rules_entrances(rules, functions, max(rules.WORK, 1))[0], VARIABLES)


class Wasm(Backend):
    """A box holds the record's bytes; they travel to Node and back with every call."""

    name = "wasm"

    def __init__(self, rules: Rules, module: bytes | None = None, more: AnyJson | None = None) -> None:
        """A module and more about it than the rules say, or one that has only the rules."""
        super().__init__(rules)
        self._more = more or {}
        if module is None:
            sources = [*household(rules), drive]
            module = cached(sources, own_files(), "rules.wasm", lambda: build(rules))
        self.module = module

    @cached_property
    def node(self) -> NodeProcess:
        return NodeProcess(self.info, self.module)

    @property
    def info(self) -> Json:
        """What the loader has to know about the rules."""
        fields = {field.name: asdict(field) for field in self.layout.fields}
        return {
            "name": self.rules.__name__,
            "maxSeats": self.rules.MAX_SEATS,
            "cell": CELL_BYTES,
            "size": self.layout.size,
            "actions": self.rules.ACTIONS,
            "features": self.rules.OBSERVED,
            "fields": fields,
            **self._more,
        }

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

    def _run(
        self, name: str, box: State, arguments: tuple[int, ...], rng: list[int] | None = None
    ) -> JsonValue:
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
        total: int = self.node.ask({"call": "checksum", "numbers": [len(batch.rows)]}, data)[0]
        return total
