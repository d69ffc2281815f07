"""Records as bytes: no padding, nothing that does not fit, the same for Python and NumPy."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein import game
from tischlein.cards import Cells, Grid, Int8, Int16, Int32
from tischlein.engine.rules.record import Layout


class Sample:
    """All cell types and shapes."""

    wide: Annotated[Int32, "open"]
    middle: Annotated[Cells, "int16", 2, "open"]
    small: Annotated[Int8, "open"]
    row: Annotated[Cells, "int8", 3, "open"]
    grid: Annotated[Grid, "int8", 2, 2, "open"]


LAYOUT = Layout(Sample)
BOUNDS = {"int8": 2**7, "int16": 2**15, "int32": 2**31}


@st.composite
def samples(draw: st.DrawFn) -> Any:
    s = LAYOUT.blank()
    s.wide = draw(st.integers(-(2**31), 2**31 - 1))
    s.middle = draw(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=2, max_size=2))
    cells = st.integers(-128, 127)
    s.small = draw(cells)
    s.row = draw(st.lists(cells, min_size=3, max_size=3))
    s.grid = draw(st.lists(st.lists(cells, min_size=2, max_size=2), min_size=2, max_size=2))
    return s


def values(s: Any) -> dict[str, Any]:
    return {field.name: getattr(s, field.name) for field in LAYOUT.fields}


@given(samples())
def test_what_is_packed_comes_back(s: Any) -> None:
    data = LAYOUT.pack(s)
    assert len(data) == LAYOUT.size == 16
    assert values(LAYOUT.unpack(data)) == values(s)
    row = np.frombuffer(data, LAYOUT.dtype)[0]
    for field in LAYOUT.fields:
        assert row[field.name].tolist() == getattr(s, field.name)


@given(samples())
def test_a_copy_stands_alone(s: Any) -> None:
    before = LAYOUT.pack(s)
    copy = LAYOUT.copy(s)
    assert LAYOUT.pack(copy) == before
    copy.wide ^= 1
    copy.row[0] ^= 1
    copy.grid[1][1] ^= 1
    copy.middle[1] ^= 1
    assert LAYOUT.pack(s) == before


def test_bytes_are_little_endian_in_the_order_of_the_fields() -> None:
    s = LAYOUT.blank()
    s.wide, s.middle, s.small, s.row, s.grid = 1, [2, -2], 3, [4, 5, 6], [[7, 8], [9, -1]]
    assert LAYOUT.pack(s).hex(" ") == "01 00 00 00 02 00 fe ff 03 04 05 06 07 08 09 ff"


@pytest.mark.parametrize("field", LAYOUT.fields, ids=lambda field: field.name)
@pytest.mark.parametrize("below", [True, False], ids=["too small", "too large"])
def test_a_value_that_does_not_fit_is_named(field: Any, below: bool) -> None:
    bound = BOUNDS[field.cell]
    bad = -bound - 1 if below else bound
    with pytest.raises(OverflowError, match=rf"Sample\.{field.name} cannot hold {bad}"):
        LAYOUT.pack(spoilt(field, bad))


@pytest.mark.parametrize("bad", [1.0, None, "1", 10**30])
def test_what_is_no_number_is_named(bad: object) -> None:
    for field in LAYOUT.fields:
        with pytest.raises(OverflowError, match=rf"Sample\.{field.name} cannot hold "):
            LAYOUT.pack(spoilt(field, bad))


def spoilt(field: Any, bad: object) -> Any:
    s = LAYOUT.blank()
    if field.shape == ():
        setattr(s, field.name, bad)
    elif len(field.shape) == 1:
        getattr(s, field.name)[-1] = bad
    else:
        getattr(s, field.name)[-1][0] = bad
    return s


@pytest.mark.parametrize("name", ["row", "middle", "grid"])
def test_a_row_of_the_wrong_length_is_named(name: str) -> None:
    s = LAYOUT.blank()
    getattr(s, name).append([0, 0] if name == "grid" else 0)
    with pytest.raises(OverflowError, match=rf"Sample\.{name} has \d cells instead of \d"):
        LAYOUT.pack(s)


class Holes:
    """Wide fields behind small ones, and a small one at the end."""

    small: Annotated[Int8, "open"]
    wide: Annotated[Int16, "open"]
    row: Annotated[Cells, "int8", 3, "open"]
    widest: Annotated[Int32, "open"]
    last: Annotated[Int8, "open"]


def test_hidden_bytes_before_wide_fields_and_at_the_end_are_zero() -> None:
    layout = Layout(Holes)
    s = layout.blank()
    s.small, s.wide, s.row, s.widest, s.last = 1, 2, [3, 4, 5], 6, 7
    data = layout.pack(s)
    assert data.hex(" ") == "01 00 02 00 03 04 05 00 06 00 00 00 07 00 00 00"
    assert layout.size == layout.dtype.itemsize == 16
    again = layout.unpack(data)
    assert [getattr(again, field.name) for field in layout.fields] == [1, 2, [3, 4, 5], 6, 7]
    assert layout.pack(layout.copy(again)) == data
    with pytest.raises(AttributeError):
        again._pad1 = 1


def test_numpy_has_the_same_bytes_and_copies_all_of_them() -> None:
    layout = Layout(Holes)
    assert {field.name: field.offset for field in layout.fields}.items() <= {
        name: place[1] for name, place in (layout.dtype.fields or {}).items()
    }.items()
    states = np.frombuffer(bytes(range(1, 17)), layout.dtype)
    assert np.tile(states, 3).tobytes() == bytes(range(1, 17)) * 3


def test_a_record_that_is_too_large_is_refused_with_what_to_do() -> None:
    class Large:
        hands: Annotated[Grid, "int16", 6, 80, "open"]
        pile: Annotated[Cells, "int8", 65, "open"]

    with pytest.raises(TypeError) as error:
        Layout(Large)
    assert str(error.value) == (
        "Large has 1026 bytes, and 1024 are the most: use narrower cells or fewer of them; "
        "the largest fields are hands (960 bytes), pile (65 bytes)"
    )
    with pytest.raises(TypeError, match="Large has 1026 bytes"):
        replace(game("lobo77"), rules=SimpleNamespace(**vars(game("lobo77").rules) | {"RECORD": Large}))


def test_a_field_of_another_kind_is_refused_with_those_there_are() -> None:
    class Odd:
        turn: int

    with pytest.raises(
        TypeError, match=r'Odd\.turn: a field is Annotated\[Int8, "open"\], likewise Int16 or Int32'
    ):
        Layout(Odd)


def test_a_field_must_say_who_sees_it() -> None:
    class Silent:
        turn: Int8

    class Misspelt:
        hands: Annotated[Grid, "int8", 6, 80, "owners"]

    class Lone:
        turn: Annotated[Int8, "owner"]

    with pytest.raises(
        TypeError, match=r'Silent\.turn does not say .*: write for example Annotated\[Int8, "open"\]'
    ):
        Layout(Silent)
    with pytest.raises(
        TypeError, match=r'Misspelt\.hands .* Annotated\[Grid, "int8", 6, 80, "owner"\] \(open: '
    ):
        Layout(Misspelt)
    with pytest.raises(TypeError, match=r"Lone\.turn has no rows that belong to seats"):
        Layout(Lone)
    assert [field.sight for field in LAYOUT.fields] == ["open"] * 5


def test_a_record_has_only_its_fields() -> None:
    with pytest.raises(AttributeError):
        LAYOUT.blank().other = 1
