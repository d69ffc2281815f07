"""``tischlein bench``: measure the rules and the bots, and compare the rules with C and with other engines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import tischlein
from tischlein.bench.show import (
    friendly,
    progress_bar,
    show,
    show_bots,
    show_peers,
    show_results,
    show_rules,
    show_server,
    show_vectors,
    show_wasm,
    tell,
)
from tischlein.engine.backends import NAMES
from tischlein.engine.errors import OptionError
from tischlein.usage import App, JsonOption, SeatsOption, SeedOption

app = App("bench", help="Measure how fast the rules run, and compare them with C and with other engines.")
bench_app = app

GameId = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="A game's id; otherwise all games.")
]
BackendName = Annotated[
    str | None,
    typer.Option("--backend", metavar="BACKEND", help=f"{', '.join(NAMES)}; otherwise all that run here."),
]
Seconds = Annotated[
    float, typer.Option("--seconds", min=0.001, max=3600.0, help="How long each part is measured.")
]


@app.callback(invoke_without_command=True)
def bench(context: typer.Context) -> None:
    """Measure how fast the rules run, and compare them with C and with other engines."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _chosen(game: str | None, seats: int | None = None) -> list[tischlein.Game]:
    """The game that was named, or all; each can be played with so many seats."""
    chosen = list(tischlein.games().values()) if game is None else [tischlein.game(game)]
    for one in chosen if seats is not None else ():
        one.check_seats(seats)
    return chosen


def _fitting(games: list[tischlein.Game], seats: int) -> list[tischlein.Game]:
    """Those that can be played with so many seats; OptionError if there are none, and whoever is left out is named."""
    fitting = [one for one in games if seats in one.seats]
    if not fitting:
        games[0].check_seats(seats)
    for other in games:
        if other not in fitting:
            typer.echo(f"{other.name} is not for {seats}: left out.", err=True)
    return fitting


@app.command()
def rules(
    game: GameId = None,
    backend: BackendName = None,
    seats: SeatsOption = 4,
    seconds: Seconds = 2.0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Play random games on each backend, and natively in turns with the same rules written in C."""
    with friendly():
        games = _chosen(game)
        if backend is not None and backend not in NAMES:
            raise OptionError(f"there is no backend {backend!r}; choose from {', '.join(NAMES)}")
        fitting = _fitting(games, seats)

        from tischlein.bench.rules import run

        with progress_bar() as progress:
            document = run(fitting, [backend] if backend else None, seats, seconds, seed, progress)
        tell(document, show_rules, as_json)


@app.command()
def peers(seconds: Seconds = 2.0, seed: SeedOption = 1, as_json: JsonOption = False) -> None:
    """Compare with OpenSpiel and RLCard on the same core in the same run (needs the extra "peers")."""
    with friendly():
        from tischlein.bench.compared import run

        with progress_bar() as progress:
            result, document = run(seconds, seed, progress)
        tell(document, lambda found: show_peers(result, found), as_json)


@app.command("vector")
def vectors(seconds: Seconds = 2.0, seed: SeedOption = 1, as_json: JsonOption = False) -> None:
    """Compare games side by side, with observations, with Pgx, OpenSpiel and RLCard (needs the extra "peers")."""
    with friendly():
        from tischlein.bench.vectors import run

        with progress_bar() as progress:
            document = run(seconds, seed, progress)
        tell(document, show_vectors, as_json)


@app.command()
def wasm(
    game: GameId = None,
    seats: SeatsOption = 4,
    seconds: Seconds = 2.0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Compare WebAssembly in Node and in Chromium with the native backend, and say how soon a game begins without a network."""
    with friendly():
        games = _fitting(_chosen(game), seats)

        from tischlein.bench.wasm import run

        with progress_bar() as progress:
            document = run(games, seats, seconds, seed, progress)
        tell(document, show_wasm, as_json)


@app.command()
def bots(
    game: GameId = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="Another bot next to the levels: module:Class, or a level with settings.",
        ),
    ] = None,
    seconds: Seconds = 1.0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """How much bots think in that time, and what their choices cost where the best one is known."""
    with friendly():
        games = _chosen(game)

        from tischlein.bench.bots import run

        with progress_bar() as progress:
            document = run(games, seconds, seed, progress, others=bot or [])
        tell(document, show_bots, as_json)


