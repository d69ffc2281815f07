"""Whatever a careless or hostile caller may hand in, as Hypothesis strategies."""

import copy
from collections import ChainMap, UserDict
from collections.abc import Callable, Iterator
from random import Random
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np
from hypothesis import strategies as st

from per_game import Kit


class Unshowable:
    """Breaks when it is shown or compared."""

    def __repr__(self) -> NoReturn:
        raise RuntimeError("this cannot be shown")

    def __eq__(self, other: object) -> NoReturn:
        raise RuntimeError("this cannot be compared")

    def __hash__(self) -> int:
        return 7


class Unanswering:
    """Breaks when it is asked which number it is."""

    def __index__(self) -> NoReturn:
        raise RuntimeError("this is no number")


def _endless() -> Iterator[str]:
    while True:
        yield "7"


# Objects that no JSON can hold, made again each time.
HOSTILE: tuple[Callable[[], Any], ...] = (
    Unshowable,
    Unanswering,
    lambda: np.bool_(True),
    lambda: np.array([1, 2, 3]),
    lambda: np.int64(1),
    lambda: np.array(["lobo77", "x2"]),
    lambda: {1, 2},
    lambda: b"x2",
    lambda: 1j,
    _endless,
    lambda: object,
    lambda: [[[[[["7"]]]]]],
    lambda: 10**5000,
    lambda: -(10**400),
    lambda: "\ud800",
    lambda: "7" * 10_000,
    lambda: [10**5000],
    lambda: [Unshowable()],
    lambda: {1: 2},
    lambda: np.array([]),
    lambda: MappingProxyType({}),
    lambda: UserDict({"7": MappingProxyType({})}),
    ChainMap,
)


def hostile() -> Any:
    """Any of them."""
    return st.sampled_from(HOSTILE).map(lambda make: make())


plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 80),
    st.integers(),
    st.floats(),  # NaN and infinities among them
    st.sampled_from((1.0, -1.0, 0.0, 2.0)),  # numbers that equal whole ones
    st.text(max_size=5),
    st.sampled_from(("7", "r7", "9/3", "4r", "J", "x2", "draw", "undo", "lot", "seat 0", "lobo77", "?")),
)
json_values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
anything = st.one_of(json_values, hostile())


def words(kit: Kit, rng: Random) -> list[Any]:
    """What stands in positions of the game, piece by piece: it fits, but perhaps not everywhere."""
    found: list[Any] = []
    for _ in range(3):
        position = kit.game.at(kit.random_position(rng), seed=1).position()
        for path in places(position):
            value: Any = position
            for key in path:
                value = value[key]
            found += [path[-1], value]
    return found


def mixed(kit: Kit, rng: Random) -> dict[str, Any]:
    """A position in which every value comes from one of two that are valid."""
    one, other = (kit.game.at(kit.random_position(rng), seed=1).position() for _ in range(2))
    while other["seats"] != one["seats"]:
        other = kit.game.at(kit.random_position(rng), seed=1).position()
    return {key: rng.choice((one, other))[key] for key in one}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything inside a JSON value."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*path, key)
            yield from places(value[key], (*path, key))


def wrapped(value: Any, mapping: Callable[[dict[Any, Any]], Any]) -> Any:
    """The same in another kind of mapping, and in tuples."""
    if isinstance(value, dict):
        return mapping({key: wrapped(inner, mapping) for key, inner in value.items()})
    return tuple(wrapped(inner, mapping) for inner in value) if isinstance(value, list) else value


def spoil(value: Any, rng: Random, bad: Any) -> Any:
    """A copy with one thing in it replaced, removed, doubled, or moved elsewhere."""
    value = copy.deepcopy(value)
    *way, last = rng.choice(list(places(value)))
    inner = value
    for key in way:
        inner = inner[key]
    change = rng.choice(("replace", "replace", "remove", "double", "add"))
    if change == "replace":
        inner[last] = bad
    elif change == "remove":
        del inner[last]
    elif isinstance(inner, list):
        inner.insert(rng.randrange(len(inner) + 1), inner[last] if change == "double" else bad)
    else:
        inner[rng.choice((*inner, "wild", 7, None))] = inner[last] if change == "double" else bad
    return value
