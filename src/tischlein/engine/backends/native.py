"""The rules compiled for this machine by Numba, on NumPy records.

What makes the compiled rules as quick as C, found by measuring (``bench/RESULTS.md``): no reference counting, since nothing
is allocated, every function inlined into its kernel, and straight-line code on rows of cards gathered into vector instructions.
Kernels release the GIL, so threads run in parallel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from types import ModuleType

import numba
import numpy as np
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import Backend, Batch, words_of
from tischlein.engine.backends.compiler import Callee, copy_record, entrance, prefetch
from tischlein.engine.backends.kernel_cache import KernelCache
from tischlein.engine.errors import DialectError, OptionError
from tischlein.engine.rules import drive
from tischlein.engine.rules.clone import changed, clone, household
from tischlein.engine.rules.contract import Heuristics, Lab, Rules
from tischlein.engine.rules.dialect import explained, lint_modules
from tischlein.engine.rules.prefetch import soon
from tischlein.engine.types import Array, Compiled, Kernel, State

_WITH_WORK = {"why", "legal", "apply", "imagine"}
# How Numba says that it cannot compile something; what it cannot even read is of another family.
_REFUSALS = (NumbaError, UnsupportedBytecodeError, KeyError)


class Kernels(Mapping[str, Kernel]):
    """Generic code bound to one game and compiled, each entrance on its first call, or read from the disk."""

    def __init__(self, rules: Rules, generic: Sequence[ModuleType]) -> None:
        self.rules = rules
        self.callees: Compiled = {soon: prefetch, drive.put: Callee(copy_record)}
        # Parts by what they are bound to besides: rules of thumb, and what the lab counts.
        self._bound: dict[tuple[object, object], Compiled] = {}
        self._open(generic, None, None, inlined=True)

    def with_more(
        self,
        generic: Sequence[ModuleType],
        heuristics: Heuristics | None,
        lab: Lab | None = None,
        *,
        inlined: bool = False,
    ) -> Kernels:
        """More generic code, rules of thumb, and what the lab counts, on top of the same functions.

        Most of it calls rules from several places: inlined everywhere they would compile for two to four times as long, and search
        would be only a tenth quicker. ``inlined`` is for code that calls them from one place each.
        """
        more = copy(self)
        more.callees = self._callees_with(heuristics, lab)
        more._open(generic, heuristics, lab, inlined=inlined)
        return more

    def _callees_with(self, heuristics: Heuristics | None, lab: Lab | None) -> Compiled:
        """Return the callees for these rules of thumb and columns, translated once for bots and lab alike."""
        key = (heuristics, lab)
        if key not in self._bound:
            if lab is None:
                callees = dict(self.callees)
                clone(self.rules, (), Callee, _constant_table, heuristics, callees)
            else:
                callees = dict(self._callees_with(heuristics, None))
            self._bound[key] = callees
        return self._bound[key]

    def _open(
        self, generic: Sequence[ModuleType], heuristics: Heuristics | None, lab: Lab | None, *, inlined: bool
    ) -> None:
        self.inlined = inlined
        self.functions = clone(self.rules, generic, Callee, _constant_table, heuristics, self.callees, lab)
        self._game = household(self.rules, heuristics, lab)
        name = "native" if inlined else "native-calls"
        self.cache = KernelCache([*self._game, *generic], name, changed(self.rules))
        self._kept: dict[str, Kernel] = {}

    def __getitem__(self, name: str) -> Kernel:
        if name not in self._kept:
            function = self.functions[name].py_func
            # Single steps take less time than Python needs to call them.
            inlined = self.inlined and not (name.endswith("_at") and hasattr(drive, name))
            kernel = entrance(function, inlined=inlined, explain=self._explained)
            self._kept[name] = self.cache.keep(kernel)
        return self._kept[name]

    def _explained(self, error: Exception) -> DialectError | None:
        # Now and then it raises a plain ValueError: then it is the rules' fault only if something in them is not in the dialect.
        if isinstance(error, _REFUSALS) or lint_modules(self._game):
            return explained(error, self._game)
        return None

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)


class Native(Backend):
    """A box is an array with one record."""

    name = "native"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        if numba.config.DISABLE_JIT:
            # Uncompiled, the rules do not run on NumPy's records.
            raise OptionError(
                "the native backend compiles, which NUMBA_DISABLE_JIT forbids; unset it, or take the python backend"
            )
        self.dtype = self.layout.dtype
        self.kernels = Kernels(rules, [drive])

    def unpack(self, data: bytes) -> State:
        return np.frombuffer(data, self.dtype).copy()

    def pack(self, box: State) -> bytes:
        data: bytes = box.tobytes()
        return data

    def copy(self, box: State) -> State:
        return box.copy()

    def call(self, name: str, box: State, *arguments: int) -> int:
        work = (self._scratch(self.rules.WORK),) if name in _WITH_WORK else ()
        return self.kernels[f"{name}_at"](box, 0, *arguments, *work) or 0

    def fill(self, name: str, box: State, size: int, *arguments: int) -> tuple[int, list[int]]:
        out = self._scratch(size)
        work = (self._scratch(self.rules.WORK),) if name in _WITH_WORK else ()
        n = self.kernels[f"{name}_at"](box, 0, *arguments, out, *work) or 0
        return n, out.tolist()

    def imagine(self, box: State, seat: int, rng: list[int]) -> None:
        words = np.array(rng, np.int64)
        self.kernels["imagine_at"](box, 0, seat, words, self._scratch(self.rules.WORK))
        rng[:] = words.tolist()

    def _random_games(self, start: bytes, games: int, seed: int, first: int, cap: int, threads: int) -> Batch:
        states = np.tile(self.unpack(start), games)
        rngs = np.zeros((games, RNG_WORDS), np.int64)
        decisions = np.zeros(games, np.int64)
        kernel = self.kernels["random_games"]
        low, high = words_of(seed)

        def play(begin: int, end: int) -> None:
            part = slice(begin, end)
            out, work = self._scratch(self.rules.ACTIONS + 1), self._scratch(self.rules.WORK)
            kernel(states[part], rngs[part], decisions[part], low, high, first + begin, cap, out, work)

        if threads == 1:
            play(0, games)
        else:
            bounds = [games * k // threads for k in range(threads + 1)]
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(play, bounds[:-1], bounds[1:]))
        return Batch(decisions, states.view(np.uint8).reshape(games, self.layout.size), rngs)

    @staticmethod
    def _scratch(size: int) -> Array:
        return np.zeros(max(size, 1), np.int64)


def _constant_table(table: object) -> Array:
    # A frozen array is read in place; a tuple indexed by a variable would be built again on every call.
    return np.array(table, np.int64)
