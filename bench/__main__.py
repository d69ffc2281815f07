"""The commands of ``python -m bench``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import tischlein
from bench.common.show import (
    friendly,
    progress_bar,
    show,
    show_bots,
    show_gpu,
    show_peers,
    show_results,
    show_rules,
    show_server,
    show_vectors,
    show_wasm,
    tell,
)

app = typer.Typer(
    name="python -m bench",
    help="Measure Tischlein from a checkout, and compare it with C and with other libraries.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

GameOption = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Id of one game; all games by default.")
]
SecondsOption = Annotated[
    float, typer.Option("--seconds", min=0.001, max=3600.0, help="Time for each measurement.")
]
SeatsOption = Annotated[int, typer.Option("--seats", help="Number of seats.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Random seed.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _chosen(game: str | None, seats: int | None = None) -> list[tischlein.Game]:
    """Return the named game, or all games; raise OptionError if one of them cannot seat ``seats`` players."""
    chosen = list(tischlein.games().values()) if game is None else [tischlein.game(game)]
    for one in chosen if seats is not None else ():
        one.check_seats(seats)
    return chosen


def _fitting(games: list[tischlein.Game], seats: int) -> list[tischlein.Game]:
    """Return the games that can be played with ``seats`` seats, and name the others on stderr."""
    fitting = [one for one in games if seats in one.seats]
    if not fitting:
        games[0].check_seats(seats)
    for other in games:
        if other not in fitting:
            typer.echo(f"{other.name} cannot be played with {seats} seats: left out.", err=True)
    return fitting


@app.command()
def rules(
    game: GameOption = None,
    backend: Annotated[
        str | None, typer.Option("--backend", metavar="BACKEND", help="One backend; all by default.")
    ] = None,
    seats: SeatsOption = 4,
    seconds: SecondsOption = 2.0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Play random games on each backend, and alternate native with the same rules in C."""
    with friendly():
        from bench.speed.rules import check_backend, run

        check_backend(backend)
        fitting = _fitting(_chosen(game), seats)
        with progress_bar() as progress:
            document = run(fitting, [backend] if backend else None, seats, seconds, seed, progress)
        tell(document, show_rules, as_json)


@app.command()
def peers(seconds: SecondsOption = 2.0, seed: SeedOption = 1, as_json: JsonOption = False) -> None:
    """Compare with OpenSpiel and RLCard on the same core in the same run (extra "peers")."""
    with friendly():
        from bench.speed.peers import compare

        with progress_bar() as progress:
            result, document = compare(seconds, seed, progress)
        tell(document, lambda found: show_peers(result, found), as_json)


@app.command("vector")
def vectors(seconds: SecondsOption = 2.0, seed: SeedOption = 1, as_json: JsonOption = False) -> None:
    """Compare batches with observations and masks with Pgx, EnvPool, OpenSpiel and RLCard (extra "peers")."""
    with friendly():
        from bench.speed.vectors import run

        with progress_bar() as progress:
            document = run(seconds, seed, progress)
        tell(document, show_vectors, as_json)


