"""The commands of ``python -m bench``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

import tischlein
from bench.common.show import friendly, progress_bar, show
from bench.common.turns import Progress
from tischlein.engine.types import Json
from tischlein.usage import Commands, Number

Option = Callable[[Any], Any]


@click.group(
    cls=Commands,
    name="python -m bench",
    help="Measure Tischlein from a checkout, and compare it with C and with other libraries.",
    no_args_is_help=True,
)
def app() -> None:
    pass


def whole(name: str, least: int, most: int | None, default: int | None, help: str) -> Option:
    return click.option(name, type=click.IntRange(least, most), default=default, help=help)


def real(name: str, least: float, most: float, default: float | None, help: str) -> Option:
    return click.option(name, type=Number(least, most), default=default, help=help)


GAME = click.option("--game", metavar="GAME", help="Id of one game; all games by default.")
SECONDS = real("--seconds", 0.001, 3600.0, 2.0, "Time for each measurement.")
SEATS = click.option("--seats", type=int, default=4, help="Number of seats.")
SEED = click.option("--seed", type=int, default=1, help="Random seed.")


def measures(*options: Option, name: str | None = None) -> Callable[[Callable[..., Json]], click.Command]:
    """Return a decorator: a command with these options, and ``--json``, which prints what the function returns.

    The function gets a ``progress`` to report to, too.
    """

    def decorate(function: Callable[..., Json]) -> click.Command:
        def command(as_json: bool, **arguments: Any) -> None:
            with friendly():
                with progress_bar() as progress:
                    document = function(progress=progress, **arguments)
                show(document, as_json)

        for option in (click.option("--json", "as_json", is_flag=True, help="Print JSON."), *options[::-1]):
            command = option(command)
        command.__doc__ = function.__doc__
        return app.command(name or function.__name__)(command)

    return decorate


def _chosen(game: str | None, seats: int | None = None) -> list[tischlein.Game]:
    """Return the named game, or all games; raise OptionError if one of them cannot seat ``seats`` players."""
    chosen = list(tischlein.games().values()) if game is None else [tischlein.game(game)]
    for one in chosen if seats is not None else ():
        one.check_seats(seats)
    return chosen


def _fitting(game: str | None, seats: int) -> list[tischlein.Game]:
    """Return the games that can be played with ``seats`` seats, and name the others on stderr."""
    games = _chosen(game)
    fitting = [one for one in games if seats in one.seats]
    if not fitting:
        games[0].check_seats(seats)
    for other in games:
        if other not in fitting:
            click.echo(f"{other.name} cannot be played with {seats} seats: left out.", err=True)
    return fitting


@measures(
    GAME,
    click.option("--backend", metavar="BACKEND", help="One backend; all by default."),
    SEATS,
    SECONDS,
    SEED,
)
def rules(
    game: str | None, backend: str | None, seats: int, seconds: float, seed: int, progress: Progress
) -> Json:
    """Play random games on each backend, and alternate native with the same rules in C."""
    from bench.speed.rules import check_backend, run

    check_backend(backend)
    return run(_fitting(game, seats), [backend] if backend else None, seats, seconds, seed, progress)


@measures(SECONDS, SEED)
def peers(seconds: float, seed: int, progress: Progress) -> Json:
    """Compare with OpenSpiel and RLCard on the same core in the same run (extra "peers")."""
    from bench.speed.peers import compare

    return compare(seconds, seed, progress)


@measures(SECONDS, SEED, name="vector")
def vectors(seconds: float, seed: int, progress: Progress) -> Json:
    """Compare batches with observations and masks with Pgx, EnvPool, OpenSpiel and RLCard (extra "peers")."""
    from bench.speed.vectors import run

    return run(seconds, seed, progress)


@measures(GAME, SEATS, SECONDS, SEED)
def wasm(game: str | None, seats: int, seconds: float, seed: int, progress: Progress) -> Json:
    """Compare the games' WebAssembly modules, run in this process, with native."""
    from bench.speed.wasm import run

    return run(_fitting(game, seats), seats, seconds, seed, progress)


@measures(GAME, whole("--games", 1, None, 10000, "Games per number of seats to compare with native."))
def gpu(game: str | None, games: int, progress: Progress) -> Json:
    """Compare CUDA with native byte by byte, and measure random games and vector steps on a GPU."""
    from bench.speed.gpu import run

    return run(_chosen(game), games, progress)


