"""The commands of ``python -m bench``."""

from __future__ import annotations

from pathlib import Path

import click
from click.exceptions import Exit

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
from tischlein.usage import Commands, Number
from tischlein.usage.options import PATH


@click.group(
    cls=Commands,
    name="python -m bench",
    help="Measure Tischlein from a checkout, and compare it with C and with other libraries.",
    no_args_is_help=True,
)
def app() -> None:
    pass


game_option = click.option("--game", metavar="GAME", help="Id of one game; all games by default.")
seconds_option = click.option(
    "--seconds", type=Number(0.001, 3600.0), default=2.0, help="Time for each measurement."
)
seats_option = click.option("--seats", type=int, default=4, help="Number of seats.")
seed_option = click.option("--seed", type=int, default=1, help="Random seed.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


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
            click.echo(f"{other.name} cannot be played with {seats} seats: left out.", err=True)
    return fitting


@app.command()
@game_option
@click.option("--backend", metavar="BACKEND", help="One backend; all by default.")
@seats_option
@seconds_option
@seed_option
@json_option
def rules(
    game: str | None, backend: str | None, seats: int, seconds: float, seed: int, as_json: bool
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
@seconds_option
@seed_option
@json_option
def peers(seconds: float, seed: int, as_json: bool) -> None:
    """Compare with OpenSpiel and RLCard on the same core in the same run (extra "peers")."""
    with friendly():
        from bench.speed.peers import compare

        with progress_bar() as progress:
            result, document = compare(seconds, seed, progress)
        tell(document, lambda found: show_peers(result, found), as_json)


@app.command("vector")
@seconds_option
@seed_option
@json_option
def vectors(seconds: float, seed: int, as_json: bool) -> None:
    """Compare batches with observations and masks with Pgx, EnvPool, OpenSpiel and RLCard (extra "peers")."""
    with friendly():
        from bench.speed.vectors import run

        with progress_bar() as progress:
            document = run(seconds, seed, progress)
        tell(document, show_vectors, as_json)


@app.command()
@game_option
@seconds_option
@seed_option
@json_option
def openspiel(game: str | None, seconds: float, seed: int, as_json: bool) -> None:
    """Play random games through the adapter for OpenSpiel (extra "lab")."""
    with friendly():
        from bench.speed.adapter import run, table

        chosen = _chosen(game)
        with progress_bar() as progress:
            document = run(chosen, seconds, seed, progress)
        tell(document, lambda found: show(table(found)), as_json)


@app.command()
@game_option
@seats_option
@seconds_option
@seed_option
@click.option(
    "--host",
    "hosts",
    multiple=True,
    type=click.Choice(["wasmtime", "node", "chromium"]),
    help="Only here; wasmtime runs in this process.",
)
@json_option
def wasm(
    game: str | None, seats: int, seconds: float, seed: int, hosts: tuple[str, ...], as_json: bool
) -> None:
    """Compare WebAssembly here, in Node and in Chromium with native, and time the start of an offline game."""
    with friendly():
        from bench.speed.wasm import HOSTS, run

        games = _fitting(_chosen(game), seats)
        with progress_bar() as progress:
            document = run(games, seats, seconds, seed, progress, hosts or HOSTS)
        tell(document, show_wasm, as_json)


@app.command()
@game_option
@click.option(
    "--games", type=click.IntRange(1), default=10000, help="Games per number of seats to compare with native."
)
@json_option
def gpu(game: str | None, games: int, as_json: bool) -> None:
    """Compare CUDA with native byte by byte, and measure random games and vector steps on a GPU."""
    with friendly():
        from bench.speed.gpu import run

        with progress_bar() as progress:
            document = run(_chosen(game), games, progress)
        tell(document, show_gpu, as_json)


@app.command()
@game_option
@click.option(
    "--bot", multiple=True, metavar="BOT", help="Also this bot: module:Class, or a level with settings."
)
@click.option("--seconds", type=Number(0.001, 3600.0), default=1.0, help="Time for each measurement.")
@seed_option
@json_option
def bots(game: str | None, bot: tuple[str, ...], seconds: float, seed: int, as_json: bool) -> None:
    """Measure how much bots think, and what their choices cost where the best one is known."""
    with friendly():
        from bench.players.bots import run

        with progress_bar() as progress:
            document = run(_chosen(game), seconds, seed, progress, others=bot or [])
        tell(document, show_bots, as_json)


@app.command()
@game_option
@click.option("--decisions", type=click.IntRange(2, 100000), default=200, help="Decisions of each kind.")
@click.option("--games", type=click.IntRange(2, 100000), default=20, help="Games whose luck is added up.")
@seats_option
@click.option("--time/--no-time", default=True, help="Also time a whole review.")
@seed_option
@json_option
def coach(
    game: str | None, decisions: int, games: int, seats: int, time: bool, seed: int, as_json: bool
) -> None:
    """Compare the coach with exact solutions, planted blunders, strong play, and sums of luck."""
    with friendly():
        from bench.players.coach import printed, run

        with progress_bar() as progress:
            document = run(_chosen(game, seats), decisions, games, seats, seed, time, progress)
        tell(document, lambda found: show(printed(found)), as_json)


@app.command()
@game_option
@click.option(
    "--bot", default="hard", metavar="BOT", help="Bot that plays: a level with settings, or module:Class."
)
@click.option("--decisions", type=click.IntRange(2, 1000000), default=200, help="Decisions.")
@click.option(
    "--worlds", type=click.IntRange(1, 100000), default=64, help="Worlds imagined at each decision."
)
@click.option("--seats", type=int, default=2, help="Number of seats.")
@seed_option
@click.option("--picture", type=PATH, help="Write a chart here, as SVG.")
@json_option
def belief(
    game: str | None,
    bot: str,
    decisions: int,
    worlds: int,
    seats: int,
    seed: int,
    picture: Path | None,
    as_json: bool,
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
@game_option
@click.option("--games", type=click.IntRange(200), default=60000, help="Games of each pair of bots.")
@seed_option
@json_option
def intervals(game: str | None, games: int, seed: int, as_json: bool) -> None:
    """Measure how often the 95 % intervals of simulate and arena hold the truth."""
    with friendly():
        from bench.players.intervals import run, table

        chosen = _chosen(game)
        with progress_bar() as progress:
            document = run(chosen, games, seed, progress)
        tell(document, lambda found: show(table(found)), as_json)


@app.command()
@game_option
@click.option("--games", type=click.IntRange(100), default=3000, help="Deals of each game.")
@seed_option
@json_option
def pairs(game: str | None, games: int, seed: int, as_json: bool) -> None:
    """Measure how much two tables with the same deal have in common, and how many games that saves."""
    with friendly():
        from bench.players.pairs import run, table

        chosen = _chosen(game)
        with progress_bar() as progress:
            document = run(chosen, games, seed, progress)
        tell(document, lambda found: show(table(found)), as_json)


@app.command()
@click.option("--tables", type=click.IntRange(1, 1000), default=100, help="Busy tables of four.")
@click.option("--seconds", type=Number(1.0, 600.0), default=10.0, help="Duration.")
@click.option("--think", type=Number(0.0, 60.0), default=1.0, help="Seconds a player takes for a move.")
@click.option("--peers", is_flag=True, help="Also boardgame.io's server with the same traffic (needs Node).")
@seed_option
@json_option
def server(tables: int, seconds: float, think: float, peers: bool, seed: int, as_json: bool) -> None:
    """Measure the latency of the table server with many busy tables on this machine."""
    with friendly():
        from bench.server.load import run

        with progress_bar() as progress:
            document = run(tables, seconds, think, seed, progress, peers)
        tell(document, show_server, as_json)


@app.command()
@click.option(
    "--rounds", type=click.IntRange(1, 100000), default=10, help="Number of times the server is killed."
)
@click.option("--seconds", type=Number(1.0), help="Start no new round after this time.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Servers at the same time.")
@click.option("--kept", type=PATH, metavar="FILE", help="Resume the run in this file and add to it.")
@click.option("--postgresql", is_flag=True, help="On PostgreSQL, which is started for this, not on SQLite.")
@seed_option
@json_option
def crash(
    rounds: int,
    seconds: float | None,
    jobs: int,
    kept: Path | None,
    postgresql: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Disturb and kill the table server while people play, and look for lost or doubled data."""
    with friendly():
        from bench.server.crash import run

        with progress_bar() as progress:
            document = run(rounds, seed, progress, seconds, jobs, kept, postgresql)
        tell(document, show_results, as_json)


@app.command()
@click.option(
    "--rounds", type=click.IntRange(1, 10000), default=10, help="Number of times a server is killed."
)
@click.option("--tables", type=click.IntRange(2, 100), default=8, help="Tables of two.")
@click.option(
    "--database", metavar="ADDRESS", help="An empty PostgreSQL database; by default one is started."
)
@seed_option
@json_option
def failover(rounds: int, tables: int, database: str | None, seed: int, as_json: bool) -> None:
    """Kill one of two table servers on PostgreSQL, and measure how long its players wait."""
    with friendly():
        from bench.server.failover import run, too_late

        with progress_bar() as progress:
            document = run(rounds, tables, seed, progress, database)
        tell(document, show_results, as_json)
        if too_late(document):
            raise Exit(1)  # the aim was missed


@app.command()
@game_option
@click.option("--moves", type=click.IntRange(1), default=1000, help="Moves of each game.")
@seed_option
@json_option
def move(game: str | None, moves: int, seed: int, as_json: bool) -> None:
    """Measure the processor time of a move in a room alone, without sockets and store."""
    with friendly():
        from bench.server.move import run

        chosen = [one.id for one in _chosen(game)]
        with progress_bar() as progress:
            document = run(chosen, moves, seed, progress)
        tell(document, show_results, as_json)


@app.command()
@click.option(
    "--tables", type=click.IntRange(1, 40), default=40, help="Tables of six hard bots, all from one address."
)
@click.option(
    "--answers", type=click.IntRange(1, 1000), default=20, help="Answers of an easy bot at another address."
)
@seed_option
@json_option
def attack(tables: int, answers: int, seed: int, as_json: bool) -> None:
    """Let one address keep hundreds of bots busy, and time an easy bot at another address."""
    with friendly():
        from bench.server.attack import run

        with progress_bar() as progress:
            document = run(tables, answers, seed, progress)
        tell(document, show_results, as_json)


@app.command("memory")
@json_option
def footprint(as_json: bool) -> None:
    """Measure a server's memory, after hard and expert have decided in every game."""
    with friendly():
        from bench.server.footprint import run

        with progress_bar() as progress:
            document = run(progress)
        tell(document, show_results, as_json)


if __name__ == "__main__":
    app()
