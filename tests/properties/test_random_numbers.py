"""The one generator: uniform below any bound, streams that differ, the same numbers everywhere."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.games.likely import independent, likely
from samples import SAMPLES
from tischlein.cards import _MULTIPLIER, RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of

WORDS = st.integers(0, 2**32 - 1)


def sown(seed: int, stream: int = 0) -> list[int]:
    rng = [0] * RNG_WORDS
    sow(rng, *words_of(seed), stream)
    return rng


@pytest.mark.parametrize("n", [2, 3, 7, 20, 55, 56])
def test_numbers_below_n_are_equally_likely(n: int) -> None:
    rng = sown(77)
    counts = Counter(below(rng, n) for _ in range(SAMPLES.worlds))
    assert likely([counts[k] for k in range(n)]) > 1e-4


def test_numbers_below_a_large_bound_are_equally_likely() -> None:
    """Without drawing some words again, every third number would be rarer by a third."""
    rng = sown(79)
    counts = Counter(below(rng, 3 * 2**29) % 3 for _ in range(SAMPLES.worlds))
    assert likely([counts[k] for k in range(3)]) > 1e-4


@pytest.mark.parametrize("n", [2, 7])
def test_successive_numbers_are_independent(n: int) -> None:
    rng = sown(78)
    numbers = [below(rng, n) for _ in range(SAMPLES.worlds)]
    for distance in (1, 2, 3):
        pairs = Counter(zip(numbers, numbers[distance:], strict=False))
        table = [[pairs[a, b] for b in range(n)] for a in range(n)]
        assert independent(table) > 1e-4


@pytest.mark.parametrize("n", [2, 6, 55])
def test_the_first_numbers_of_streams_are_equally_likely(n: int) -> None:
    """Games that start from neighbouring streams must not resemble one another."""
    counts = Counter(below(sown(5, stream), n) for stream in range(SAMPLES.worlds))
    assert likely([counts[k] for k in range(n)]) > 1e-4


@given(WORDS, WORDS, WORDS, st.integers(1, 2**31 - 1))
def test_any_words_give_a_number_in_range_and_stay_words(low: int, high: int, stream: int, n: int) -> None:
    rng = [0] * RNG_WORDS
    sow(rng, low, high, stream)
    for _ in range(20):
        assert 0 <= below(rng, n) < n
        assert all(0 <= word < 2**32 for word in rng)


@given(st.integers(0, 2**64 - 1), WORDS, WORDS)
def test_streams_of_a_seed_differ(seed: int, one: int, other: int) -> None:
    first, second = (sown(seed, stream) for stream in (one, other))
    numbers = [[below(rng, 2**31 - 1) for _ in range(4)] for rng in (first, second)]
    assert (numbers[0] == numbers[1]) == (one == other)


@given(st.integers(), st.integers())
def test_seeds_count_modulo_two_to_the_64th(one: int, other: int) -> None:
    assert (sown(one) == sown(other)) == (one % 2**64 == other % 2**64)


def is_prime(n: int) -> bool:
    """Return the result of Miller and Rabin's test with enough bases that no composite is known to pass."""
    odd = n - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for base in range(2, 42):
        x = pow(base, odd, n)
        if x not in (1, n - 1) and all(pow(base, odd << k, n) != n - 1 for k in range(1, twos)):
            return False
    return True


def test_the_period_is_as_long_as_can_be() -> None:
    """The period is the multiplier's order modulo this number, which is a safe prime."""
    modulus = _MULTIPLIER * 2**64 - 1
    assert is_prime(modulus)
    assert is_prime((modulus - 1) // 2)
    assert not is_prime(2**67 - 1)
