"""``tischlein arena``: let bots play each other, and see who is better."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

import tischlein
from tischlein.engine.errors import OptionError
from tischlein.engine.option_texts import read_options
from tischlein.engine.types import Json
from tischlein.interrupts import STOPPED
from tischlein.lab.progress import progress_bar
from tischlein.usage import Number, many
from tischlein.usage.options import PATH, cluster_option, json_option, rule_options, seed_option

if TYPE_CHECKING:
    from tischlein.lab.arena.contest import PlayedGame
    from tischlein.lab.arena.ratings import Pairing
    from tischlein.lab.intervals import Mean

KEPT = ".jsonl"  # suffix of the files in which an arena keeps its games
BOT, AGAINST, VERDICT = "bot", "against", "verdict"
NUMBERS = ("deals", "wins %", "chance", "points", "theirs", "lead")
MOST = 10_000_000


@click.command()
@click.argument(
    "game", metavar="GAME|FILE", help="The game's id (`tischlein games` lists them), or a file of an arena."
)
@click.argument(
    "bots",
    nargs=-1,
    metavar="[BOT]...",
    help="Levels, module:Class, with settings as in expert,iterations=500.",
)
@click.option(
    "--deals",
    default="200",
    metavar="NUMBER",
    help="Deals per pair; each is played twice, with seats changed: 100 are 200 games.",
)
@click.option(
    "--games",
    hidden=True,
    help="Not of the arena: it counts --deals.",
    expose_value=False,
    callback=lambda *asked: _refuse_games(asked[-1]),
)
@click.option("--seats", type=int, default=2, help="How many sit at the table.")
@seed_option
@click.option("--iterations", type=click.IntRange(1), help="How many steps bots that think ahead may take.")
@click.option(
    "--seconds",
    type=Number(0.001),
    default=1.0,
    help="How long bots that think ahead may take, without --iterations.",
)
@click.option(
    "--isolated",
    is_flag=True,
    help="Run each bot in a process of its own, as a server does: for bots of strangers.",
)
@click.option(
    "--move-seconds",
    type=Number(0.001),
    help="How long a decision may take with --isolated; by default ten seconds more than --seconds.",
)
@rule_options
@click.option(
    "--out",
    type=PATH,
    help="Keep the games in this file, one line of JSON each: what was interrupted goes on there, and more deals add to it.",
)
@click.option("--processes", type=click.IntRange(1), help="How many; by default one for each core.")
@cluster_option
@click.option(
    "--trace", type=PATH, help="Write a row for each decision to this file, which ends in .parquet or .arrow."
)
@json_option
def arena(
    game: str,
    bots: tuple[str, ...],
    deals: str,
    seats: int,
    seed: int,
    iterations: int | None,
    seconds: float,
    isolated: bool,
    move_seconds: float | None,
    option: tuple[str, ...],
    out: Path | None,
    processes: int | None,
    cluster: str | None,
    trace: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each other, and rate them.

    Every bot meets every other on the same deals with seats changed, so that luck cancels out.

    `tischlein arena FILE` shows the results in a file.
    """
    from tischlein.lab.arena.contest import Contest, run
    from tischlein.lab.arena.decisions import check_trace, write_trace
    from tischlein.lab.arena.ratings import pairings

    if Path(game).suffix == KEPT:
        if bots:
            raise OptionError(f"arena {game}: a file says itself who has played; leave out the bots")
        _print_kept(Path(game), as_json)
        return
    if Path(game).is_file():
        raise OptionError(f"arena {game}: files of the arena end with {KEPT}")
    if move_seconds is not None and not isolated:
        raise OptionError(
            "--move-seconds is for --isolated: a bot in the arena's own process cannot be stopped"
        )
    contest = Contest(
        game=game,
        bots=bots,
        seats=seats,
        deals=many("--deals", deals, MOST),
        seed=seed,
        options=read_options(tischlein.game(game), option, design=True),
        iterations=iterations,
        seconds=seconds,
        isolated=isolated,
        move_seconds=move_seconds,
    )
    place = trace and check_trace(trace)
    so_far: list[PlayedGame] = []
    try:
        with progress_bar("games") as on_progress:
            played = run(contest, out, processes, on_progress, cluster, so_far)
    except KeyboardInterrupt:
        if pairings(so_far):
            _print_tables(contest.header(), so_far, out)
        where = "Nothing is kept: with --out FILE the same command would go on."
        if out:
            where = f"The games so far are in {out}; the same command goes on there."
        click.echo(f"\nStopped. {where}", err=True)
        raise Exit(STOPPED) from None
    if place:
        write_trace(contest, played, place)
    if as_json:
        click.echo(json.dumps(document(contest.header(), played, out), indent=2, allow_nan=False))
    else:
        _print_tables(contest.header(), played, out)


