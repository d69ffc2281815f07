"""The modules that come with games: ``rules.wasm`` beside a game's rules, with a stamp of all that it was compiled from.

The stamp is a section at the end of the module, which browsers and wasmtime skip. In a checkout it is compared with the sources: a
module of other rules is compiled again. Comments and docstrings do not count.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tischlein.engine.errors import OptionError
from tischlein.engine.rules.clone import changed
from tischlein.engine.rules.contract import Rules
from tischlein.engine.types import Json

NAME = "rules.wasm"
SECTION = b"tischlein"
PACKAGE = Path(__file__).parents[3]
ROOT = PACKAGE.parents[1]  # of a checkout
# What every module is compiled from, beside its own game's files.
SHARED = (
    "src/tischlein/cards.py",
    "src/tischlein/engine/rules/clone.py",
    "src/tischlein/engine/rules/drive.py",
    "src/tischlein/engine/rules/record.py",
    "src/tischlein/engine/rules/stacks.py",
    "src/tischlein/engine/rules/columns.py",
    "src/tischlein/engine/rules/prefetch.py",
    "src/tischlein/engine/backends/compiler.py",
    "src/tischlein/engine/backends/native.py",
    "src/tischlein/engine/backends/wasm/__init__.py",
    "src/tischlein/bots/kernels/*.py",
    "modules/*.py",
)
# These compile nothing.
NOT_SHARED = ("__main__.py", "typescript.py")
OF_GAME = ("rules.py", "rules/*.py", "bots/*.py", "lab.py")


class ModuleError(OptionError):
    """There is no module for these rules, or it is not one of theirs."""


def module_of(rules: Rules) -> bytes:
    """Return the module of a game's rules; ModuleError says why there is none."""
    if changed(rules):
        raise ModuleError(
            f"the wasm backend plays the printed game, not one with other {', '.join(changed(rules))}"
        )
    return _module_in(rules.__name__.rpartition(".")[0])


@cache
def _module_in(room: str) -> bytes:
    try:
        folder = Path(str(resources.files(room)))
    except (ModuleNotFoundError, TypeError):
        folder = Path(os.devnull)
    path = folder / NAME
    if is_checkout() and folder.parent == PACKAGE / "games" and path.is_file():
        _compile_if_changed(folder)
    try:
        data = path.read_bytes()
    except OSError:
        raise ModuleError(
            f"{room} comes without a compiled module: take the python or native backend"
        ) from None
    stamp_of(data)
    return data


def has_module(rules: Rules) -> bool:
    """Return True if these rules can run on the wasm backend."""
    try:
        return bool(module_of(rules))
    except ModuleError:
        return False


def is_checkout() -> bool:
    """Return True if the package runs from its sources, with what compiles modules beside them."""
    return (ROOT / "modules" / "build.py").is_file()


# Compiling again


def is_current(folder: Path) -> bool:
    """Return True if the module in a game's folder was compiled from the sources that are there now."""
    try:
        stamp = stamp_of((folder / NAME).read_bytes())
    except (OSError, ModuleError):
        return False
    # The first is quick, and enough unless a comment has changed.
    return bool(stamp["texts"] == texts_of(folder) or stamp["sources"] == sources_of(folder))


def _compile_if_changed(folder: Path) -> None:
    if is_current(folder):
        return
    if not has_compiler():
        raise ModuleError(
            f"the rules of {folder.name} have changed since they were compiled: `make modules` does that again, "
            "and needs the extra native; until then take the python backend"
        )
    with _alone(folder):
        if not is_current(folder):
            said = f"The rules of {folder.name} have changed: compiling their module, about 20 seconds ..."
            print(said, file=sys.stderr, flush=True)  # noqa: T201 — a developer waits for it
            subprocess.run([sys.executable, "-m", "modules", folder.name], check=True, cwd=ROOT)  # noqa: S603


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time compile a game's module; the others find it."""
    if sys.platform == "win32":  # at worst several compile the same
        yield
        return
    import fcntl

    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def has_compiler() -> bool:
    """Return True if Numba is installed."""
    return all(_version(name) for name in ("numba", "llvmlite"))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def made_by() -> Json:
    """Return the versions of what compiles modules."""
    found = {name: _version(name) for name in ("numba", "llvmlite")}
    return {"python": f"{sys.version_info.major}.{sys.version_info.minor}", **found}


# Stamps


def stamped(module: bytes, folder: Path) -> bytes:
    """Return a module with the stamp of the sources in a game's folder."""
    stamp = {"texts": texts_of(folder), "sources": sources_of(folder), "made_by": made_by()}
    said = json.dumps({**stamp, "checksum": _digest(module)}).encode()
    content = bytes((len(SECTION),)) + SECTION + said
    return module + b"\x00" + leb(len(content)) + content


def stamp_of(data: bytes) -> Json:
    """Return what a module says about itself; ModuleError if it is damaged."""
    begin = data.rfind(SECTION + b'{"texts"')
    try:
        stamp: Json = json.loads(data[begin + len(SECTION) :]) if begin >= 0 else {}
        size = len(data) - begin + 1
        module = data[: begin - 2 - len(leb(size))]
        if stamp["checksum"] != _digest(module):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise ModuleError(
            "a compiled module is damaged: install Tischlein again, or `make modules`"
        ) from None
    return stamp


def leb(number: int) -> bytes:
    """Return a number from 0 on.

    >>> leb(300).hex()
    'ac02'
    """
    groups = bytearray()
    while number > 0x7F:
        groups.append(0x80 | number & 0x7F)
        number >>= 7
    groups.append(number)
    return bytes(groups)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def texts_of(folder: Path) -> str:
    """Return a hash of the files that the module in a game's folder is compiled from, as they are written."""
    return _digest(_common_texts() + b"".join(path.read_bytes() for path in _own(folder)))


def sources_of(folder: Path) -> str:
    """Return a hash of what these files say, without comments and docstrings."""
    return _digest((_common_code() + "".join(map(code_in, _own(folder)))).encode())


def _own(folder: Path) -> list[Path]:
    return [path for pattern in OF_GAME for path in sorted(folder.glob(pattern))]


def _common_sources() -> list[Path]:
    paths = [path for pattern in SHARED for path in sorted(ROOT.glob(pattern))]
    return [path for path in paths if path.name not in NOT_SHARED]


@cache
def _common_texts() -> bytes:
    return b"".join(path.read_bytes() for path in _common_sources())


@cache
def _common_code() -> str:
    return "".join(map(code_in, _common_sources()))


def code_in(path: Path) -> str:
    """Return the name and a hash of the code of a module, the same for every version of Python."""
    parts: list[str] = [path.name]
    _write(ast.parse(path.read_bytes()), parts)
    return _digest("".join(parts).encode())


def _write(node: object, parts: list[str]) -> None:
    if isinstance(node, ast.AST):
        parts.append(type(node).__name__)
        for name, value in ast.iter_fields(node):
            if isinstance(node, ast.JoinedStr):
                # Python 3.12 ends some with an empty text.
                value = [one for one in value if not (isinstance(one, ast.Constant) and one.value == "")]  # noqa: PLW2901
            if value not in ([], None) and name not in ("ctx", "kind", "type_comment"):
                parts.append(name)
                _write(value, parts)
    elif isinstance(node, list):
        parts.append("[")
        for one in node:
            # An unused string is a docstring.
            if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                _write(one, parts)
        parts.append("]")
    else:
        parts.append(repr(node))
