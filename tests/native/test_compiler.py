"""Parts of a program are translated once, whatever integers they are called with, and compute the same."""

import gc
import re
from importlib import import_module
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest

import tischlein
from tischlein.cards import insert, remove
from tischlein.engine.backends import compiler
from tischlein.engine.backends.compiler import Callee, copy_record, entrance
from tischlein.engine.backends.native import Native
from tischlein.engine.errors import OptionError
from tischlein.engine.rules.dialect import BUILTINS
from tischlein.engine.rules.drive import put


def add(row: Any, place: int, more: int) -> int:
    row[0] += 1
    return int(row[place]) + more


def with_parts(function: Any, **parts: Callee) -> FunctionType:
    return FunctionType(function.__code__, {**function.__globals__, **parts})


def calls(row: Any, bytes_of: Any) -> int:
    # Places and addends as a constant, as a cell of one byte, and as a plain integer.
    total = add(row, 1, 2) + add(row, bytes_of[0], bytes_of[1])
    for place in range(len(row)):
        total += add(row, place, total)
    return total


@pytest.mark.parametrize("inlined", [True, False])
def test_integers_of_all_widths_share_one_translation(inlined: bool) -> None:
    part = Callee(add)
    kernel = entrance(with_parts(calls, add=part), inlined=inlined)
    row, cells = np.array([5, -3, 2], np.int64), np.array([2, -128], np.int8)
    as_it_is = calls(row.tolist(), cells.tolist())
    assert kernel(row, cells) == as_it_is
    assert row[0] == 5 + 5
    assert len(part.overloads) == 1


@pytest.mark.parametrize("enabled", [True, False])
def test_no_garbage_is_collected_while_code_is_compiled(
    monkeypatch: pytest.MonkeyPatch, enabled: bool
) -> None:
    translate, noted = compiler.Translation.compile_extra, []

    def note(self: Any, function: Any) -> Any:
        noted.append(gc.isenabled())
        return translate(self, function)

    monkeypatch.setattr(compiler.Translation, "compile_extra", note)
    if not enabled:
        gc.disable()
    try:
        entrance(with_parts(calls, add=Callee(add)), inlined=True)(np.zeros(3, np.int64), np.ones(2, np.int8))
        assert noted == [False]
        assert gc.isenabled() is enabled
    finally:
        gc.enable()


def sort_and_take(row: Any, cards: Any) -> None:
    """Every card comes in; then the second, the first and the last go out."""
    for size in range(len(cards)):
        insert(row, size, cards[size])
    for gone, place in enumerate((1, 0, len(cards) - 1)):
        remove(row, len(cards) - gone, cards[place])


def test_sorted_rows_are_kept_in_compiled_code_as_in_python() -> None:
    """No game here keeps its hands so; but one that does compiles."""
    kernel = entrance(with_parts(sort_and_take, insert=Callee(insert), remove=Callee(remove)), inlined=True)
    for cards in ((7, 2, 9, 2, 5), (1, 1, 1), (9, 8, 7, 6)):
        plain, row = [-1] * len(cards), np.full(len(cards), -1, np.int8)
        sort_and_take(plain, cards)
        kernel(row, np.array(cards, np.int8))
        left = sorted(cards[2:-1])
        assert row.tolist() == plain == left + [-1] * (len(cards) - len(left))


def test_a_part_is_not_for_python_to_call() -> None:
    part = Callee(add)
    kernel = entrance(with_parts(calls, add=part), inlined=True)
    row, cells = np.array([5, -3, 2], np.int64), np.array([2, -128], np.int8)
    for _ in range(2):  # before it is translated, and after that
        with pytest.raises(TypeError, match="add is part of compiled code, which alone can call it"):
            part(row, 1, 2)
        kernel(row, cells)


def pour(source: Any, target: Any, kinds: int) -> None:
    for kind in range(kinds):
        target[kind] += source[kind]
        source[kind] = 0


def poured(rows: Any) -> None:
    pour(rows[0], rows[1], 3)


def test_rows_that_are_known_to_lie_apart_are_said_to() -> None:
    """Else the compiler must keep the order of all reads and writes, and moves cell by cell."""
    apart, unknown = Callee(pour), Callee(add)
    rows = np.array([[1, 2, 3], [10, 20, 30]], np.int8)
    entrance(with_parts(poured, pour=apart), inlined=True)(rows)
    assert rows.tolist() == [[0, 0, 0], [11, 22, 33]]
    entrance(with_parts(calls, add=unknown), inlined=True)(np.zeros(3, np.int64), np.ones(2, np.int8))
    said = [next(iter(part.overloads.values())).fndesc.noalias for part in (apart, unknown)]
    assert said == [True, False]


def unchanged(number: int) -> int:
    return number


def a_cell(row: Any) -> int:
    return unchanged(row[0])


def a_constant(row: Any) -> int:
    return unchanged(2**63 + 2)


