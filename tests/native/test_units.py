"""Large functions of the contract become machine code once, which all entrances call, also when it comes from the disk."""

from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from helpers.games.toy import environment, run, write_toy
from tischlein.engine.backends import compiler
from tischlein.engine.backends.compiler import Callee, entrance


def why(row: Any, place: int) -> int:
    total = place
    for k in range(len(row)):
        total = total * 3 + row[k]
    return int(total)


def legal(row: Any, place: int) -> int:
    return why(row, place) + why(row, place + 1)


def helper(row: Any, place: int) -> int:
    return why(row, place)


def first(row: Any) -> int:
    return legal(row, 1)


def second(row: Any) -> int:
    return legal(row, 2) + why(row, 3) + helper(row, 4)


def bound(function: Any, **parts: Callee) -> FunctionType:
    return FunctionType(function.__code__, {**function.__globals__, **parts}, function.__name__)


def test_entrances_call_one_piece_of_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "LARGE", 1)
    inner = Callee(bound(why))
    parts = {
        "why": inner,
        "legal": Callee(bound(legal, why=inner)),
        "helper": Callee(bound(helper, why=inner)),
    }
    row = np.array([4, -1, 7])
    libraries = []
    for function in (first, second):
        kernel = entrance(bound(function, **parts), inlined=False)
        assert kernel(row) == function(row.tolist())
        (compiled,) = kernel.overloads.values()
        libraries.append(compiled.library)
    # What another one calls comes first, and a part that is none of the contract's is held by its caller.
    assert [unit.name.partition(".")[0] for unit in libraries[0].units] == ["why", "legal"]
    assert libraries[0].units == libraries[1].units
    for library in libraries:
        names = [function.name for function in library.get_defined_functions()]
        assert not [name for name in names if "why" in name or "legal" in name]


@pytest.mark.parametrize(("inlined", "large"), [(True, 1), (False, 10**6)])
def test_small_functions_and_what_is_one_piece_call_nothing(
    monkeypatch: pytest.MonkeyPatch, inlined: bool, large: int
) -> None:
    monkeypatch.setattr(compiler, "LARGE", large)
    kernel = entrance(bound(helper, why=Callee(bound(why))), inlined=inlined)
    assert kernel(np.arange(3), 1) == helper([0, 1, 2], 1)
    (compiled,) = kernel.overloads.values()
    assert compiled.library.units == ()


USE = """
from tischlein.engine.backends import compiler, load
compiler.LARGE = 1
from toygame import rules
native = load(rules, "native")
box = native.blank()
native.call("setup", box)
native.call("apply", box, 0, 2)
for name in ("chances_at", "apply_at"):
    kernel = native.kernels[name]
    print(name == "apply_at" or native.call("chances", box), sum(kernel.stats.cache_hits.values()), end=" ")
    print(*(unit.name for compiled in kernel.overloads.values() for unit in compiled.library.units))
print(native.pack(box).hex())
"""


@pytest.mark.long  # test_kernel_cache.py has a second process too
def test_another_process_reads_them_from_the_disk(tmp_path: Path) -> None:
    write_toy(tmp_path)
    env = environment(tmp_path, tmp_path / "cache")
    runs = [run(USE, env) for _ in range(2)]
    assert [done.stderr for done in runs] == ["", ""]
    compiled, found = ([line.split() for line in done.stdout.splitlines()] for done in runs)
    assert [line[1] for line in compiled[:2]] == ["0", "0"]
    assert [line[1] for line in found[:2]] == ["1", "1"]
    assert found[0][2].startswith("chances.")
    assert found[1][2].startswith("apply.")
    assert [(line[0], line[2:]) for line in found[:2]] == [(line[0], line[2:]) for line in compiled[:2]]
    assert found[2] == compiled[2]
