"""Compiled kernels on disk: a stale one is never found, and a bad place or a bad file does no harm."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy
from types import ModuleType
from typing import Annotated

import numba
import pytest

from helpers.games.toy import ASK, ask, environment, run, write_toy
from samples import SAMPLES
from tischlein.cards import Int8
from tischlein.engine.backends import compiler, kernel_cache
from tischlein.engine.backends.kernel_cache import cache_home, key_of
from tischlein.engine.backends.native import Native

ANSWER = 1 + 10 + 200
# What Numba loads before it compiles, with all that it knows of NumPy, and SciPy where there is one.
LOADED = "import sys; print('numba.np.linalg' in sys.modules)"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The toy's rules in this process, with an empty cache."""
    write_toy(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path / "cache"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "toygame"]:
        monkeypatch.delitem(sys.modules, name)
    return importlib.import_module("toygame.rules")


def answer(native: Native) -> int:
    box = native.blank()
    native.call("setup", box)
    return native.call("chances", box)


def was_found(native: Native) -> bool:
    stats = native.kernels["chances_at"].stats  # type: ignore[attr-defined]  # Numba's own
    return bool(stats.cache_hits)


def kernel_file(native: Native) -> Path:
    (path,) = native.kernels.cache.folder.glob("chances_at-*.kernel")
    return path


# Stale kernels


def test_a_second_process_finds_what_the_first_has_compiled(tmp_path: Path) -> None:
    """Also one that goes through sets in another order: the key is the same in every process. It does not get ready to compile."""
    write_toy(tmp_path)
    first, second = (
        run(ASK + LOADED, environment(tmp_path, tmp_path / "cache", PYTHONHASHSEED=seed)).stdout.split()
        for seed in ("1", "2")
    )
    assert first == [str(ANSWER), "compiled", first[2], "True"]
    assert second == [str(ANSWER), "found", first[2], "False"]


@pytest.mark.long
def test_the_same_sources_under_another_name_do_no_harm(tmp_path: Path) -> None:
    """A copy of a game has the key of its original; what is kept for that names modules that are not there."""
    ask(environment(write_toy(tmp_path / "original").parent, tmp_path / "cache"))
    write_toy(tmp_path / "copy").rename(tmp_path / "copy" / "copied")
    done = run(ASK.replace("toygame", "copied"), environment(tmp_path / "copy", tmp_path / "cache"))
    assert done.stdout.split()[:1] == [str(ANSWER)], done.stderr


@pytest.mark.long
def test_a_change_in_another_file_is_noticed(tmp_path: Path) -> None:
    """The same time and the same size, in a file that the outermost function does not lie in."""
    package = write_toy(tmp_path)
    env = environment(tmp_path, tmp_path / "cache")
    before = ask(env)
    for file, old, new, expected in (
        ("helper.py", "card + 10", "card * 10", 1 * 10 + 200),
        ("tables.py", "200", "300", 1 + 10 + 300),
    ):
        path = package / file
        times = path.stat().st_atime_ns, path.stat().st_mtime_ns
        original = path.read_text()
        path.write_text(original.replace(old, new))
        os.utime(path, ns=times)
        after = ask(env)
        assert after[:2] == (expected, "compiled")
        assert after[2] != before[2]
        path.write_text(original)
    assert ask(env) == (ANSWER, "found", before[2])


def test_the_key_follows_what_is_loaded_even_if_the_source_is_older(toy: ModuleType) -> None:
    """A process that has loaded a file before it was changed must not leave its kernels to others."""
    first = Native(toy)
    assert answer(first) == ANSWER
    toy.PRICES = (100, 500)  # type: ignore[attr-defined]  # the toy's table
    second = Native(toy)
    assert answer(second) == 1 + 10 + 500
    assert not was_found(second)
    assert second.kernels.cache.folder != first.kernels.cache.folder


