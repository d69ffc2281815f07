"""Compiled kernels on disk, where a stale one cannot be found.

Numba's own disk cache looks at the file of the outermost function only. Here the folder's name is a hash of everything that
the machine code depends on: all sources, the functions and constants as they were loaded (a source may have changed since, and
a constant may come from elsewhere), the versions of Python, NumPy, Numba and LLVM, every Numba setting, the processor.
A change of any of them leads to another folder. A file is written under a temporary name and then renamed, so processes
that start at once at worst compile the same thing twice; it begins with a hash of the rest, so a damaged one is noticed.
Where nothing can be written, kernels are compiled each time.
"""

import hashlib
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from types import CodeType, ModuleType

import numba
import numpy as np
from numba.core import serialize
from numba.core.caching import _Cache
from numba.core.registry import cpu_target

from tischlein import cards
from tischlein.engine.backends import compiler
from tischlein.engine.rules import clone, record
from tischlein.engine.types import Kernel, Namespace, Numba

# How kernels are made: a change here may change all of them.
OWN_FILES = tuple(Path(__file__).with_name(name) for name in ("native.py", "compiler.py", "kernel_cache.py"))
# Settings that do not change the code that comes out.
_HARMLESS = {
    "ENABLE_CUDASIM",
    "CACHE_DIR",
    "DEBUG_CACHE",
    "NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "NUMBA_DEFAULT_NUM_THREADS",
}
# Where a user's caches are: what the environment calls the place, and where it usually lies in the user's home.
_PLACES = {"win32": ("LOCALAPPDATA", "AppData/Local"), "darwin": ("", "Library/Caches")}
_DIGEST_SIZE = hashlib.sha256().digest_size


def cache_home() -> Path:
    """Return the folder for compiled kernels: ``TISCHLEIN_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("TISCHLEIN_CACHE")
    if chosen:
        return Path(chosen)
    variable, usual = _PLACES.get(sys.platform, ("XDG_CACHE_HOME", ".cache"))
    base = os.environ.get(variable)
    try:
        return (Path(base) if base else Path.home() / usual) / "tischlein"
    except RuntimeError:
        # A user without a home, as in some containers: a place where nothing can be written. Not the shared
        # folder for temporary files, where another user could plant kernels.
        return Path(os.devnull) / "tischlein"


def key_of(modules: Iterable[ModuleType], constants: Namespace | None = None) -> str:
    """Return the hash of all that kernels made from these modules, with other constants, depend on."""
    compiled = (cards, *modules)
    parts = [inspect.getsource(module) for module in (record, clone, *compiled)]
    parts += [part for module in compiled for part in _definitions(module)]
    parts += [path.read_text("utf-8") for path in OWN_FILES]
    parts += [sys.version, np.__version__, numba.__version__, version("llvmlite")]
    parts += [repr(cpu_target.target_context.codegen().magic_tuple())]
    parts += [f"{name}={value!r}" for name, value in _settings()]
    parts += [f"{name}={value!r}" for name, value in sorted((constants or {}).items())]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:32]


def _definitions(module: ModuleType) -> Iterator[str]:
    """Yield the functions, constants and record of a module as they are in memory."""
    for name, value in sorted(vars(module).items()):
        if inspect.isfunction(value):
            yield f"{name}={_code(value.__code__)!r} {value.__defaults__!r}"
        elif inspect.isclass(value):
            yield f"{name}={inspect.get_annotations(value)!r}"
        elif not name.startswith("__") and _is_constant(value):
            yield f"{name}={value!r}"


def _code(code: CodeType) -> tuple[object, ...]:
    constants = [_code(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, constants


def _is_constant(value: object) -> bool:
    return isinstance(value, int | str) or (isinstance(value, tuple) and all(map(_is_constant, value)))


def _settings() -> list[tuple[str, object]]:
    """Numba's settings, as they are while kernels are compiled."""
    return sorted(
        (name, value)
        for name, value in {**vars(numba.config), **compiler.SETTINGS}.items()
        if name.isupper()
        and name[0] != "_"
        and name not in _HARMLESS
        and isinstance(value, (bool, int, float, str, type(None)))
    )


class KernelCache:
    """The folder of one set of modules."""

    def __init__(self, modules: Iterable[ModuleType], name: str, constants: Namespace | None = None) -> None:
        self.folder = cache_home() / f"{name}-{key_of(modules, constants)}"

    def keep(self, dispatcher: Numba) -> Kernel:
        """Cache a compiled function in this folder."""
        dispatcher._cache = _NumbaCache(self.folder, dispatcher.py_func.__name__)
        kept: Kernel = dispatcher
        return kept


class _NumbaCache(_Cache):  # type: ignore[misc]  # Numba comes without types
    """Numba's caching hook: one file per kernel and signature."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def _path(self, signature: Numba) -> Path:
        digest = hashlib.sha256(repr(signature).encode()).hexdigest()[:16]
        return self._folder / f"{self._name}-{digest}.kernel"

    def load_overload(self, signature: Numba, target_context: Numba) -> Numba:
        try:
            stored = self._path(signature).read_bytes()
        except OSError:
            return None
        digest, data = stored[:_DIGEST_SIZE], stored[_DIGEST_SIZE:]
        if hashlib.sha256(data).digest() != digest:
            return None  # a damaged file is compiled again and replaced
        try:
            # The file is this user's own, written by save_overload below.
            return numba.core.compiler.CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301
        except (pickle.UnpicklingError, EOFError, TypeError, ValueError, AttributeError, ImportError):
            return None  # also what the same sources left under a name that is not known here

    def save_overload(self, signature: Numba, compiled: Numba) -> None:
        data = serialize.dumps(compiled._reduce())
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            Path(name).replace(self._path(signature))

    def enable(self) -> None:
        pass

    def disable(self) -> None:
        pass

    def flush(self) -> None:
        with suppress(OSError):
            for path in self._folder.glob(f"{self._name}-*.kernel"):
                path.unlink()
