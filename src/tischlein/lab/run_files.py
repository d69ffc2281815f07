"""Files that keep a long run as it goes: the first line says what is done and by which code, the others hold what is done."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, get_origin
from zlib import crc32

import msgspec
import numpy as np

from tischlein.engine.errors import OptionError
from tischlein.engine.types import Json, JsonValue, Untyped

Entry = TypeVar("Entry")


def is_new(path: Path) -> bool:
    """Return True if the file is missing or empty."""
    return not path.is_file() or path.stat().st_size == 0


def read(path: Path, command: str, version: int, *, whole: bool = False) -> tuple[Json, list[str]]:
    """Return the first line of a command's file as data, and the other lines; or all of it if it is one document."""
    try:
        text = path.read_text("utf-8")
        first, *lines = [text] if whole else text.splitlines()
        header: Json = json.loads(first)
        if (header["tischlein"], header["format"]) != (command, version):
            raise ValueError
    except OSError as error:
        raise OptionError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise OptionError(f"{path} is not a file of `tischlein {command}` of this version") from None
    return header, lines


def label(header: Json) -> str:
    """Return a short name for a file with this first line."""
    return f"{header['game']}-{header['seats']}-{crc32(json.dumps(header, sort_keys=True).encode()):08x}"


def encode_entry(entry: object) -> str:
    """Return a record as a line of JSON."""
    return msgspec.json.encode(entry, enc_hook=lambda cells: cells.tolist()).decode()


def entries(lines: Sequence[str], kind: type[Entry]) -> Iterator[Entry]:
    """Yield the records that the lines hold, without the last one of a run that was killed while it wrote."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=kind, dec_hook=_read)
        except (msgspec.MsgspecError, OverflowError, RecursionError):
            continue


def _read(kind: object, data: JsonValue) -> Untyped:
    """Return what only Python and NumPy know: arrays, and counters of whole numbers."""
    if get_origin(kind) is Counter:
        return Counter(msgspec.convert(data, dict[int, int], strict=False))
    return np.array(data, np.int64)


def check_same(path: Path, what: str, wanted: Json, found: Json) -> None:
    """Raise OptionError if a file was made for something else."""
    differs = [name for name in wanted if found.get(name) != wanted[name]]
    if differs:
        raise OptionError(f"{path} holds {what}: {', '.join(differs)} differ; choose another file")


def begin(path: Path, text: str) -> None:
    """Write a new file."""
    with writing(path):
        path.write_text(text, "utf-8")


def check_folder(path: Path | None) -> None:
    """Raise OptionError if a file is to be written into a folder that does not exist."""
    if path is not None and not path.parent.is_dir():
        raise OptionError(f"{path} cannot be written: there is no folder {path.parent}")


def rewrite(path: Path, text: str) -> None:
    """Replace a file in one step."""
    spare = path.with_name(path.name + ".new")
    with writing(path):
        spare.write_text(text, "utf-8")
        spare.replace(path)


def add(path: Path, line: str) -> None:
    """Add a line to a file."""
    with writing(path), path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn errors of the disk into an OptionError that names the file."""
    try:
        yield
    except OSError as error:
        raise OptionError(
            f"{path} cannot be written: {error.strerror or error}; what was done before is kept"
        ) from None
