"""The rules as WebAssembly in this process: the module that comes with a game, as browsers run it."""

from threading import local

import numpy as np

from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import Backend, Batch, words_of
from tischlein.engine.backends.wasm.modules import module_of
from tischlein.engine.backends.wasm.runtime import Instance
from tischlein.engine.rules.contract import Rules
from tischlein.engine.types import State

# Decisions of a game are counted with 31 bits.
MOST = (1 << 31) - 1
# Games in one call, so that a batch of any size needs little of a module's memory.
AT_ONCE = 1 << 14


class Wasm(Backend):
    """Runs rules in WebAssembly; a record's bytes are copied into the module and back with every call."""

    name = "wasm"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._module = module_of(rules)
        self._here = local()

    @property
    def instance(self) -> Instance:
        """The instance of this thread; another one after a trap."""
        found: Instance | None = getattr(self._here, "instance", None)
        if found is None or found.broken:
            found = self._here.instance = Instance(self._module)
            self._here.record = found.zeros(self.layout.size, np.uint8)
            size = max(self.rules.ACTIONS + 1, self.rules.MAX_SEATS, self.rules.OBSERVED)
            self._here.out = found.variable("out", size, np.int64)
            self._here.rng = found.variable("rng", RNG_WORDS, np.int64)
        return found

    def unpack(self, data: bytes) -> State:
        return bytearray(data)

    def pack(self, box: State) -> bytes:
        return bytes(box)

    def call(self, name: str, box: State, *arguments: int) -> int:
        instance = self.instance
        record = self._here.record
        record[:] = box
        found = instance.call(name, instance.address_of(record), *arguments)
        box[:] = record.tobytes()
        return found

    def fill(self, name: str, box: State, size: int, *arguments: int) -> tuple[int, list[int]]:
        self.instance  # noqa: B018 — makes the array
        out = self._here.out[:size]
        out[:] = 0
        n = self.call(name, box, *arguments)
        return n, out.tolist()

    def imagine(self, box: State, seat: int, rng: list[int]) -> None:
        self.instance  # noqa: B018
        self._here.rng[:] = rng
        self.call("imagine", box, seat)
        rng[:] = self._here.rng.tolist()

    def _random_games(self, start: bytes, games: int, seed: int, first: int, cap: int, threads: int) -> Batch:
        parts = [
            self._play_games(start, min(AT_ONCE, games - begin), seed, first + begin, cap)
            for begin in range(0, games, AT_ONCE)
        ]
        return Batch(*(np.concatenate(several) for several in zip(*parts, strict=True)))

    def _play_games(
        self, start: bytes, games: int, seed: int, first: int, cap: int
    ) -> tuple[np.ndarray, ...]:
        instance = self.instance
        with instance.borrowing():
            rows = instance.zeros((games, self.layout.size), np.uint8)
            rngs, decisions = instance.zeros((games, RNG_WORDS), np.int64), instance.zeros(games, np.int64)
            rows[:] = np.frombuffer(start, np.uint8)
            places = map(instance.address_of, (rows, rngs, decisions))
            instance.call("random_games", *places, games, *words_of(seed), first, min(cap, MOST))
            return decisions.copy(), rows.copy(), rngs.copy()
