"""``tischlein record``: write the record of any game in a file of ``simulate`` or ``arena``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tischlein.engine.errors import OptionError
from tischlein.usage.options import PATH


@click.command()
@click.argument("file", type=PATH, metavar="FILE", help="What `simulate --out` or `arena --out` has written.")
@click.argument("number", type=int, metavar="NUMBER", help="Which game, from 0 on.")
@click.option("--out", type=PATH, help="The file to write; otherwise the record is printed.")
def record(file: Path, number: int, out: Path | None) -> None:
    """Write the record of a game of the lab.

    `tischlein review` reads it.
    """
    from tischlein.lab import run_files
    from tischlein.lab.arena import contest
    from tischlein.lab.simulate import stored

    table = (stored if _command_of(file) == "simulate" else contest).game_in(file, number)
    text = json.dumps(table.record(), indent=2)
    if out is None:
        click.echo(text)
        return
    run_files.check_folder(out)
    with run_files.writing(out):
        out.write_text(text + "\n", "utf-8")
    click.echo(f"Game {number} of {file} is in {out}.")


def _command_of(file: Path) -> object:
    """Return the command that wrote a file; its own reader says what is wrong with any other file."""
    try:
        with file.open(encoding="utf-8") as lines:
            header = json.loads(lines.readline())
    except OSError as error:
        raise OptionError(f"{file} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise OptionError(f"{file} is not a file of `tischlein simulate` or `tischlein arena`") from None
    return header.get("tischlein") if isinstance(header, dict) else None