def _refuse_games(number: str | None) -> None:
    if number is not None:
        raise OptionError(
            f"--games {number}: the arena counts --deals, and plays each twice, with seats changed"
        )


def _print_kept(path: Path, as_json: bool) -> None:
    """Print the results in a file; the bots that played need not be installed any more."""
    from tischlein.lab.arena.contest import read
    from tischlein.lab.arena.ratings import pairings

    header, games = read(path)
    if as_json:
        click.echo(json.dumps(document(header, games, path), indent=2, allow_nan=False))
    elif pairings(games):
        _print_tables(header, games, path)
    else:
        click.echo(f"{path} holds no deal yet that was played with seats changed.")


def document(header: Json, games: list[PlayedGame], path: Path | None) -> Json:
    """Return all results of a contest, ready for JSON, with the header of its file."""
    from tischlein.lab.arena.ratings import pairings, ratings

    bots = header["bots"]
    return {
        **header,
        "file": path and str(path),
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


def _print_tables(header: Json, games: list[PlayedGame], path: Path | None) -> None:
    from tischlein.engine.intervals import FEWEST
    from tischlein.lab.arena.ratings import pairings, ratings
    from tischlein.lab.simulate.display import align_columns

    bots = header["bots"]
    compared = pairings(games)
    lines = [f"{tischlein.game(header['game']).name}, {header['seats']} seats", ""]
    lines += _pairing_lines([_row(bots, pairing) for pairing in compared])
    if len(bots) > 2:
        rated = zip(bots, ratings(games, len(bots)), strict=True)
        ranked = sorted(((name, one) for name, one in rated if one), key=lambda entry: -entry[1].value)
        lines += ["", "Ratings", "(Bradley–Terry with ties,", "400 points = ten times as many wins)", ""]
        lines += align_columns([["", "rating"], *([name, _mean(rating, 0)] for name, rating in ranked)])
    where = f" in {path}" if path else ""
    lines += ["", f"{len(games)} games{where}; ± is half of a 95 % interval over deals."]
    if min(pairing.deals for pairing in compared) < FEWEST:
        lines.append(f"Fewer than {FEWEST} deals are too few for intervals: do not trust these.")
    click.echo("\n".join(lines))


def _pairing_lines(rows: list[dict[str, str]]) -> list[str]:
    """Return the results of all pairs: as a table if the window is wide enough, else one below the other."""
    from tischlein.lab.simulate.display import align_columns

    table = list(align_columns([list(rows[0]), *(list(row.values()) for row in rows)]))
    if max(map(len, table)) <= get_terminal_size().columns:
        return table
    widest = max(map(len, NUMBERS))
    return [
        line
        for row in rows
        for line in (
            f"{row[BOT]} {AGAINST} {row[AGAINST]}: {row[VERDICT]}",
            *(f"  {heading:<{widest}}  {row[heading]}" for heading in NUMBERS),
            "",
        )
    ][:-1]


def _row(bots: list[str], pairing: Pairing) -> dict[str, str]:
    """Return the cells of a pair's row by their headings, in the order of the columns."""
    percent = type(pairing.win_share)(100 * pairing.win_share.value, 100 * pairing.win_share.half_width)
    return {
        BOT: bots[pairing.one],
        AGAINST: bots[pairing.other],
        "deals": str(pairing.deals),
        "wins %": _mean(percent, 1),
        "chance": f"{100 * pairing.chance:.0f}",
        "points": _mean(pairing.points, 2),
        "theirs": _mean(pairing.other_points, 2),
        "lead": _mean(pairing.lead, 2),
        VERDICT: pairing.verdict + (f", {pairing.unfinished} called off" if pairing.unfinished else ""),
    }


def _mean(mean: Mean, digits: int) -> str:
    return f"{mean.value:.{digits}f} ± {mean.half_width:.{digits}f}"
