"""Modules on disk: compiled once for each version of the sources, in the folder of the native kernels."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from tischlein.engine.backends.store import cache_home, key_of

_DIGEST_SIZE = hashlib.sha256().digest_size


def cached(
    sources: Iterable[ModuleType], makers: Iterable[Path], name: str, make: Callable[[], bytes]
) -> bytes:
    """Return what ``make`` has made of these sources before, or makes now; ``makers`` are the files that say how."""
    how = hashlib.sha256(b"".join(path.read_bytes() for path in makers)).hexdigest()[:16]
    path = cache_home() / f"wasm-{key_of(sources)}-{how}" / name
    with suppress(OSError):
        stored = path.read_bytes()
        if hashlib.sha256(stored[_DIGEST_SIZE:]).digest() == stored[:_DIGEST_SIZE]:
            return stored[_DIGEST_SIZE:]
    made = make()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(made).digest() + made)
        Path(part).replace(path)
    return made


def own_files() -> list[Path]:
    """The files that make modules."""
    return sorted(Path(__file__).parent.glob("*.py"))
