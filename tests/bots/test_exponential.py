"""The search's own exponential function: as exact as a library's, and the same to the bit wherever it runs."""

import math
import struct
from random import Random

import pytest

from tischlein.bots.kernels import search
from tischlein.bots.kernels.exponential import LEAST, MOST, exponential, power_of_two
from tischlein.bots.runtime import runtime
from tischlein.engine.backends.compiler import entrance
from tischlein.games import GAMES


def samples() -> list[float]:
    rng = Random("exponential")
    near = [rng.uniform(-5, 5) for _ in range(2_000)]
    far = [rng.uniform(LEAST, MOST) for _ in range(2_000)]
    return [0.0, -0.0, 1.0, -1.0, LEAST, MOST, math.log(2) / 2, -math.log(2) / 2, *near, *far]


def test_it_is_never_further_off_than_the_last_bit() -> None:
    for x in samples():
        assert abs(exponential(x) - math.exp(x)) <= math.ulp(math.exp(x)), x


@pytest.mark.parametrize(("x", "at"), [(1e300, MOST), (math.inf, MOST), (-1e300, LEAST), (-math.inf, LEAST)])
def test_far_away_it_stays_where_it_was(x: float, at: float) -> None:
    assert exponential(x) == exponential(at)


def test_powers_of_two_are_exact() -> None:
    assert all(power_of_two(n) == math.ldexp(1.0, n) for n in range(-1022, 1024))


def test_compiled_it_gives_the_same_bits() -> None:
    functions = runtime(GAMES["lobo77"], "native").functions
    compiled = entrance(functions.functions["exponential"].py_func, inlined=True)  # type: ignore[attr-defined]  # the native backend's own
    for x in samples():
        assert struct.pack("d", compiled(x)) == struct.pack("d", exponential(x)), x


def test_search_takes_no_other() -> None:
    """A library's functions differ from machine to machine; roots do not."""
    assert vars(search)["exponential"] is exponential
    assert {name for name, value in vars(search).items() if value in vars(math).values()} == {"sqrt"}
