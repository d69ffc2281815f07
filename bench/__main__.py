"""The commands of ``python -m bench``."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

import tischlein
from bench.common.environment import describe
from bench.common.show import friendly, show
from tischlein.engine.types import Json
from tischlein.lab.progress import progress_bar
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


def whole(least: int, most: int | None, default: int, help: str, *names: str) -> Option:
    return click.option(*names, type=click.IntRange(least, most), default=default, help=help)


def real(least: float, most: float, default: float, help: str, *names: str) -> Option:
    return click.option(*names, type=Number(least, most), default=default, help=help)


GAME = click.option("--game", metavar="GAME", help="Id of one game; all games by default.")
SECONDS = real(0.001, 3600.0, 2.0, "Time for each measurement.", "--seconds")
SEATS = click.option("--seats", type=int, default=4, help="Number of seats.")
SEED = click.option("--seed", type=int, default=1, help="Random seed.")


def measure(name: str, module: str, help: str, *options: Option) -> None:
    """Add a command that prints what ``run`` of a module of ``bench`` returns, as tables or with ``--json``.

    It gets these options by name, and a ``progress`` to report to; in place of ``game`` it gets ``games``.
    """

    def command(as_json: bool, **asked: Any) -> None:
        with friendly():
            environment = describe()
            with progress_bar("starting") as bar:

                def progress(what: str, done: int, everything: int) -> None:
                    bar(done, everything, what)

                found = import_module(f"bench.{module}").run(progress=progress, **_with_games(asked))
            show({"bench": name, **asked, **found, "environment": environment}, as_json)

    made: Any = command
    for option in (click.option("--json", "as_json", is_flag=True, help="Print JSON."), *options[::-1]):
        made = option(made)
    app.command(name, help=help)(made)


def _with_games(asked: Json) -> Json:
    """Return options with ``games`` in place of ``game``: all that can be played with these seats; stderr names the others."""
    if "game" not in asked:
        return asked
    rest = {name: value for name, value in asked.items() if name != "game"}
    named, seats = asked["game"], asked.get("seats")
    games = list(tischlein.games().values()) if named is None else [tischlein.game(named)]
    fitting = [one for one in games if seats is None or seats in one.seats]
    if not fitting:
        games[0].check_seats(seats)
    for other in games:
        if other not in fitting:
            click.echo(f"{other.name} cannot be played with {seats} seats: left out.", err=True)
    return {**rest, "games": fitting}


measure(
    "rules",
    "speed.rules",
    "Play random games on each backend, and alternate native with the same rules in C.",
    GAME,
    click.option("--backend", metavar="BACKEND", help="One backend; all by default."),
    SEATS,
    SECONDS,
    SEED,
)
measure(
    "peers",
    "speed.peers",
    'Compare with OpenSpiel and RLCard on the same core in the same run (extra "peers").',
    SECONDS,
    SEED,
)
measure(
    "vector",
    "speed.vectors",
    'Compare batches with observations and masks with Pgx, EnvPool, OpenSpiel and RLCard (extra "peers").',
    SECONDS,
    SEED,
)
measure(
    "wasm",
    "speed.wasm",
    "Compare the games' WebAssembly modules, run in this process, with native.",
    GAME,
    SEATS,
    SECONDS,
    SEED,
)
measure(
    "traces",
    "speed.traces",
    "Compare simulate with a trace of all decisions with the same run without one.",
    GAME,
    whole(1, None, 2000, "Games of each kind.", "--games", "number"),
    SEATS,
    click.option("--backend", default="wasm", metavar="BACKEND", help="Where the games are played."),
    SEED,
)
measure(
    "gpu",
    "speed.gpu",
    "Compare CUDA with native byte by byte, and measure random games and vector steps on a GPU.",
    GAME,
    whole(1, None, 10000, "Games per number of seats to compare with native.", "--games", "compared"),
)
measure(
    "bots",
    "players.bots",
    "Measure what bots' choices cost where the best one is known.",
    GAME,
    click.option(
        "--bot",
        "others",
        multiple=True,
        metavar="BOT",
        help="Also this bot: module:Class, or a level with settings.",
    ),
)
measure(
    "coach",
    "players.coach",
    "Compare the coach with exact solutions, planted blunders, strong play, and sums of luck.",
    GAME,
    whole(2, 100000, 200, "Decisions of each kind.", "--decisions"),
    whole(2, 100000, 20, "Games whose luck is added up.", "--games", "whole_games"),
    SEATS,
    click.option("--time/--no-time", "timed", default=True, help="Also time a whole review."),
    SEED,
)
measure(
    "belief",
    "players.belief",
    "Compare the hands and the chances that bots imagine with the real ones.",
    GAME,
    click.option(
        "--bot",
        "player",
        default="hard",
        metavar="BOT",
        help="Bot that plays: a level with settings, or module:Class.",
    ),
    whole(2, 1000000, 200, "Decisions.", "--decisions"),
    whole(1, 100000, 64, "Worlds imagined at each decision.", "--worlds"),
    click.option("--seats", type=int, default=2, help="Number of seats."),
    SEED,
)
measure(
    "intervals",
    "players.intervals",
    "Measure how often the 95 % intervals of simulate and arena hold the truth.",
    GAME,
    whole(200, None, 60000, "Games of each pair of bots.", "--games", "number"),
    SEED,
)
measure(
    "server",
    "server.load",
    "Measure the latency of the table server with many busy tables on this machine.",
    whole(1, 1000, 100, "Busy tables of four.", "--tables"),
    real(1.0, 600.0, 10.0, "Duration.", "--seconds"),
    real(0.0, 60.0, 1.0, "Seconds a player takes for a move.", "--think"),
    click.option(
        "--peers", is_flag=True, help="Also boardgame.io's server with the same traffic (needs Node)."
    ),
    SEED,
)
measure(
    "crash",
    "server.crash",
    "Disturb and kill the table server while people play, and look for lost or doubled data.",
    whole(1, 100000, 10, "Number of times the server is killed.", "--rounds"),
    click.option("--seconds", type=Number(1.0), help="Start no new round after this time."),
    whole(1, 256, 1, "Servers at the same time.", "--jobs"),
    click.option(
        "--postgresql", is_flag=True, help="On PostgreSQL, which is started for this, not on SQLite."
    ),
    SEED,
)
measure(
    "move",
    "server.move",
    "Measure the processor time of a move in a room alone, without sockets and store.",
    GAME,
    whole(1, None, 1000, "Moves of each game.", "--moves"),
    SEED,
)

if __name__ == "__main__":
    app()
