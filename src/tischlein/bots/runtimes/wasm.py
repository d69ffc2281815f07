"""The kernels of a game in its WebAssembly module, called as those of the other backends are.

Arrays that kernels work in are views on the module's memory. What a module holds as variables of its own is not passed.
"""

from collections.abc import Mapping
from typing import cast

import numpy as np

from tischlein.bots.kernels.evaluation import Measure
from tischlein.bots.kernels.net import Net
from tischlein.bots.kernels.net_playouts import TRIED, NetWorkspace, Trials
from tischlein.bots.kernels.search import KNOWN, RECORDS, Style, Workspace
from tischlein.bots.runtimes.base import TABLE, Runtime
from tischlein.bots.weights import KINDS, NetFile, room_for
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.wasm.modules import module_of
from tischlein.engine.backends.wasm.runtime import Instance
from tischlein.engine.game import Game
from tischlein.engine.types import Array, Kernel

NOTHING = np.zeros(0, np.int64)
# The order in which a module looks for the arrays of a net.
LAID = (
    *("first_scale", "second_scale", "policy_scale", "value_scale", "lean"),
    *("begin", "low", "high", "before", "came", "went"),
    *("second_bias", "policy_bias", "value_bias", "sums"),
    "held",
    *("first", "second", "policy", "value", "one", "two"),
)


class WasmRuntime(Runtime):
    """A game's module in an instance of its own."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "wasm")
        self.instance = Instance(module_of(game.rules))
        here, most = self.instance, self._most
        self._known = here.variable("known", (RECORDS, game.layout.size), np.uint8)
        self._out = here.variable("out", max(most, game.rules.OBSERVED), np.int64)
        self._rng = here.variable("rng", RNG_WORDS, np.int64)
        self._points = here.variable("points", most, np.int64)
        self._likings = here.variable("likings", most, np.float64)
        self._record = here.zeros(game.layout.size, np.uint8)
        self._at = here.address_of(self._record)
        kernels = _Kernels(here, self.actions)
        self.functions: Mapping[str, Kernel] = {
            "think": kernels.think,
            "counted": kernels.counted,
            "foresee": kernels.foresee,
            "prospects": kernels.prospects,
        }

    @property
    def is_usable(self) -> bool:
        return not self.instance.broken

    def isolated(self) -> Runtime:
        return WasmRuntime(self.game)

    # Memory

    def _records(self) -> tuple[Array, Array]:
        return self._known, self._known

    def _tables(self, size: int) -> dict[str, Array]:
        place = self.instance.reserve(size * sum(np.dtype(kind).itemsize for _, kind in TABLE.values()))
        self.instance.call("prepare", place, size)
        memory: dict[str, Array] = {}
        for name, (_, kind) in TABLE.items():
            memory[name] = self.instance.array(place, size, kind)
            place += memory[name].nbytes
        return memory

    def workspace(self, size: int) -> Workspace:
        held = dict.fromkeys(
            ("weights", "places", "seats", "rewards", "around", "trust", "ways", "work"), NOTHING
        )
        return Workspace(
            states=self._known,
            rows=self._known,
            **self._tables(size),
            **held,
            rng=self._rng,
            actions=self._out,
            points=self._points,
        )

    def net_workspace(self) -> NetWorkspace:
        held = dict.fromkeys(("rewards", "points", "opinions", "work"), NOTHING)
        return NetWorkspace(states=self._known, rows=self._known, rng=self._rng, actions=self._out, **held)

    def trials(self) -> Trials:
        here, square = self.instance, (TRIED, TRIED)
        return Trials(
            actions=here.variable("tried", TRIED, np.int64),
            alive=here.variable("alive", TRIED, np.int64),
            worlds=here.variable("worlds", TRIED, np.int64),
            means=here.variable("means", TRIED, np.float64),
            apart=here.variable("apart", square, np.float64),
            spread=here.variable("spread", square, np.float64),
            found=NOTHING,
            luck=NOTHING,
        )

    # A net here is what kernels take for one: its address, and the numbers of inputs, units in a layer, actions and seats.

    def net(self, file: NetFile, hope: float = 0.0) -> Net:
        arrays = room_for(file, self.game.rules.OBSERVED, listed=False, hope=hope)
        laid = b"".join(arrays[name].astype(KINDS[name]).tobytes() for name in LAID)
        place = self.instance.zeros(len(laid), np.uint8)
        place[:] = np.frombuffer(laid, np.uint8)
        inputs, width = file.arrays["first"].shape
        sides = (len(file.arrays[name]) for name in ("policy", "value"))
        return cast(Net, (self.instance.address_of(place), inputs, width, *sides))

    def no_net(self) -> Net:
        return cast(Net, (self.instance.address("heap"), 0, 0, 0, 0))

    def load_known_record(self, space: Workspace | NetWorkspace, data: bytes) -> None:
        self._known[KNOWN] = np.frombuffer(data, np.uint8)

    # Kernels that bots call by themselves

    def rate(self, data: bytes, seat: int, actions: tuple[int, ...]) -> list[int]:
        self._lay(data, actions)
        self.instance.call("rate", self._at, seat, len(actions))
        points: list[int] = self._points[: len(actions)].tolist()
        return points

    def policy_logits(self, net: Net, data: bytes, seat: int, actions: tuple[int, ...]) -> list[float]:
        self._lay(data, actions)
        self.instance.call("like", *net, self._at, seat, len(actions))
        found: list[float] = self._likings[: len(actions)].tolist()
        return found

    def _lay(self, data: bytes, actions: tuple[int, ...]) -> None:
        self._record[:] = np.frombuffer(data, np.uint8)
        self._out[: len(actions)] = actions


class _Kernels:
    """Kernels with the arguments that those of other backends take. A runtime holds them, and not the other way round."""

    def __init__(self, instance: Instance, actions: int) -> None:
        self._instance = instance
        self._visits = instance.variable("visits", actions, np.int64)
        self._values = instance.variable("values", actions, np.float64)
        self._choices = instance.variable("choices", actions, np.int64)
        self._found = instance.zeros(1024, np.float64)

    def think(self, space: Workspace, style: Style, me: int, done: int, iterations: int) -> int:
        memory = self._instance.address_of(space.keys)
        return self._instance.call("think", memory, len(space.keys), *style, me, done, iterations)

    def counted(self, space: Workspace, me: int, n: int, visits: Array, values: Array) -> int:
        memory = self._instance.address_of(space.keys)
        self._instance.call("counted", memory, len(space.keys), me, n)
        visits[:n], values[:n] = self._visits[:n], self._values[:n]
        return 0

    def foresee(
        self, _: NetWorkspace, net: Net, trials: Trials, belief: int, ahead: int, me: int, n: int, worlds: int
    ) -> int:
        return self._instance.call("foresee", *net, belief, ahead, me, n, worlds)

    def prospects(
        self,
        space: Workspace,
        net: Net,
        style: Style,
        how: Measure,
        _: Array,
        me: int,
        tried: Array,
        n: int,
        practice: int,
        worlds: int,
        out: Array,
    ) -> int:
        if len(self._found) < out.size:
            self._found = self._instance.zeros(2 * out.size, np.float64)
        self._choices[:n] = tried[:n]
        memory, found = self._instance.address_of(space.keys), self._instance.address_of(self._found)
        here = (memory, len(space.keys), *net, *style, how.learned, how.horizon)
        self._instance.call("prospects", *here, me, n, practice, worlds, out.shape[1], found)
        out[:] = self._found[: out.size].reshape(out.shape)
        return 0
