"""The rules as they are, on slotted objects whose arrays are lists: starts at once, can be stepped through."""

from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import Backend, Batch, words_of
from tischlein.engine.rules import drive
from tischlein.engine.rules.clone import clone
from tischlein.engine.rules.contract import Rules
from tischlein.engine.types import State

_WITH_WORK = {"why", "legal", "apply", "imagine"}


class Python(Backend):
    """A box is the record itself."""

    name = "python"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._functions = clone(rules, [drive], lambda function: function)

    def unpack(self, data: bytes) -> State:
        return self.layout.unpack(data)

    def pack(self, box: State) -> bytes:
        return self.layout.pack(box)

    def copy(self, box: State) -> State:
        return self.layout.copy(box)

    def call(self, name: str, box: State, *arguments: int) -> int:
        work = (self._scratch(),) if name in _WITH_WORK else ()
        return getattr(self.rules, name)(box, *arguments, *work) or 0

    def fill(self, name: str, box: State, size: int, *arguments: int) -> tuple[int, list[int]]:
        out = [0] * size
        work = (self._scratch(),) if name in _WITH_WORK else ()
        return getattr(self.rules, name)(box, *arguments, out, *work) or 0, out

    def imagine(self, box: State, seat: int, rng: list[int]) -> None:
        self.rules.imagine(box, seat, rng, self._scratch())

    def _random_games(self, start: bytes, games: int, seed: int, first: int, cap: int, threads: int) -> Batch:
        import numpy as np

        states = [self.unpack(start) for _ in range(games)]
        rngs = [[0] * RNG_WORDS for _ in range(games)]
        decisions = [0] * games
        low, high = words_of(seed)
        out = [0] * (self.rules.ACTIONS + 1)
        work = self._scratch()
        self._functions["random_games"](states, rngs, decisions, low, high, first, cap, out, work)
        rows = np.frombuffer(b"".join(map(self.pack, states)), np.uint8).reshape(games, self.layout.size)
        return Batch(np.array(decisions, np.int64), rows, np.array(rngs, np.int64).reshape(games, RNG_WORDS))

    def _scratch(self) -> list[int]:
        # Made again for every call: threads share a backend.
        return [0] * self.rules.WORK
