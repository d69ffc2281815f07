"""Print results as tables or JSON, and report errors in one line."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from click.exceptions import Exit

from bench.common.errors import BenchError
from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Json
from tischlein.interrupts import STOPPED
from tischlein.lab.simulate.display import align_columns

WIDEST = 8  # columns; rows with more values become the columns themselves


def show(document: Json, as_json: bool) -> None:
    """Print a document as JSON, or its lists of rows as tables and its results by name in lines."""
    if as_json:
        print(json.dumps(document, indent=1))
        return
    parts = {name: value for name, value in document.items() if name != "environment"}
    tables = {name: value for name, value in parts.items() if value and isinstance(value, list)}
    for name, value in parts.items():
        if name in tables:
            _table(name, value)
        elif isinstance(value, dict):
            for key, inner in value.items():
                _line(f"{name}, {key}", inner)
        elif not tables:
            _line(name, value)
    load = document.get("environment", {}).get("load")
    if load is not None and load >= 0.5:
        _line("busy", f"the load was {load} when this began: expect an idle machine to be faster")


def _table(name: str, rows: list[Json]) -> None:
    keys = [key for key in rows[0] if any(row.get(key) not in (None, "") for row in rows)]
    lines = [keys, *([_cell(row.get(key)) for key in keys] for row in rows)]
    if len(keys) > WIDEST:
        lines = [list(column) for column in zip(*lines, strict=True)]
    print("\n".join([name, *align_columns(lines), ""]))


def _line(name: str, value: object) -> None:
    if value not in (None, ""):
        print(f"{name}: {_cell(value)}")


def _cell(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value))
    if value is None or isinstance(value, bool | str | dict):
        return "" if value is None else str(value)
    return short(float(str(value)))


def short(value: float) -> str:
    """Return a number for a narrow column.

    >>> short(9_412_345.0), short(93_704.0), short(812.0), short(-0.25)
    ('9.41 M', '93.7 k', '812', '-0.25')
    """
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(value) >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


@contextmanager
def friendly() -> Iterator[None]:
    """Report errors and Ctrl-C in one line, with an exit code."""
    try:
        yield
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        raise Exit(STOPPED) from None
    except TischleinError as error:
        print(f"bench: {error}", file=sys.stderr)
        raise Exit(1 if isinstance(error, BenchError) else 2) from None
