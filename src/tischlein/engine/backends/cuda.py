"""The rules compiled for an NVIDIA GPU: one thread plays one game, its record in the thread's local memory.

Under ``NUMBA_ENABLE_CUDASIM=1`` the same kernels run on the CPU, very slowly, for tests.
"""

from types import FunctionType

import numba
import numpy as np
from numba import cuda

from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import Backend, Batch, words_of
from tischlein.engine.errors import OptionError
from tischlein.engine.extras import install_command
from tischlein.engine.rules import contract, drive
from tischlein.engine.rules.clone import clone
from tischlein.engine.rules.contract import Rules
from tischlein.engine.types import Array, Compiled, Namespace, Numba, State

SIMULATED = bool(numba.config.ENABLE_CUDASIM)
THREADS_PER_BLOCK = 1 if SIMULATED else 128

if SIMULATED:
    from tischlein.engine.backends import cuda_simulator  # noqa: F401

_CODES = {function.__name__: code for code, function in enumerate(contract.FUNCTIONS)}


class Cuda(Backend):
    """A box is an array with one record, in the computer's own memory; it travels for every call."""

    name = "cuda"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        if not cuda.is_available():
            raise OptionError(
                f"the cuda backend needs an NVIDIA GPU and the extra gpu ({install_command('gpu')}); "
                "NUMBA_ENABLE_CUDASIM=1 simulates one"
            )
        self.dtype = self.layout.dtype
        self.functions = clone(rules, [drive], on_device, constant_table)
        self._step = _step_kernel(self.functions)
        self._play = _play_kernel(self.functions, self.dtype, rules)

    def unpack(self, data: bytes) -> State:
        return np.frombuffer(data, self.dtype).copy()

    def pack(self, box: State) -> bytes:
        data: bytes = box.tobytes()
        return data

    def call(self, name: str, box: State, *arguments: int) -> int:
        return self._run(name, box, arguments, np.zeros(1, np.int64), np.zeros(RNG_WORDS, np.int64))

    def fill(self, name: str, box: State, size: int, *arguments: int) -> tuple[int, list[int]]:
        out = np.zeros(size, np.int64)
        n = self._run(name, box, arguments, out, np.zeros(RNG_WORDS, np.int64))
        return n, out.tolist()

    def imagine(self, box: State, seat: int, rng: list[int]) -> None:
        words = np.array(rng, np.int64)
        self._run("imagine", box, (seat,), np.zeros(1, np.int64), words)
        rng[:] = words.tolist()

    def _run(self, name: str, box: State, arguments: tuple[int, ...], out: Array, rng: Array) -> int:
        seat, action = (*arguments, 0, 0)[:2]
        result = np.zeros(1, np.int64)
        work = np.zeros(max(self.rules.WORK, 1), np.int64)
        self._step[1, 1](_CODES[name], box, seat, action, out, rng, work, result)
        return int(result[0])

    def _random_games(self, start: bytes, games: int, seed: int, first: int, cap: int, threads: int) -> Batch:
        states = cuda.device_array(games, self.dtype)
        rngs = cuda.device_array((games, RNG_WORDS), np.int64)
        decisions = cuda.device_array(games, np.int64)
        self._play[blocks(games), THREADS_PER_BLOCK](
            cuda.to_device(self.unpack(start)), states, rngs, decisions, *words_of(seed), first, cap
        )
        rows = states.copy_to_host().view(np.uint8).reshape(games, self.layout.size)
        return Batch(decisions.copy_to_host(), rows, rngs.copy_to_host())


def blocks(threads: int) -> int:
    """Return how many blocks give this many threads."""
    return -(-threads // THREADS_PER_BLOCK)


def on_device(function: FunctionType) -> Numba:
    """Return a function for kernels to call."""
    return cuda.jit(device=True)(function)


def constant_table(table: Numba) -> Numba:
    """Return a constant tuple as an array for kernels."""
    return np.array(table, np.int32)


def _step_kernel(functions: Compiled) -> Numba:
    """One call of one function of the contract, chosen by its code: what tests compare step by step."""
    setup, why, legal, chances, drawn_for, apply, scores, payoff, conceal, imagine, observe = (
        functions[function.__name__] for function in contract.FUNCTIONS
    )

    @cuda.jit
    def step(code, states, seat, action, out, rng, work, result):  # type: ignore[no-untyped-def]  # compiled
        s = states[0]
        if code == 0:
            setup(s)
        elif code == 1:
            result[0] = why(s, seat, action, work)
        elif code == 2:
            result[0] = legal(s, seat, out, work)
        elif code == 3:
            result[0] = chances(s)
        elif code == 4:
            result[0] = drawn_for(s)
        elif code == 5:
            apply(s, seat, action, work)
        elif code == 6:
            scores(s, out)
        elif code == 7:
            payoff(s, out)
        elif code == 8:
            conceal(s, seat)
        elif code == 9:
            imagine(s, seat, rng, work)
        else:
            observe(s, seat, out)

    return step


def _play_kernel(functions: Namespace, dtype: Numba, rules: Rules) -> Numba:
    """Random games. Their state is in local memory, which is twice as fast as global memory."""
    sow, random_game = functions["sow"], functions["random_game"]
    record, outs, works = numba.from_dtype(dtype), rules.ACTIONS + 1, max(rules.WORK, 1)

    @cuda.jit
    def play(start, states, rngs, decisions, low, high, first, cap):  # type: ignore[no-untyped-def]  # compiled
        box = cuda.local.array(1, record)
        rng = cuda.local.array(RNG_WORDS, numba.int64)
        out = cuda.local.array(outs, numba.int32)
        work = cuda.local.array(works, numba.int32)
        i = cuda.grid(1)
        if i < decisions.shape[0]:
            box[0] = start[0]
            sow(rng, low, high, first + i)
            decisions[i] = random_game(box[0], rng, out, work, cap)
            states[i] = box[0]
            for k in range(RNG_WORDS):
                rngs[i, k] = rng[k]

    return play
