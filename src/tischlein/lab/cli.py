"""``tischlein arena``: let bots play each other, and see who is better."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tischlein
from tischlein.engine.errors import OptionError
from tischlein.engine.option_texts import read_options
from tischlein.engine.texts import load_texts
from tischlein.engine.types import Json
from tischlein.usage import (
    STOPPED,
    App,
    ClusterOption,
    JsonOption,
    RuleOptions,
    SeatsOption,
    SeedOption,
    many,
)
from tischlein.usage.language import LanguageOption, spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.table import Table

    from tischlein.lab.arena import PlayedGame
    from tischlein.lab.intervals import Mean
    from tischlein.lab.ratings import Pairing

KEPT = ".jsonl"  # files of an arena end so
NAMES = ("bot", "against")
COLUMNS = (
    *NAMES,
    "deals",
    "wins",
    "chance",
    "points",
    "theirs",
    "lead",
    "verdict",
)  # their headings are in the texts
# What a narrow window does without, the first at first; before the later ones, settings get lines of their own.
SPARED = ("theirs", "points", "deals", "chance", "lead")
EASILY_SPARED = 3
WIDEST = 10_000  # more than any table
MOST = 10_000_000

arena_app = App("arena")


@arena_app.command()
def arena(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE", help="The game's id (`tischlein games` lists them), or a file of an arena."
        ),
    ],
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT", help="Levels, module:Class, with settings as in expert,iterations=500."
        ),
    ] = None,
    games: Annotated[
        str,
        typer.Option(
            "--games",
            metavar="NUMBER",
            help="Deals per pair; each is played twice, with seats changed: 100 are 200 games.",
        ),
    ] = "200",
    seats: SeatsOption = 2,
    seed: SeedOption = 1,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="How many steps bots that think ahead may take.")
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0.001, help="How long bots that think ahead may take, without --iterations."
        ),
    ] = 1.0,
    option: RuleOptions = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Where the games are kept, one line of JSON each; what was interrupted goes on there. "
            "Otherwise arena-….jsonl in this folder.",
        ),
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="How many; by default one for each core.")
    ] = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """Every bot meets every other; the same deals are played with seats changed, so that luck cancels out.

    `tischlein arena FILE` shows the results that a file has.
    """
    from tischlein.lab.arena import Contest, run

    words = ArenaWords(spoken(lang))
    if Path(game).suffix == KEPT:
        if bots:
            raise OptionError(f"arena {game}: a file says itself who has played; leave out the bots")
        _print_kept(Path(game), as_json, words)
        return
    if Path(game).is_file():
        raise OptionError(f"arena {game}: files of the arena end with {KEPT}")
    contest = Contest(
        game=game,
        bots=tuple(bots or ()),
        seats=seats,
        deals=many("--games", games, MOST),
        seed=seed,
        options=read_options(tischlein.game(game), option or [], design=True),
        iterations=iterations,
        seconds=seconds,
    )
    path = out or Path(f"arena-{contest.label}.jsonl")
    try:
        with _progress(words.say("bar")) as on_progress:
            played = run(contest, path, processes, on_progress, cluster)
    except KeyboardInterrupt:
        _print_so_far(path, words)
        typer.echo(f"\n{words.say('stopped', file=path)}", err=True)
        raise typer.Exit(STOPPED) from None
    if as_json:
        typer.echo(json.dumps(document(contest.header(), played, path), indent=2, allow_nan=False))
    else:
        _print_tables(contest.header(), played, path, words)


class ArenaWords:
    """What the tables of an arena are told in."""

    def __init__(self, language: str) -> None:
        texts = load_texts("tischlein.lab.texts", language)
        self._words, self._decimal = texts["arena"], texts["summary"]["decimal"]

    def say(self, key: str, **values: object) -> str:
        sentence: str = self._words[key]
        return sentence.format(**values)

    def mean(self, mean: Mean, digits: int) -> str:
        """A value and half of its interval, with the language's own decimal mark."""
        return f"{mean.value:.{digits}f} ± {mean.spread:.{digits}f}".replace(".", self._decimal)


def _print_so_far(path: Path, words: ArenaWords) -> None:
    """The table of what was played before somebody pressed Ctrl-C."""
    from tischlein.lab.arena import read
    from tischlein.lab.ratings import pairings

    if path.exists():
        header, games = read(path)
        if pairings(games):
            _print_tables(header, games, path, words)


def _print_kept(path: Path, as_json: bool, words: ArenaWords) -> None:
    """What the games in a file say, also where the bots that have played them are no longer there."""
    from tischlein.lab.arena import read
    from tischlein.lab.ratings import pairings

    header, games = read(path)
    if as_json:
        typer.echo(json.dumps(document(header, games, path), indent=2, allow_nan=False))
    elif pairings(games):
        _print_tables(header, games, path, words)
    else:
        typer.echo(words.say("nothing", file=path))


