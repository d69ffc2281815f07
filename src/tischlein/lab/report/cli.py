"""``tischlein report``: one page of pictures about a game."""

import shlex
import sys
from pathlib import Path

import click
from click.exceptions import Exit

import tischlein
from tischlein.engine.errors import OptionError
from tischlein.engine.option_texts import read_options
from tischlein.interrupts import STOPPED
from tischlein.lab.extra import need
from tischlein.lab.progress import progress_bar
from tischlein.usage import many
from tischlein.usage.language import resolve_language
from tischlein.usage.options import (
    PATH,
    game_argument,
    language_option,
    rule_options,
    seed_option,
    threads_option,
)

MOST = 10_000_000


@click.command()
@game_argument
@click.option(
    "--games", default="2e4", metavar="NUMBER", help="How many with each number of players, also as 1e6."
)
@click.option("--seats", metavar="NUMBER,…", help="Numbers of players, as 2,4; otherwise all.")
@rule_options
@click.option(
    "--bots",
    "--bot",
    default="medium",
    metavar="BOT",
    help="Bots in the first pictures: random, easy or medium.",
)
@seed_option
@click.option(
    "--decisions", type=click.IntRange(1, 100000), default=100, help="How many decisions are weighed."
)
@click.option(
    "--deals",
    type=click.IntRange(0, 100000),
    default=0,
    help="Deals of hard and expert against the level below.",
)
@threads_option
@language_option
@click.option("--out", type=PATH, help="The file, HTML or Markdown (.md); otherwise GAME.html here.")
@click.option("--png", type=PATH, metavar="FOLDER", help="A folder for the pictures as PNG files.")
def report(
    game: str,
    games: str,
    seats: str | None,
    option: tuple[str, ...],
    bots: str,
    seed: int,
    decisions: int,
    deals: int,
    threads: int | None,
    lang: str | None,
    out: Path | None,
    png: Path | None,
) -> None:
    """Write a page of charts about a game: who wins, and what pays."""
    from tischlein.lab.report.drawing import CONVERTER
    from tischlein.lab.report.page import check_place, write
    from tischlein.lab.report.report import Reporter
    from tischlein.lab.report.sections import ReportSettings

    language = resolve_language(lang)
    chosen, options = tischlein.game(game), read_options(tischlein.game(game), option, design=True)
    chosen, options = chosen.with_design(options)
    file = out or Path(f"{chosen.id}.html")
    if bots not in ("random", "easy", "medium"):
        raise OptionError(f"--bots {bots}: a report is about random, easy or medium")
    if file.suffix not in ("", ".html", ".md"):
        raise OptionError(f"--out {file}: the page is a file that ends in .html or .md")
    if not file.parent.is_dir():
        raise OptionError(f"--out {file}: there is no such folder")
    wanted = ReportSettings(
        chosen,
        many("--games", games, MOST),
        tuple(map(_seats, seats.split(","))) if seats is not None else (),
        bots,
        options,
        seed,
        decisions,
        deals=deals,
        threads=threads,
        language=language,
    )
    # What cannot be is said before anything is played.
    _ = wanted.tables
    need("numba", CONVERTER)  # for the experiments, and for the pictures
    check_place(file, png)
    try:
        with progress_bar("games") as on_progress:
            reporter = Reporter(wanted, lambda name, done, all: on_progress(done, all, name))
            said = [] if lang else ["--lang", language]  # the same page also where another language is spoken
            found = reporter.report(shlex.join(["tischlein", "report", *sys.argv[2:], *said]))
    except KeyboardInterrupt:
        click.echo("\nStopped. No page was written; a smaller --games takes less time.", err=True)
        raise Exit(STOPPED) from None
    write(found, file, png)
    click.echo(f"{found.title}: {len(found.pictures)} pictures in {file}")


def _seats(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"--seats {text or repr(text)}: numbers of players, as 2,4") from None
