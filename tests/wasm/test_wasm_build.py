"""Modules: what is in them, how large they are, and that the same sources give the same bytes."""

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import types as kinds

from helpers.games.strategies import each_game_with_module
from modules import typescript
from modules.__main__ import main as compile_games
from modules.build import entrances_of, folder_of, variables
from modules.compile import Address, Entrance, Number, compile_module
from modules.memory import rows_at
from per_game import KITS, Kit
from tischlein.bots.wasm.package import LOADER
from tischlein.engine.backends.wasm.modules import is_current, made_by, module_of, stamp_of
from tischlein.engine.backends.wasm.runtime import compile_wasm

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES, MOST_COMPRESSED = 150_000, 60_000
# Multiplies eight pairs of bytes: `i16x8.extmul_low_i8x16_s`.
BYTES_MULTIPLIED = b"\xfd\x9c\x01"
BUILD = """
import sys
import tischlein
from modules.build import build
from tischlein.engine.backends.wasm.modules import stamp_of
print(stamp_of(build(tischlein.game(sys.argv[1])))["checksum"])
"""


def test_nets_multiply_many_bytes_at_once() -> None:
    """LLVM has to be told; left to itself it takes four at a time, and thinking takes twice as long."""
    assert BYTES_MULTIPLIED in module_of(KITS[0].game.rules)


@each_game_with_module
def test_modules_are_small(kit: Kit) -> None:
    module = module_of(kit.game.rules)
    assert len(module) < MOST_BYTES
    assert len(gzip.compress(module)) < MOST_COMPRESSED


@each_game_with_module
def test_a_module_needs_nothing_and_exports_what_it_says(kit: Kit) -> None:
    module = compile_wasm(module_of(kit.game.rules))
    functions = [entrance.name for entrance in entrances_of(kit.game)]
    assert module.imports == []
    assert [one.name for one in module.exports] == ["memory", *functions, *variables(), "heap"]


def test_a_load_adds_the_constant_of_an_address_by_itself() -> None:
    cells = rows_at(kinds.int64)

    def fourth(s: Address) -> Number:
        cell: int = cells(s, 8)[3]
        return cell

    module = compile_module([Entrance(fourth)], ())
    # (local.get 0) (i32.load offset=24), however it is aligned
    assert re.search(rb"\x20\x00\x28.\x18", module, re.DOTALL)


def test_stamps_say_what_modules_were_compiled_from() -> None:
    """Where they do not, `make modules` compiles them again."""
    for kit in KITS:
        assert is_current(folder_of(kit.game)), kit.game.id
    with pytest.raises(SystemExit, match="there is no game 'hoch'"):
        compile_games(["hoch"])


def built(script: str, hash_seed: str, *arguments: str) -> str:
    """Return what a process prints that compiles a module."""
    command = [sys.executable, "-c", script, *arguments]
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return (
        subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True).stdout.decode().strip()
    )


@each_game_with_module
def test_modules_are_compiled_with_the_versions_of_this_environment(kit: Kit) -> None:
    """Whichever Python it has: the compiler's versions are locked."""
    stamp = stamp_of(module_of(kit.game.rules))["made_by"]
    assert stamp == {**made_by(), "python": stamp["python"]}


@pytest.mark.long  # the test above compiles two functions of a module, twice
@pytest.mark.needs("modules")
@each_game_with_module
def test_the_same_sources_give_the_same_bytes(kit: Kit) -> None:
    assert built(BUILD, "2", kit.game.id) == stamp_of(module_of(kit.game.rules))["checksum"]


def test_the_types_of_exports_are_those_of_the_entrances() -> None:
    assert (LOADER / "exports.d.ts").read_text("utf-8") == typescript.text(), "run `make types`"
