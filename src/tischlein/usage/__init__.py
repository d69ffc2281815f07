"""Read the arguments of commands and explain mistakes in them: what all commands share and Typer does not do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from tischlein.engine.errors import OptionError, did_you_mean
from tischlein.engine.types import Untyped

# What a value should have been, by the kinds of error that Typer raises.
WANTED = {
    "int_parsing": "a whole number",
    "float_parsing": "a number",
    "greater_than_equal": "at least {ge:.10g}",
    "less_than_equal": "at most {le:.10g}",
}

STOPPED = 130  # the exit code that a shell expects after Ctrl-C

# Arguments and options that several commands have.
GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's id; `tischlein games` lists them.")
]
RecordArgument = Annotated[
    Path, typer.Argument(metavar="RECORD", help="The file that the page saves after a game.")
]
RuleOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A rule to choose; `tischlein games` lists them."),
]
SeatsOption = Annotated[int, typer.Option("--seats", help="How many sit at the table.")]
SeedOption = Annotated[int, typer.Option("--seed", help="The same number gives the same result.")]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", min=1, max=4096, help="How many; by default one for each core.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document, for programs.")]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ray[://HOST:PORT]",
        help="Play on a Ray cluster: one on this machine, or the one at an address.",
    ),
]


def many(name: str, text: str, most: int) -> int:
    """Return the whole number from 1 to ``most`` that a text says, also as 1e6.

    >>> many("--games", "1e6", 10_000_000)
    1000000
    """
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most or number != int(number):
        raise OptionError(f"{name} {text or repr(text)}: a whole number from 1 to {most:,}, also as 1e6")
    return int(number)


class App(typer.Typer):
    """Hold a command, or several, with plain help that a screen reader reads well."""

    def __init__(self, name: str, **settings: Untyped) -> None:
        super().__init__(
            name=name,
            cls=AppGroup,
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            context_settings={"help_option_names": ["-h", "--help"]},
            **settings,
        )


class AppGroup(TyperGroup):
    """Answer an unknown command with the ones that exist."""

    def resolve_command(self, ctx: Untyped, args: list[str]) -> tuple[str | None, Untyped, list[str]]:
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            raise OptionError(
                f"there is no command '{ctx.command_path} {name}'; there are {', '.join(known)}{did_you_mean(name, known)}"
            )
        return super().resolve_command(ctx, args)


def explained(error: Exception) -> str | None:
    """Return a sentence for an error of the argument parser, or None for any other error."""
    # The parser's errors have no public base class; they are those with this method.
    message = getattr(error, "format_message", None)
    if message is None:
        return None
    if hasattr(error, "possibilities"):  # similar options, if there are any
        unknown = error.option_name  # type: ignore[attr-defined]
        return f"there is no option {unknown}{did_you_mean(unknown, error.possibilities or ())}"
    option, details = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if option is not None and details is not None:
        wrong = details()[0]
        if wrong["type"] in WANTED:
            kind = "float_parsing" if str(wrong["input"]).strip("+-").lower() == "nan" else wrong["type"]
            wanted = WANTED[kind].format(**wrong.get("ctx", {}))
            return f"{option.opts[0]} {wrong['input']}: {wanted}"
    return str(message())
