"""``tischlein report``: one page of pictures about a game."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tischlein
from tischlein.engine.errors import OptionError
from tischlein.engine.option_texts import read_options
from tischlein.usage import STOPPED, App, GameArgument, RuleOptions, SeedOption, ThreadsOption, many
from tischlein.usage.language import LanguageOption, spoken

if TYPE_CHECKING:
    from tischlein.lab.report.report import Heard

MOST = 10_000_000

report_app = App("report")


@report_app.command()
def report(
    game: GameArgument,
    games: Annotated[
        str,
        typer.Option("--games", metavar="NUMBER", help="How many with each number of players, also as 1e6."),
    ] = "2e4",
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="NUMBER,…", help="Numbers of players, as 2,4; otherwise all."),
    ] = None,
    option: RuleOptions = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", "--bot", metavar="BOT", help="Bots in the first pictures: random, easy or medium."
        ),
    ] = "medium",
    seed: SeedOption = 1,
    decisions: Annotated[
        int, typer.Option("--decisions", min=1, max=100_000, help="How many decisions are weighed.")
    ] = 100,
    threads: ThreadsOption = None,
    lang: LanguageOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="The file; otherwise GAME.html here.")] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="FOLDER", help="A folder for the pictures as PNG files.")
    ] = None,
) -> None:
    """Find out what many games say about a game, and write it as one page of pictures."""
    from tischlein.lab.report.page import check_place, write
    from tischlein.lab.report.report import Reporter
    from tischlein.lab.report.sections import Wanted

    language = spoken(lang)
    chosen, options = tischlein.game(game), read_options(tischlein.game(game), option or [], design=True)
    chosen, options = chosen.designed(options)
    file = out or Path(f"{chosen.id}.html")
    if bots not in ("random", "easy", "medium"):
        raise OptionError(f"--bots {bots}: a report is about random, easy or medium")
    if not file.parent.is_dir():
        raise OptionError(f"--out {file}: there is no such folder")
    wanted = Wanted(
        chosen,
        many("--games", games, MOST),
        tuple(map(_seats, seats.split(","))) if seats is not None else (),
        bots,
        options,
        seed,
        decisions,
        threads=threads,
        language=language,
    )
    # What cannot be is said before anything is played.
    _ = wanted.tables
    check_place(file, png)
    try:
        with progress() as heard:
            reporter = Reporter(wanted, heard)
            said = [] if lang else ["--lang", language]  # the same page also where another language is spoken
            found = reporter.report(shlex.join(["tischlein", "report", *sys.argv[2:], *said]))
    except KeyboardInterrupt:
        typer.echo("\nStopped. No page was written; a smaller --games takes less time.", err=True)
        raise typer.Exit(STOPPED) from None
    write(found, file, png)
    typer.echo(f"{found.title}: {len(found.pictures)} pictures in {file}")


def _seats(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"--seats {text or repr(text)}: numbers of players, as 2,4") from None


@contextmanager
def progress() -> Iterator[Heard]:
    """Show on stderr what is being found out, how far that is, and how long it still takes."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("compiling …", total=None)

        def heard(name: str, done: int, everything: int) -> None:
            bar.update(task, description=name, completed=done, total=everything)

        yield heard