def document(header: Json, games: list[PlayedGame], path: Path) -> Json:
    """All that a contest has shown, ready for JSON; the header of its file says what was played."""
    from tischlein.lab.ratings import pairings, ratings

    bots = header["bots"]
    return {
        **header,
        "file": str(path),
        "games": len(games),
        "decisions": sum(game.decisions for game in games),
        "pairings": [
            {
                **asdict(pairing),
                "one": bots[pairing.one],
                "other": bots[pairing.other],
                "verdict": pairing.verdict,
            }
            for pairing in pairings(games)
        ],
        "ratings": {
            name: rating and asdict(rating)
            for name, rating in zip(bots, ratings(games, len(bots)), strict=True)
        },
    }


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the error stream, so that the output stays clean; what a cluster prints meanwhile goes there too."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
    with redirect_stdout(sys.stderr), bar:
        task = bar.add_task(label, total=None)

        def on_progress(done: int, everything: int) -> None:
            bar.update(task, completed=done, total=everything)

        yield on_progress


def _print_tables(header: Json, games: list[PlayedGame], path: Path, words: ArenaWords) -> None:
    from rich.console import Console
    from rich.table import Table

    from tischlein.engine.intervals import FEWEST
    from tischlein.lab.ratings import pairings, ratings

    console = Console(highlight=False, markup=False)  # names and paths are no styles
    bots = header["bots"]
    title = words.say("title", game=tischlein.game(header["game"]).name, n=header["seats"])
    compared = pairings(games)
    rows = [_row(bots, pairing, words) for pairing in compared]
    table, left_out = _fitting(title, rows, console, words)
    console.print(table)
    if left_out:
        missing = ", ".join(words.say(heading) for heading in left_out)
        console.print(words.say("no_room", columns=missing), soft_wrap=True)
    if len(bots) > 2:
        rated = zip(bots, ratings(games, len(bots)), strict=True)
        ranked = sorted(((name, one) for name, one in rated if one), key=lambda entry: -entry[1].value)
        standings = Table(
            title=words.say("ratings"),
            title_justify="left",
        )
        standings.add_column("", overflow="fold")
        standings.add_column(words.say("rating"), justify="right", no_wrap=True)
        for name, rating in ranked:
            standings.add_row(name, words.mean(rating, 0))
        console.print(standings)
    console.print(words.say("note", n=len(games), file=path), soft_wrap=True)
    if min(pairing.deals for pairing in compared) < FEWEST:
        console.print(words.say("few", n=FEWEST), soft_wrap=True)


def _fitting(
    title: str, rows: list[dict[str, str]], console: Console, words: ArenaWords
) -> tuple[Table, tuple[str, ...]]:
    """A table that the window has room for, and which columns it does without: who met whom and what came of it stay readable."""
    ways = [(n, ",") for n in range(EASILY_SPARED + 1)]
    ways += [(n, ",\n") for n in range(EASILY_SPARED, len(SPARED) + 1)]
    for n, comma in ways:
        table = _table(title, rows, SPARED[:n], comma, words)
        if console.measure(table, options=console.options.update(width=WIDEST)).maximum <= console.width:
            break
    return table, SPARED[:n]


def _table(
    title: str, rows: list[dict[str, str]], left_out: tuple[str, ...], comma: str, words: ArenaWords
) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for column in COLUMNS:
        heading = words.say(column)
        if column in NAMES:
            table.add_column(heading, overflow="fold")
        elif column == "verdict":
            table.add_column(heading, min_width=len(heading))
        elif column not in left_out:
            table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        cells = {**row, **{column: row[column].replace(",", comma) for column in NAMES}}
        table.add_row(*(cells[column] for column in COLUMNS if column not in left_out))
    return table


def _row(bots: list[str], pairing: Pairing, words: ArenaWords) -> dict[str, str]:
    percent = type(pairing.share)(100 * pairing.share.value, 100 * pairing.share.spread)
    return {
        "bot": bots[pairing.one],
        "against": bots[pairing.other],
        "deals": str(pairing.deals),
        "wins": words.mean(percent, 1),
        "chance": f"{100 * pairing.chance:.0f}",
        "points": words.mean(pairing.points, 2),
        "theirs": words.mean(pairing.other_points, 2),
        "lead": words.mean(pairing.lead, 2),
        "verdict": words.say(pairing.verdict)
        + (words.say("called_off", n=pairing.unfinished) if pairing.unfinished else ""),
    }
