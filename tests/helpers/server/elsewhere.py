"""A game whose table runs on any backend: every call of its rules goes there and comes back."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from tischlein.engine.backends import Backend
from tischlein.engine.game import Game

Answer = TypeVar("Answer")


class Elsewhere:
    """Stands in for a rules module; records travel to the backend as bytes and back."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend.rules, name)  # constants

    def setup(self, s: Any) -> None:
        self._call(s, "setup")

    def why(self, s: Any, seat: int, action: int, work: Any) -> int:
        return self._call(s, "why", seat, action)

    def legal(self, s: Any, seat: int, out: list[int], work: Any) -> int:
        return self._fill(s, "legal", out, seat)

    def chances(self, s: Any) -> int:
        return self._call(s, "chances")

    def apply(self, s: Any, seat: int, action: int, work: Any) -> None:
        self._call(s, "apply", seat, action)

    def scores(self, s: Any, out: list[int]) -> None:
        self._fill(s, "scores", out)

    def payoff(self, s: Any, out: list[int]) -> None:
        self._fill(s, "payoff", out)

    def conceal(self, s: Any, seat: int) -> None:
        self._call(s, "conceal", seat)

    def imagine(self, s: Any, seat: int, rng: list[int], work: Any) -> None:
        self._there(s, lambda box: self._backend.imagine(box, seat, rng))

    def observe(self, s: Any, seat: int, out: list[int]) -> None:
        self._fill(s, "observe", out, seat)

    def _call(self, s: Any, name: str, *arguments: int) -> int:
        return self._there(s, lambda box: self._backend.call(name, box, *arguments))

    def _fill(self, s: Any, name: str, out: list[int], *arguments: int) -> int:
        size = max(len(out), self._backend.rules.MAX_SEATS)
        n, found = self._there(s, lambda box: self._backend.fill(name, box, size, *arguments))
        out[:] = found[: len(out)]
        return n

    def _there(self, s: Any, ask: Callable[[Any], Answer]) -> Answer:
        layout, backend = self._backend.layout, self._backend
        box = backend.unpack(layout.pack(s))
        answer = ask(box)
        after = layout.unpack(backend.pack(box))
        for field in layout.fields:
            setattr(s, field.name, getattr(after, field.name))
        self.calls += 1
        return answer


def on(game: Game, backend: Backend) -> Game:
    """The game with its rules on this backend."""
    return replace(game, rules=Elsewhere(backend))