@measures(
    GAME,
    click.option(
        "--bot", multiple=True, metavar="BOT", help="Also this bot: module:Class, or a level with settings."
    ),
    real("--seconds", 0.001, 3600.0, 1.0, "Time for each measurement."),
    SEED,
)
def bots(game: str | None, bot: tuple[str, ...], seconds: float, seed: int, progress: Progress) -> Json:
    """Measure how much bots think, and what their choices cost where the best one is known."""
    from bench.players.bots import run

    return run(_chosen(game), seconds, seed, progress, others=bot)


@measures(
    GAME,
    whole("--decisions", 2, 100000, 200, "Decisions of each kind."),
    whole("--games", 2, 100000, 20, "Games whose luck is added up."),
    SEATS,
    click.option("--time/--no-time", default=True, help="Also time a whole review."),
    SEED,
)
def coach(
    game: str | None, decisions: int, games: int, seats: int, time: bool, seed: int, progress: Progress
) -> Json:
    """Compare the coach with exact solutions, planted blunders, strong play, and sums of luck."""
    from bench.players.coach import run

    return run(_chosen(game, seats), decisions, games, seats, seed, time, progress)


@measures(
    GAME,
    click.option(
        "--bot", default="hard", metavar="BOT", help="Bot that plays: a level with settings, or module:Class."
    ),
    whole("--decisions", 2, 1000000, 200, "Decisions."),
    whole("--worlds", 1, 100000, 64, "Worlds imagined at each decision."),
    click.option("--seats", type=int, default=2, help="Number of seats."),
    SEED,
)
def belief(
    game: str | None, bot: str, decisions: int, worlds: int, seats: int, seed: int, progress: Progress
) -> Json:
    """Compare the hands and the chances that bots imagine with the real ones."""
    from bench.players.belief import run

    return run(_chosen(game, seats), bot, decisions, worlds, seats, seed, progress)


@measures(GAME, whole("--games", 200, None, 60000, "Games of each pair of bots."), SEED)
def intervals(game: str | None, games: int, seed: int, progress: Progress) -> Json:
    """Measure how often the 95 % intervals of simulate and arena hold the truth."""
    from bench.players.intervals import run

    return run(_chosen(game), games, seed, progress)


@measures(GAME, whole("--games", 100, None, 3000, "Deals of each game."), SEED)
def pairs(game: str | None, games: int, seed: int, progress: Progress) -> Json:
    """Measure how much two tables with the same deal have in common, and how many games that saves."""
    from bench.players.pairs import run

    return run(_chosen(game), games, seed, progress)


@measures(
    whole("--tables", 1, 1000, 100, "Busy tables of four."),
    real("--seconds", 1.0, 600.0, 10.0, "Duration."),
    real("--think", 0.0, 60.0, 1.0, "Seconds a player takes for a move."),
    click.option(
        "--peers", is_flag=True, help="Also boardgame.io's server with the same traffic (needs Node)."
    ),
    SEED,
)
def server(tables: int, seconds: float, think: float, peers: bool, seed: int, progress: Progress) -> Json:
    """Measure the latency of the table server with many busy tables on this machine."""
    from bench.server.load import run

    return run(tables, seconds, think, seed, progress, peers)


@measures(
    whole("--rounds", 1, 100000, 10, "Number of times the server is killed."),
    click.option("--seconds", type=Number(1.0), help="Start no new round after this time."),
    whole("--jobs", 1, 256, 1, "Servers at the same time."),
    click.option(
        "--postgresql", is_flag=True, help="On PostgreSQL, which is started for this, not on SQLite."
    ),
    SEED,
)
def crash(
    rounds: int,
    seconds: float | None,
    jobs: int,
    postgresql: bool,
    seed: int,
    progress: Progress,
) -> Json:
    """Disturb and kill the table server while people play, and look for lost or doubled data."""
    from bench.server.crash import run

    return run(rounds, seed, progress, seconds, jobs, postgresql)


@measures(GAME, whole("--moves", 1, None, 1000, "Moves of each game."), SEED)
def move(game: str | None, moves: int, seed: int, progress: Progress) -> Json:
    """Measure the processor time of a move in a room alone, without sockets and store."""
    from bench.server.move import run

    return run([one.id for one in _chosen(game)], moves, seed, progress)


if __name__ == "__main__":
    app()