@app.command()
def wasm(
    game: GameOption = None,
    seats: SeatsOption = 4,
    seconds: SecondsOption = 2.0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Compare WebAssembly in Node and Chromium with native, and time the start of an offline game."""
    with friendly():
        from bench.speed.wasm import run

        games = _fitting(_chosen(game), seats)
        with progress_bar() as progress:
            document = run(games, seats, seconds, seed, progress)
        tell(document, show_wasm, as_json)


@app.command()
def gpu(
    game: GameOption = None,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games per number of seats to compare with native.")
    ] = 10_000,
    as_json: JsonOption = False,
) -> None:
    """Compare CUDA with native byte by byte, and measure random games and vector steps on a GPU."""
    with friendly():
        from bench.speed.gpu import run

        with progress_bar() as progress:
            document = run(_chosen(game), games, progress)
        tell(document, show_gpu, as_json)


@app.command()
def bots(
    game: GameOption = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="Also this bot: module:Class, or a level with settings."),
    ] = None,
    seconds: SecondsOption = 1.0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure how much bots think, and what their choices cost where the best one is known."""
    with friendly():
        from bench.players.bots import run

        with progress_bar() as progress:
            document = run(_chosen(game), seconds, seed, progress, others=bot or [])
        tell(document, show_bots, as_json)


@app.command()
def coach(
    game: GameOption = None,
    decisions: Annotated[
        int, typer.Option("--decisions", min=2, max=100_000, help="Decisions of each kind.")
    ] = 200,
    games: Annotated[
        int, typer.Option("--games", min=2, max=100_000, help="Games whose luck is added up.")
    ] = 20,
    seats: SeatsOption = 4,
    time: Annotated[bool, typer.Option("--time/--no-time", help="Also time a whole review.")] = True,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Compare the coach with exact solutions, planted blunders, strong play, and sums of luck."""
    with friendly():
        from bench.players.coach import printed, run

        with progress_bar() as progress:
            document = run(_chosen(game, seats), decisions, games, seats, seed, time, progress)
        tell(document, lambda found: show(printed(found)), as_json)


@app.command()
def belief(
    game: GameOption = None,
    bot: Annotated[
        str,
        typer.Option("--bot", metavar="BOT", help="Bot that plays: a level with settings, or module:Class."),
    ] = "hard",
    decisions: Annotated[int, typer.Option("--decisions", min=2, max=1_000_000, help="Decisions.")] = 200,
    worlds: Annotated[
        int, typer.Option("--worlds", min=1, max=100_000, help="Worlds imagined at each decision.")
    ] = 64,
    seats: SeatsOption = 2,
    seed: SeedOption = 1,
    picture: Annotated[Path | None, typer.Option("--picture", help="Write a chart here, as SVG.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare the hands and the chances that bots imagine with the real ones."""
    with friendly():
        from bench.players import belief as beliefs

        chosen = _chosen(game, seats)
        if picture:
            beliefs.prepare(picture)
        with progress_bar() as progress:
            document = beliefs.run(chosen, bot, decisions, worlds, seats, seed, progress)
        if picture:
            picture.write_text(beliefs.picture(document), encoding="utf-8")
        tell(document, lambda found: show(*beliefs.tables(found)), as_json)


@app.command()
def intervals(
    game: GameOption = None,
    games: Annotated[int, typer.Option("--games", min=200, help="Games of each pair of bots.")] = 60_000,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure how often the 95 % intervals of simulate and arena hold the truth."""
    with friendly():
        from bench.players.intervals import run, table

        chosen = _chosen(game)
        with progress_bar() as progress:
            document = run(chosen, games, seed, progress)
        tell(document, lambda found: show(table(found)), as_json)


@app.command()
def server(
    tables: Annotated[int, typer.Option("--tables", min=1, max=1000, help="Busy tables of four.")] = 100,
    seconds: Annotated[float, typer.Option("--seconds", min=1.0, max=600.0, help="Duration.")] = 10.0,
    think: Annotated[
        float, typer.Option("--think", min=0.0, max=60.0, help="Seconds a player takes for a move.")
    ] = 1.0,
    peers: Annotated[
        bool, typer.Option("--peers", help="Also boardgame.io's server with the same traffic (needs Node).")
    ] = False,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure the latency of the table server with many busy tables on this machine."""
    with friendly():
        from bench.server.load import run

        with progress_bar() as progress:
            document = run(tables, seconds, think, seed, progress, peers)
        tell(document, show_server, as_json)


@app.command()
def crash(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=100_000, help="Number of times the server is killed.")
    ] = 10,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=1.0, help="Start no new round after this time.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Servers at the same time.")] = 1,
    kept: Annotated[
        Path | None, typer.Option("--kept", metavar="FILE", help="Resume the run in this file and add to it.")
    ] = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Disturb and kill the table server while people play, and look for lost or doubled data."""
    with friendly():
        from bench.server.crash import run

        with progress_bar() as progress:
            document = run(rounds, seed, progress, seconds, jobs, kept)
        tell(document, show_results, as_json)


@app.command()
def failover(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=10_000, help="Number of times a server is killed.")
    ] = 10,
    tables: Annotated[int, typer.Option("--tables", min=2, max=100, help="Tables of two.")] = 8,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", metavar="ADDRESS", help="An empty PostgreSQL database; by default one is started."
        ),
    ] = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Kill one of two table servers on PostgreSQL, and measure how long its players wait."""
    with friendly():
        from bench.server.failover import run, too_late

        with progress_bar() as progress:
            document = run(rounds, tables, seed, progress, database)
        tell(document, show_results, as_json)
        if too_late(document):
            raise typer.Exit(1)  # the aim was missed


@app.command()
def attack(
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=40, help="Tables of six hard bots, all from one address.")
    ] = 40,
    answers: Annotated[
        int, typer.Option("--answers", min=1, max=1000, help="Answers of an easy bot at another address.")
    ] = 20,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Let one address keep hundreds of bots busy, and time an easy bot at another address."""
    with friendly():
        from bench.server.attack import run

        with progress_bar() as progress:
            document = run(tables, answers, seed, progress)
        tell(document, show_results, as_json)


if __name__ == "__main__":
    app()