@pytest.mark.parametrize("passed_on", [a_cell, a_constant])
def test_large_unsigned_numbers_stay_what_they_are(passed_on: Any) -> None:
    kernel = entrance(with_parts(passed_on, unchanged=Callee(unchanged)), inlined=True)
    assert kernel(np.array([2**63 + 2], np.uint64)) == 2**63 + 2


def long(row: Any, place: int, more: int) -> int:
    """Too long to be inlined without being told to: called twice, with much to do each time."""
    for k in range(len(row)):
        for step in range(7):
            row[k] = (row[k] * 31 + place * step) % 1009 if row[k] % (step + 2) else row[k] // 3 + more
        while row[k] > 50:
            row[k] -= 1 + row[(k + 1) % len(row)] % 5
        for other in range(k):
            if row[other] > row[k]:
                row[other], row[k] = row[k], row[other]
    return int(row[place]) + more


def pieces(inlined: bool) -> list[str]:
    kernel = entrance(with_parts(calls, add=Callee(long)), inlined=inlined)
    kernel(np.arange(3, dtype=np.int64), np.zeros(2, np.int8))
    (whole,) = kernel.overloads.values()
    return [function.name for function in whole.library.get_defined_functions() if "long" in function.name]


def test_an_entrance_and_its_parts_become_one_piece_where_that_is_asked_for() -> None:
    assert len(pieces(inlined=False)) == 1
    assert pieces(inlined=True) == []


def rows_of_four(row: Any) -> None:
    """Straight-line code, which the vectorizer of loops does not look at."""
    row[0] += 3
    row[1] += 3
    row[2] += 3
    row[3] += 3


def is_gathered(kernel: Any) -> bool:
    kernel(np.zeros(4, np.int64))
    (code,) = kernel.inspect_llvm().values()
    return re.search(r"add .*<\d x i64>", code) is not None


@pytest.mark.parametrize("inlined", [True, False])
def test_straight_line_code_is_gathered_into_vectors_here_and_nowhere_else(inlined: bool) -> None:
    import_module("tischlein.engine.backends.native")  # loading it changes nothing for others
    assert is_gathered(entrance(rows_of_four, inlined=inlined))
    assert not is_gathered(numba.njit(rows_of_four))


def test_where_numba_may_not_compile_the_native_backend_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)  # as Numba reads NUMBA_DISABLE_JIT
    with pytest.raises(OptionError, match="unset it, or take the python backend"):
        Native(tischlein.game("lobo77").rules)


def moved(records: Any) -> None:
    put(records, 2, records, 0)


def test_a_record_is_copied_in_one_piece() -> None:
    """Byte by byte, as Numba would, LLVM takes seconds over it in everything that copies."""
    part = Callee(copy_record)
    records = np.zeros(4, np.dtype([("actor", "i1"), ("hands", "i2", (3, 37))]))
    records["actor"], records["hands"][0] = (1, 2, 3, 4), np.arange(111).reshape(3, 37)
    entrance(with_parts(moved, put=part), inlined=True)(records)
    assert records["actor"].tolist() == [1, 2, 1, 4]
    assert (records["hands"][2] == records["hands"][0]).all()
    assert not records["hands"][[1, 3]].any()
    (compiled,) = part.overloads.values()
    assert "llvm.memcpy" in compiled.library.text
    assert f"load [{records.itemsize} x i8]," not in compiled.library.text


PAIRS = ((2, -3), (-7, 5), (4, 9))


def all_that_the_lint_lets_through(row: Any) -> int:
    """Every built-in function of the dialect, chained comparisons, tables, and division of what is below 0."""
    total = 0
    for k in range(len(row)):
        cell = int(row[k])
        pair = PAIRS[k % len(PAIRS)]
        total = total * 31 + abs(cell) + max(cell, pair[0], 1) - min(cell, pair[1])
        total += bool(cell) + 2 * bool(cell > 3) + (4 if -5 < cell <= 5 else 8)
        total += cell // 3 + cell % 5 - (cell >> 1) + (cell & 6) + (not cell) - (-cell // 4)
        while total > 10**6:
            total //= 7
            if total % 2 and cell != 0:
                break
        else:
            total += 1
    return total


def test_all_that_the_dialect_has_compiles_and_means_what_it_means_in_python() -> None:
    """Steps of Numba's that no rules need are left out; these are all that rules may need."""
    names = set(all_that_the_lint_lets_through.__code__.co_names)
    assert set(BUILTINS) <= names
    rows = np.array([-127, -7, -4, -1, 0, 1, 2, 5, 6, 127], np.int8), np.arange(-9, 9)
    for inlined in (True, False):
        kernel = entrance(all_that_the_lint_lets_through, inlined=inlined)
        for row in rows:
            assert kernel(row) == all_that_the_lint_lets_through(row.tolist())