@app.command()
def coach(
    game: GameId = None,
    decisions: Annotated[
        int,
        typer.Option("--decisions", min=2, max=100_000, help="Decisions that are looked at, of each kind."),
    ] = 200,
    games: Annotated[
        int, typer.Option("--games", min=2, max=100_000, help="Games whose luck is added up.")
    ] = 20,
    seats: SeatsOption = 4,
    time: Annotated[
        bool, typer.Option("--time/--no-time", help="Also measure how long a whole review takes.")
    ] = True,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Is the coach right: where the best action is known, about planted blunders and strong play, and about luck?"""
    with friendly():
        chosen = _chosen(game, seats)

        from tischlein.bench.coach import printed, run

        with progress_bar() as progress:
            document = run(chosen, decisions, games, seats, seed, time, progress)
        tell(document, lambda found: show(printed(found)), as_json)


@app.command()
def belief(
    game: GameId = None,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT", help="Who plays: a level with settings, or module:Class.")
    ] = "hard",
    decisions: Annotated[
        int, typer.Option("--decisions", min=2, max=1_000_000, help="Decisions that are looked at.")
    ] = 200,
    worlds: Annotated[
        int, typer.Option("--worlds", min=1, max=100_000, help="Worlds that are imagined at each of them.")
    ] = 64,
    seats: SeatsOption = 2,
    seed: SeedOption = 1,
    picture: Annotated[Path | None, typer.Option("--picture", help="Write a picture here, as SVG.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Do bots imagine others' hands as they are, and do those win who expect to?"""
    with friendly():
        chosen = _chosen(game, seats)

        from tischlein.bench import belief as beliefs

        if picture:
            beliefs.prepare(picture)
        with progress_bar() as progress:
            document = beliefs.run(chosen, bot, decisions, worlds, seats, seed, progress)
        if picture:
            picture.write_text(beliefs.picture(document), encoding="utf-8")
        tell(document, lambda found: show(*beliefs.tables(found)), as_json)


@app.command()
def luck(
    game: GameId = None,
    deals: Annotated[
        int,
        typer.Option("--deals", min=2, max=1_000_000, help="Deals, each played twice with seats changed."),
    ] = 200,
    seats: SeatsOption = 2,
    iterations: Annotated[
        int, typer.Option("--iterations", min=1, max=100_000, help="How much is thought at each decision.")
    ] = 1000,
    opponent: Annotated[
        str,
        typer.Option(
            "--opponent", metavar="BOT", help="Who plays against it: a level with settings, or module:Class."
        ),
    ] = "medium,backend=native",
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """What would a player win who sees all cards? It is made for this measurement only, and is no bot."""
    with friendly():
        chosen = _chosen(game, seats)

        from tischlein.bench.luck import printed, run

        with progress_bar() as progress:
            document = run(chosen, deals, seats, iterations, seed, opponent, progress)
        tell(document, lambda found: show(printed(found)), as_json)


@app.command()
def server(
    tables: Annotated[
        int, typer.Option("--tables", min=1, max=1000, help="Tables of four that are busy.")
    ] = 100,
    seconds: Annotated[
        float, typer.Option("--seconds", min=1.0, max=600.0, help="How long is measured.")
    ] = 10.0,
    think: Annotated[
        float, typer.Option("--think", min=0.0, max=60.0, help="Seconds that a person takes for a move.")
    ] = 1.0,
    peers: Annotated[
        bool, typer.Option("--peers", help="Then boardgame.io's server with the same traffic (needs Node).")
    ] = False,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure how fast the table server answers, with many busy tables; on this machine only."""
    with friendly():
        from tischlein.bench.server import run

        with progress_bar() as progress:
            document = run(tables, seconds, think, seed, progress, peers)
        tell(document, show_server, as_json)


@app.command()
def crash(
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=100_000, help="How often the server is killed.")
    ] = 10,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=1.0, help="No new round begins after so long.")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, max=256, help="So many servers at the same time.")
    ] = 1,
    kept: Annotated[
        Path | None,
        typer.Option("--kept", metavar="FILE", help="Go on with the run in this file, and add to it."),
    ] = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Trouble and kill the table server again and again while people play; look for what is lost or there twice."""
    with friendly():
        from tischlein.bench.crash import run

        with progress_bar() as progress:
            document = run(rounds, seed, progress, seconds, jobs, kept)
        tell(document, show_results, as_json)


@app.command()
def failover(
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=10_000, help="How often one is killed.")] = 10,
    tables: Annotated[int, typer.Option("--tables", min=2, max=100, help="Tables of two.")] = 8,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", metavar="ADDRESS", help="An empty PostgreSQL database; otherwise one is started."
        ),
    ] = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Kill one of two table servers again and again, and measure how long its people wait until they play on."""
    with friendly():
        from tischlein.bench.failover import run, too_late

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
        int, typer.Option("--answers", min=1, max=1000, help="Answers of an easy bot elsewhere.")
    ] = 20,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Let one address keep hundreds of bots busy, and measure how long an easy bot takes at another address."""
    with friendly():
        from tischlein.bench.attack import run

        with progress_bar() as progress:
            document = run(tables, answers, seed, progress)
        tell(document, show_results, as_json)