def test_the_key_follows_the_code_of_a_function(toy: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_of([toy])

    def observe(s: object, seat: int, out: list[int]) -> None:
        out[0] = seat + 1

    monkeypatch.setattr(toy, "observe", observe)
    assert key_of([toy]) != before


def test_the_key_follows_the_fields_of_a_record(toy: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_of([toy])
    monkeypatch.setitem(toy.RECORD.__annotations__, "price", Annotated[Int8, "open"])
    assert key_of([toy]) != before


@pytest.mark.parametrize("name", ["native.py", "compiler.py", "kernel_cache.py"])
def test_the_key_follows_how_kernels_are_made(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    before = key_of([toy])
    copies = tuple(Path(copy(path, tmp_path)) for path in kernel_cache.OWN_FILES)
    monkeypatch.setattr(kernel_cache, "OWN_FILES", copies)
    assert key_of([toy]) == before
    with (tmp_path / name).open("a") as file:
        file.write("# changed")
    assert key_of([toy]) != before


@pytest.mark.long
def test_another_setting_of_the_compiler_is_another_folder(tmp_path: Path) -> None:
    write_toy(tmp_path)
    script = "from toygame import rules; from tischlein.engine.backends.kernel_cache import key_of; print(key_of([rules]))"
    settings = ("", "NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")
    keys = set()
    for setting in settings:
        env = environment(tmp_path, tmp_path / "cache", **({setting: "1"} if setting else {}))
        done = run(script, env)
        assert done.returncode == 0, done.stderr
        keys.add(done.stdout)
    assert len(keys) == len(settings)


def test_our_own_settings_of_the_compiler_count_and_not_what_they_are_otherwise(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = key_of([toy])
    monkeypatch.setattr(numba.config, "SLP_VECTORIZE", 7)
    assert key_of([toy]) == before
    # Whether another library is installed is no setting: a wheel without it would compile everything once more.
    monkeypatch.setattr(numba.config, "_HAVE_YAML", not numba.config._HAVE_YAML)
    assert key_of([toy]) == before
    monkeypatch.setitem(compiler.SETTINGS, "SLP_VECTORIZE", 0)
    assert key_of([toy]) != before


# Places and files


@pytest.mark.long
def test_processes_that_start_at_once_on_an_empty_cache(tmp_path: Path) -> None:
    write_toy(tmp_path)
    env = environment(tmp_path, tmp_path / "cache")
    # All of them import first, which takes a while, and then wait for the word to go.
    script = "from toygame import rules\nimport tischlein.engine.backends.native\ninput()\n" + ASK
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(SAMPLES.processes)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answers = [process.communicate(timeout=300)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * SAMPLES.processes
    folders = {folder for value, _, folder in answers if int(value) == ANSWER}
    assert len(answers) == SAMPLES.processes
    assert len(folders) == 1
    kept = sorted(path.name for path in (tmp_path / "cache" / folders.pop()).iterdir())
    assert len(kept) == 2
    assert all(name.endswith(".kernel") for name in kept)
    assert ask(env)[:2] == (ANSWER, "found")


def test_a_cache_that_cannot_be_written_does_no_harm(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TISCHLEIN_CACHE", f"{toy.__file__}/cache")
    for _ in range(2):
        native = Native(toy)
        assert answer(native) == ANSWER
        assert not was_found(native)


def test_a_damaged_kernel_is_compiled_again_and_replaced(toy: ModuleType) -> None:
    native = Native(toy)
    assert answer(native) == ANSWER
    path, other = kernel_file(native), next(native.kernels.cache.folder.glob("setup_at-*"))
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    another = whole[:32] + other.read_bytes()[32:]
    for damaged in (b"", whole[: len(whole) // 2], bytes(flipped), b"kernel" * 1000, another):
        path.write_bytes(damaged)
        for found in (False, True):
            again = Native(toy)
            assert answer(again) == ANSWER
            assert was_found(again) is found


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path))
    assert cache_home() == tmp_path
    monkeypatch.delenv("TISCHLEIN_CACHE")
    assert cache_home().name == "tischlein"


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    for name in ("TISCHLEIN_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    # In which nothing can be written, as above.
    assert cache_home() == Path(os.devnull) / "tischlein"
    if sys.platform not in ("win32", "darwin"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert cache_home() == tmp_path / "tischlein"
