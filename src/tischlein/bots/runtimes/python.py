"""Kernels as they are written, in plain Python."""

from array import array
from operator import mul
from typing import Any

from tischlein.bots.kernels import GENERIC, search
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import NetWorkspace
from tischlein.bots.kernels.search import KNOWN, RECORDS, SEEN, Workspace
from tischlein.bots.runtimes.base import TABLE, Runtime
from tischlein.bots.weights import NetFile, room_for
from tischlein.engine.game import Game
from tischlein.engine.rules.clone import clone
from tischlein.engine.types import Array, State


class PythonRuntime(Runtime):
    """The sources as they are, on lists; compiled code's integers have 64 bits, and so have these where it matters."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "python")
        replaced: dict[Any, Any] = {search.copy: _copy, search.hashed: _hash_row, search.filed: _node_key}
        self.functions = clone(
            game.rules, GENERIC, lambda function: function, None, self.heuristics, replaced
        )

    def cells(self, size: int) -> Array:
        return [0] * size

    def reals(self, size: int) -> Array:
        return [0.0] * size

    def box(self, data: bytes) -> State:
        return [self.backend.unpack(data)]

    def _records(self) -> tuple[Array, Array]:
        rows = _Rows(self.game)
        return rows.states, rows

    def _tables(self, size: int) -> dict[str, Array]:
        return {name: array(kind, bytes(size * array(kind).itemsize)) for name, (kind, _) in TABLE.items()}

    def net(self, file: NetFile, hope: float = 0.0) -> Net:
        return Net(**room_for(file, self.game.rules.OBSERVED, listed=True, hope=hope))

    def no_net(self) -> Net:
        return Net(*[[] for _ in Net._fields])

    def load_known_record(self, space: Workspace | NetWorkspace, data: bytes) -> None:
        space.rows.lay(KNOWN, self.backend.unpack(data))


class _Rows:
    """Records side by side, each at its place for ever: kernels hold them while others are copied over them."""

    def __init__(self, game: Game) -> None:
        self.layout = game.layout
        self.states = [game.layout.unpack(bytes(game.layout.size)) for _ in range(RECORDS)]

    def lay(self, target: int, source: State) -> None:
        """Copy a record to a place."""
        copied = self.layout.copy(source)
        for field in self.layout.fields:
            setattr(self.states[target], field.name, getattr(copied, field.name))


def _copy(rows: Array, source: int, target: int) -> None:
    rows.lay(target, rows.states[source])


def _hash_row(rows: Array, weights: list[int], seat: int) -> int:
    total = (seat + 1) * 0x1E3779B97F4A7C15
    return _wrap64(total + sum(map(mul, rows.layout.pack(rows.states[SEEN]), weights)))


def _node_key(node: int, action: int) -> int:
    return _wrap64(node + (action + 1) * 0x2545F4914F6CDD1D) | 1


def _wrap64(number: int) -> int:
    """Return a number as 64 bits hold it."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
