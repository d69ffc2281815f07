"""Define the command ``tischlein`` and its subcommands."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

import tischlein
from tischlein.bots import LEVELS, BotError
from tischlein.engine.errors import TischleinError
from tischlein.engine.option_texts import read_options
from tischlein.engine.texts import words_for
from tischlein.terminal.phrases import Phrases
from tischlein.usage import App, GameArgument, JsonOption, RecordArgument, RuleOptions, explained
from tischlein.usage.endings import fail, open_streams, print_no_more
from tischlein.usage.language import LanguageOption, spoken
from tischlein.usage.server_options import Data, Lan, Log, OwnBots, Port, PublicUrl

if TYPE_CHECKING:
    from rich.console import Console

    from tischlein.server.config import ServerConfig

DEFAULT_GAME = next(iter(tischlein.games()))  # the first one in the list
DEFAULT_SEATS = 4
PACE = 0.7

app = App("tischlein", help="The table for number card games: play with friends who cannot peek.")
# These commands are imported only when they are called; they parse their arguments themselves.
late_command = app.command(
    add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
)

Seats = Annotated[int, typer.Option("--seats", help="How many sit at the table, you included.")]
Bots = Annotated[
    str,
    typer.Option(
        "--bots", "--bot", metavar="BOT", help=f"How the others play: {', '.join(LEVELS)}, or module:Class."
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed deals the same cards.")]
Name = Annotated[str | None, typer.Option("--name", help="What the others call you.")]
Pace = Annotated[
    float, typer.Option("--pace", min=0.0, max=10.0, help="Seconds that a bot takes for a move.")
]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    """Play with friends and with bots that cannot peek."""
    if version:
        typer.echo(f"tischlein {tischlein.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        play()


@app.command()
def play(
    port: Port = None,
    lan: Lan = None,
    public_url: PublicUrl = None,
    data: Data = None,
    bot: OwnBots = None,
    browser: Annotated[bool, typer.Option(help="Open the address in the browser.")] = True,
) -> None:
    """Start the server and open its page in the browser."""
    from tischlein.server.config import ServerConfig

    run_server(ServerConfig(port, lan, public_url, data, bots=tuple(bot or ())), browser)


@app.command()
def serve(
    port: Port = None,
    lan: Lan = None,
    public_url: PublicUrl = None,
    data: Data = None,
    bot: OwnBots = None,
    log: Log = "text",
    peer_url: Annotated[
        str | None,
        typer.Option(
            "--peer-url", metavar="ADDRESS", help="Where other servers on the same database reach this one."
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="A proxy elsewhere that may name its clients' addresses.",
        ),
    ] = None,
) -> None:
    """Run the server without a browser. See docs/operations.md."""
    from tischlein.server.config import ServerConfig

    config = ServerConfig(
        port,
        lan,
        public_url,
        data,
        bots=tuple(bot or ()),
        log=log,
        peer_url=peer_url,
        trusted_proxies=tuple(trusted_proxy or ()),
    )
    run_server(config, browser=False)


def run_server(config: ServerConfig, browser: bool) -> None:
    # Imported here, so that the other commands start faster.
    from tischlein.server.serve import run

    def say(line: str) -> None:
        print(line, flush=True)

    run(config, say, browser)


@app.command()
def terminal(
    game: GameArgument = DEFAULT_GAME,
    seats: Seats = DEFAULT_SEATS,
    bots: Bots = "easy",
    lang: LanguageOption = None,
    seed: Seed = None,
    option: RuleOptions = None,
    name: Name = None,
    pace: Pace = PACE,
) -> None:
    """Play against bots, here in the terminal."""
    from tischlein.terminal.host import Setup
    from tischlein.terminal.loop import play as play_games
    from tischlein.terminal.screen import Screen

    chosen = tischlein.game(game)
    setup = Setup(
        game=chosen,
        seats=chosen.check_seats(seats),
        level=bots,
        language=spoken(lang),
        options=read_options(chosen, option or []),
        seed=seed,
        name=(name or "").strip() or None,
    )
    play_games(setup, Screen(console(), pace))


@app.command()
def rules(game: GameArgument = DEFAULT_GAME, lang: LanguageOption = None) -> None:
    """Read the rules of a game."""
    from tischlein.terminal.pages import rules_page
    from tischlein.terminal.screen import render

    language = spoken(lang)
    words = words_for(tischlein.game(game), language)
    console().print(render(rules_page(words, Phrases(language))))


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only this one, by its id.")] = None,
    lang: LanguageOption = None,
) -> None:
    """List the games and their options, or those of one game."""
    from tischlein.terminal.pages import game_page
    from tischlein.terminal.screen import render

    out, language = console(), spoken(lang)
    for one in tischlein.games().values() if game is None else [tischlein.game(game)]:
        out.print(render(game_page(one, words_for(one, language), Phrases(language))))


BACKUP = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


@app.command()
def check(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="One file, for example a backup; otherwise all tables."),
    ] = None,
    data: Data = None,
    as_json: JsonOption = False,
) -> None:
    """Check all stored tables.

    People may play meanwhile. The exit code is 0 if all is in order, and 1 if something is damaged.
    """
    from tischlein.server.upkeep.command import run_check

    raise typer.Exit(run_check(data, file, as_json, print))


@app.command()
def backup(file: BACKUP, data: Data = None, as_json: JsonOption = False) -> None:
    """Copy all stored tables into a file. People may play meanwhile; the copy is checked."""
    from tischlein.server.upkeep.command import run_backup

    raise typer.Exit(run_backup(data, file, as_json, print))


@app.command()
def restore(file: BACKUP, data: Data = None, as_json: JsonOption = False) -> None:
    """Replace the stored tables by a backup. What was there is kept beside it."""
    from tischlein.server.upkeep.command import run_restore

    raise typer.Exit(run_restore(data, file, as_json, print))


@app.command()
def verify(
    record: RecordArgument,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check whether a game was dealt as promised.

    The exit code is 0 if nothing is wrong, 1 if it was dealt otherwise, and 2 if it cannot be checked.
    """
    from tischlein.verify.command import check_file

    raise typer.Exit(check_file(record, spoken(lang), as_json, print))


