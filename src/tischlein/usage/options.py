"""Declare the arguments and options that several commands have."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])
PATH = click.Path(path_type=Path)

game_argument = click.argument("game", metavar="GAME", help="The game's id; `tischlein games` lists them.")
record_argument = click.argument(
    "record", type=PATH, metavar="RECORD", help="The file that the page saves after a game."
)
rule_options = click.option(
    "--option", multiple=True, metavar="NAME=VALUE", help="A rule to choose; `tischlein games` lists them."
)
language_option = click.option("--lang", metavar="de|en", help="de or en; otherwise the system's language.")
seed_option = click.option("--seed", type=int, default=1, help="The same number gives the same result.")
threads_option = click.option(
    "--threads", type=click.IntRange(1, 4096), help="How many; by default one for each core."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document, for programs.")
cluster_option = click.option(
    "--cluster",
    metavar="ray[://HOST:PORT]",
    help="Play on a Ray cluster: one on this machine, or the one at an address.",
)
data_option = click.option(
    "--data",
    metavar="FOLDER",
    help="Where tables are stored: a folder, or postgresql://…; otherwise a folder of the user's.",
)


def server_options(command: Command) -> Command:
    """Add what ``tischlein play`` and ``tischlein serve`` share."""
    for option in (
        click.option(
            "--bot",
            "bots",
            multiple=True,
            metavar="MODULE:CLASS",
            help="A bot of your own that can be chosen at the tables.",
        ),
        data_option,
        click.option("--public-url", metavar="ADDRESS", help="The address that others use, behind a proxy."),
        click.option(
            "--lan/--no-lan",
            default=None,
            help="Let others in the local network join; by default as last time.",
        ),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            help="Where to listen; otherwise 8077, or any that is free.",
        ),
    ):
        command = option(command)
    return command
