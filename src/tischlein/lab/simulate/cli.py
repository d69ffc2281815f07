"""``tischlein simulate``: play by the million, see what came of it, and compare variants of the rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from click.exceptions import Exit

import tischlein
from tischlein.engine.errors import OptionError
from tischlein.engine.option_texts import read_options, read_value
from tischlein.engine.types import Json
from tischlein.interrupts import STOPPED
from tischlein.lab import run_files
from tischlein.lab.extra import need
from tischlein.lab.progress import Progress, notice, progress_bar
from tischlein.usage import many
from tischlein.usage.options import (
    PATH,
    cluster_option,
    game_argument,
    json_option,
    rule_options,
    seed_option,
    threads_option,
)

if TYPE_CHECKING:
    from tischlein.lab.intervals import Moments
    from tischlein.lab.simulate.plan import Plan
    from tischlein.lab.simulate.stored import StoredRun
    from tischlein.lab.simulate.summary import Summary


@click.command()
@game_argument
@click.option("--games", default="1e4", metavar="NUMBER", help="How many, also as 1e6.")
@click.option(
    "--bots",
    "--bot",
    multiple=True,
    metavar="BOT,…",
    help="Bots: levels, or module:Class; medium by default. Several alternate around the table.",
)
@click.option("--seats", type=int, help="How many sit at the table; 4 by default.")
@seed_option
@rule_options
@click.option(
    "--sweep",
    multiple=True,
    metavar="NAME=A,B,…",
    help="Try several values of an option, of seats, of a number for studies, or of bots (bots=medium,easy+medium), side by side.",
)
@click.option("--backend", default="auto", metavar="BACKEND", help="auto, python, native, wasm or cuda.")
@threads_option
@cluster_option
@click.option(
    "--out",
    type=PATH,
    help="Keep the run in this file: what was interrupted goes on there, and more games add to it. For a sweep, a folder.",
)
@click.option("--parquet", type=PATH, help="Write all games to this file, a row each.")
@click.option(
    "--trace", type=PATH, help="Write a row for each decision to this file, which ends in .parquet or .arrow."
)
@click.option("--trace-records", is_flag=True, help="With --trace, also what the seat knew, as a record.")
@json_option
def simulate(
    game: str,
    games: str,
    bots: tuple[str, ...],
    seats: int | None,
    seed: int,
    option: tuple[str, ...],
    sweep: tuple[str, ...],
    backend: str,
    threads: int | None,
    cluster: str | None,
    out: Path | None,
    parquet: Path | None,
    trace: Path | None,
    trace_records: bool,
    as_json: bool,
) -> None:
    """Play whole games by the million, and sum them up."""
    from tischlein.lab.simulate.display import as_text
    from tischlein.lab.simulate.plan import MOST_GAMES
    from tischlein.lab.simulate.simulate import USUAL, plans_of
    from tischlein.lab.simulate.stored import StoredRun
    from tischlein.lab.simulate.sweep import cases_of, compare_runs, side_by_side
    from tischlein.lab.simulate.trace_files import check_trace

    if parquet:
        need("polars")  # said at once, not when all games are played
    chosen = tischlein.game(game)
    names = [one for text in bots for one in _split(text)] or USUAL
    cases = cases_of(swept(chosen, sweep)) if sweep else [{}]
    options = read_options(chosen, option, design=True)
    number = many("--games", games, MOST_GAMES)
    plans = plans_of(cases, chosen, number, seats, names, seed, options, backend)
    if sweep and parquet:
        raise OptionError("--parquet is for one case: leave it out of a sweep")
    if trace and (sweep or out or cluster):
        raise OptionError(
            "--trace is for one case that is played in one go, here: leave out --sweep, --out and --cluster"
        )
    if trace:
        check_trace(trace)
    runs = [
        StoredRun(plan, path, parquet, trace=trace, trace_records=trace_records)
        for plan, path in zip(plans, _places(plans, out, sweep), strict=True)
    ]
    run_files.check_folder(parquet)
    summaries, told = [], set[str]()
    for number, run in enumerate(runs):
        try:
            with progress_bar(f"{number + 1}/{len(runs)}" if len(runs) > 1 else "games") as on_progress:
                hear = on_progress if cluster else _telling(run.plan, on_progress, told)
                summaries.append(run.run(threads, hear, cluster))
        except KeyboardInterrupt:
            _exit_early(run)
    differences = compare_runs(runs, lambda run: run.plan, StoredRun.compare)
    if as_json:
        documents = [document(summary, run.path) for summary, run in zip(summaries, runs, strict=True)]
        for one, found in zip(documents[1:], differences, strict=True):
            one["minus_first"] = found and {name: asdict(value) for name, value in found.differences.items()}
        click.echo(json.dumps(documents if sweep else documents[0], indent=2))
    elif sweep:
        click.echo(side_by_side(plans, summaries, differences))
    else:
        click.echo(as_text(summaries[0]))
        if out:
            click.echo(f"Kept in {out}; the same command with more games goes on there.")


def _places(plans: Sequence[Plan], out: Path | None, sweep: Sequence[str]) -> list[Path | None]:
    """Return the file of each case; those of a sweep are in a folder."""
    from tischlein.lab.simulate.stored import label

    if out is None:
        return [None] * len(plans)
    if not sweep:
        run_files.check_folder(out)
        return [out]
    if not out.is_dir():
        raise OptionError(f"--out {out}: a sweep is kept in a folder, and there is no such folder")
    return [out / f"simulate-{label(plan)}.jsonl" for plan in plans]


def _telling(plan: Plan, progress: Progress, told: set[str]) -> Progress:
    """Return a progress callback that first prints which part takes long, once for each key in ``told``."""
    has_told = False

    def hear(done: int, everything: int) -> None:
        nonlocal has_told
        if not has_told and done < everything:
            _tell_what_takes_long(plan, sys.stderr.isatty(), told)
            has_told = True
        progress(done, everything)

    return hear


def _tell_what_takes_long(plan: Plan, drawn: bool, told: set[str]) -> None:
    """Say on stderr why nothing happens at first, unless a bar is drawn that does."""
    from tischlein.bots.kernels.whole_games import ASKED
    from tischlein.lab.simulate.runner import NativeRunner, step_runner

    if plan.asks:
        asked = {name for name, way in zip(plan.names, plan.ways, strict=True) if way == ASKED}
        notice(
            "These bots are asked at every decision, which takes long where they think ahead: "
            f"{', '.join(sorted(asked))}. {_quicker(plan.game)}",
            told,
        )
    elif plan.backend == "native" and not drawn:
        ready = step_runner(plan.game, plan.backend)
        if isinstance(ready, NativeRunner) and not ready.is_kept:
            what = f"this variant of {plan.game.name}" if plan.game.printed else plan.game.name
            notice(f"Compiling {what} for this machine, once: that takes up to a minute …", told)


def _quicker(game: tischlein.Game) -> str:
    if game.bots.heuristics is None:
        return f"{game.name} has no rules of thumb, so only random plays in compiled code."
    return "random, easy and medium play many times faster."


def _split(text: str) -> list[str]:
    """Split names at commas; a setting, as in expert,iterations=5, belongs to the name before it."""
    names: list[str] = []
    for part in text.split(","):
        if "=" in part and names:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def swept(game: tischlein.Game, sweep: Sequence[str]) -> Json:
    """Return the values to try, by name.

    >>> swept(tischlein.game("quando"), ["target=30,40", "seats=2"])
    {'target': [30, 40], 'seats': [2]}
    """
    from tischlein.lab.simulate.sweep import BOTS, SEATS, TOGETHER

    found: Json = {}
    known = {**game.options, **game.design}
    for text in sweep:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not (name and equals and values):
            raise OptionError(f"--sweep {text!r}: write it as name=value,value")
        tried = [value.strip() for value in (_split(values) if name == BOTS else values.split(","))]
        if len(set(tried)) < len(tried) or name in found:
            raise OptionError(f"--sweep {text!r}: name every option once, and every value once")
        if name == SEATS:
            found[name] = [int(value) if value.isdecimal() else value for value in tried]
        elif name == BOTS:
            found[name] = [value.split(TOGETHER) for value in tried]
        else:
            found[name] = [read_value(known[name], value) if name in known else value for value in tried]
    return found


def _exit_early(run: StoredRun) -> NoReturn:
    """Print the results so far and how to go on, and exit."""
    from tischlein.lab.simulate.display import as_text
    from tischlein.lab.simulate.stored import sum_chunks

    if run.chunks:
        click.echo(as_text(sum_chunks(run.chunks)))
        where = "Nothing is kept: with --out FILE the same command would go on."
        if run.path:
            where = f"What was done is in {run.path}; the same command goes on there."
        click.echo(f"\nStopped. {where}", err=True)
    else:
        click.echo("\nStopped before the first block of games was finished: nothing is kept.", err=True)
    raise Exit(STOPPED)


def document(summary: Summary, path: Path | None) -> Json:
    """Return the results of a run, ready for JSON."""

    def means(moments: Moments) -> Json:
        return {"mean": moments.mean.tolist(), "half_width": moments.half_width.tolist()}

    def shares(moments: Moments) -> Json:
        return {"mean": moments.mean.tolist(), "half_width": moments.share_half_width.tolist()}

    return {
        **summary.header,
        "file": path and str(path),
        "games": summary.games,
        "finished": summary.finished,
        "seconds": summary.seconds,
        "wins": shares(summary.shares),
        "wins_by_order_of_play": shares(summary.places),
        "scores": means(summary.scores),
        "columns": {name: means(moments) for name, moments in summary.columns.items()},
        "tallies": {name: summary.tally(name).tolist() for name in summary.tallies},
    }
