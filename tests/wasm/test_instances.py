"""Modules in this process: bounded memory, a trap costs one decision, and both ways to call give the same."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.games.strategies import each_game_with_module
from per_game import KITS, Kit
from tischlein.bots import bot, situation
from tischlein.bots.ask import BotError, ask
from tischlein.bots.runtime import runtime
from tischlein.engine.backends import load
from tischlein.engine.backends.wasm import modules
from tischlein.engine.backends.wasm import runtime as wasm
from tischlein.engine.backends.wasm.modules import ModuleError, module_of, stamp_of
from tischlein.engine.backends.wasm.runtime import Instance, TrapError, compile_wasm
from tischlein.engine.errors import OptionError
from tischlein.games import GAMES

LOBO = GAMES["lobo77"]
OUTSIDE = (1 << 31) + 8
# Where no compiler may start threads: a forked child compiles what its parent has not.
FORKED = """
import os
from tischlein.engine.backends.wasm.modules import module_of
from tischlein.engine.backends.wasm.runtime import Instance
from tischlein.games import GAMES
one, other, *_ = GAMES.values()
Instance(module_of(one.rules)).call("sow", 1, 2, 3)
child = os.fork()
if child == 0:
    Instance(module_of(other.rules)).call("sow", 1, 2, 3)
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def instance() -> Instance:
    return Instance(module_of(LOBO.rules))


def test_a_trap_is_an_error_and_the_instance_is_not_used_again() -> None:
    here = instance()
    with pytest.raises(TrapError, match="out of bounds memory access"):
        here.call("setup", OUTSIDE)
    with pytest.raises(TrapError, match="has trapped before"):
        here.call("sow", 1, 2, 3)


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_trap_costs_one_decision(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    table = LOBO.new(seats=2, seed=1)
    told = situation(table, table.waiting[0], seed=1, iterations=20)
    usual = bot(level).choose(replace(told, rng=list(told.rng)))
    broken: Any = runtime(LOBO)
    here = broken.instance
    with monkeypatch.context() as patched:
        # Whatever is called goes outside the memory.
        patched.setattr(here, "call", lambda name, *rest: Instance.call(here, "setup", OUTSIDE))
        patched.setattr(broken, "isolated", lambda: broken)
        with pytest.raises(BotError, match="out of bounds"):
            ask(bot(level), told)
    assert runtime(LOBO) is not broken
    assert bot(level).choose(replace(told, rng=list(told.rng))) == usual


def test_memory_is_bounded() -> None:
    here = Instance(module_of(LOBO.rules), most_memory=1 << 20)
    here.reserve(1 << 18)
    with pytest.raises(OptionError, match="no room for 1048576 more bytes"):
        here.reserve(1 << 20)
    here.call("sow", 1, 2, 3)  # and it goes on


def test_arrays_stay_in_the_memory_and_keep_it_alive() -> None:
    here = instance()
    cells = here.zeros(4, np.int64)
    here.reserve(1 << 22)  # it grows, and does not move
    cells[:] = [1, 2, 3, 4]
    assert here.array(here.address_of(cells), 4, np.int64).tolist() == [1, 2, 3, 4]
    with pytest.raises(IndexError):
        here.array(1 << 30, 4, np.int64)
    with pytest.raises(IndexError):
        here.address_of(np.zeros(4))
    del here
    assert cells.tolist() == [1, 2, 3, 4]


def test_each_thread_has_an_instance() -> None:
    backend = load(LOBO.rules, "wasm")
    found = [backend.instance]  # type: ignore[attr-defined]  # this backend's own
    thread = threading.Thread(target=lambda: found.append(backend.instance))  # type: ignore[attr-defined]
    thread.start()
    thread.join()
    assert found[0] is backend.instance is not found[1]  # type: ignore[attr-defined]


def test_a_forked_child_can_compile() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=True, timeout=120
    )
    assert (done.stdout.strip(), done.stderr) == ("7", "")


def test_a_module_is_compiled_once_for_all_threads() -> None:
    assert compile_wasm(module_of(LOBO.rules)) is compile_wasm(module_of(LOBO.rules))
    assert wasm._engine() is wasm._engine()


@each_game_with_module
def test_a_damaged_module_is_refused(kit: Kit) -> None:
    data = bytearray(module_of(kit.game.rules))
    assert len(stamp_of(bytes(data))["sources"]) == 32
    data[len(data) // 2] ^= 1
    with pytest.raises(ModuleError, match="is damaged"):
        stamp_of(bytes(data))
    with pytest.raises(ModuleError, match="is damaged"):
        stamp_of(bytes(data[:100]))


def test_comments_and_docstrings_do_not_make_a_module_stale(tmp_path: Path) -> None:
    found = []
    for text in ("A = 1\n", '"""Says."""\nA = 1  # one\n', "A = 2\n"):
        (tmp_path / "rules.py").write_text(text)
        found.append((modules.texts_of(tmp_path), modules.sources_of(tmp_path)))
    assert len({texts for texts, _ in found}) == 3
    assert found[0][1] == found[1][1] != found[2][1]


def test_every_game_has_a_module_and_a_game_with_other_numbers_has_none() -> None:
    assert [kit for kit in KITS if not modules.has_module(kit.game.rules)] == []
    game, _ = LOBO.with_design({"hand": 3})
    assert game.changed
    with pytest.raises(ModuleError, match="plays the printed game, not one with other HAND"):
        module_of(game.rules)


def test_threads_that_begin_at_the_same_time_share_one_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code of one engine does not run in the store of another: a bot would fail at its first decision."""
    made: list[Any] = []
    make = wasm._engine.__wrapped__

    @cache
    def engine() -> Any:
        made.append(make())
        return made[-1]

    monkeypatch.setattr(wasm, "_engine", engine)
    monkeypatch.setattr(wasm, "_compiled", {})
    module, together = module_of(LOBO.rules), threading.Barrier(8)

    def begin() -> None:
        together.wait()
        Instance(module)

    with ThreadPoolExecutor(8) as pool:
        for begun in [pool.submit(begin) for _ in range(8)]:
            begun.result()
    assert len(made) == 1
