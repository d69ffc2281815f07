"""Print results as tables, sentences or JSON, show progress on stderr, and report errors in one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from click.exceptions import Exit

import tischlein
from bench.common.errors import BenchError
from bench.common.turns import Progress
from tischlein.engine.errors import TischleinError
from tischlein.engine.types import Json

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from bench.speed.peers import PeersResult

STOPPED = 130  # exit code after Ctrl-C
HEADINGS = ("one core", "all cores", "games/s", "compile", "start", "copy")


def show(*parts: RenderableType) -> None:
    """Print tables and pictures, one below the other."""
    for part in parts:
        open_console().print(part)


def show_results(document: Json) -> None:
    for name, value in document["results"].items():
        open_console().print(f"{name}: {value}", markup=False)


def show_lines(*lines: str | None) -> None:
    """Print lines below a table, without markup."""
    for line in lines:
        if line:
            open_console().print(line, markup=False)  # or it would take [peers] for a style


def show_server(document: Json) -> None:
    show_lines(*server_lines(document), busy_line(document["environment"]))


def show_rules(document: Json) -> None:
    show(rules_table(document))
    show_lines(*limit_lines(document), busy_line(document["environment"]))


def show_peers(result: PeersResult, document: Json) -> None:
    from bench.speed.peers import headlines, render

    show(render(result))
    show_lines(*headlines(document), busy_line(document["environment"]))


def show_wasm(document: Json) -> None:
    from bench.speed.wasm import table
    from bench.speed.wasm_start import line

    show(table(document))
    starts = [line(start, tischlein.game(start["game"]).name) for start in document["starts"]]
    show_lines(*starts, *document["missing"].values(), busy_line(document["environment"]))


def show_vectors(document: Json) -> None:
    from bench.speed.vectors import lines, table

    show(table(document))
    show_lines(*lines(document), busy_line(document["environment"]))


def show_gpu(document: Json) -> None:
    from bench.speed.gpu import table

    show(table(document))


def show_bots(document: Json) -> None:
    from bench.players.bots import tables

    show(*tables(document))
    show_lines(document["missing"], busy_line(document["environment"]))


def tell(document: Json, show_document: Callable[[Json], None], as_json: bool) -> None:
    """Print the document as JSON or in tables."""
    if as_json:
        print(json.dumps(document, indent=1))
    else:
        show_document(document)


def open_console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(highlight=False, stderr=stderr)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar on stderr, if it is a terminal."""
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
    """Report errors and Ctrl-C in one line, with an exit code."""
    try:
        yield
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        raise Exit(STOPPED) from None
    except TischleinError as error:
        print(f"bench: {error}", file=sys.stderr)
        raise Exit(1 if isinstance(error, BenchError) else 2) from None


# Tables and sentences


def rules_table(document: Json) -> Table:
    """Return a table with one row per game and backend; speeds are decisions per second."""
    from rich.table import Table

    where = document["environment"]
    title = f"Decisions per second, {document['seats']} seats · {where['cpu']}, {where['cores']} cores"
    table = Table(title=title, caption=_caption(document))
    for heading in ("game", "backend"):
        table.add_column(heading)
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for row in document["results"]:
        first = row["decisions_per_s_one_core"] or row["decisions_per_s_device"]
        table.add_row(
            row["game"],
            row["backend"] if row["decisions_per_s_one_core"] else f"{row['backend']} (whole GPU)",
            short(first),
            short(row["decisions_per_s_all_cores"]),
            short(row["games_per_s"]),
            _cell(row["compile_s"], ".1f", " s"),
            _cell(row["startup_s"], ".2f", " s"),
            _cell(row["copy_ns"], ",.0f", " ns"),
        )
    return table


def server_lines(document: Json) -> list[str]:
    """Return the results of ``bench server`` in sentences, with those of another server if it was measured."""
    lines = _server_lines(document["results"])
    for name, found in document.get("peers", {}).items():
        lines += [f"{name}:", *_server_lines(found)]
        ratios = [f"{key} {ratio:g}" for key, ratio in document["ratios"].items() if ratio is not None]
        lines.append(f"Its figures divided by ours: {', '.join(ratios)}.")
    return lines


def _server_lines(found: Json) -> list[str]:
    busy = "" if found["server_busy"] is None else f", which took {found['server_busy']:.0%} of one core"
    memory = ""
    if found["kb_per_table"] is not None:
        memory = (
            f" A table takes {found['kb_per_table']:g} kB, and each socket {found['kb_per_socket']:g} kB."
        )
    lines = [
        f"{found['tables']} tables of {found['seats']}, {found['moves_per_s']:g} moves a second{busy}.{memory}",
        f"From a move to the news at all seats: {found['median_ms']:.1f} ms at the median, 95 % within {found['p95_ms']:.1f} ms, "
        f"99 % within {found['p99_ms']:.1f} ms, all within {found['longest_ms']:.1f} ms. "
        f"The measurement itself was at most {found['bench_late_ms']:.0f} ms late.",
    ]
    if found["over_time"]:
        first, last = found["over_time"][0], found["over_time"][-1]
        lines.append(
            f"From the first tenth of the run to the last: median {first['median_ms']:.1f} and {last['median_ms']:.1f} ms, "
            f"a move {first['cpu_ms_per_move']:.2f} and {last['cpu_ms_per_move']:.2f} ms of the core, "
            f"memory {first['memory_mb']:.0f} and {last['memory_mb']:.0f} MB."
        )
    return lines


def limit_lines(document: Json) -> list[str]:
    """Return a sentence per game that compares native with C."""
    lines = []
    for row in document["limits"]:
        if row["ratio"] is None:
            lines.append(f"{row['game']}: not compared with C ({row['note']})")
        else:
            lines.append(
                f"{row['game']}: native runs at {row['ratio']:.2f} of C ({short(row['native_decisions_per_s'])} and "
                f"{short(row['decisions_per_s'])} decisions/s in turns; same games, same checksum {row['checksum']})"
            )
    return lines


def busy_line(where: Json) -> str | None:
    """Return a warning if the machine had other work."""
    if where["load"] is None or where["load"] < 0.5:
        return None
    return f"The machine was busy when this began (load {where['load']}): expect an idle one to be faster."


def short(value: float | None) -> str:
    """Return a number for a narrow column, and nothing for None.

    >>> short(9_412_345.0), short(93_704.0), short(812.0)
    ('9.41 M', '93.7 k', '812')
    """
    if value is None:
        return ""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def _caption(document: Json) -> str:
    lines = []
    for row in document["results"]:
        if row["backend"] == document["backend"]:
            lines.append(
                f"{row['game']}: {row['decisions_per_game']:.1f} decisions a game, {row['chance_per_decision']:.2f} "
                f"chance outcomes a decision (not counted), {row['state_bytes']} bytes a state"
            )
    return "\n".join(lines)


def _cell(value: float | None, form: str, unit: str = "") -> str:
    return "" if value is None else format(value, form) + unit
