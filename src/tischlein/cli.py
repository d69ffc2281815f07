"""Define the command ``tischlein`` and its subcommands."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from click.exceptions import Exit

import tischlein
from tischlein import interrupts
from tischlein.bots import LEVELS, BotError
from tischlein.engine.errors import TischleinError
from tischlein.engine.option_texts import read_options
from tischlein.engine.texts import words_for
from tischlein.engine.types import Untyped
from tischlein.interrupts import STOPPED
from tischlein.terminal.phrases import Phrases
from tischlein.usage import Commands, Number, explain_error
from tischlein.usage.endings import fail, open_streams, print_no_more
from tischlein.usage.language import resolve_language
from tischlein.usage.options import (
    PATH,
    json_option,
    language_option,
    record_argument,
    rule_options,
    server_options,
)

if TYPE_CHECKING:
    from rich.console import Console

DEFAULT_GAME = next(iter(tischlein.games()))  # the first one in the list
DEFAULT_SEATS = 4
PACE = 0.7

# These import what the default install may lack, or what starts slowly.
LATE = {
    **dict.fromkeys(("check", "doctor", "backup", "restore"), "tischlein.server.upkeep.command"),
    "arena": "tischlein.lab.arena.cli",
    "dataset": "tischlein.lab.dataset",
    "record": "tischlein.lab.record",
    "puzzles": "tischlein.lab.puzzles.cli",
    "simulate": "tischlein.lab.simulate.cli",
    "report": "tischlein.lab.report.cli",
    "train": "tischlein.train.cli",
}
# As in usage.options, but not required.
any_game = click.argument(
    "game", default=DEFAULT_GAME, metavar="[GAME]", help="The game's id; `tischlein games` lists them."
)


@click.group(cls=Commands, late=LATE, invoke_without_command=True)
@click.version_option(
    tischlein.__version__, message="%(prog)s %(version)s", help="Show the version and leave."
)
@click.pass_context
def app(context: click.Context) -> None:
    """Set the table for number card games: play with friends who cannot peek."""
    if context.invoked_subcommand is None:
        context.invoke(play)


@app.command()
@server_options
@click.option("--browser/--no-browser", default=True, help="Open the address in the browser.")
def play(browser: bool, **settings: Untyped) -> None:
    """Start the server and open its page in the browser."""
    run_server(settings, browser)


@app.command()
@server_options
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    help="The format of the log: text, or json for programs.",
)
@click.option(
    "--peer-url", metavar="ADDRESS", help="Where other servers on the same database reach this one."
)
@click.option(
    "--rating/--no-rating", default=True, help="Rate people by their results; needs the extra rating."
)
@click.option("--signing-key", metavar="FILE", help="An Ed25519 key that signs what players were told (PEM).")
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy elsewhere that may name its clients' addresses.",
)
def serve(**settings: Untyped) -> None:
    """Run the server without a browser. See docs/operations.md."""
    run_server(settings, browser=False)


def run_server(
    settings: dict[str, Untyped], browser: bool, prepare: Callable[[], None] = lambda: None
) -> None:
    # Imported here, so that the other commands start faster.
    with interrupts.importing():
        from tischlein.server.config import ServerConfig
        from tischlein.server.serve import run

    def say(line: str) -> None:
        print(line, flush=True)

    run(ServerConfig(**settings), say, browser, prepare)


@app.command()
@any_game
@click.option("--seats", type=int, default=DEFAULT_SEATS, help="How many sit at the table, you included.")
@click.option(
    "--bots",
    "--bot",
    default="easy",
    metavar="BOT",
    help=f"How the others play: {', '.join(LEVELS)}, or module:Class.",
)
@language_option
@click.option("--seed", type=int, help="The same seed deals the same cards.")
@rule_options
@click.option("--name", help="What the others call you.")
@click.option("--pace", type=Number(0.0, 10.0), default=PACE, help="Seconds that a bot takes for a move.")
@click.option(
    "--plain", is_flag=True, help="Write for a screen reader: sentences only, and only what changed."
)
def terminal(
    game: str,
    seats: int,
    bots: str,
    lang: str | None,
    seed: int | None,
    option: tuple[str, ...],
    name: str | None,
    pace: float,
    plain: bool,
) -> None:
    """Play against bots, here in the terminal."""
    with interrupts.importing():
        from tischlein.terminal.host import Setup
        from tischlein.terminal.loop import play as play_games
        from tischlein.terminal.plain import PlainScreen
        from tischlein.terminal.screen import Screen

    chosen = tischlein.game(game)
    setup = Setup(
        game=chosen,
        seats=chosen.check_seats(seats),
        level=bots,
        language=resolve_language(lang),
        options=read_options(chosen, option),
        seed=seed,
        name=(name or "").strip() or None,
    )
    out = console()
    # Only with a person on both ends the screen is cleared and drawn again.
    drawn = out.is_terminal and sys.stdin.isatty() and not plain
    if drawn:
        with suppress(ImportError):  # not on every system
            import readline  # noqa: F401 — with it, `input` knows arrow keys
    play_games(setup, Screen(out, pace) if drawn else PlainScreen(out))


@app.command()
@any_game
@language_option
def rules(game: str, lang: str | None) -> None:
    """Read the rules of a game."""
    from tischlein.terminal.pages import rules_page
    from tischlein.terminal.screen import render

    language = resolve_language(lang)
    words = words_for(tischlein.game(game), language)
    console().print(render(rules_page(words, Phrases(language))))


@app.command()
@click.argument("game", required=False, metavar="[GAME]", help="Only this one, by its id.")
@language_option
def games(game: str | None, lang: str | None) -> None:
    """List the games and their options, or those of one game."""
    from tischlein.terminal.pages import game_page
    from tischlein.terminal.screen import render

    out, language = console(), resolve_language(lang)
    for one in tischlein.games().values() if game is None else [tischlein.game(game)]:
        out.print(render(game_page(one, words_for(one, language), Phrases(language))))


@app.command()
@record_argument
@language_option
@json_option
def verify(record: Path, lang: str | None, as_json: bool) -> None:
    """Check whether a game was dealt as promised.

    The exit code is 0 if nothing is wrong, 1 if it was dealt otherwise, 2 if it cannot be checked, and 3 if the deal could have
    been chosen from several.
    """
    from tischlein.verify.command import check_file

    raise Exit(check_file(record, resolve_language(lang), as_json))


@app.command()
@record_argument
@language_option
@json_option
def review(record: Path, lang: str | None, as_json: bool) -> None:
    """Review a game: luck, skill, and what would have been better."""
    from tischlein.coach.command import review_file

    review_file(record, resolve_language(lang), as_json)


@app.command("new-game")
@click.argument("name", metavar="NAME", help="The game's id, in small letters.")
@click.option(
    "--into",
    type=PATH,
    metavar="FOLDER",
    help="The folder to write it into; by default the games of these sources.",
)
def new_game(name: str, into: Path | None) -> None:
    """Write a new game that runs at once. See docs/adding-a-game.md."""
    from tischlein.usage.new_game import new_game as write_game

    here = Path(tischlein.__file__).parent / "games"
    write_game(name, here, tischlein.games(), into)


@app.command()
@click.argument("name", metavar="NAME", help="The game's id.")
@json_option
@click.option("--next", "write_next", is_flag=True, help="Write the skeleton of the next missing proof.")
def prove(name: str, as_json: bool, write_next: bool) -> None:
    """Prove a game: run all suites that apply to it. Show what is proven and what to write next; needs a checkout."""
    from tischlein.scaffold.prove import prove as prove_game
    from tischlein.scaffold.prove import write_next as write_skeleton

    root = Path(tischlein.__file__).parents[2]
    if not (root / "tests/extra_games" / name).is_dir():
        tischlein.game(name)  # refuses unknown names
    raise Exit(write_skeleton(name, root) if write_next else prove_game(name, root, as_json))


@app.command()
@click.option(
    "--out", type=PATH, required=True, metavar="FOLDER", help="The folder to write; it must be new or empty."
)
@click.option(
    "--at",
    default="/",
    metavar="PATH",
    help="Where the host will show it, such as /club/cards; links into it need that.",
)
def site(out: Path, at: str) -> None:
    """Write the page as plain files for any web host. Games on one device need no server."""
    from tischlein.server.upkeep.site import write_site

    if "://" in at:
        raise tischlein.OptionError(f"--at {at}: only the path, such as /club/cards")
    files = write_site(out, at)
    print(f"{out}: {len(files)} files. Let any web host serve them at /{at.strip('/')}, with https.")


@app.command()
@click.argument("what", metavar="WHAT", help="wasm: the rules for browsers and Node.")
@click.option(
    "--out", type=PATH, default=Path("tischlein-rules"), metavar="FOLDER", help="The folder to write."
)
@click.option("--game", metavar="GAME", help="Only this one, by its id.")
def build(what: str, out: Path, game: str | None) -> None:
    """Build the rules for other programs. `tischlein build wasm` writes an npm package."""
    if what != "wasm":
        raise tischlein.OptionError(f"{what!r} cannot be built; choose wasm")
    from tischlein.bots.wasm.package import modules_in, write_package

    chosen = tischlein.games() if game is None else {game: tischlein.game(game)}
    for name, size, packed in modules_in(write_package(out, chosen, tischlein.__version__)):
        print(f"{name}  {size} kB, compressed {packed} kB")
    print(f"npm install {out if out.is_absolute() else f'./{out}'}")


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
        interrupts.finish_import()
        code = app(args=arguments, prog_name="tischlein", standalone_mode=False)
        sys.stdout.flush()
    except BotError as error:
        fail(str(error), error.trace)
    except TischleinError as error:
        fail(str(error))
    except BrokenPipeError:
        print_no_more()
        sys.exit(1)  # the reader has closed the pipe, as `head` does; Click exits with 1 too
    except OSError as error:
        if error.filename is None and error.errno != errno.ENOSPC:
            raise  # not a file that the caller named
        print_no_more()
        # Folders that are there already are used.
        problem = "not a folder" if isinstance(error, FileExistsError) else error.strerror or str(error)
        fail(problem if error.filename is None else f"{error.filename}: {problem}")
    except (click.Abort, KeyboardInterrupt):
        sys.exit(STOPPED)
    except click.ClickException as error:
        fail(explain_error(error))
    sys.exit(code if isinstance(code, int) else 0)
