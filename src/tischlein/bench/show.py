"""How results of ``tischlein bench`` reach people: tables and lines, JSON, a bar while it measures, and errors in one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

import tischlein
from tischlein.bench.errors import BenchError
from tischlein.bench.turns import Progress
from tischlein.bots import BotError
from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Json
from tischlein.usage import STOPPED
from tischlein.usage.language import spoken
from tischlein.usage.refusals import translated

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from tischlein.bench.peers import PeersResult


def show(*parts: RenderableType) -> None:
    """Tables and pictures, one below the other."""
    for part in parts:
        open_console().print(part)


def show_results(document: Json) -> None:
    for name, value in document["results"].items():
        open_console().print(f"{name}: {value}", markup=False)


def show_lines(*lines: str | None) -> None:
    """What there is to say below a table."""
    for line in lines:
        if line:
            open_console().print(line, markup=False)  # or it would take [peers] for a style


def show_server(document: Json) -> None:
    from tischlein.bench.tables import busy_line, server_lines

    show_lines(*server_lines(document), busy_line(document["environment"]))


def show_rules(document: Json) -> None:
    from tischlein.bench.tables import busy_line, limit_lines, rules_table

    show(rules_table(document))
    show_lines(*limit_lines(document), busy_line(document["environment"]))


def show_peers(result: PeersResult, document: Json) -> None:
    from tischlein.bench.compared import headlines
    from tischlein.bench.peers import render
    from tischlein.bench.tables import busy_line

    show(render(result))
    show_lines(*headlines(document), busy_line(document["environment"]))


def show_wasm(document: Json) -> None:
    from tischlein.bench.tables import busy_line
    from tischlein.bench.wasm import table
    from tischlein.bench.wasm_start import line

    show(table(document))
    starts = [line(start, tischlein.game(start["game"]).name) for start in document["starts"]]
    show_lines(*starts, *document["missing"].values(), busy_line(document["environment"]))


def show_vectors(document: Json) -> None:
    from tischlein.bench.tables import busy_line
    from tischlein.bench.vectors import lines, table

    show(table(document))
    show_lines(*lines(document), busy_line(document["environment"]))


def show_bots(document: Json) -> None:
    from tischlein.bench.bots import tables
    from tischlein.bench.tables import busy_line

    show(*tables(document))
    show_lines(document["missing"], busy_line(document["environment"]))


def tell(document: Json, show_document: Callable[[Json], None], as_json: bool) -> None:
    """What was measured, as JSON for programs or in tables for people."""
    if as_json:
        print(json.dumps(document, indent=1))
    else:
        show_document(document)


def open_console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(highlight=False, stderr=stderr)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on stderr, gone at the end; nothing where nobody watches."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = open_console(stderr=True)
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("starting", total=None)

        def tell(label: str, done: int, total: int) -> None:
            bar.update(task, description=label, completed=done, total=total)

        yield tell


@contextmanager
def friendly() -> Iterator[None]:
    """What a person can get wrong, or stop, ends with one line and a code."""
    try:
        yield
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        raise typer.Exit(STOPPED) from None
    except BotError:
        raise  # said where all commands say it, with its place
    except TischleinError as error:
        print(f"tischlein bench: {translated(str(error), spoken(None))}", file=sys.stderr)
        raise typer.Exit(1 if isinstance(error, BenchError) else 2) from None