@app.command()
def review(
    record: RecordArgument,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a game: luck, skill, and what would have been better."""
    from tischlein.coach.command import review_file

    def progress(done: int, steps: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} / {steps}", end="" if done < steps else "\n", file=sys.stderr, flush=True)

    review_file(record, spoken(lang), as_json, print, progress)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's id, in small letters.")],
    into: Annotated[
        Path | None,
        typer.Option(
            "--into",
            metavar="FOLDER",
            help="The folder to write it into; by default the games of these sources.",
        ),
    ] = None,
) -> None:
    """Write a new game that runs at once. See docs/adding-a-game.md."""
    from tischlein.usage.new_game import new_game as write_game

    here = Path(tischlein.__file__).parent / "games"
    write_game(name, here, tischlein.games(), into, print)


@app.command()
def prove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's id.")],
    as_json: JsonOption = False,
) -> None:
    """Prove a game: run all suites that apply to it. Show what is proven and what to write next; needs a checkout."""
    from tischlein.scaffold.prove import prove as prove_game

    root = Path(tischlein.__file__).parents[2]
    if not (root / "tests/extra_games" / name).is_dir():
        tischlein.game(name)  # refuses unknown names
    raise typer.Exit(prove_game(name, root, as_json, print))


@app.command()
def site(
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="The folder to write; it must be new or empty.")
    ],
    at: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="PATH",
            help="Where the host will show it, such as /club/cards; links into it need that.",
        ),
    ] = "/",
) -> None:
    """Write the page as plain files for any web host. Games on one device need no server."""
    from tischlein.server.upkeep.site import write_site

    files = write_site(out, at)
    print(f"{out}: {len(files)} files. Let any web host serve them at {at}, with https.")


@app.command()
def build(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="wasm: the rules for browsers and Node.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The folder to write.")] = Path(
        "tischlein-rules"
    ),
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Only this one, by its id.")
    ] = None,
) -> None:
    """Build the rules for other programs. `tischlein build wasm` writes an npm package."""
    if what != "wasm":
        raise tischlein.OptionError(f"{what!r} cannot be built; choose wasm")
    from tischlein.bots.wasm.package import modules_in, write_package

    chosen = tischlein.games() if game is None else {game: tischlein.game(game)}
    for name, size, packed in modules_in(write_package(out, chosen, tischlein.__version__)):
        print(f"{name}  {size} kB, compressed {packed} kB")
    print(f"npm install {out if out.is_absolute() else f'./{out}'}")


@late_command
def arena(context: typer.Context) -> None:
    """Let bots play each other, and rate them."""
    from tischlein.lab.arena.cli import arena_app

    handed_on(arena_app, "tischlein arena", context)


@late_command
def simulate(context: typer.Context) -> None:
    """Play whole games by the million, and sum them up."""
    from tischlein.lab.simulate.cli import simulate_app

    handed_on(simulate_app, "tischlein simulate", context)


@late_command
def report(context: typer.Context) -> None:
    """Write a page of charts about a game: who wins, and what pays."""
    from tischlein.lab.report.cli import report_app

    handed_on(report_app, "tischlein report", context)


@late_command
def train(context: typer.Context) -> None:
    """Teach a net to play a game."""
    from tischlein.train.cli import train_app

    handed_on(train_app, "tischlein train", context)


def handed_on(command: App, name: str, context: typer.Context) -> NoReturn:
    """Run a command that was imported just now with the arguments that are left."""
    code = command(args=context.args, prog_name=name, standalone_mode=False)
    raise typer.Exit(code if isinstance(code, int) else 0)


def console() -> Console:
    from rich.console import Console

    # An output that cannot encode a symbol shows a question mark instead.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    return Console(highlight=False)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit: with one line and code 2 for any mistake of the caller.

    If a bot of the caller fails, exit with code 1 and print the place in the bot's code below that line.
    """
    open_streams()
    try:
        code = app(args=arguments, prog_name="tischlein", standalone_mode=False)
        sys.stdout.flush()
    except BotError as error:
        fail(str(error), error.trace)
    except TischleinError as error:
        fail(str(error))
    except BrokenPipeError:
        print_no_more()
        sys.exit(1)  # the reader has closed the pipe, as `head` does; Typer exits with 1 too
    except OSError as error:
        if error.filename is None and error.errno != errno.ENOSPC:
            raise  # not a file that the caller named
        print_no_more()
        problem = error.strerror or str(error)
        fail(problem if error.filename is None else f"{error.filename}: {problem}")
    except Exception as error:
        message = explained(error)
        if message is None:
            raise
        fail(message)
    sys.exit(code if isinstance(code, int) else 0)
