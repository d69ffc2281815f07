"""Modules: what is in them, how large they are, and that the same sources give the same bytes."""

import gzip
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import types as kinds

from helpers.strategies import each_game
from helpers.toy import environment, write_toy
from per_game import KITS, Kit
from samples import SAMPLES
from tischlein.bots.wasm import entrances_of, module_of, types, variables
from tischlein.bots.wasm.package import LOADER
from tischlein.engine.backends.wasm.cache import cached
from tischlein.engine.backends.wasm.compile import Address, Entrance, Number, compile_module
from tischlein.engine.backends.wasm.memory import rows_at
from tischlein.engine.backends.wasm.node import find_node

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES, MOST_COMPRESSED = 150_000, 60_000
# Multiplies eight pairs of bytes: `i16x8.extmul_low_i8x16_s`.
BYTES_MULTIPLIED = b"\xfd\x9c\x01"
# Compiling whole modules takes long; a few functions go through the same hands.
PART = "legal conceal" if not SAMPLES.every_path else ""
BUILD = """
import hashlib, sys
import tischlein
from tischlein.bots.wasm import entrances_of, variables
from tischlein.engine.backends.wasm.compile import compile_module
game, part = tischlein.game(sys.argv[1]), sys.argv[2].split()
entrances = [one for one in entrances_of(game) if not part or one.name in part]
if sys.argv[3:]:
    for one in reversed(entrances):
        compile_module([one], ())
print(hashlib.sha256(compile_module(entrances, () if part else variables(game))).hexdigest())
"""
LOOK = """
const module = new WebAssembly.Module(require('fs').readFileSync(0))
const names = (list) => list.map((entry) => entry.name)
console.log(JSON.stringify([names(WebAssembly.Module.imports(module)), names(WebAssembly.Module.exports(module))]))
"""
TOY = """
import sys
from pathlib import Path
from tischlein.engine.backends import load
for _ in range(2):
    from toygame import rules, tables
    found = []
    for backend in (load(rules, "wasm"), load(rules, "python")):
        box = backend.blank()
        backend.call("setup", box)
        backend.call("apply", box, 0, 3)
        backend.call("conceal", box, 1)
        backend.imagine(box, 1, [1, 2, 3])
        told = [backend.call("chances", box), backend.observe(box, 1), backend.pack(box)]
        found.append([*told, *backend.fill("legal", box, 8, 0)])
    assert found[0] == found[1], found
    print(found[0][0])
    path = Path(tables.__file__)
    path.write_text(path.read_text().replace("200", "300"))
    for name in [name for name in sys.modules if name.startswith("toygame")]:
        del sys.modules[name]
"""


def test_nets_multiply_many_bytes_at_once() -> None:
    """LLVM has to be told; left to itself it takes four at a time, and thinking takes twice as long."""
    assert BYTES_MULTIPLIED in module_of(KITS[0].game)


@each_game
def test_modules_are_small(kit: Kit) -> None:
    module = module_of(kit.game)
    assert len(module) < MOST_BYTES
    assert len(gzip.compress(module)) < MOST_COMPRESSED


@each_game
def test_a_module_needs_nothing_and_exports_what_it_says(kit: Kit) -> None:
    done = subprocess.run(
        [find_node(), "-e", LOOK], input=module_of(kit.game), capture_output=True, check=True
    )
    functions = [entrance.name for entrance in entrances_of(kit.game)]
    expected = [[], ["memory", *functions, *variables(kit.game), "heap"]]
    assert done.stdout.decode().strip() == str(expected).replace("'", '"').replace(", ", ",")


def test_a_load_adds_the_constant_of_an_address_by_itself() -> None:
    cells = rows_at(kinds.int64)

    def fourth(s: Address) -> Number:
        cell: int = cells(s, 8)[3]
        return cell

    module = compile_module([Entrance(fourth)], ())
    # (local.get 0) (i32.load offset=24), however it is aligned
    assert re.search(rb"\x20\x00\x28.\x18", module, re.DOTALL)


@pytest.mark.long
@pytest.mark.parametrize("kit", KITS[: SAMPLES.checked], ids=lambda kit: kit.game.id)
def test_the_same_sources_give_the_same_bytes(kit: Kit) -> None:
    """In any process: not the order of a set, nor where something lies in memory, nor what was compiled before, may be found in a module."""
    built = [
        subprocess.Popen(
            [sys.executable, "-c", BUILD, kit.game.id, PART, *before],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, before in (("1", []), ("2", ["others"]))
    ]
    first, second = (process.communicate()[0].strip() for process in built)
    assert first == second != ""
    if not PART:
        assert first == hashlib.sha256(module_of(kit.game)).hexdigest()


def test_the_types_of_exports_are_those_of_the_entrances() -> None:
    assert (LOADER / "exports.d.ts").read_text("utf-8") == types.text(), "run `make types`"


def test_a_game_of_its_own_becomes_a_module(tmp_path: Path) -> None:
    """Nothing here knows the four games: rules that somebody writes run in WebAssembly too, without bots, and follow their changes."""
    write_toy(tmp_path)
    env = environment(tmp_path, tmp_path / "cache")
    done = subprocess.run([sys.executable, "-c", TOY], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["211", "311"]


def test_a_damaged_module_on_the_disk_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path))
    made: list[bytes] = []

    def ask() -> int:
        def make() -> bytes:
            made.append(b"module")
            return b"module"

        assert cached([], [], "a.wasm", make) == b"module"
        return len(made)

    assert (ask(), ask()) == (1, 1)
    (path,) = tmp_path.rglob("a.wasm")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert (ask(), ask()) == (2, 2)
