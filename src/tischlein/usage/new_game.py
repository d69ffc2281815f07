"""Run ``tischlein new-game``."""

from collections.abc import Collection
from pathlib import Path

import click

from tischlein import scaffold
from tischlein.engine.errors import OptionError


def new_game(name: str, games: Path, taken: Collection[str], into: Path | None) -> None:
    """Write a new game into the sources and register it there, or write it into another folder."""

    def show(room: Path) -> None:
        click.echo(f"Written into {room}:")
        for path in sorted(room.rglob("*")):
            if path.is_file():
                click.echo(f"  {path.relative_to(room).as_posix()}")

    scaffold.check_name(name, set(taken))
    if into is not None:
        show(scaffold.write(name, into, name))
        click.echo(
            f"tischlein does not list it: with {into} on the Python path, `from {name} import GAME` finds it."
        )
        return
    registry = games / "__init__.py"
    if not (games.parents[2] / "pyproject.toml").exists():
        raise OptionError(
            "this tischlein is installed without its sources: say where to write with --into FOLDER"
        )
    listed = scaffold.register(registry, name)  # may refuse: before anything is written
    room = scaffold.write(name, games, f"tischlein.games.{name}")
    registry.write_text(listed, "utf-8")
    show(room)
    click.echo(f"Registered in {registry}.")
    click.echo("It runs already:")
    for command, what in (
        (f"terminal {name}", "against bots, here"),
        (f"arena {name} random medium", "bots against each other"),
        ("play", "in the browser, with everybody"),
    ):
        click.echo(f"  tischlein {command:<{len(name) + 20}}  # {what}")
    click.echo("Next: docs/adding-a-game.md")
