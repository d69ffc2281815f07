"""What a seat may know: conceal, and the worlds that can be imagined from it (L22)."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from scipy import stats

from helpers.strategies import LAYOUT, LOBO77, PYTHON, concealed, generators, records, start, walk
from samples import SAMPLES
from tischlein.cards import EMPTY, RNG_WORDS, SPECTATOR, sow
from tischlein.games.lobo77 import material


def words(rng: Random) -> list[int]:
    made = [0] * RNG_WORDS
    sow(made, rng.getrandbits(32), rng.getrandbits(32), 0)
    return made


def imagined(s: Any, eyes: int, luck: list[int]) -> Any:
    copy = LAYOUT.copy(s)
    PYTHON.imagine(copy, eyes, luck)
    return copy


def eyes_of(s: Any) -> tuple[int, ...]:
    return (SPECTATOR, *range(s.seats))


@given(records())
def test_conceal_is_idempotent(s: Any) -> None:
    for eyes in eyes_of(s):
        once = concealed(s, eyes)
        assert LAYOUT.pack(concealed(once, eyes)) == LAYOUT.pack(once)


@given(records())
def test_concealing_for_a_seat_and_then_for_all_is_concealing_for_all(s: Any) -> None:
    for eyes in eyes_of(s):
        twice = concealed(concealed(s, eyes), SPECTATOR)
        assert LAYOUT.pack(twice) == LAYOUT.pack(concealed(s, SPECTATOR))


@given(records())
def test_only_the_own_hand_and_what_lies_open_are_left(s: Any) -> None:
    for eyes in eyes_of(s):
        known = concealed(s, eyes)
        for seat in range(material.MAX_SEATS):
            assert known.hands[seat] == (s.hands[seat] if seat == eyes else [0] * material.KINDS)
        assert not any(known.aside)
        assert set(known.stack) == {EMPTY}
        assert known.draw_ordered == 0
        hidden = s.draw_size + s.aside_size + sum(n for seat, n in enumerate(s.sizes) if seat != eyes)
        assert sum(known.unseen) == hidden
        # All else is open to everybody.
        for field in LAYOUT.fields:
            if field.name not in ("hands", "aside", "stack", "draw_ordered", "unseen"):
                assert getattr(known, field.name) == getattr(s, field.name)


@given(generators)
def test_concealing_an_imagined_world_gives_back_what_was_known(rng: Random) -> None:
    for s in walk(start(rng), rng, 40):
        for eyes in eyes_of(s):
            known = concealed(s, eyes)
            world = imagined(known, eyes, words(rng))
            assert LAYOUT.pack(concealed(world, eyes)) == LAYOUT.pack(known)
            assert [sum(hand) for hand in world.hands] == s.sizes
            assert sum(world.aside) == s.aside_size
            assert sum(world.unseen) == s.draw_size
            assert world.draw_ordered == 0


@given(generators)
def test_games_go_on_in_imagined_worlds(rng: Random) -> None:
    *_, s = walk(start(rng), rng, rng.randrange(60))
    for eyes in eyes_of(s):
        world = imagined(concealed(s, eyes), eyes, words(rng))
        for now in walk(world, rng, 30):
            LAYOUT.pack(now)
            assert now.sizes == [sum(hand) for hand in now.hands]


# A case so small that all worlds can be listed: 2, 2, 5 and x2 are out of seat 0's sight, in the hand of seat 1 (two cards),
# set aside (one) and in the draw pile (one).
SMALL = {
    "game": "lobo77",
    "seats": 3,
    "out": [False, False, True],
    "hands": [["7"], ["2", "5"], []],
    "set_aside": ["2"],
    "draw": ["x2"],
    "discard": ["10"],
    "total": 10,
}
World = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def world_of(s: Any) -> World:
    def names(counts: list[int]) -> tuple[str, ...]:
        return tuple(material.NAMES[kind] for kind, n in enumerate(counts) for _ in range(n))

    return names(s.hands[1]), names(s.aside), names(s.unseen)


def all_worlds() -> Counter[World]:
    """Every way to lay the four cards down, as if the two 2s could be told apart: that many chances each world has."""

    def sort(*cards: str) -> tuple[str, ...]:
        return tuple(sorted(cards, key=material.NAMES.index))

    return Counter(
        (sort(first, second), (third,), (fourth,))
        for first, second, third, fourth in permutations(["2", "2", "5", "x2"])
    )


@pytest.fixture(scope="module")
def dreams() -> Counter[World]:
    s = LOBO77.load(SMALL)
    luck = words(Random("dreams"))
    known = concealed(s, 0)
    return Counter(world_of(imagined(known, 0, luck)) for _ in range(SAMPLES.worlds))


def test_every_world_can_be_imagined_the_true_one_among_them(dreams: Counter[World]) -> None:
    assert set(dreams) == set(all_worlds())
    assert (("2", "5"), ("2",), ("x2",)) in dreams


def test_every_world_is_as_likely_as_the_cards_make_it(dreams: Counter[World]) -> None:
    """Labelled cards are equally likely in all places: a chi-square test against the full list."""
    worlds = all_worlds()
    expected = [n * SAMPLES.worlds / worlds.total() for n in worlds.values()]
    result = stats.chisquare([dreams[world] for world in worlds], expected)
    assert result.pvalue > 1e-4


def test_a_bias_would_be_noticed(dreams: Counter[World]) -> None:
    """The same test refuses worlds that are equally likely without regard to equal cards."""
    worlds = all_worlds()
    flat = [SAMPLES.worlds / len(worlds)] * len(worlds)
    assert stats.chisquare([dreams[world] for world in worlds], flat).pvalue < 1e-6


def hidden_cards(s: Any) -> tuple[list[list[int]], list[int], list[int]]:
    """What lies where out of sight, without the order of a draw pile."""
    pile = s.unseen[:]
    for kind in s.stack[: s.draw_size if s.draw_ordered else 0]:
        pile[kind] += 1
    return s.hands, s.aside, pile


@given(generators)
def test_the_true_world_is_one_that_can_be_imagined(rng: Random) -> None:
    for s in walk(start(rng), rng, 5):
        for eyes in eyes_of(s):
            known = concealed(s, eyes)
            hands, aside, pile = hidden_cards(s)
            rows = [pile, aside, *(hand for seat, hand in enumerate(hands) if seat != eyes)]
            assert known.unseen == [sum(column) for column in zip(*rows, strict=True)]
            if sum(known.unseen) <= 4:
                # At most 24 worlds, so a thousand tries miss one only if it cannot be imagined.
                luck = words(rng)
                tries = (hidden_cards(imagined(known, eyes, luck)) for _ in range(1000))
                assert hidden_cards(s) in tries
